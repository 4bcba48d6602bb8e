extension KeyMap {
  static let standard = KeyMap(sections: [
    (.rows, rows), (.panes, panes), (.text, text), (.longText, longText), (.slider, slider),
    (.date, date), (.list, list), (.home, home), (.homeSearch, homeSearch), (.search, search),
    (.page, page),
    (.question, question), (.push, push), (.changes, changes),
  ])

  private static let rows = moves() + ends("Home g", "End G") + groups + acts

  private static let groups = [
    KeyBinding("Tab", .nextGroup, "Next group"),
    KeyBinding("S-Tab", .previousGroup, "Previous group"),
    open("Right l"),
    KeyBinding("Esc", .back, "Go back, or quit from the first pane"),
    KeyBinding("Left Backspace h", .outward, "Go back, or to the pane list from the first pane"),
  ]

  private static let acts = [
    KeyBinding(
      "Enter", .activate, "Edit or open the selected setting", hint: "edit"),
    KeyBinding("Space", .toggle, "Same as Enter"),
    KeyBinding("+ =", .increase, "Increase a number"),
    KeyBinding("- _", .decrease, "Decrease a number"),
    KeyBinding(
      "r Delete", .reset, "Reset to default (or delete the item or key)", hint: "reset"),
    KeyBinding("u", .undo, "Undo the last change", hint: "undo"),
    KeyBinding("^R", .redo, "Redo the last undone change"),
    KeyBinding("a Insert", .addElement, "Add an item or a key below the selected row"),
    KeyBinding("x", .deleteElement, "Delete the item or key"),
    KeyBinding("K", .moveElementUp, "Move the list item up"),
    KeyBinding("J", .moveElementDown, "Move the list item down"),
    KeyBinding(
      "/ F3", .search, "Search titles, values, help, and keys in all panes", hint: "search"),
    KeyBinding("n", .nextMatch, "Next search result"),
    KeyBinding("N", .previousMatch, "Previous search result"),
    KeyBinding(
      "m F4", .filterModified, "Toggle: changed settings only", hint: "changed"),
    KeyBinding("o F7", .panes, "Show the pane list", hint: "panes"),
    KeyBinding("p F5", .push, "Review changes and push to the cloud", hint: "push"),
    KeyBinding("w F6", .applyStaged, "Save changes"),
    KeyBinding("i F2", .info, "Show setting details", hint: "details"),
    KeyBinding("H", .history, "Show the setting's history", hint: "history"),
    KeyBinding("U", .changes, "Show all changes, and undo any of them"),
    KeyBinding("c", .copy, "Copy the setting as a command"),
    KeyBinding("d", .differences, "List all changed settings"),
    KeyBinding(
      "e", .editFile, "Edit the file in $EDITOR at this line",
      hint: "editor"),
    KeyBinding("", .showSecret, "Show the value: it isn't a secret"),
    KeyBinding("", .hideSecret, "Treat the value as a secret"),
    KeyBinding("", .resetPane, "Reset this pane to its defaults"),
    KeyBinding("", .resetAll, "Reset all panes to their defaults"),
    KeyBinding("", .exportValues, "Export to a file"),
    KeyBinding("", .importValues, "Import from a file"),
    KeyBinding("", .language, "Change the language"),
    KeyBinding("", .theme, "Choose a theme"),
    KeyBinding("", .near, "Toggle compact layout"),
    KeyBinding("", .contrast, "Toggle high contrast"),
    KeyBinding("", .ascii, "Toggle ASCII characters only"),
    ownSettings(", F8"),
    KeyBinding("F9", .actions, "Show all actions"),
    help("? F1"),
    redraw,
    suspend,
    quit("q F10"),
  ]

  private static let panes =
    [
      open("Enter Right l", hint: "open"),
      KeyBinding("Left Esc h o F7", .cancel, "Back to the settings", hint: "back"),
    ] + moves() + ends("Home g", "End G") + [help("? F1"), quit("q F10")]

  private static let line = [
    caretLeft,
    caretRight,
    KeyBinding("M-b C-Left", .wordLeft, "One word left"),
    KeyBinding("M-f C-Right", .wordRight, "One word right"),
    KeyBinding("Home ^A", .lineStart, "Beginning of the line"),
    KeyBinding("End ^E", .lineEnd, "End of the line"),
    eraseBackward,
    KeyBinding("Delete ^D", .eraseForward, "Delete the character under the cursor"),
    KeyBinding("^W M-Backspace", .cutWord, "Cut the word before the cursor"),
    KeyBinding("^U", .cutToStart, "Cut to the beginning of the line"),
    KeyBinding("^K", .cutToEnd, "Cut to the end of the line"),
    KeyBinding("^Y", .pasteCut, "Yank (paste) the last cut text"),
  ]

  private static let text =
    [keep("Enter"), cancel("Esc", hint: "cancel")] + line + [
      KeyBinding("F2", .reveal, "Show or hide the secret as you type", hint: "reveal"),
      KeyBinding("Tab", .complete, "Complete the file name", hint: "complete"),
      KeyBinding("^X F4", .externalEditor, "Edit the text in $EDITOR"),
      help("F1"),
    ]

  private static let longText =
    [
      keep("^O F10"),
      cancel("Esc", hint: "cancel"),
      KeyBinding("Enter", .newLine, "Start a new line"),
      KeyBinding("Up ^P", .caretUp, "One line up"),
      KeyBinding("Down ^N", .caretDown, "One line down"),
      KeyBinding("PgUp", .pageUp, "One screen up"),
      KeyBinding("PgDn", .pageDown, "One screen down"),
    ] + line + [
      KeyBinding("^X F4", .externalEditor, "Edit the text in $EDITOR", hint: "$EDITOR"),
      help("F1"),
    ]

  private static let slider = [
    keep("Enter"),
    cancel("Esc q", hint: "cancel"),
    KeyBinding("Left Down - h", .stepDown, "One step down", hint: "change"),
    KeyBinding("Right Up + = l", .stepUp, "One step up", hint: "change"),
    KeyBinding(",", .fineDown, "One small step down", hint: "fine"),
    KeyBinding(".", .fineUp, "One small step up", hint: "fine"),
    KeyBinding("Home", .lowest, "Minimum"),
    KeyBinding("End", .highest, "Maximum"),
    eraseBackward,
    help("F1 ?"),
  ]

  private static let date = [
    keep("Enter"),
    cancel("Esc q", hint: "cancel"),
    KeyBinding("Up + = k", .stepUp, "One step up", hint: "change"),
    KeyBinding("Down - j", .stepDown, "One step down", hint: "change"),
    KeyBinding("Left S-Tab h", .caretLeft, "Field to the left", hint: "field"),
    KeyBinding("Right Tab l", .caretRight, "Field to the right", hint: "field"),
    KeyBinding("t", .now, "Set to the current date and time", hint: "now"),
    eraseBackward,
    help("F1 ?"),
  ]

  private static let listMoving =
    moves("Up ^P", "Down ^N", "PgUp", pageDown: "PgDn") + ends("Home", "End") + [
      eraseBackward,
      KeyBinding("^W", .cutWord, "Cut the word before the cursor"),
      KeyBinding("^U", .cutToStart, "Cut to the beginning of the line"),
    ]

  private static let list =
    [
      KeyBinding("Enter", .keep, "Choose the selected item", hint: "choose"),
      cancel("Esc Left", hint: "back"),
    ] + listMoving + [ownSettings("F8"), help("F1")]

  private static let home =
    [
      KeyBinding("Enter Right l", .open, "Open the selected app, file, or setting", hint: "open"),
      KeyBinding(
        "/ F3", .search, "Search the settings of all apps and files", hint: "search"),
      KeyBinding("m F4", .filterModified, "Toggle: entries with changes only", hint: "changed"),
    ] + moves() + ends("Home g", "End G") + [
      KeyBinding("Tab", .nextGroup, "Next section"),
      KeyBinding("S-Tab", .previousGroup, "Previous section"),
      KeyBinding("o F7 Left h", .panes, "Choose which entries are shown"),
      ownSettings(", F8", hint: "preferences"), redraw, suspend, help("? F1"),
      quit("q F10 Esc"),
    ]

  private static let homeSearch =
    [
      KeyBinding("Enter", .open, "Open the search result", hint: "open"),
      cancel("Esc", hint: "back"),
    ] + listMoving + [caretLeft, caretRight, ownSettings("F8"), help("F1")]

  private static let search =
    [
      KeyBinding("Enter", .open, "Go to the search result", hint: "go to"),
      KeyBinding(
        "Tab", .changeHere, "Edit the result, then return to the search", hint: "edit here"),
      cancel("Esc", hint: "back"),
    ] + listMoving + [caretLeft, caretRight, ownSettings("F8"), help("F1")]

  private static let page =
    [cancel("Esc Left Backspace Enter q h", hint: "back")]
    + moves(pageDown: "PgDn ^F Space", hint: "scroll") + ends("Home g", "End G") + [
      KeyBinding("/ F3", .search, "Find text on this page", hint: "search"),
      KeyBinding("c", .copy, "Copy the text on this page", hint: "copy"),
      ownSettings(", F8"),
    ]

  private static let question =
    [
      KeyBinding("Enter", .keep, "Choose the selected answer", hint: "choose"),
      cancel("Esc Left", hint: "back"),
    ] + moves("Up k S-Tab", "Down j Tab") + [
      KeyBinding("y", .yes, "Yes", hint: "yes"),
      KeyBinding("n", .no, "No", hint: "no"),
    ]

  private static let changes =
    [
      KeyBinding("Enter", .keep, "Undo the selected change (asks first)", hint: "undo"),
      KeyBinding("u", .undo, "Undo the selected change (asks first)"),
      cancel("Esc Left Backspace q h", hint: "back"),
    ] + moves(pageDown: "PgDn ^F Space") + ends("Home g", "End G") + [help("F1 ?")]

  private static let push =
    [
      KeyBinding("Enter", .pushNow, "Push (after resolving conflicts)", hint: "push"),
      KeyBinding("h", .keepHere, "Keep this device's value", hint: "here"),
      KeyBinding("c", .keepCloud, "Keep the cloud's value", hint: "cloud"),
      KeyBinding("Space", .switchSide, "Switch which value is kept"),
      KeyBinding("H", .allHere, "Keep all of this device's values", hint: "all"),
      KeyBinding("C", .allCloud, "Keep all of the cloud's values", hint: "all"),
      KeyBinding("b", .showBoth, "Show both values in full", hint: "show both"),
      KeyBinding("e", .copy, "Copy the text on this page"),
    ] + moves("Up k", "Down j", "PgUp", pageDown: "PgDn")
    + [cancel("Esc Left", hint: "cancel"), help("F1 ?")]

  // MARK: Bindings shared by several contexts

  private static let redraw = KeyBinding("^L", .redraw, "Redraw the screen")
  private static let suspend = KeyBinding("^Z", .suspend, "Suspend Settee (fg resumes)")
  private static let caretLeft = KeyBinding("Left ^B", .caretLeft, "One character left")
  private static let caretRight = KeyBinding("Right ^F", .caretRight, "One character right")
  private static let eraseBackward = KeyBinding(
    "Backspace", .eraseBackward, "Delete the character before the cursor")

  private static func moves(
    _ up: String = "Up k ^P", _ down: String = "Down j ^N", _ pageUp: String = "PgUp ^B",
    pageDown: String = "PgDn ^F", hint: String? = nil
  ) -> [KeyBinding] {
    [
      KeyBinding(up, .up, "One row up", hint: hint),
      KeyBinding(down, .down, "One row down", hint: hint),
      KeyBinding(pageUp, .pageUp, "One screen up"),
      KeyBinding(pageDown, .pageDown, "One screen down"),
    ]
  }

  private static func ends(_ first: String, _ last: String) -> [KeyBinding] {
    [
      KeyBinding(first, .first, "First row"),
      KeyBinding(last, .last, "Last row"),
    ]
  }

  private static func open(_ keys: String, hint: String? = nil) -> KeyBinding {
    KeyBinding(keys, .open, "Open the pane, list, or field without changing it", hint: hint)
  }

  private static func keep(_ keys: String) -> KeyBinding {
    KeyBinding(keys, .keep, "Save the new value", hint: "save")
  }

  private static func cancel(_ keys: String, hint: String) -> KeyBinding {
    KeyBinding(keys, .cancel, "Go back without making changes", hint: hint)
  }

  private static func ownSettings(_ keys: String, hint: String? = nil) -> KeyBinding {
    KeyBinding(keys, .ownSettings, "Settee preferences: theme, language, keys", hint: hint)
  }

  private static func help(_ keys: String) -> KeyBinding {
    KeyBinding(keys, .help, "Show help", hint: "help")
  }

  private static func quit(_ keys: String) -> KeyBinding {
    KeyBinding(keys, .quit, "Quit Settee", hint: "quit")
  }
}
