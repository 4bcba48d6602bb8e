extension Verb {
  package static let help = Verb(
    "help", "Print help for all commands or one command",
    operands: [Operand("COMMAND", .oneOf([]), .optional)], examples: ["help set"]
  ) { call in
    let syntax = call.syntax
    let word = call.operands.first
    let verb = word.flatMap { syntax.verb($0) ?? Syntax.otherWords[$0].flatMap(syntax.verb) }
    if let word, verb == nil { throw syntax.unknownWord(word) }
    try call.console.write(syntax.help(of: verb))
    return .done
  }
}

// Methods that generate the output of `help` from the table of commands.
extension Syntax {
  /// Returns the help text for a command, or an overview of all commands.
  func help(of verb: Verb?) -> String {
    guard let verb else { return overview }
    var text = "\(usage(of: verb))\n\n"
    text += wrapped("\(verb.summary).")
    for note in verb.notes { text += "\n" + wrapped(note) }
    let own = options(verb.options)
    if !own.isEmpty { text += "\nOptions:\n" + columns(own) }
    let examples = examples(of: verb)
    if !examples.isEmpty { text += "\nExamples:\n" }
    for example in examples { text += "  \(example)\n" }
    return text + "\nFor options common to all commands, run '\(program) help'.\n"
  }

  private var overview: String {
    "\(program)\(namesApp ? " [APP]" : "")  Open the editor\n\(program) COMMAND ...  Run a command\n"
      + (namesApp ? operandHelp : "") + "\nCommands:\n"
      + columns(shownVerbs.map { ($0.name, $0.summary) })
      + "\nCommon options:\n" + columns(options(common))
      + "\nRun '\(program) help COMMAND' for details.\n"
  }

  private var operandHelp: String {
    "\n"
      + wrapped(
        "APP is the path of a settings file, such as ~/.gitconfig; the path of a settings bundle; or the domain of an app, such as org.example.mail, or only the last part of it. To list the known apps, run '\(program) apps'."
      ) + """

        Examples:
          \(program) ~/.gitconfig
          \(program) set ~/.gitconfig pull.rebase true
          \(program) undo ~/.gitconfig
          \(program) check pyproject.toml

        """
  }

  package func examples(of verb: Verb) -> [String] {
    // Omit examples with keys for an app's own tool, because the examples use keys of the sample
    // app.
    if !namesApp, verb.operands.contains(where: { $0.kind == .key }) { return [] }
    return verb.examples.map { example in
      var words = example.split(separator: " ", omittingEmptySubsequences: false)
      if !namesApp, words.count > 1, verb.operands.first?.kind == .app { words.remove(at: 1) }
      return program + " " + words.joined(separator: " ")
    }
  }

  private func options(_ options: [VerbOption]) -> [(String, String)] {
    options.filter { !$0.isHidden || $0.letter != nil }.map { option in
      let names = [option.letter.map { "-\($0)" }, option.isHidden ? nil : option.usage]
      return (names.compactMap(\.self).joined(separator: ", "), option.help)
    }
  }

  private func columns(_ rows: [(String, String)]) -> String {
    let width = min(24, rows.map(\.0.count).max() ?? 0)
    return rows.map { name, help in
      let gap = name.count > width ? "\n" + spaces(width + 4) : spaces(width - name.count + 2)
      let lines = Self.lines(help, width: 76 - width)
      return "  " + name + gap + lines.joined(separator: "\n" + spaces(width + 4)) + "\n"
    }.joined()
  }

  private func wrapped(_ text: String) -> String {
    Self.lines(text, width: 78).map { $0 + "\n" }.joined()
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// Breaks a paragraph into lines of a limited width at its spaces.
  private static func lines(_ text: String, width: Int) -> [String] {
    var (lines, line) = ([String](), "")
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
