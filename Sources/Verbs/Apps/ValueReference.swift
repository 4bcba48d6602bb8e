import Settee
import SetteeValues

/// The value that a KEY argument of a command refers to.
///
/// A KEY argument refers to the value of a setting or to a part of it, such as the list item
/// `ports[0]`.
struct ValueReference {
  let place: SettingReference
  /// The path from the value of the setting to the list item or field.
  ///
  /// If the argument refers to the entire value of a setting, the path is empty.
  let steps: [DocumentPath.Step]

  var key: String {
    // If the root of a file is a list, its items are addressed only by an index, such as `[0]`.
    steps.reduce(place.key == "." && !steps.isEmpty ? "" : place.key) { $0 + $1.text }
  }

  /// The effective value of the setting, which can also be an entire table or a list of tables.
  var whole: EffectiveValue? { place.whole }

  var value: PropertyList? { whole.flatMap { value(in: $0.value) } }

  /// Returns the list item or field within a value of the setting.
  func value(in whole: PropertyList) -> PropertyList? {
    place.asList(whole, for: steps).value(at: steps)
  }

  /// Returns a value of the setting that contains only a value at the path of this reference.
  func around(_ value: PropertyList) -> PropertyList {
    steps.reversed().reduce(value) { value, step in
      step.name.map { .dictionary([$0.text: value]) } ?? .array([value])
    }
  }

  /// The text of each line of a repeated key, or only of the line that the argument refers to.
  var texts: [String]? {
    // The value of an included file takes precedence over the lines of this one.
    if let whole, whole.origin == .include {
      guard steps.isEmpty, case .array(let items) = whole.value else { return nil }
      return items.map { ValueFormatter.printed($0) }
    }
    guard let texts = place.domain.text?.known?.texts(of: place.path.key) else { return nil }
    guard case .index(let index)? = steps.first else { return texts }
    return steps.count == 1 && texts.indices.contains(index) ? [texts[index]] : nil
  }

  /// The items of the list that the argument refers to, or `nil` if the value isn't a list.
  var items: [PropertyList]? {
    switch value {
    case .array(let items)?: items
    case _? where steps.isEmpty && place.isNull: []
    case let value?:
      steps.isEmpty ? lines ?? (place.mayRepeat ? [value] : nil) : nil
    case nil: []
    }
  }

  /// The lines of a multiline value, which are items.
  private var lines: [PropertyList]? {
    place.domain.text?.known?.lineItems(of: place.path.key)?.map { .string($0) }
  }

  /// The type of the items, or `nil` if a new item may have any type.
  var typeOfItems: ValueType? {
    let types = Set((items ?? []).map { ValueType(of: $0) })
    // An item of a system file can be given as it is in the file.
    if place.domain.text?.known?.document.format.isAugeas == true { return .string }
    if place.domain.text?.known?.hasTypes == false, types != [.json] { return .string }
    return types.count == 1 ? types.first : nil
  }

  /// Throws an error if the setting's row doesn't allow a new list item or the changed list.
  func check(_ edit: ListEdit, _ new: PropertyList?) throws {
    // Skip this check if no bundle describes the setting, because the type of its control is only a
    // guess.
    guard let control = place.setting?.control, steps.isEmpty, !control.specifier.isEmpty else {
      return
    }
    if control.kind == .list || control.kind == .text && control.input.type == .list {
      _ = try place.change(to: .array(edit.applied(to: items ?? [])))
    } else if let new {
      // A line has no type, so it is read as the type of the row.
      let hasTypes = place.domain.text?.known?.hasTypes ?? true
      let read = hasTypes ? nil : new.string.flatMap { try? place.setting?.parsed($0) }
      if let refusal = control.check(read ?? new) { throw place.refusal(refusal) }
    }
  }

  /// Throws an error if an index follows a value that isn't a list.
  fileprivate func requireLists(in whole: PropertyList) throws {
    for (position, step) in steps.enumerated() {
      guard case .index = step else { continue }
      let outer = ValueReference(place: place, steps: Array(steps[..<position]))
      guard let value = place.asList(whole, for: steps).value(at: outer.steps),
        value.array == nil
      else { continue }
      if let document = place.domain.text?.known?.document,
        let node = DocumentPath(outer.key).flatMap(document.node(at:)),
        let target = document.yamlTarget(of: node)
      {
        throw SetteeError(
          .denied,
          "'\(outer.key)' is an alias of '\(document.place(of: target))'. Change the list there.")
      }
      let what = value.dictionary == nil ? "a single value" : "a table"
      throw SetteeError(.usage, "'\(outer.key)' is \(what) and not a list. Omit '\(step.text)'.")
    }
  }

  /// The list and the index of the item that the argument refers to, or `nil` if it isn't a list
  /// item.
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

extension DocumentPath.Step {
  fileprivate var text: String {
    switch self {
    case .key(let key): "." + DocumentPath(keys: key).description
    case .index(let index): "[\(index)]"
    }
  }
}

extension SettingReference {
  /// The effective value of the setting, which can be an entire table or a list of tables in a
  /// settings file.
  var whole: EffectiveValue? {
    effective ?? domain.text?.known?.composite(of: path.key).map { EffectiveValue($0, .user) }
  }

  /// A Boolean value that indicates whether the key is in its settings file, but has no value.
  var isNull: Bool { domain.text?.known?.isNull(path.key) ?? false }

  /// A Boolean value that indicates whether the settings file can contain several lines or sections
  /// with this key.
  var mayRepeat: Bool { domain.text?.known?.mayRepeat(path.key) ?? false }

  /// Returns a value as a list if the steps begin with an index, because a single line of a
  /// repeated key is a list with one item.
  fileprivate func asList(_ value: PropertyList, for steps: [DocumentPath.Step]) -> PropertyList {
    guard case .index? = steps.first, value.array == nil else { return value }
    if let lines = domain.text?.known?.lineItems(of: path.key) {
      return .array(lines.map { .string($0) })
    }
    return mayRepeat ? .array([value]) : value
  }
}

extension App {
  /// Returns the value that a KEY argument refers to.
  ///
  /// If no setting has this key, the argument can refer to a list item or a field within a setting.
  func reference(_ text: String, toRead: Bool = false) throws -> ValueReference {
    let text = try withItemOfRoot(text)
    let place = place(text, toRead: toRead)
    let hasBracket = text.utf8.contains(UInt8(ascii: "["))
    if !toRead, hasBracket || place.effective == nil { try requirePath(text) }
    if place.effective != nil { return ValueReference(place: place, steps: []) }
    for start in text.indices.reversed() where text[start] == "[" && start > text.startIndex {
      // Other brackets than those around an index are part of a name.
      guard let path = DocumentPath("x" + text[start...]), path.steps.count > 1,
        path.steps[0].name == "x"
      else { continue }
      let outer = self.place(String(text[..<start]), toRead: toRead)
      guard let value = outer.whole?.value else { continue }
      let steps = Array(path.steps.dropFirst())
      let found = try resolved(steps, in: outer.asList(value, for: steps), text)
      let reference = ValueReference(place: outer, steps: found)
      if !toRead { try reference.requireLists(in: value) }
      // Prefer a separate setting, because each field of a table in a list is also a setting.
      let own = self.place(reference.key, toRead: toRead)
      let isNewField = found.last?.name != nil && reference.value == nil && own.domain.text != nil
      return own.effective == nil && !isNewField
        ? reference : ValueReference(place: own, steps: [])
    }
    return ValueReference(place: place, steps: [])
  }

  /// Returns a key in which the indices of items replace negative indices, such as `l[1].x` for
  /// `l[-1].x` in a list with two items.
  ///
  /// Throws an error if a list doesn't have the item.
  func withoutNegativeIndices(_ text: String) throws -> String {
    text.contains("[-") ? try reference(text).key : text
  }

  /// Returns a key with a negative index replaced if the file is a list, or if it contains several
  /// YAML documents.
  ///
  /// Throws an error if the file doesn't have this item, or if a key in one of several documents
  /// doesn't start with an index.
  private func withItemOfRoot(_ text: String) throws -> String {
    guard let content = domains.first?.text?.known, let path = content.path(of: text) else {
      return text
    }
    let count = content.rootItems
    let documents = content.document.documentCount
    guard case .index(let index)? = path.steps.first else {
      guard documents > 1 else { return text }
      throw documentError(content.document)
    }
    guard let count else { return text }
    let found = index < 0 ? count + index : index
    guard (0..<count).contains(found) else {
      if documents > 1 { throw documentError(content.document) }
      throw SetteeError(
        .usage, "'\(text)' doesn't exist: the list has \(ValueReference.count(count)).")
    }
    guard index < 0, let end = text.firstIndex(of: "]") else { return text }
    return "[\(found)" + text[end...]
  }

  private func documentError(_ document: Document) -> SetteeError {
    SetteeError(
      .usage,
      "\(name) has \(document.documentCount) documents. Start the key with \(document.documentIndices)."
    )
  }

  /// Throws an error for a path that can't be in the file, such as a name below a list.
  func requirePath(_ text: String) throws {
    if let objection = domains.first?.text?.known?.objection(toPath: text) {
      throw SetteeError(.usage, "\(objection).")
    }
  }

  /// Throws an error for a key below a YAML alias, because changing it would also change another
  /// key.
  ///
  /// Only the command `set` can replace the alias with a separate value, if the user forces it. If
  /// `isList` is `true`, the key is a list, so it can't be an alias itself either.
  func requireOwn(_ text: String, maySeparate: Bool = false, isList: Bool = false) throws {
    guard let content = domains.first?.text?.known, let place = content.path(of: text),
      !maySeparate || !content.document.allowsSharedChanges,
      let reason = content.document.aliasReason(on: place, isList: isList)
    else { return }
    let sentence = reason.sentence(about: name)
    throw SetteeError(
      .denied, maySeparate ? sentence : sentence.replacing("use --force", with: "use set --force"))
  }

  /// Returns the path with negative indices replaced, so that `-1` refers to the last list item.
  private func resolved(
    _ steps: [DocumentPath.Step], in value: PropertyList, _ text: String
  ) throws -> [DocumentPath.Step] {
    var result: [DocumentPath.Step] = []
    for step in steps {
      guard case .index(let index) = step, let items = value.value(at: result)?.array else {
        result.append(step)
        continue
      }
      let found = index < 0 ? items.count + index : index
      guard items.indices.contains(found) else {
        throw SetteeError(
          .usage, "'\(text)' doesn't exist: the list has \(ValueReference.count(items.count)).")
      }
      result.append(.index(found))
    }
    return result
  }
}
