import Settee
import SetteeVerbs

// Adding, removing, and moving keys and items in the file of a program, and in a domain without a
// bundle. The lists of an app, which its bundle describes, are in `ListElements.swift`.

/// The names that can be added at a row.
struct NameOffer: Sendable {
  /// The beginning of the names: the path of the table and a dot.
  var start: String
  /// The focused list or repeated key, which can get another item.
  var list: String?
  var names: [String]
}

/// A change to the keys or items of a file, for which the session creates the edit.
enum Restructuring: Sendable {
  /// Adds a key, or an item at an index.
  case add(Addition, PropertyList, at: Int?)
  case change(ItemChange, item: String)
  case remove(table: String, next: [String])
}

extension EditorState {
  /// Returns the path of what a row shows: a key, an item, or a table.
  private func path(of id: RowID) -> String? {
    if case .item(let group) = id { return self.group(group)?.item }
    guard case .row = id, place.element == nil else { return nil }
    return withControl(of: id) { $0.key ?? table(linkedBy: $0) } ?? nil
  }

  private func table(linkedBy control: Control) -> String? {
    guard control.key == nil, let pane = control.pane.flatMap(document.pane(named:)) else {
      return nil
    }
    return document.panes[pane].table
  }

  /// Returns whether a row shows an item of a list.
  func isItem(_ id: RowID) -> Bool {
    if case .element = id { return true }
    return document.hasOpenKeys && path(of: id)?.hasSuffix("]") == true
  }

  /// Returns whether a row links to the pane of a table.
  func isTable(_ id: RowID) -> Bool {
    document.hasOpenKeys
      && withControl(of: id) { table(linkedBy: $0)?.isEmpty == false } ?? false
  }

  /// Returns whether a command for lists does something on the focused row.
  func applies(_ command: Command) -> Bool {
    switch command {
    case .addElement:
      document.hasOpenKeys && place.element == nil
        || withControl(of: focused) { $0.kind == .list } == true
    case .deleteElement:
      isItem(focused) || isTable(focused)
        || document.hasOpenKeys && withControl(of: focused, isSet) == true
    case .moveElementUp, .moveElementDown: isItem(focused)
    default: true
    }
  }

  // MARK: Adding

  /// Asks for the name of a new key or, on an item of a list, for another item below it.
  mutating func addBelow() -> [Effect] {
    guard document.hasOpenKeys, place.element == nil else { return say(.noListHere) }
    let path = path(of: focused)
    if let path, let (list, index) = Self.item(path) {
      return [.findAddition(list, at: index + 1)]
    }
    return [
      .findNames(near: path, in: isTable(focused) || path == nil ? pane.table ?? pane.entries : nil)
    ]
  }

  /// Returns the list and the index of an item's path.
  private static func item(_ path: String) -> (list: String, index: Int)? {
    guard path.hasSuffix("]"), let start = path.lastIndex(of: "["),
      let index = Int(path[path.index(after: start)...].dropLast())
    else { return nil }
    // The items of the root have only an index.
    return (start == path.startIndex ? "." : String(path[..<start]), index)
  }

  mutating func ask(_ offer: NameOffer) {
    modes.append(NameDialog(offer, words))
  }

  /// Asks for the value of a new key or item, or edits the row that the key already has.
  mutating func take(_ addition: Addition, at index: Int?) -> [Effect] {
    switch addition.kind {
    case .table: modes.append(NameDialog(NewTable(addition: addition, index: index), words))
    case .item: modes.append(NewValueDialog(addition: addition, index: index))
    case .key:
      guard let row = document.row(ofKey: addition.key) else {
        modes.append(NewValueDialog(addition: addition, index: nil))
        return []
      }
      modes = []
      go(to: row)
      guard let control = control(of: focused) else { return [] }
      return openList(control) ?? edit(focused)
    }
    return []
  }

  mutating func ask(toForce name: String, _ sentence: String) {
    ask(
      sentence, orElse: .keepEditing,
      (words(.addAnyway), { _ in [.findAddition(name, isForced: true)] }))
  }

  /// Makes a prepared edit, and closes the dialogs that asked for it.
  mutating func take(_ edit: UndoableEdit) -> [Effect] {
    modes.removeAll { $0 is NameDialog || $0 is NewValueDialog }
    return make(edit, .edit)
  }

  /// Opens the pane with the items of a list, or returns `nil` for other rows.
  mutating func openList(_ control: Control) -> [Effect]? {
    guard let pane = listPane(of: control) else { return nil }
    if let obstacle = obstacle(of: control) { return fail(obstacle) }
    enter(NavigationEntry(pane: pane, title: control.label))
    return []
  }

  /// Returns the pane with the items of a list, or `nil` for other rows.
  ///
  /// A list that isn't set has no items, so its row takes the whole list as text.
  func listPane(of control: Control) -> Int? {
    guard place.element == nil, let pane = document.listPane(of: control), isSet(control),
      control.kind == .text || value(of: control)?.array != nil
    else { return nil }
    return pane
  }

  // MARK: Removing and moving

  mutating func removeFocused() -> [Effect] {
    guard document.hasOpenKeys, let path = path(of: focused), !path.isEmpty else {
      return say(.noItemHere)
    }
    if isItem(focused) { return [.restructure(.change(.remove, item: path))] }
    if isTable(focused) { return [.restructure(.remove(table: path, next: neighbors))] }
    return reset()
  }

  /// Removes the focused row's key from the file.
  mutating func removeKey(_ target: EditTarget) -> [Effect] {
    let old = stored(target.name)
    let value = target.control.isSecure ? "" : namedText(target.control, old)
    let text = value.isEmpty ? target.title : words(.labeled, target.title, value)
    var edit = UndoableEdit(
      changes: [ValueChange(name: target.name, old: old, new: nil)], title: target.title,
      said: words(.itemDeleted, text))
    edit.rebuilds = true
    edit.focus = ([target.name.key] + neighbors, [target.name.key])
    return make(edit, .edit)
  }

  mutating func moveFocused(by count: Int) -> [Effect] {
    guard isItem(focused), let path = path(of: focused) else { return say(.noItemHere) }
    return [.restructure(.change(.move(by: count), item: path))]
  }

  /// The paths of the next row and of the previous one.
  private var neighbors: [String] {
    [items.dropFirst(focusIndex + 1)[...], items.prefix(focusIndex).reversed()[...]]
      .compactMap { rows in rows.lazy.compactMap { path(of: $0) }.first }
  }

  /// Focuses the row of a key, an item, or a table, and returns `false` if there is none.
  mutating func focus(onPath path: String) -> Bool {
    func isIt(_ id: RowID) -> Bool { self.path(of: id)?.isSame(as: path) == true }
    if let index = items.firstIndex(where: isIt) {
      focus(on: index)
      return true
    }
    if let row = document.row(ofKey: path) {
      go(to: row)
      return true
    }
    for (number, pane) in document.panes.enumerated() {
      if pane.table?.isSame(as: path) == true, let link = document.link(to: number) {
        go(to: link)
        return true
      }
      guard pane.groups.contains(where: { $0.item?.isSame(as: path) == true }) else { continue }
      self.path = document.way(to: number)
      rebuildItems()
      guard let index = items.firstIndex(where: isIt) else { continue }
      focus(on: index)
      return true
    }
    return false
  }
}
