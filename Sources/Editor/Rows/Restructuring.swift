import Settee
import SetteeVerbs

// Methods that add, remove, and move keys and list items if no bundle describes the settings. For
// lists that a bundle describes, see `ListElements.swift`.

/// A change that adds, removes, or moves keys or list items in a settings file.
///
/// The session converts the change to an edit that can be undone.
enum Restructuring: Sendable {
  /// Adds a key, or adds an item to a list at the specified index.
  ///
  /// The text is what the user typed for the value, unless the user chose another type for it.
  case add(Addition, PropertyList, typed: String?, at: Int?)
  case change(ItemChange, item: String)
  case remove(table: String, next: [String])
}

extension EditorState {
  /// Returns the path of the key, list item, or table that a row represents.
  func path(of id: RowID) -> String? {
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

  /// Returns whether a row represents a list item.
  func isItem(_ id: RowID) -> Bool {
    if case .element = id { return true }
    return document.hasOpenKeys && path(of: id)?.hasSuffix("]") == true
  }

  /// Returns whether a row opens the pane of a table.
  func isTable(_ id: RowID) -> Bool {
    document.hasOpenKeys
      && withControl(of: id) { table(linkedBy: $0)?.isEmpty == false } ?? false
  }

  /// Returns whether a row represents a table without keys.
  private func isEmptyTable(_ id: RowID) -> Bool {
    if id.isItem { return !isItem(id) }
    return document.hasOpenKeys
      && withControl(of: id) { value(of: $0) == .dictionary([:]) } ?? false
  }

  /// Returns whether a list command, such as moving an item up, has an effect on the focused row.
  func applies(_ command: Command) -> Bool {
    switch command {
    case .addElement:
      document.hasOpenKeys && place.element == nil
        || withControl(of: focused) { $0.kind == .list } == true
    case .deleteElement:
      isItem(focused) || isTable(focused)
        || document.hasOpenKeys && withControl(of: focused, isSet) == true
    case .moveElementUp, .moveElementDown: isItem(focused) || focusedItem != nil
    case .showSecret, .hideSecret: mayMark(asSecret: command == .hideSecret)
    default: true
    }
  }

  // MARK: Secrets

  /// Returns whether the setting of the focused row isn't a secret yet, or is one, and can be marked
  /// otherwise.
  private func mayMark(asSecret isSecret: Bool) -> Bool {
    guard document.isFile, place.element == nil, case .row = focused else { return false }
    return withControl(of: focused) { control in
      control.key != nil && control.isSecure != isSecret && isSet(control)
    } ?? false
  }

  /// Marks the setting of the focused row as secret or as not secret.
  mutating func mark(asSecret isSecret: Bool) -> [Effect] {
    guard mayMark(asSecret: isSecret), let name = control(of: focused).flatMap(name(of:)) else {
      return show(.cannotMarkSecret)
    }
    return [.markSecret(name, isSecret)]
  }

  // MARK: Adding

  /// Asks the user for the name of a new key, or for a new list item below the focused list item.
  mutating func addBelow() -> [Effect] {
    guard document.hasOpenKeys, place.element == nil else { return show(.noListHere) }
    let path = path(of: focused)
    if let path, let (list, index) = Self.item(path) {
      return [.findAddition(list, at: index + 1)]
    }
    return addSetting()
  }

  /// Asks the user for the name of a new key, which is added near the focused row if possible.
  func addSetting() -> [Effect] {
    let path = path(of: focused)
    if let path, isEmptyTable(focused) { return [.findNames(near: nil, in: path)] }
    let isInPane = path == nil || isTable(focused)
    return [.findNames(near: path, in: isInPane ? pane.table ?? pane.entries : nil)]
  }

  /// Splits the path of a list item, such as `colors[2]`, into the list and the index.
  private static func item(_ path: String) -> (list: String, index: Int)? {
    guard path.hasSuffix("]"), let start = path.lastIndex(of: "["),
      let index = Int(path[path.index(after: start)...].dropLast())
    else { return nil }
    // The items of the root have only an index.
    return (start == path.startIndex ? "." : String(path[..<start]), index)
  }

  /// Asks the user for the value of a new key or list item.
  ///
  /// If the key already exists, this method lets the user edit its row instead.
  mutating func begin(_ addition: Addition, at index: Int?) -> [Effect] {
    switch addition.kind {
    case .table: askField(of: addition, at: index)
    case .item: askValue(of: addition, at: index)
    case .key:
      guard let row = document.row(ofKey: addition.key) else {
        askValue(of: addition, at: nil)
        return []
      }
      dialogs = []
      go(to: row)
      guard let control = control(of: focused) else { return [] }
      // Editing a switch would change it without a question.
      if control.kind == .toggle { return isSet(control) ? [] : flip(control) }
      return openList(control) ?? edit(focused)
    }
    return []
  }

  mutating func ask(toForce name: String, _ sentence: String) {
    ask(
      sentence, orElse: .keepEditing,
      (words(.addAnyway), { _ in [.findAddition(name, isForced: true)] }))
  }

  /// Applies an edit that adds, removes, or moves a key or list item.
  ///
  /// The dialogs in which the user entered a key or an item close when it is saved.
  mutating func finish(_ edit: UndoableEdit) -> [Effect] {
    var edit = edit
    // Undo returns to the row from which the user added the key or list item.
    if edit.focus.undone.isEmpty { edit.focus.undone = [path(of: focused)].compactMap(\.self) }
    let effects = make(edit, .edit)
    if effects.isEmpty { closeAddition() }
    return effects
  }

  /// Opens the pane that shows the items of a list, or returns `nil` if the row isn't a list.
  mutating func openList(_ control: Control) -> [Effect]? {
    guard let pane = listPane(of: control) else { return nil }
    if let obstacle = obstacle(of: control) { return show(error: obstacle) }
    enter(NavigationEntry(pane: pane, title: control.label))
    return []
  }

  /// Returns the pane that shows the items of a list, or `nil` if the control isn't a list.
  ///
  /// If the list isn't set, it has no items to show, so the user edits the list as text in its row.
  func listPane(of control: Control) -> Int? {
    guard place.element == nil, let pane = document.listPane(of: control), isSet(control),
      control.kind == .text || value(of: control)?.array != nil
    else { return nil }
    return pane
  }

  /// Returns whether a control shows a single value, but its key has several values in the file.
  func isRepeated(_ control: Control) -> Bool {
    control.kind.isEditable && listPane(of: control) != nil
      && !(control.kind == .text && control.input.type == .list)
  }

  // MARK: Removing and moving

  mutating func removeFocused() -> [Effect] {
    guard document.hasOpenKeys, let path = path(of: focused), !path.isEmpty else {
      return show(.noItemHere)
    }
    if isItem(focused) { return [.restructure(.change(.remove, item: path))] }
    if isTable(focused) { return [.restructure(.remove(table: path, next: neighbors))] }
    // Settee removes only keys, never the header of a table.
    return focused.isItem ? show(.headerStays, path) : reset()
  }

  /// Removes the key of the focused row from the settings file.
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
    guard let item = focusedItem else { return show(.noItemHere) }
    return [.restructure(.change(.move(by: count), item: item))]
  }

  /// The path of the list item that the focused row represents, or that contains the row.
  private var focusedItem: String? {
    let path = isItem(focused) ? path(of: focused) : focused.group.flatMap { group($0)?.item }
    return path?.hasSuffix("]") == true ? path : nil
  }

  /// The paths of the rows after and before the focused row, one of which receives the focus after
  /// a removal.
  private var neighbors: [String] {
    [items.dropFirst(focusIndex + 1)[...], items.prefix(focusIndex).reversed()[...]]
      .compactMap { rows in rows.lazy.compactMap { path(of: $0) }.first }
  }

  /// Moves the focus to the row of a key, list item, or table, or returns `false` if no row has
  /// this path.
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
