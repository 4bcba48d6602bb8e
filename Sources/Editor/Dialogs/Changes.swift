import Settee
import SetteeTerminal
import SetteeVerbs

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A recorded change to a setting, as listed in the history dialog.
struct PastChange: Sendable {
  var name: SettingName
  /// The path to the changed part within the value of the setting.
  ///
  /// If a change replaced the entire value of the setting, its path is empty.
  var steps: [String] = []
  var old: PropertyList?
  var new: PropertyList?
  /// A Boolean value that indicates whether the old and new values are hidden.
  ///
  /// The values of secrets, such as passwords, are hidden, because the history doesn't store them.
  var isSecret = false
  /// The time at which the change was saved, or `nil` for an unsaved change.
  var time: Date?
  var author = ""
  /// A Boolean value that indicates whether the list item that was changed no longer exists.
  var isLost = false

  func isLater(than other: PastChange) -> Bool {
    (time ?? .distantFuture) > (other.time ?? .distantFuture)
  }
}

/// A dialog that shows the history of all settings, starting with the latest change.
///
/// The user can undo each change that the history dialog lists.
struct ChangesDialog: ListDialog {
  var changes: [PastChange]?
  var place = ListSelection()

  var context: KeyContext { .changes }
  func title(_ words: Strings) -> String? { words(.changesTitle) }

  private var focused: PastChange? {
    changes.flatMap { $0.indices.contains(place.focus) ? $0[place.focus] : nil }
  }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    performInList(command == .undo ? .keep : command, in: &state)
  }

  func pick(in state: inout EditorState) -> [Effect] {
    focused.map { state.askUndo($0) } ?? []
  }

  func count(_ state: EditorState) -> Int { changes?.count ?? 0 }

  // The last row of the history dialog shows the details of the focused change.
  func entryRows(_ state: EditorState) -> Range<Int> {
    0..<max(state.contentSize(of: self).rows - 2, 1)
  }

  func shape(_ state: EditorState) -> BoxShape? {
    let note = changes.map { "\($0.isEmpty ? 0 : place.focus + 1)/\($0.count)" } ?? ""
    return BoxShape(
      title: state.words(.changesTitle), note: note, columns: BoxShape.wide, rows: .max / 2)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let indent = canvas.columns < 30 ? 1 : Canvas.boxIndent
    guard let changes, !changes.isEmpty else {
      let text = state.words(changes == nil ? .loading : .noHistory)
      canvas.draw(
        Line(state.look.clip(text, to: canvas.columns - indent), .quiet, indent: indent), row: 0)
      return canvas.moveCursor(row: 0, column: 0)
    }
    let (rows, columns) = (entryRows(state), canvas.columns)
    canvas.drawList(place, count: changes.count, rows: rows) {
      line(of: changes[$0], columns, indent, state)
    }
    guard let focused, canvas.rows > rows.count else { return }
    let key = ([focused.name.key] + focused.steps).joined(separator: ".")
    let facts = [state.text(focused.time), focused.author, key].filter { !$0.isEmpty }
    let text = state.look.clip(facts.joined(separator: ", "), to: canvas.columns - 2 * indent)
    canvas.draw(Line(text, .quiet, indent: indent), row: canvas.rows - 1)
  }

  private func line(
    of change: PastChange, _ columns: Int, _ indent: Int, _ state: EditorState
  ) -> Line {
    let look = state.look
    let room = columns - 2 * indent
    // Show the date with the time in minutes, or only the date on a narrow screen.
    let time = String(state.text(change.time).prefix(columns < 52 ? 10 : 16))
    let titleRoom = max((room - look.columns(of: time) - 4) * 2 / 5, 0)
    let title = look.clip(state.title(of: change), to: titleRoom)
    let valueRoom = room - look.columns(of: time) - 4 - titleRoom
    let blanks = String(repeating: " ", count: max(titleRoom - look.columns(of: title) + 2, 1))
    let values = look.clip(state.values(of: change), to: valueRoom)
    return Line(
      [Span(time + "  ", .quiet), Span(title + blanks), Span(values)], indent: indent)
  }
}

extension EditorState {
  mutating func openChanges() -> [Effect] {
    dialogs.append(ChangesDialog())
    return [.changes]
  }

  /// Fills the history dialog with the unsaved changes, followed by the saved changes.
  ///
  /// Unsaved changes and saved changes each start with the latest change.
  mutating func show(pastChanges stored: [PastChange]) {
    let waiting = (staged ?? []).reversed().map {
      PastChange(
        name: $0.name, old: $0.old, new: $0.new,
        isSecret: $0.isSecret || document.control(named: $0.name)?.isSecure == true)
    }
    change(ChangesDialog.self) { $0.changes = waiting + stored }
  }

  /// Asks the user whether to undo a change, or explains why it can't be undone.
  fileprivate mutating func askUndo(_ change: PastChange) -> [Effect] {
    if let obstacle = obstacle(to: change) { return show(error: obstacle) }
    let title = title(of: change)
    return ask(
      words(.askUndo, title), [values(of: change)], orElse: .stay,
      (words(.yesUndo), { $0.undo(change) }))
  }

  /// Undoes a change, unless its setting has changed since the user was asked.
  private mutating func undo(_ change: PastChange) -> [Effect] {
    if let obstacle = obstacle(to: change) { return show(error: obstacle) }
    let (name, title) = (known(change.name), title(of: change))
    let steps = change.steps.map { ValueStep.entry($0) }
    let new = EditorState.replace(steps[...], of: stored(name), by: change.old)
    let old = change.steps.isEmpty ? change.new : stored(name)
    var edit = UndoableEdit(
      changes: [ValueChange(name: name, old: old, new: new)], title: title,
      said: words(.undone, title))
    edit.rebuilds = holdsTables(edit.changes)
    return make(edit, .revert) + [.changes]
  }

  /// Returns a sentence that explains why a change can't be undone, or `nil` if it can.
  private func obstacle(to change: PastChange) -> String? {
    let (name, title) = (known(change.name), title(of: change))
    // The history doesn't store the values of secrets, so only an unsaved change to a secret can be
    // undone.
    if change.isSecret, change.time != nil { return words(.cannotUndoSecret, title) }
    if readings[name]?.isManaged == true { return words(.managedValue, title) }
    // The session compares the values of tables.
    if holdsTables([ValueChange(name: name, old: change.old, new: change.new)]) {
      return staged == nil ? nil : words(.tablesNotStaged, title)
    }
    let now = change.steps.reduce(stored(name)) { $0?.dictionary?[$1] }
    return change.isLost || now != change.new ? words(.cannotUndo, title) : nil
  }

  fileprivate func title(of change: PastChange) -> String {
    let title = document.control(named: known(change.name))?.title ?? change.name.key
    return ([title] + change.steps).joined(separator: ".")
  }

  /// Returns a change as text of the form `old → new`, with the values formatted as in the rows.
  fileprivate func values(of change: PastChange) -> String {
    let control = change.steps.isEmpty ? document.control(named: known(change.name)) : nil
    func text(_ value: PropertyList?) -> String {
      if change.isSecret { return look.hidden }
      guard let value else { return words(control?.defaultValue == nil ? .notSet : .defaultWord) }
      return control.map { namedText($0, value) } ?? value.literal(limit: 60)
    }
    var (old, new) = (text(change.old), text(change.new))
    // Lists of the same length have the same summary, such as "3 items", so show their contents
    // instead.
    if old == new, !change.isSecret, let before = change.old, let after = change.new {
      (old, new) = (before.literal(limit: 60), after.literal(limit: 60))
    }
    return "\(old) \(look.glyphs.send) \(new)"
  }

  func sentence(_ change: PastChange) -> String {
    "\(text(change.time)), \(title(of: change)): \(values(of: change)), \(change.author)"
  }

  fileprivate func text(_ time: Date?) -> String {
    time?.localText ?? words(.unsaved)
  }
}
