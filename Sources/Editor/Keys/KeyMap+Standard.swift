extension KeyMap {
  static let standard = KeyMap(sections: [
    (.rows, rows), (.panes, panes), (.text, text), (.longText, longText), (.slider, slider),
    (.date, date), (.list, list), (.apps, apps), (.search, search), (.page, page),
    (.question, question), (.push, push), (.changes, changes),
  ])

  private static let rows = moves() + ends("Home g", "End G") + groups + acts

  private static let groups = [
    Binding("Tab", .nextGroup, "Next group"),
    Binding("S-Tab", .previousGroup, "Previous group"),
    open("Right l"),
    Binding("Esc", .back, "Go back, or quit from the first pane"),
    Binding("Left Backspace h", .outward, "Go back, or to the pane list from the first pane"),
  ]

  private static let acts = [
    Binding(
      "Enter", .activate, "Edit or open the selected setting", hint: "edit"),
    Binding("Space", .toggle, "Same as Enter"),
    Binding("+ =", .increase, "Increase a number"),
    Binding("- _", .decrease, "Decrease a number"),
    Binding(
      "r Delete", .reset, "Reset to default (or delete the list item)", hint: "reset"),
    Binding("u", .undo, "Undo the last change", hint: "undo"),
    Binding("^R", .redo, "Redo the last undone change"),
    Binding("a Insert", .addElement, "Add an item to the list"),
    Binding("x", .deleteElement, "Delete the list item"),
    Binding("K", .moveElementUp, "Move the list item up"),
    Binding("J", .moveElementDown, "Move the list item down"),
    Binding(
      "/ F3", .search, "Search titles, values, help, and keys in all panes", hint: "search"),
    Binding("n", .nextMatch, "Next search result"),
    Binding("N", .previousMatch, "Previous search result"),
    Binding(
      "m F4", .filterModified, "Toggle: changed settings only", hint: "changed"),
    Binding("o F7", .panes, "Show the pane list", hint: "panes"),
    Binding("p F5", .push, "Review changes and push to the cloud", hint: "push"),
    Binding("w F6", .applyStaged, "Save changes"),
    Binding("i F2", .info, "Show setting details", hint: "details"),
    Binding("H", .history, "Show the setting's history", hint: "history"),
    Binding("U", .changes, "Show all changes, and undo any of them"),
    Binding("c", .copy, "Copy the setting as a command"),
    Binding("d", .differences, "List all changed settings"),
    Binding(
      "e", .editFile, "Edit the file in $EDITOR at this line",
      hint: "editor"),
    Binding("", .resetPane, "Reset this pane to its defaults"),
    Binding("", .resetAll, "Reset all panes to their defaults"),
    Binding("", .exportValues, "Export to a file"),
    Binding("", .importValues, "Import from a file"),
    Binding("", .language, "Change the language"),
    Binding("", .near, "Toggle compact layout"),
    Binding("", .contrast, "Toggle high contrast"),
    Binding("", .ascii, "Toggle ASCII characters only"),
    ownSettings(", F8"),
    Binding("F9", .actions, "Show all actions"),
    help("? F1"),
    redraw,
    suspend,
    quit("q F10"),
  ]

  private static let panes =
    [
      open("Enter Right l", hint: "open"),
      Binding("Left Esc h o F7", .cancel, "Back to the settings", hint: "back"),
    ] + moves() + ends("Home g", "End G") + [help("? F1"), quit("q F10")]

  private static let line = [
    caretLeft,
    caretRight,
    Binding("M-b C-Left", .wordLeft, "One word left"),
    Binding("M-f C-Right", .wordRight, "One word right"),
    Binding("Home ^A", .lineStart, "Beginning of the line"),
    Binding("End ^E", .lineEnd, "End of the line"),
    eraseBackward,
    Binding("Delete ^D", .eraseForward, "Delete the character under the cursor"),
    Binding("^W M-Backspace", .cutWord, "Cut the word before the cursor"),
    Binding("^U", .cutToStart, "Cut to the beginning of the line"),
    Binding("^K", .cutToEnd, "Cut to the end of the line"),
    Binding("^Y", .pasteCut, "Yank (paste) the last cut text"),
  ]

  private static let text =
    [keep("Enter"), cancel("Esc", hint: "cancel")] + line + [
      Binding("F2", .reveal, "Show or hide the secret as you type", hint: "reveal"),
      Binding("Tab", .complete, "Complete the file name", hint: "complete"),
      Binding("^X F4", .externalEditor, "Edit the text in $EDITOR"),
      help("F1"),
    ]

  private static let longText =
    [
      keep("^O F10"),
      cancel("Esc", hint: "cancel"),
      Binding("Enter", .newLine, "Start a new line"),
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
    Binding(",", .fineDown, "One small step down", hint: "fine"),
    Binding(".", .fineUp, "One small step up", hint: "fine"),
    Binding("Home", .lowest, "Minimum"),
    Binding("End", .highest, "Maximum"),
    eraseBackward,
    help("F1 ?"),
  ]

  private static let date = [
    keep("Enter"),
    cancel("Esc q", hint: "cancel"),
    Binding("Up + = k", .stepUp, "One step up", hint: "change"),
    Binding("Down - j", .stepDown, "One step down", hint: "change"),
    Binding("Left S-Tab h", .caretLeft, "Field to the left", hint: "field"),
    Binding("Right Tab l", .caretRight, "Field to the right", hint: "field"),
    Binding("t", .now, "Set to the current date and time", hint: "now"),
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
      Binding("Enter", .keep, "Choose the selected item", hint: "choose"),
      cancel("Esc Left", hint: "back"),
    ] + listMoving + [ownSettings("F8"), help("F1")]

  private static let apps =
    [open("Enter Right", hint: "open")] + listMoving + [
      ownSettings("F8", hint: "preferences"), redraw, suspend, help("F1"), quit("F10 Esc"),
    ]

  private static let search =
    [
      Binding("Enter", .open, "Go to the search result", hint: "go to"),
      Binding(
        "Tab", .changeHere, "Edit the result, then return to the search", hint: "edit here"),
      cancel("Esc", hint: "back"),
    ] + listMoving + [caretLeft, caretRight, ownSettings("F8"), help("F1")]

  private static let page =
    [cancel("Esc Left Backspace Enter q h", hint: "back")]
    + moves(pageDown: "PgDn ^F Space", hint: "scroll") + ends("Home g", "End G") + [
      Binding("/ F3", .search, "Find text on this page", hint: "search"),
      Binding("c", .copy, "Copy the text on this page", hint: "copy"),
      ownSettings(", F8"),
    ]

  private static let question =
    [
      Binding("Enter", .keep, "Choose the selected answer", hint: "choose"),
      cancel("Esc Left", hint: "back"),
    ] + moves("Up k S-Tab", "Down j Tab") + [
      Binding("y", .yes, "Yes", hint: "yes"),
      Binding("n", .no, "No", hint: "no"),
    ]

  private static let changes =
    [
      Binding("Enter", .keep, "Undo the selected change (asks first)", hint: "undo"),
      Binding("u", .undo, "Undo the selected change (asks first)"),
      cancel("Esc Left Backspace q h", hint: "back"),
    ] + moves(pageDown: "PgDn ^F Space") + ends("Home g", "End G") + [help("F1 ?")]

  private static let push =
    [
      Binding("Enter", .pushNow, "Push (after resolving conflicts)", hint: "push"),
      Binding("h", .keepHere, "Keep this device's value", hint: "here"),
      Binding("c", .keepCloud, "Keep the cloud's value", hint: "cloud"),
      Binding("Space", .switchSide, "Switch which value is kept"),
      Binding("H", .allHere, "Keep all of this device's values", hint: "all"),
      Binding("C", .allCloud, "Keep all of the cloud's values", hint: "all"),
      Binding("b", .showBoth, "Show both values in full", hint: "show both"),
      Binding("e", .copy, "Copy the text on this page"),
    ] + moves("Up k", "Down j", "PgUp", pageDown: "PgDn")
    + [cancel("Esc Left", hint: "cancel"), help("F1 ?")]

  // MARK: Bindings shared by several contexts

  private static let redraw = Binding("^L", .redraw, "Redraw the screen")
  private static let suspend = Binding("^Z", .suspend, "Suspend Settee (fg resumes)")
  private static let caretLeft = Binding("Left ^B", .caretLeft, "One character left")
  private static let caretRight = Binding("Right ^F", .caretRight, "One character right")
  private static let eraseBackward = Binding(
    "Backspace", .eraseBackward, "Delete the character before the cursor")

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
      Binding(first, .first, "First row"),
      Binding(last, .last, "Last row"),
    ]
  }

  private static func open(_ keys: String, hint: String? = nil) -> Binding {
    Binding(keys, .open, "Open the pane, list, or field without changing it", hint: hint)
  }

  private static func keep(_ keys: String) -> Binding {
    Binding(keys, .keep, "Save the new value", hint: "save")
  }

  private static func cancel(_ keys: String, hint: String) -> Binding {
    Binding(keys, .cancel, "Go back without making changes", hint: hint)
  }

  private static func ownSettings(_ keys: String, hint: String? = nil) -> Binding {
    Binding(keys, .ownSettings, "Settee preferences", hint: hint)
  }

  private static func help(_ keys: String) -> Binding {
    Binding(keys, .help, "Show help", hint: "help")
  }

  private static func quit(_ keys: String) -> Binding {
    Binding(keys, .quit, "Quit Settee", hint: "quit")
  }
}
