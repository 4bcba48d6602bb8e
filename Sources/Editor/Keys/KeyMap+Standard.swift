extension KeyMap {
  static let standard = KeyMap([
    .rows: rows, .panes: panes, .text: text, .longText: longText, .slider: slider, .date: date,
    .list: list,
    .apps: apps, .search: search, .page: page, .question: question, .push: push,
    .changes: changes,
  ])

  private static let rows =
    moving + [
      Binding("Enter", .activate, .helpActivate, hint: .hintEdit),
      Binding("Space", .toggle, .helpToggle),
      Binding("+ =", .increase, .helpIncrease),
      Binding("- _", .decrease, .helpDecrease),
      Binding("r Delete", .reset, .helpReset, hint: .hintReset),
      Binding("u", .undo, .helpUndo, hint: .hintUndo),
      Binding("^R", .redo, .helpRedo),
      Binding("a Insert", .addElement, .helpAdd),
      Binding("x", .deleteElement, .helpDelete),
      Binding("K", .moveElementUp, .helpMoveUp),
      Binding("J", .moveElementDown, .helpMoveDown),
      Binding("/ F3", .search, .helpSearch, hint: .hintSearch),
      Binding("n", .nextMatch, .helpNext),
      Binding("N", .previousMatch, .helpPrevious),
      Binding("m F4", .filterModified, .helpFilter, hint: .changed),
      Binding("o F7", .panes, .helpPanes, hint: .hintPanes),
      Binding("p F5", .push, .helpPush, hint: .hintPush),
      Binding("w F6", .applyStaged, .helpApply),
      Binding("i F2", .info, .helpInfo, hint: .hintAbout),
      Binding("H", .history, .helpHistory, hint: .hintHistory),
      Binding("U", .changes, .helpChanges),
      Binding("c", .copy, .helpCopy),
      Binding("d", .differences, .helpDifferences),
      Binding("e", .editFile, .helpEditFile, hint: .hintEditor),
      Binding("", .resetPane, .helpResetPane),
      Binding("", .resetAll, .helpResetAll),
      Binding("", .exportValues, .helpExport),
      Binding("", .importValues, .helpImport),
      Binding("", .language, .helpLanguage),
      Binding("", .near, .helpNear),
      Binding("", .contrast, .helpContrast),
      Binding("", .ascii, .helpASCII),
      Binding(", F8", .ownSettings, .helpOwnSettings),
      Binding("F9", .actions, .helpActions),
      Binding("? F1", .help, .helpHelp, hint: .hintHelp),
      Binding("^L", .redraw, .helpRedraw),
      Binding("^Z", .suspend, .helpSuspend),
      Binding("q F10", .quit, .helpQuit, hint: .hintQuit),
    ]

  private static let moving = [
    Binding("Up k ^P", .up, .helpUp),
    Binding("Down j ^N", .down, .helpDown),
    Binding("PgUp ^B", .pageUp, .helpPageUp),
    Binding("PgDn ^F", .pageDown, .helpPageDown),
    Binding("Home g", .first, .helpFirst),
    Binding("End G", .last, .helpLast),
    Binding("Tab", .nextGroup, .helpNextGroup),
    Binding("S-Tab", .previousGroup, .helpPreviousGroup),
    Binding("Right l", .open, .helpOpen),
    Binding("Esc Backspace", .back, .helpBack),
    Binding("Left h", .outward, .helpOutward),
  ]

  private static let panes = [
    Binding("Enter Right l", .open, .helpOpen, hint: .hintOpen),
    Binding("Left Esc h o F7", .cancel, .helpToRows, hint: .hintBack),
    Binding("Up k ^P", .up, .helpUp),
    Binding("Down j ^N", .down, .helpDown),
    Binding("PgUp ^B", .pageUp, .helpPageUp),
    Binding("PgDn ^F", .pageDown, .helpPageDown),
    Binding("Home g", .first, .helpFirst),
    Binding("End G", .last, .helpLast),
    Binding("? F1", .help, .helpHelp, hint: .hintHelp),
    Binding("q F10", .quit, .helpQuit, hint: .hintQuit),
  ]

  private static let line = [
    Binding("Left ^B", .caretLeft, .helpCaretLeft),
    Binding("Right ^F", .caretRight, .helpCaretRight),
    Binding("M-b C-Left", .wordLeft, .helpWordLeft),
    Binding("M-f C-Right", .wordRight, .helpWordRight),
    Binding("Home ^A", .lineStart, .helpLineStart),
    Binding("End ^E", .lineEnd, .helpLineEnd),
    Binding("Backspace", .eraseBackward, .helpEraseBackward),
    Binding("Delete ^D", .eraseForward, .helpEraseForward),
    Binding("^W M-Backspace", .cutWord, .helpCutWord),
    Binding("^U", .cutToStart, .helpCutToStart),
    Binding("^K", .cutToEnd, .helpCutToEnd),
    Binding("^Y", .pasteCut, .helpPasteCut),
  ]

  private static let text =
    [
      Binding("Enter", .keep, .helpKeep, hint: .hintKeep),
      Binding("Esc", .cancel, .helpCancel, hint: .hintCancel),
    ] + line + [
      Binding("F2", .reveal, .helpReveal, hint: .hintReveal),
      Binding("Tab", .complete, .helpComplete, hint: .hintComplete),
      Binding("^X F4", .externalEditor, .helpExternal),
      Binding("F1", .help, .helpHelp, hint: .hintHelp),
    ]

  private static let longText =
    [
      Binding("^O F10", .keep, .helpKeep, hint: .hintKeep),
      Binding("Esc", .cancel, .helpCancel, hint: .hintCancel),
      Binding("Enter", .newLine, .helpNewLine),
      Binding("Up ^P", .caretUp, .helpCaretUp),
      Binding("Down ^N", .caretDown, .helpCaretDown),
      Binding("PgUp", .pageUp, .helpPageUp),
      Binding("PgDn", .pageDown, .helpPageDown),
    ] + line + [
      Binding("^X F4", .externalEditor, .helpExternal, hint: .hintExternal),
      Binding("F1", .help, .helpHelp, hint: .hintHelp),
    ]

  private static let slider = [
    Binding("Enter", .keep, .helpKeep, hint: .hintKeep),
    Binding("Esc q", .cancel, .helpCancel, hint: .hintCancel),
    Binding("Left Down - h", .stepDown, .helpStepDown, hint: .hintChange),
    Binding("Right Up + = l", .stepUp, .helpStepUp, hint: .hintChange),
    Binding(",", .fineDown, .helpFineDown, hint: .hintFine),
    Binding(".", .fineUp, .helpFineUp, hint: .hintFine),
    Binding("Home", .lowest, .helpLowest),
    Binding("End", .highest, .helpHighest),
    Binding("Backspace", .eraseBackward, .helpEraseBackward),
    Binding("F1 ?", .help, .helpHelp, hint: .hintHelp),
  ]

  private static let date = [
    Binding("Enter", .keep, .helpKeep, hint: .hintKeep),
    Binding("Esc q", .cancel, .helpCancel, hint: .hintCancel),
    Binding("Up + = k", .stepUp, .helpStepUp, hint: .hintChange),
    Binding("Down - j", .stepDown, .helpStepDown, hint: .hintChange),
    Binding("Left S-Tab h", .caretLeft, .helpFieldLeft, hint: .hintField),
    Binding("Right Tab l", .caretRight, .helpFieldRight, hint: .hintField),
    Binding("t", .now, .helpNow, hint: .hintNow),
    Binding("Backspace", .eraseBackward, .helpEraseBackward),
    Binding("F1 ?", .help, .helpHelp, hint: .hintHelp),
  ]

  private static let listMoving = [
    Binding("Up ^P", .up, .helpUp),
    Binding("Down ^N", .down, .helpDown),
    Binding("PgUp", .pageUp, .helpPageUp),
    Binding("PgDn", .pageDown, .helpPageDown),
    Binding("Home", .first, .helpFirst),
    Binding("End", .last, .helpLast),
    Binding("Backspace", .eraseBackward, .helpEraseBackward),
    Binding("^W", .cutWord, .helpCutWord),
    Binding("^U", .cutToStart, .helpCutToStart),
  ]

  private static let list =
    [
      Binding("Enter", .keep, .helpChoose, hint: .hintChoose),
      Binding("Esc Left", .cancel, .helpCancel, hint: .hintBack),
    ] + listMoving + [
      Binding("F8", .ownSettings, .helpOwnSettings),
      Binding("F1", .help, .helpHelp, hint: .hintHelp),
    ]

  private static let apps =
    [Binding("Enter Right", .open, .helpOpen, hint: .hintOpen)] + listMoving + [
      Binding("F8", .ownSettings, .helpOwnSettings, hint: .hintOwnSettings),
      Binding("^L", .redraw, .helpRedraw),
      Binding("^Z", .suspend, .helpSuspend),
      Binding("F1", .help, .helpHelp, hint: .hintHelp),
      Binding("F10 Esc", .quit, .helpQuit, hint: .hintQuit),
    ]

  private static let search =
    [
      Binding("Enter", .open, .helpGo, hint: .hintGo),
      Binding("Tab", .changeHere, .helpChangeHere, hint: .hintChangeHere),
      Binding("Esc", .cancel, .helpCancel, hint: .hintBack),
    ] + listMoving + [
      Binding("Left ^B", .caretLeft, .helpCaretLeft),
      Binding("Right ^F", .caretRight, .helpCaretRight),
      Binding("F8", .ownSettings, .helpOwnSettings),
      Binding("F1", .help, .helpHelp, hint: .hintHelp),
    ]

  private static let page = [
    Binding("Esc Left Backspace Enter q h", .cancel, .helpCancel, hint: .hintBack),
    Binding("Up k ^P", .up, .helpUp, hint: .hintScroll),
    Binding("Down j ^N", .down, .helpDown, hint: .hintScroll),
    Binding("PgUp ^B", .pageUp, .helpPageUp),
    Binding("PgDn ^F Space", .pageDown, .helpPageDown),
    Binding("Home g", .first, .helpFirst),
    Binding("End G", .last, .helpLast),
    Binding("/ F3", .search, .helpFindOnPage, hint: .hintSearch),
    Binding("c", .copy, .helpCopyPage, hint: .hintCopy),
    Binding(", F8", .ownSettings, .helpOwnSettings),
  ]

  private static let question = [
    Binding("Enter", .keep, .helpAnswer, hint: .hintChoose),
    Binding("Esc Left", .cancel, .helpCancel, hint: .hintBack),
    Binding("Up k S-Tab", .up, .helpUp),
    Binding("Down j Tab", .down, .helpDown),
    Binding("PgUp ^B", .pageUp, .helpPageUp),
    Binding("PgDn ^F", .pageDown, .helpPageDown),
    Binding("y", .yes, .helpYes, hint: .hintYes),
    Binding("n", .no, .helpNo, hint: .hintNo),
  ]

  private static let changes = [
    Binding("Enter", .keep, .helpUndoThis, hint: .hintUndoThis),
    Binding("u", .undo, .helpUndoThis),
    Binding("Esc Left Backspace q h", .cancel, .helpCancel, hint: .hintBack),
    Binding("Up k ^P", .up, .helpUp),
    Binding("Down j ^N", .down, .helpDown),
    Binding("PgUp ^B", .pageUp, .helpPageUp),
    Binding("PgDn ^F Space", .pageDown, .helpPageDown),
    Binding("Home g", .first, .helpFirst),
    Binding("End G", .last, .helpLast),
    Binding("F1 ?", .help, .helpHelp, hint: .hintHelp),
  ]

  private static let push = [
    Binding("Enter", .pushNow, .helpPushNow, hint: .hintPush),
    Binding("h", .keepHere, .helpKeepHere, hint: .hintHere),
    Binding("c", .keepCloud, .helpKeepCloud, hint: .hintCloud),
    Binding("Space", .switchSide, .helpSwitchSide),
    Binding("H", .allHere, .helpAllHere, hint: .hintAllSides),
    Binding("C", .allCloud, .helpAllCloud, hint: .hintAllSides),
    Binding("b", .showBoth, .helpShowBoth, hint: .hintShowBoth),
    Binding("e", .copy, .helpCopyPage),
    Binding("Up k", .up, .helpUp),
    Binding("Down j", .down, .helpDown),
    Binding("PgUp", .pageUp, .helpPageUp),
    Binding("PgDn", .pageDown, .helpPageDown),
    Binding("Esc Left", .cancel, .helpCancel, hint: .hintLater),
    Binding("F1 ?", .help, .helpHelp, hint: .hintHelp),
  ]
}
