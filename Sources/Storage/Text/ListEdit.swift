package import SetteeValues

/// A change that inserts, removes, moves, or replaces an item in a list.
///
/// Settee applies the change to the current list while the file is locked, so concurrent changes by
/// several programs are all preserved. If another program has moved an item, Settee finds the item
/// by its value.
package struct ListEdit: Sendable, Equatable {
  package enum Operation: Sendable, Equatable {
    /// Inserts an item at an index, or at the end of the list if the index is `nil`.
    case insert(PropertyList, at: Int?)
    case remove(Int)
    case move(Int, to: Int)
    case replace(Int, PropertyList)
    /// Writes the value that the steps lead to as a string that no program reads as another type,
    /// although Settee already reads it as this string.
    case quote(String)
  }

  package let path: SettingPath
  /// The steps from the value at the setting's path to the nested list.
  ///
  /// The array is empty if that value is the list itself.
  package let steps: [DocumentPath.Step]
  package let operation: Operation
  /// The item that the caller expects at the index, or `nil` for an insertion.
  package let item: PropertyList?
  /// The text that the user typed for the new item, if any.
  package let text: String?

  package init(
    _ operation: Operation, at path: SettingPath, steps: [DocumentPath.Step] = [],
    item: PropertyList? = nil, typed text: String? = nil
  ) {
    (self.path, self.steps, self.operation, self.item) = (path, steps, operation, item)
    self.text = text
  }

  /// Returns the change for the current list, in which the item can have a different index.
  func located(in list: [PropertyList]) throws -> ListEdit {
    let index: Int
    switch operation {
    case .insert(_, let target):
      guard target ?? 0 <= list.count else { throw changed }
      return self
    case .remove(let old), .move(let old, _), .replace(let old, _): index = old
    case .quote: return self
    }
    guard let item, !list.indices.contains(index) || list[index] != item else { return self }
    let found = list.indices.filter { list[$0] == item }
    guard found.count == 1 else { throw changed }
    let operation: Operation =
      switch operation {
      case .insert, .remove, .quote: .remove(found[0])
      case .move(_, let target): .move(found[0], to: min(target, list.count - 1))
      case .replace(_, let value): .replace(found[0], value)
      }
    return ListEdit(operation, at: path, steps: steps, item: item, typed: text)
  }

  private var changed: DomainError {
    DomainError(.conflict, "The list '\(path)' has changed meanwhile. Look at it and try again.")
  }

  /// Returns the items of the list after the change.
  package func applied(to list: [PropertyList]) -> [PropertyList] {
    var list = list
    switch operation {
    case .insert(let value, let index): list.insert(value, at: index ?? list.count)
    case .remove(let index): list.remove(at: index)
    case .move(let index, let target): list.insert(list.remove(at: index), at: target)
    case .replace(let index, let value): list[index] = value
    case .quote: break
    }
    return list
  }
}

extension PropertyList {
  /// Returns the nested value that a sequence of steps leads to.
  package func value(at steps: some Sequence<DocumentPath.Step>) -> PropertyList? {
    var value = self
    for step in steps {
      let next: PropertyList? =
        switch step {
        case .key(let key): value.dictionary?[key.text]
        case .index(let index):
          value.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// Returns a copy of this value in which the nested value at the end of the steps is replaced.
  package func replacing(
    at steps: ArraySlice<DocumentPath.Step>, with new: PropertyList
  ) -> PropertyList {
    guard let step = steps.first else { return new }
    let rest = steps.dropFirst()
    switch step {
    case .key(let key):
      var dictionary = dictionary ?? [:]
      let value = dictionary[key.text] ?? .dictionary([:])
      dictionary[key.text] = value.replacing(at: rest, with: new)
      return .dictionary(dictionary)
    case .index(let index):
      guard var array, array.indices.contains(index) else { return self }
      array[index] = array[index].replacing(at: rest, with: new)
      return .array(array)
    }
  }
}

extension Domain {
  /// Changes a list in a layer, and returns the entire list before and after the change.
  @discardableResult
  package func apply(
    _ edit: ListEdit, to layer: WritableLayer = .user
  ) throws -> KeyChange? {
    try rejectManaged(edit, layer)
    if layer == .user { try flush() }
    return try commit(CommitInfo(layer: layer, source: .local)) { working in
      try working.apply(edit).map { [$0] } ?? []
    }.first
  }

  /// Returns the change that ``apply(_:to:)`` would make to the list, without writing it.
  package func preview(
    _ edit: ListEdit, to layer: WritableLayer = .user
  ) throws -> KeyChange? {
    try reload()
    try rejectManaged(edit, layer)
    let working = Transaction(Snapshot(try values(in: layer), revision: 0))
    working.content = text?.known
    working.file = text?.place
    return try working.apply(edit)
  }

  private func rejectManaged(_ edit: ListEdit, _ layer: WritableLayer) throws {
    try rejectManaged(ChangeSet(edit.path, .array([])), layer, .local)
  }
}

extension Transaction {
  /// Applies a change to the current items of a list.
  func apply(_ edit: ListEdit) throws -> KeyChange? {
    if let content = listed?.content ?? content { return try apply(edit, to: content) }
    let old = values.value(at: edit.path)
    guard let list = (old ?? .array([])).value(at: edit.steps)?.array else {
      throw DomainError(.usage, "'\(edit.path)' holds one value and isn't a list.")
    }
    let new = try edit.located(in: list).applied(to: list)
    guard new != list || old == nil else { return nil }
    let value = (old ?? .array([])).replacing(at: edit.steps[...], with: .array(new))
    values.put(value, at: edit.path)
    return KeyChange(edit.path, old: old, new: value)
  }

  private func apply(
    _ edit: ListEdit, to content: SettingsDocument
  ) throws -> KeyChange? {
    do {
      if let reason = content.mergeReason(ofPartsOf: edit.path.key) { throw reason }
      let edit = try edit.located(in: content.list(of: edit))
      let (new, ranges) = try content.changed(by: edit)
      if new.document.bytes == content.document.bytes { return nil }
      listed = (new, ReplacedRange.composed(listed?.ranges ?? [], ranges))
      listedPaths.append(edit.path)
      isLocated = true
      values = new.values
      return KeyChange(
        edit.path, old: content.value(at: edit.path.key), new: new.value(at: edit.path.key))
    } catch let error as EditError {
      if error.advice != nil, let file { throw DomainError(error, in: file) }
      throw DomainError(
        error.isInvalidValue ? .invalid : .denied,
        "'\(edit.path)' was not changed: \(error.reason).")
    }
  }
}
