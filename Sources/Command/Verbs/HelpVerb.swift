import SetteeEditor

extension Verb {
  /// `help`: all verbs, or one.
  static let help = Verb(
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
