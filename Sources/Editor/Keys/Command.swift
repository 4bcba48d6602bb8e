/// The commands to which keys can be bound.
///
/// The raw values are the names in the key bindings of Settee's own settings.
enum Command: String, Sendable, CaseIterable {
  // The commands for navigation, which never write anything.
  case up, down, pageUp, pageDown, first, last, nextGroup, previousGroup
  case open, back, outward, panes
  // The commands that change the focused row.
  case activate, toggle, increase, decrease, reset
  case addElement, deleteElement, moveElementUp, moveElementDown
  case undo, redo
  case search, nextMatch, previousMatch, filterModified
  // The commands that show information.
  case help, info, history, changes, copy, differences, editFile
  // The commands for sync and unsaved changes, and the commands that affect all settings.
  case push, applyStaged, resetPane, resetAll, exportValues, importValues
  // The commands that change the appearance.
  case actions, language, near, contrast, ascii
  case ownSettings
  case redraw, suspend, quit

  // The commands that end an edit.
  case keep, cancel
  // The commands in text fields.
  case caretLeft, caretRight, caretUp, caretDown, wordLeft, wordRight, lineStart, lineEnd
  case eraseBackward, eraseForward, cutWord, cutToStart, cutToEnd, pasteCut
  case newLine, reveal, complete, externalEditor
  // The commands for sliders and dates.
  case stepDown, stepUp, fineDown, fineUp, lowest, highest, now
  // The commands for search results.
  case changeHere
  // The commands in the push dialog and in questions.
  case keepHere, keepCloud, switchSide, allHere, allCloud, showBoth, pushNow
  case yes, no

  /// A Boolean value that indicates whether the command opens or changes the focused row.
  var usesFocusedRow: Bool {
    switch self {
    case .open, .activate, .toggle, .increase, .decrease, .reset, .addElement, .deleteElement,
      .moveElementUp, .moveElementDown:
      true
    default: false
    }
  }

  var moves: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .first, .last, .nextGroup, .previousGroup, .open, .back,
      .outward, .panes,
      .caretLeft, .caretRight, .caretUp, .caretDown, .wordLeft, .wordRight, .lineStart, .lineEnd,
      .nextMatch, .previousMatch:
      true
    default: false
    }
  }
}

/// A key binding, which consists of the keys, their command, and its description in English.
struct KeyBinding: Sendable {
  /// The names of the keys, as returned by ``KeyPress/name``.
  ///
  /// The first key is shown in hints.
  var keys: [String]
  let command: Command
  let help: String
  /// The label in the key hints at the bottom, or `nil` if the binding isn't shown there.
  let hint: String?

  init(_ keys: String, _ command: Command, _ help: String, hint: String? = nil) {
    self.keys = keys.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    self.command = command
    self.help = help
    self.hint = hint
  }
}

/// A part of the user interface that has its own key bindings.
///
/// The raw values are the titles of sections in help, in English.
enum KeyContext: String, Sendable, CaseIterable {
  case rows = "Settings list"
  case panes = "Pane list"
  case text = "Text field"
  case longText = "Multiline text"
  case slider = "Slider"
  case date = "Date"
  /// The choices of a row, and other lists with a filter.
  case list = "Lists"
  case home = "Home"
  case homeSearch = "Search on the home screen"
  case search = "Search"
  /// The pages of text, such as help, details, and history.
  case page = "Text pages"
  case question = "Questions"
  case push = "Push to cloud"
  case changes = "All changes"

  /// A Boolean value that indicates whether printable keys enter text in this context.
  var takesText: Bool {
    switch self {
    case .text, .longText, .list, .homeSearch, .search: true
    case .rows, .home, .panes, .slider, .date, .page, .question, .push, .changes: false
    }
  }
}
