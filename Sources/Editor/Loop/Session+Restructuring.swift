import Settee
import SetteeVerbs

// Methods of the session that add, remove, or move keys and list items, with the same functions as
// the commands.

extension Session {
  /// Returns the names of keys that the user can add next to a row or in a table.
  func names(near path: String?, in table: String?) -> Event {
    guard let app else { return .names(start: "", list: nil, names: []) }
    let table = table ?? path.flatMap(app.table(of:)) ?? ""
    // A key that already exists can be added again only if it can have several values.
    let list = path.flatMap { try? app.addition(named: $0, isForced: true) }
    return .names(
      start: table.isEmpty ? "" : table + ".",
      list: list.flatMap { $0.kind == .key ? nil : $0.key }, names: app.missingKeys(in: table))
  }

  /// Checks the name of a key that the user wants to add, with the same rules as the commands.
  func addition(named name: String, at index: Int?, isForced: Bool) throws -> Event {
    guard let app else { return .failed(name) }
    do { return .addition(try app.addition(named: name, isForced: isForced), at: index) } catch {
      guard !isForced, (try? app.addition(named: name, isForced: true)) != nil else { throw error }
      return .unknownName(SetteeError(error).editorMessage, name: name)
    }
  }

  /// Returns the edit that adds, removes, or moves a key or list item, or `nil` if an item is
  /// already at the end.
  func edit(
    _ change: Restructuring, isStaged: Bool, words: Strings
  ) throws -> UndoableEdit? {
    guard let app else { return nil }
    var edit: UndoableEdit
    switch change {
    case .add(let addition, let value, let typed, _) where addition.kind == .key:
      let key = addition.key
      var change = ValueChange(name: name(ofKey: key), old: nil, new: value)
      change.typed = typed.map { TypedValue(value, text: $0) }
      edit = UndoableEdit(changes: [change], title: key)
      let text = addition.isSecret ? key : "\(key) = \(value.literal(limit: 60))"
      edit.said = words(.itemAdded, text)
      edit.focus.done = [key]
    case .add(let addition, let value, let typed, let index):
      edit = try self.edit(
        try app.insertion(of: value, in: addition.key, at: index, typed: typed))
      let position = index ?? max((edit.changes.first?.new?.array?.count ?? 1) - 1, 0)
      // The items of the root have only an index.
      let item = (addition.key == "." ? "" : addition.key) + "[\(position)]"
      edit.title = item
      edit.said = words(.itemAdded, addition.kind == .item ? value.literal(limit: 60) : item)
      edit.focus.done = [item, addition.key]
    case .change(let change, let item):
      guard let found = try app.edit(change, ofItem: item) else { return nil }
      edit = try self.edit(found)
      edit.title = item
      let list = String(item[..<(item.lastIndex(of: "[") ?? item.endIndex)])
      switch found.edit.operation {
      case .move(let old, let new):
        edit.said = words(.itemRenumbered, item, "\(list)[\(new)]")
        edit.focus = (["\(list)[\(new)]"], ["\(list)[\(old)]"])
      case .remove(let index):
        edit.said = words(.itemDeleted, item)
        // The next list item gets the index of the removed item, so try to focus this index first.
        edit.focus = ([item, "\(list)[\(index - 1)]", list], [item])
      case .insert, .replace, .quote: break
      }
    case .remove(let table, let next):
      let old = file?.known?.value(of: table)
      edit = UndoableEdit(
        changes: [ValueChange(name: name(ofKey: table), old: old, new: nil)], title: table)
      edit.said = words(.itemDeleted, table)
      edit.focus = (next, [table])
    }
    edit.rebuilds = true
    guard isStaged, let name = edit.changes.first?.name else { return edit }
    let isOfTables = edit.changes.contains {
      [$0.old, $0.new].contains { $0?.holdsTables == true }
    }
    if isOfTables { throw SetteeError(.denied, words(.tablesNotStaged, name.key)) }
    return edit
  }

  private func edit(_ found: (domain: Domain, edit: ListEdit)) throws -> UndoableEdit {
    let change = try found.domain.preview(found.edit, to: layer)
    let name = name(ofKey: found.edit.path.key)
    var edit = UndoableEdit(
      changes: [ValueChange(name: name, old: change?.old, new: change?.new)], title: name.key)
    edit.list = found.edit
    return edit
  }

  private func name(ofKey key: String) -> SettingName {
    if let row = document.row(ofKey: key),
      let name = document.name(of: document.control(at: row), in: row.pane)
    {
      return name
    }
    return SettingName(domain: document.isFile ? nil : domains[0].name.text, key: key)
  }

  /// Applies a change to one list item, or returns `false` if the change has no effect.
  func make(_ list: ListEdit, _ edit: inout UndoableEdit) throws -> Bool {
    guard let name = edit.changes.first?.name, let domain = domain(of: name) else { return false }
    guard let change = try domain.apply(try typed(list), to: layer) else { return false }
    edit.changes = [ValueChange(name: name, old: change.old, new: change.new)]
    // Rebuild the rows if a repeated key changes between one line and several lines, because these
    // have different rows.
    let wasList = change.old.map { $0.array != nil }
    if wasList != change.new.map({ $0.array != nil }) { edit.rebuilds = true }
    return true
  }

  /// Returns an edit in which the text for a list item has been converted to a value, as the
  /// commands do.
  private func typed(_ edit: ListEdit) throws -> ListEdit {
    guard let app, edit.steps.isEmpty else { return edit }
    let action: ListEdit.Operation
    let text: String
    let key = edit.path.key
    switch edit.operation {
    case .insert(.string(let typed), let index):
      (action, text) = (.insert(try app.item(typed, in: key), at: index), typed)
    case .replace(let index, .string(let typed)):
      (action, text) = (.replace(index, try app.item(typed, in: key, at: index)), typed)
    default: return edit
    }
    return ListEdit(action, at: edit.path, item: edit.item, typed: text)
  }
}

extension SetteeError {
  /// The message without advice about commands and their options, which the editor doesn't have.
  var editorMessage: String {
    let commands = [" --force", " --type", " --format", "se 'add'", "with 'list'", "'settee "]
    var kept: [String] = []
    for sentence in message.replacing(". ", with: ".\n").split(separator: "\n") {
      var parts = sentence.replacing(", or ", with: "; ").split(separator: "; ").map(String.init)
      let count = parts.count
      parts.removeAll { part in commands.contains { part.contains($0) } }
      guard !parts.isEmpty else { continue }
      kept.append(
        parts.count == count ? String(sentence) : parts.joined(separator: "; ").asSentence)
    }
    return kept.isEmpty ? message : kept.joined(separator: " ")
  }
}

extension PropertyList {
  /// A Boolean value that indicates whether the value is a table or a list of tables.
  var holdsTables: Bool {
    dictionary != nil || array?.contains { $0.dictionary != nil } == true
  }
}
