/// What a key can mean; the raw values are the words for rebinding keys in Settee's own settings.
enum Command: String, Sendable, CaseIterable {
  // Moving, which never writes.
  case up, down, pageUp, pageDown, first, last, nextGroup, previousGroup
  case open, back, outward, panes
  // Changing the focused row.
  case activate, toggle, increase, decrease, reset
  case addElement, deleteElement, moveElementUp, moveElementDown
  // Taking back.
  case undo, redo
  // Finding.
  case search, nextMatch, previousMatch, filterModified
  // Knowing.
  case help, info, history, changes, copy, differences, editFile
  // Cloud, staged changes, and everything at once.
  case push, applyStaged, resetPane, resetAll, exportValues, importValues
  // The look.
  case actions, language, near, contrast, ascii
  // Settee itself.
  case ownSettings
  // The screen.
  case redraw, suspend, quit

  // Keeping or leaving what is edited.
  case keep, cancel
  // A line of text.
  case caretLeft, caretRight, caretUp, caretDown, wordLeft, wordRight, lineStart, lineEnd
  case eraseBackward, eraseForward, cutWord, cutToStart, cutToEnd, pasteCut
  case newLine, reveal, complete, externalEditor
  // A slider or a date.
  case stepDown, stepUp, fineDown, fineUp, lowest, highest, now
  // Search and lists.
  case changeHere
  // The push dialog and questions.
  case keepHere, keepCloud, switchSide, allHere, allCloud, showBoth, pushNow
  case yes, no

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

/// A line of the keymap: keys, what they mean, and the sentence that says so, in English.
struct Binding: Sendable {
  /// The keys as ``Key/name`` writes them, the one to show first.
  var keys: [String]
  let command: Command
  let help: String
  /// The word for the line of keys at the bottom; nil for a key that is not shown there.
  let hint: String?

  init(_ keys: String, _ command: Command, _ help: String, hint: String? = nil) {
    self.keys = keys.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    self.command = command
    self.help = help
    self.hint = hint
  }
}

/// Where a key is pressed; each has its own keys, below the English title of the help page.
enum KeyContext: String, Sendable, CaseIterable {
  case rows = "ROWS"
  case panes = "PANES"
  case text = "TEXT"
  case longText = "TEXT OF SEVERAL LINES"
  case slider = "SLIDER"
  case date = "DATE"
  /// The choices of a row, and other lists with a filter.
  case list = "LISTS"
  case apps = "APPS"
  case search = "SEARCH"
  /// Pages to read: help, info, history.
  case page = "PAGES"
  case question = "QUESTIONS"
  case push = "PUSH"
  case changes = "ALL CHANGES"

  /// Whether every printable key is text there.
  var takesText: Bool {
    switch self {
    case .text, .longText, .list, .apps, .search: true
    case .rows, .panes, .slider, .date, .page, .question, .push, .changes: false
    }
  }
}
