extension KeyMap {
  static let standard = KeyMap(sections: [
    (.rows, rows), (.panes, panes), (.text, text), (.longText, longText), (.slider, slider),
    (.date, date), (.list, list), (.apps, apps), (.search, search), (.page, page),
    (.question, question), (.push, push), (.changes, changes),
  ])

  private static let rows = moves() + ends("Home g", "End G") + groups + acts

  private static let groups = [
    Binding("Tab", .nextGroup, "To the next group"),
    Binding("S-Tab", .previousGroup, "To the previous group"),
    open("Right l"),
    Binding("Esc Backspace", .back, "Go back; never changes a value"),
    Binding("Left h", .outward, "Go back; on the first pane to the tree of panes"),
  ]

  private static let acts = [
    Binding(
      "Enter", .activate, "Edit, switch, choose, open or run, as the row asks", hint: "edit"),
    Binding("Space", .toggle, "The same as Enter"),
    Binding("+ =", .increase, "One step up, for numbers and sliders"),
    Binding("- _", .decrease, "One step down, for numbers and sliders"),
    Binding(
      "r Delete", .reset, "Reset to the default; on a list, delete the entry", hint: "reset"),
    Binding("u", .undo, "Undo the last change", hint: "undo"),
    Binding("^R", .redo, "Redo the change that was undone"),
    Binding("a Insert", .addElement, "Add an entry to the list"),
    Binding("x", .deleteElement, "Delete the entry of the list"),
    Binding("K", .moveElementUp, "Move the entry of the list up"),
    Binding("J", .moveElementDown, "Move the entry of the list down"),
    Binding(
      "/ F3", .search, "Search titles, values, help and keys of all panes", hint: "search"),
    Binding("n", .nextMatch, "To the next hit of the last search"),
    Binding("N", .previousMatch, "To the previous hit of the last search"),
    Binding(
      "m F4", .filterModified, "Show only what is changed, or everything again", hint: "changed"),
    Binding("o F7", .panes, "To the tree of panes", hint: "panes"),
    Binding("p F5", .push, "Review and push", hint: "push"),
    Binding("w F6", .applyStaged, "Store your changes (--staged)"),
    Binding("i F2", .info, "All about this row: key, type, layers, file", hint: "all about it"),
    Binding("H", .history, "History of this setting", hint: "history"),
    Binding("U", .changes, "The changes of all settings, each to be undone"),
    Binding("c", .copy, "Copy the row as a command"),
    Binding("d", .differences, "List everything that is changed"),
    Binding(
      "e", .editFile, "Open the file of another program in $EDITOR, at this line",
      hint: "editor"),
    Binding("", .resetPane, "Reset the pane to its defaults"),
    Binding("", .resetAll, "Reset all panes to their defaults"),
    Binding("", .exportValues, "Export to a file"),
    Binding("", .importValues, "Import from a file"),
    Binding("", .language, "Change the language of the panes"),
    Binding("", .near, "Compact layout, or columns"),
    Binding("", .contrast, "High contrast on or off"),
    Binding("", .ascii, "ASCII characters only, or all"),
    ownSettings(", F8"),
    Binding("F9", .actions, "All actions"),
    help("? F1"),
    redraw,
    suspend,
    quit("q F10"),
  ]

  private static let panes =
    [
      open("Enter Right l", hint: "open"),
      Binding("Left Esc h o F7", .cancel, "Back to the rows", hint: "back"),
    ] + moves() + ends("Home g", "End G") + [help("? F1"), quit("q F10")]

  private static let line = [
    caretLeft,
    caretRight,
    Binding("M-b C-Left", .wordLeft, "One word left"),
    Binding("M-f C-Right", .wordRight, "One word right"),
    Binding("Home ^A", .lineStart, "To the beginning of the line"),
    Binding("End ^E", .lineEnd, "To the end of the line"),
    eraseBackward,
    Binding("Delete ^D", .eraseForward, "Erase the character under the cursor"),
    Binding("^W M-Backspace", .cutWord, "Cut the word before the cursor"),
    Binding("^U", .cutToStart, "Cut to the beginning of the line"),
    Binding("^K", .cutToEnd, "Cut to the end of the line"),
    Binding("^Y", .pasteCut, "Put back what was cut"),
  ]

  private static let text =
    [keep("Enter"), cancel("Esc", hint: "cancel")] + line + [
      Binding("F2", .reveal, "Show or hide a secret while it is typed", hint: "reveal"),
      Binding("Tab", .complete, "Complete the name of a file", hint: "complete"),
      Binding("^X F4", .externalEditor, "Edit the text in $EDITOR"),
      help("F1"),
    ]

  private static let longText =
    [
      keep("^O F10"),
      cancel("Esc", hint: "cancel"),
      Binding("Enter", .newLine, "Begin a new line"),
      Binding("Up ^P", .caretUp, "One line up"),
      Binding("Down ^N", .caretDown, "One line down"),
      Binding("PgUp", .pageUp, "One screen up"),
      Binding("PgDn", .pageDown, "One screen down"),
    ] + line + [
      Binding("^X F4", .externalEditor, "Edit the text in $EDITOR", hint: "$EDITOR"),
      help("F1"),
    ]

  private static let slider = [
    keep("Enter"),
    cancel("Esc q", hint: "cancel"),
    Binding("Left Down - h", .stepDown, "One step down", hint: "change"),
    Binding("Right Up + = l", .stepUp, "One step up", hint: "change"),
    Binding(",", .fineDown, "One fine step down", hint: "fine"),
    Binding(".", .fineUp, "One fine step up", hint: "fine"),
    Binding("Home", .lowest, "To the lowest number"),
    Binding("End", .highest, "To the highest number"),
    eraseBackward,
    help("F1 ?"),
  ]

  private static let date = [
    keep("Enter"),
    cancel("Esc q", hint: "cancel"),
    Binding("Up + = k", .stepUp, "One step up", hint: "change"),
    Binding("Down - j", .stepDown, "One step down", hint: "change"),
    Binding("Left S-Tab h", .caretLeft, "To the field on the left", hint: "field"),
    Binding("Right Tab l", .caretRight, "To the field on the right", hint: "field"),
    Binding("t", .now, "Set to now", hint: "now"),
    eraseBackward,
    help("F1 ?"),
  ]

  private static let listMoving =
    moves("Up ^P", "Down ^N", "PgUp", pageDown: "PgDn") + ends("Home", "End") + [
      eraseBackward,
      Binding("^W", .cutWord, "Cut the word before the cursor"),
      Binding("^U", .cutToStart, "Cut to the beginning of the line"),
    ]

  private static let list =
    [
      Binding("Enter", .keep, "Take the focused entry", hint: "choose"),
      cancel("Esc Left", hint: "back"),
    ] + listMoving + [ownSettings("F8"), help("F1")]

  private static let apps =
    [open("Enter Right", hint: "open")] + listMoving + [
      ownSettings("F8", hint: "Settee"), redraw, suspend, help("F1"), quit("F10 Esc"),
    ]

  private static let search =
    [
      Binding("Enter", .open, "Go to the row that was found", hint: "go there"),
      Binding(
        "Tab", .changeHere, "Change the row that was found and come back", hint: "change here"),
      cancel("Esc", hint: "back"),
    ] + listMoving + [caretLeft, caretRight, ownSettings("F8"), help("F1")]

  private static let page =
    [cancel("Esc Left Backspace Enter q h", hint: "back")]
    + moves(pageDown: "PgDn ^F Space", hint: "scroll") + ends("Home g", "End G") + [
      Binding("/ F3", .search, "Find words on this page", hint: "search"),
      Binding("c", .copy, "Copy the text of this page", hint: "copy"),
      ownSettings(", F8"),
    ]

  private static let question =
    [
      Binding("Enter", .keep, "Give the focused answer", hint: "choose"),
      cancel("Esc Left", hint: "back"),
    ] + moves("Up k S-Tab", "Down j Tab") + [
      Binding("y", .yes, "Yes", hint: "yes"),
      Binding("n", .no, "No", hint: "no"),
    ]

  private static let changes =
    [
      Binding("Enter", .keep, "Undo the focused change, after a question", hint: "undo this"),
      Binding("u", .undo, "Undo the focused change, after a question"),
      cancel("Esc Left Backspace q h", hint: "back"),
    ] + moves(pageDown: "PgDn ^F Space") + ends("Home g", "End G") + [help("F1 ?")]

  private static let push =
    [
      Binding("Enter", .pushNow, "Push (decide the conflicts first)", hint: "push"),
      Binding("h", .keepHere, "Keep the value of this machine", hint: "here"),
      Binding("c", .keepCloud, "Keep the value of the cloud", hint: "cloud"),
      Binding("Space", .switchSide, "Change the side that is kept"),
      Binding("H", .allHere, "Keep all values of this machine", hint: "all"),
      Binding("C", .allCloud, "Keep all values of the cloud", hint: "all"),
      Binding("b", .showBoth, "Show both values in full", hint: "both in full"),
      Binding("e", .copy, "Copy the text of this page"),
    ] + moves("Up k", "Down j", "PgUp", pageDown: "PgDn")
    + [cancel("Esc Left", hint: "later"), help("F1 ?")]

  // MARK: Bindings shared by several contexts

  private static let redraw = Binding("^L", .redraw, "Draw the screen again")
  private static let suspend = Binding("^Z", .suspend, "Pause Settee and return to the shell")
  private static let caretLeft = Binding("Left ^B", .caretLeft, "One character left")
  private static let caretRight = Binding("Right ^F", .caretRight, "One character right")
  private static let eraseBackward = Binding(
    "Backspace", .eraseBackward, "Erase the character before the cursor")

  private static func moves(
    _ up: String = "Up k ^P", _ down: String = "Down j ^N", _ pageUp: String = "PgUp ^B",
    pageDown: String = "PgDn ^F", hint: String? = nil
  ) -> [Binding] {
    [
      Binding(up, .up, "One row up", hint: hint),
      Binding(down, .down, "One row down", hint: hint),
      Binding(pageUp, .pageUp, "One screen up"),
      Binding(pageDown, .pageDown, "One screen down"),
    ]
  }

  private static func ends(_ first: String, _ last: String) -> [Binding] {
    [
      Binding(first, .first, "To the first row"),
      Binding(last, .last, "To the last row"),
    ]
  }

  private static func open(_ keys: String, hint: String? = nil) -> Binding {
    Binding(keys, .open, "Go into the pane, list or field; never changes a value", hint: hint)
  }

  private static func keep(_ keys: String) -> Binding {
    Binding(keys, .keep, "Keep what is entered", hint: "keep")
  }

  private static func cancel(_ keys: String, hint: String) -> Binding {
    Binding(keys, .cancel, "Go back without a change", hint: hint)
  }

  private static func ownSettings(_ keys: String, hint: String? = nil) -> Binding {
    Binding(keys, .ownSettings, "Settee's own settings; the way back leads here", hint: hint)
  }

  private static func help(_ keys: String) -> Binding {
    Binding(keys, .help, "This page", hint: "help")
  }

  private static func quit(_ keys: String) -> Binding {
    Binding(keys, .quit, "Quit Settee", hint: "quit")
  }
}
