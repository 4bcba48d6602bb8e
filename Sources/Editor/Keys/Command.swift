/// What a key can mean; the raw values are the words for rebinding keys in Settee's own settings.
enum Command: String, Sendable, CaseIterable {
  // Moving, which never writes.
  case up, down, pageUp, pageDown, first, last, nextGroup, previousGroup
  case open, back
  // Changing the focused row.
  case activate, toggle, increase, decrease, reset
  case addElement, deleteElement, moveElementUp, moveElementDown
  // Taking back.
  case undo, redo
  // Finding.
  case search, nextMatch, previousMatch, filterModified
  // Knowing.
  case help, info, history, copy, differences
  // Cloud, staged changes, and everything at once.
  case push, applyStaged, resetPane, resetAll, exportValues, importValues
  // The look.
  case actions, language, near, contrast, ascii
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
}

extension Command {
  /// Whether the command only moves the focus or the view.
  var moves: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .first, .last, .nextGroup, .previousGroup, .open, .back,
      .caretLeft, .caretRight, .caretUp, .caretDown, .wordLeft, .wordRight, .lineStart, .lineEnd,
      .nextMatch, .previousMatch:
      true
    default: false
    }
  }

  /// Whether the command can change a stored value without a further question.
  var writes: Bool {
    switch self {
    case .activate, .toggle, .increase, .decrease, .reset, .addElement, .deleteElement,
      .moveElementUp, .moveElementDown, .undo, .redo, .applyStaged, .keep, .changeHere, .pushNow,
      .yes:
      true
    default: false
    }
  }
}
