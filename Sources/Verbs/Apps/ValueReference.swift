import Settee
import SetteeFormats

/// The value that a KEY argument identifies.
///
/// It is a setting, or an item or field in a setting, such as `ports[0]`.
struct ValueReference {
  let place: SettingReference
  /// The steps from the value of the setting to the item or field.
  ///
  /// The array is empty for the entire value.
  let steps: [ListEdit.Step]

  var key: String {
    // The items of a list at the root of a file have only an index.
    steps.reduce(place.key == "." && !steps.isEmpty ? "" : place.key) { $0 + $1.text }
  }

  /// The effective value of the setting, or of an entire table or list of tables.
  var whole: EffectiveValue? { place.whole }

  var value: PropertyList? { whole.flatMap { value(in: $0.value) } }

  /// Returns the item or field in a value of the setting.
  func value(in whole: PropertyList) -> PropertyList? {
    place.asList(whole, for: steps).value(at: steps)
  }

  /// The texts of all lines of a repeated key, or the text of the line that the argument selects.
  var texts: [String]? {
    guard let texts = place.domain.text?.known?.texts(of: place.path.key) else { return nil }
    guard case .index(let index)? = steps.first else { return texts }
    return steps.count == 1 && texts.indices.contains(index) ? [texts[index]] : nil
  }

  /// The items of the list, or `nil` if this isn't a list.
  var items: [PropertyList]? {
    switch value {
    case .array(let items)?: items
    case let value?: steps.isEmpty && place.mayRepeat ? [value] : nil
    case nil: []
    }
  }

  /// The type of the items, or `nil` if a new item may have any type.
  var typeOfItems: ValueType? {
    let types = Set((items ?? []).map { ValueType(of: $0) })
    // An item of a system file can be given as it is in the file.
    if place.domain.text?.known?.document.format.isAugeas == true { return .string }
    if place.domain.text?.known?.hasTypes == false, types != [.json] { return .string }
    return types.count == 1 ? types.first : nil
  }

  /// Throws an error if the row of this list rejects the list after a change, or the new item.
  func check(_ edit: ListEdit, _ new: PropertyList?) throws {
    // Without a bundle, the control is a guess.
    guard let control = place.setting?.control, steps.isEmpty, !control.specifier.isEmpty else {
      return
    }
    if control.kind == .list || control.kind == .text && control.input.type == .list {
      _ = try place.change(to: .array(edit.applied(to: items ?? [])))
    } else if let new, let refusal = control.check(new) {
      throw place.refusal(refusal)
    }
  }

  /// The list that contains the item, and its index, or `nil` if this isn't an item.
  var item: (list: ValueReference, index: Int)? {
    guard case .index(let index)? = steps.last else {
      guard steps.isEmpty, let (key, index) = place.domain.text?.known?.list(of: place.path.key)
      else { return nil }
      let list = SettingReference(domain: place.domain, path: SettingPath(key), setting: nil)
      return (ValueReference(place: list, steps: []), index)
    }
    return (ValueReference(place: place, steps: steps.dropLast()), index)
  }
}

extension ListEdit.Step {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }

  fileprivate var text: String {
    switch self {
    case .key(let key): "." + DocumentPath(keys: Key(key)).description
    case .index(let index): "[\(index)]"
    }
  }
}

extension SettingReference {
  /// The effective value, which can be an entire table or list of tables in a settings file.
  var whole: EffectiveValue? {
    effective ?? domain.text?.known?.composite(of: path.key).map { EffectiveValue($0, .user) }
  }

  /// A Boolean value that indicates whether the key has, or can have, several lines or sections in
  /// the file.
  var mayRepeat: Bool { domain.text?.known?.mayRepeat(path.key) ?? false }

  /// Returns a value as a list if the steps begin with an index, because a single line of a
  /// repeated key is a list with one item.
  fileprivate func asList(_ value: PropertyList, for steps: [ListEdit.Step]) -> PropertyList {
    guard case .index? = steps.first, value.array == nil, mayRepeat else { return value }
    return .array([value])
  }
}

extension App {
  /// Resolves a KEY argument to a setting, or to an item or field in the value of a setting if
  /// there is no such setting.
  func reference(_ text: String, toRead: Bool = false) throws(CommandError) -> ValueReference {
    try requireDocument(text)
    let place = place(text, toRead: toRead)
    if place.effective != nil || !text.utf8.contains(UInt8(ascii: "[")) {
      return ValueReference(place: place, steps: [])
    }
    for start in text.indices.reversed() where text[start] == "[" && start > text.startIndex {
      guard let path = DocumentPath("x" + text[start...]) else { continue }
      let outer = self.place(String(text[..<start]), toRead: toRead)
      guard let value = outer.whole?.value else { continue }
      let steps = path.steps.dropFirst().map { step -> ListEdit.Step in
        switch step {
        case .key(let name): .key(name.text)
        case .index(let index): .index(index)
        }
      }
      let found = try resolved(steps, in: outer.asList(value, for: steps), text)
      let reference = ValueReference(place: outer, steps: found)
      // The fields of a table in a list are separate settings.
      let own = self.place(reference.key, toRead: toRead)
      let isNewField = found.last?.isKey == true && reference.value == nil && own.domain.text != nil
      return own.effective == nil && !isNewField
        ? reference : ValueReference(place: own, steps: [])
    }
    return ValueReference(place: place, steps: [])
  }

  /// A key of a file with several YAML documents begins with the index of one.
  private func requireDocument(_ text: String) throws(CommandError) {
    guard let document = domains.first?.text?.known?.document, document.documentCount > 1,
      let first = DocumentPath(text)?.steps.first
    else { return }
    if case .index = first { return }
    throw CommandError(
      .usage,
      "\(name) has \(document.documentCount) documents. Start the key with \(document.documentIndices)."
    )
  }

  /// Throws an error for a key below an alias of YAML, which belongs to another key.
  func requireOwn(_ text: String) throws(CommandError) {
    guard let document = domains.first?.text?.known?.document, let place = DocumentPath(text),
      let reason = document.aliasReason(on: place)
    else { return }
    throw CommandError(.denied, reason.sentence(about: name))
  }

  /// Returns the steps with negative indexes resolved.
  private func resolved(
    _ steps: [ListEdit.Step], in value: PropertyList, _ text: String
  ) throws(CommandError) -> [ListEdit.Step] {
    var result: [ListEdit.Step] = []
    for step in steps {
      guard case .index(let index) = step, let items = value.value(at: result)?.array else {
        result.append(step)
        continue
      }
      let found = index < 0 ? items.count + index : index
      guard items.indices.contains(found) else {
        throw CommandError(
          .usage, "'\(text)' doesn't exist: the list has \(ListVerbs.count(items.count)).")
      }
      result.append(.index(found))
    }
    return result
  }
}
