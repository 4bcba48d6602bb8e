extension Verb {
  /// `help`: all verbs, or one.
  package static let help = Verb(
    "help", "prints help for a verb, or for all",
    operands: [Operand("VERB", .oneOf([]), .optional)], examples: ["help set"]
  ) { call in
    let help = HelpText(call.syntax)
    guard let word = call.invocation.operands.first else {
      try call.console.write(help.overview)
      return .done
    }
    guard let verb = call.syntax.verb(word) ?? Syntax.otherWords[word].flatMap(call.syntax.verb)
    else { throw call.syntax.unknownWord(word) }
    try call.console.write(help.text(of: verb))
    return .done
  }
}

/// What `help` prints, made from the table of verbs.
package struct HelpText {
  private let syntax: Syntax

  package init(_ syntax: Syntax) { self.syntax = syntax }

  package var overview: String {
    let opening =
      syntax.namesApp
      ? "\(syntax.program) [APP]  opens the editor\n\(syntax.program) VERB ...  does one thing"
      : "\(syntax.program)  opens the editor\n\(syntax.program) VERB ...  does one thing"
    var text = opening + "\n\nVerbs:\n"
    text += columns(syntax.shownVerbs.map { ($0.name, $0.summary) })
    text += "\nOptions for all:\n" + columns(options(syntax.common))
    text += "\nSee \(syntax.program) help VERB for one verb.\n"
    return text
  }

  package func text(of verb: Verb) -> String {
    var text = "\(syntax.usage(of: verb))\n\n"
    text += wrapped("\(verb.name) \(verb.summary).")
    for note in verb.notes { text += "\n" + wrapped(note) }
    let own = options(verb.options)
    if !own.isEmpty { text += "\nOptions:\n" + columns(own) }
    if !verb.examples.isEmpty {
      text += "\nFor example:\n"
      for example in examples(of: verb) { text += "  \(example)\n" }
    }
    text += "\nOptions for all verbs: see \(syntax.program) help.\n"
    return text
  }

  package func examples(of verb: Verb) -> [String] {
    verb.examples.map { example in
      var words = example.split(separator: " ", omittingEmptySubsequences: false)
      if !syntax.namesApp, words.count > 1, verb.operands.first?.kind == .app {
        words.remove(at: 1)
      }
      return syntax.program + " " + words.joined(separator: " ")
    }
  }

  private func options(_ options: [VerbOption]) -> [(String, String)] {
    options.filter { !$0.isHidden || $0.letter != nil }.map { option in
      let letter = option.letter.map { "-\($0)" }
      let name =
        option.isHidden
        ? letter ?? "" : [letter, option.usage].compactMap(\.self).joined(separator: ", ")
      return (name, option.help)
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

  /// Breaks a paragraph at its spaces.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines.count - 1
      if !lines[last].isEmpty, lines[last].count + 1 + word.count > width {
        lines.append(String(word))
      } else {
        lines[last] += lines[last].isEmpty ? String(word) : " " + word
      }
    }
    return lines
  }
}
