/// The commands of the editor that the user can invoke with a key.
///
/// The raw values are the names that users write when they customize key bindings.
enum Command: String, Sendable, CaseIterable {
  // Navigation commands never write any settings.
  case up, down, pageUp, pageDown, first, last, nextGroup, previousGroup
  case open, back, outward, panes
  // Commands that change the value of the focused row.
  case activate, toggle, increase, decrease, reset
  case addElement, deleteElement, moveElementUp, moveElementDown
  case undo, redo
  case search, nextMatch, previousMatch, filterModified
  // Commands that show information.
  case help, info, history, changes, copy, differences, editFile
  // The commands that determine whether the value of the focused row is a secret.
  case showSecret, hideSecret
  // The commands for sync and unsaved changes, and the commands that affect all settings.
  case push, applyStaged, resetPane, resetAll, exportValues, importValues
  // Commands that change the appearance.
  case actions, language, theme, near, contrast, ascii
  case ownSettings
  case redraw, suspend, quit

  // Commands that end an edit.
  case keep, cancel
  // Commands in text fields.
  case caretLeft, caretRight, caretUp, caretDown, wordLeft, wordRight, lineStart, lineEnd
  case eraseBackward, eraseForward, cutWord, cutToStart, cutToEnd, pasteCut
  case newLine, reveal, complete, externalEditor
  // Commands for sliders and dates.
  case stepDown, stepUp, fineDown, fineUp, lowest, highest, now
  // Commands for search results.
  case changeHere
  // Commands for choosing the side to keep in the push dialog, and for answering questions.
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

extension Command {
  /// The tasks by which the help page groups the keys of the settings list.
  static let tasks: [Phrase] = [
    .taskChange, .taskFind, .taskInspect, .taskSave, .taskMove, .taskOther,
  ]

  var task: Phrase {
    switch self {
    case .activate, .toggle, .increase, .decrease, .reset, .addElement, .deleteElement,
      .moveElementUp, .moveElementDown, .undo, .redo, .resetPane, .resetAll:
      .taskChange
    case .search, .nextMatch, .previousMatch, .filterModified: .taskFind
    case .info, .history, .changes, .differences, .copy, .editFile: .taskInspect
    case .push, .applyStaged, .exportValues, .importValues: .taskSave
    case .nextGroup, .previousGroup, .pageUp, .pageDown, .first, .last: .taskMove
    default: moves ? .taskMove : .taskOther
    }
  }
}

/// A key binding, which consists of one or more keys, a command, and an English description.
struct KeyBinding: Sendable {
  /// The names of the keys that invoke the command, as returned by ``KeyPress/name``.
  ///
  /// The key hints show only the first of these keys.
  var keys: [String]
  let command: Command
  let help: String
  /// The label of the command in the key hints at the bottom of the screen, or `nil` to omit the
  /// command.
  let hint: String?

  init(_ keys: String, _ command: Command, _ help: String, hint: String? = nil) {
    self.keys = keys.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    self.command = command
    self.help = help
    self.hint = hint
  }
}

/// A part of the user interface that has its own key bindings, such as a list or a text page.
///
/// The raw values are the English section titles on the help page.
enum KeyContext: String, Sendable, CaseIterable {
  case rows = "Settings list"
  case panes = "Pane list"
  case text = "Text field"
  case longText = "Multiline text"
  case slider = "Slider"
  case date = "Date"
  /// Lists with a filter, such as the possible values of a setting.
  case list = "Lists"
  case home = "Home"
  case homeSearch = "Search on the home screen"
  case search = "Search"
  /// Pages of text that the user reads, such as help, details, and history.
  case page = "Text pages"
  case question = "Questions"
  case push = "Push to cloud"
  case changes = "All changes"

  /// A Boolean value that indicates whether printable keys, such as A and 1, enter text in this
  /// context.
  var takesText: Bool {
    switch self {
    case .text, .longText, .list, .homeSearch, .search: true
    case .rows, .home, .panes, .slider, .date, .page, .question, .push, .changes: false
    }
  }
}
