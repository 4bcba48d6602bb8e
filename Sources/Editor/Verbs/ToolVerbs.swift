extension Syntax {
  /// The verbs that an app's own tool offers, and `settee` too.
  package static let toolVerbs: [Verb] = [
    .get, .set, .reset, .list, .describe, .diff, .export, .import, .edit, .watch, .history, .undo,
  ]

  /// The options of all verbs that an app's own tool takes.
  package static let toolOptions: [VerbOption] = [
    VerbOption(
      "layer",
      "which layer set, reset, import and the editor write; get, list, export read it alone",
      .oneOf(["user", "site", "managed"])),
    VerbOption("dry-run", "tell what would be written, and write nothing"),
    VerbOption("plain", "line mode: no screen, for screen readers and simple terminals"),
    VerbOption("no-mouse", "leave the mouse to the terminal"),
    VerbOption("staged", "keep the editor's changes until w is pressed"),
    VerbOption("keys", "play a script of keys", .file("FILE"), hidden: true),
    VerbOption("help", "print help", letter: "h"),
    VerbOption("version", "print the version"),
  ]

  /// The syntax of an app's own tool.
  ///
  /// - Parameter program: What users type before a verb, such as `mytool config`.
  /// - Returns: The words of the tool.
  package static func tool(program: String) -> Syntax {
    Syntax(program: program, verbs: toolVerbs, common: toolOptions, namesApp: false)
  }
}
