/// Every word that a program understands: its verbs, and the options of all of them.
package struct Syntax: Sendable {
  /// What the user types before a verb: `settee`, or `mytool config`.
  package let program: String
  /// The verbs, in the order of help.
  package let verbs: [Verb]
  /// The options that every verb takes.
  package let common: [VerbOption]
  /// Whether verbs name their app: not so in an app's own tool.
  package let namesApp: Bool

  /// Makes a syntax.
  package init(program: String, verbs: [Verb], common: [VerbOption], namesApp: Bool) {
    self.program = program
    self.verbs = verbs
    self.common = common
    self.namesApp = namesApp
  }

  /// The verb of a name.
  package func verb(_ name: String) -> Verb? { verbs.first { $0.name == name } }

  /// The words that a verb takes in this program.
  package func operands(of verb: Verb) -> [Operand] {
    namesApp ? verb.operands : verb.operands.filter { $0.kind != .app }
  }

  /// The verbs that help names.
  package var shownVerbs: [Verb] { verbs.filter { !$0.isHidden } }

  /// How to call a verb: `settee get APP [KEY]`.
  package func usage(of verb: Verb) -> String {
    ([program, verb.name] + operands(of: verb).map(\.usage)).joined(separator: " ")
  }

  /// What other programs call our verbs.
  package static let otherWords = [
    "read": "get", "write": "set", "unset": "reset", "delete": "reset", "remove": "reset",
    "monitor": "watch", "range": "describe", "domains": "apps", "dump": "export", "load": "import",
    "lint": "check", "validate": "check", "search": "find", "log": "history", "revert": "undo",
    "print": "get", "ls": "list", "list-recursively": "list", "list-keys": "list", "put": "set",
  ]
}

extension Syntax {
  /// The failure of a first word that means nothing here.
  package func unknownWord(_ word: String) -> Failure {
    let what = namesApp ? "is neither a verb nor an app" : "is no verb"
    if let near = Nearest.to(word, among: shownVerbs.map(\.name)) {
      return Failure(.usage, "“\(word)” \(what); did you mean \(program) \(near)?")
    }
    return Failure(.usage, "“\(word)” \(what); see \(program) help.")
  }
}
