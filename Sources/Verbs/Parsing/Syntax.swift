/// Every word that a program understands: its verbs, and the options of all of them.
package struct Syntax: Sendable {
  /// What the user types before a verb: `settee`, or `mytool config`.
  package let program: String
  package let verbs: [Verb]
  /// The options of all verbs.
  package let common: [VerbOption]
  /// Whether verbs name their app: not so in an app's own tool.
  package let namesApp: Bool

  package init(program: String, verbs: [Verb], common: [VerbOption], namesApp: Bool) {
    self.program = program
    self.verbs = verbs
    self.common = common
    self.namesApp = namesApp
  }

  package func verb(_ name: String) -> Verb? { verbs.first { $0.name == name } }

  func operands(of verb: Verb) -> [Operand] {
    namesApp ? verb.operands : verb.operands.filter { $0.kind != .app }
  }

  package var shownVerbs: [Verb] { verbs.filter { !$0.isHidden } }

  /// How to call a verb: `settee get APP [KEY]`.
  package func usage(of verb: Verb) -> String {
    ([program, verb.name] + operands(of: verb).map(\.usage)).joined(separator: " ")
  }

  /// What other programs call our verbs.
  static let otherWords = [
    "read": "get", "write": "set", "unset": "reset", "delete": "reset", "remove": "reset",
    "monitor": "watch", "range": "describe", "domains": "apps", "dump": "export", "load": "import",
    "lint": "check", "validate": "check", "search": "find", "log": "history", "revert": "undo",
    "print": "get", "ls": "list", "list-recursively": "list", "list-keys": "list", "put": "set",
  ]
  /// The failure of a first word that means nothing here.
  ///
  /// Before another word it may be an app all the same, which is opened by its name alone.
  package func unknownWord(_ word: String, before next: String? = nil) -> Failure {
    let what = namesApp && next == nil ? "is neither a verb nor an app" : "is no verb"
    let near = Nearest.to(word, among: shownVerbs.map(\.name))
    var advice = near.map { "did you mean \(program) \($0)?" } ?? "see \(program) help."
    if namesApp, let next { advice += " To open the app “\(word)”, leave “\(next)” out." }
    return Failure(.usage, "“\(word)” \(what); \(advice)")
  }
}

/// One verb as data, with what it does; a new one is a row of a table.
package struct Verb: Sendable {
  package let name: String
  /// What it does, as a phrase that follows its name: `prints the value of a key`.
  package let summary: String
  let operands: [Operand]
  /// The options that it takes besides those of all verbs.
  package var options: [VerbOption]
  /// What else there is to know: a paragraph each.
  package let notes: [String]
  /// Calls to learn from, without the program's name.
  package let examples: [String]
  /// Whether help and completions leave it out.
  let isHidden: Bool
  /// Whether it follows what changes in its app.
  package let watches: Bool
  /// Whether it needs an app's settings, and not its panes alone.
  package let needsDomain: Bool
  let run: @Sendable (Call) throws -> ExitCode

  package init(
    _ name: String, _ summary: String, operands: [Operand] = [], options: [VerbOption] = [],
    notes: [String] = [], examples: [String] = [], hidden: Bool = false, watches: Bool = false,
    needsDomain: Bool = true, run: @escaping @Sendable (Call) throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.notes = notes
    self.examples = examples
    isHidden = hidden
    self.watches = watches
    self.needsDomain = needsDomain
    self.run = run
  }
}

/// One option as data: the parser, `help`, `man` and the completions all read this.
package struct VerbOption: Sendable {
  /// What follows the option.
  package enum Value: Sendable {
    case flag
    case oneOf([String])
    /// Any text; the name is what help calls it, such as `FILE`.
    case text(String)
    /// The path of a file; the name is what help calls it.
    case file(String)
  }

  package let name: String
  let value: Value
  /// What it does, without a full stop.
  package let help: String
  /// The one-letter form, without its dash.
  let letter: Character?
  /// Whether help leaves it out.
  package let isHidden: Bool

  package init(
    _ name: String, _ help: String, _ value: Value = .flag, letter: Character? = nil,
    hidden: Bool = false
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.letter = letter
    isHidden = hidden
  }

  /// Whether nothing follows it.
  var isFlag: Bool { if case .flag = value { true } else { false } }

  /// The option as help shows it: `--layer user|site|managed`.
  package var usage: String {
    switch value {
    case .flag: "--\(name)"
    case .oneOf(let words): "--\(name) \(words.joined(separator: "|"))"
    case .text(let word), .file(let word): "--\(name) \(word)"
    }
  }
}

/// One word that a verb takes besides its options, as data.
package struct Operand: Sendable {
  /// What the word names, so that completion can offer something.
  package enum Kind: Sendable, Equatable {
    case app, key, value, path, text
    case oneOf([String])
  }

  /// How often it stands there; `some` is once or more.
  package enum Count: Sendable { case once, optional, many, some }

  /// What help calls it, such as `KEY`.
  let name: String
  let kind: Kind
  let count: Count

  package init(_ name: String, _ kind: Kind, _ count: Count = .once) {
    (self.name, self.kind, self.count) = (name, kind, count)
  }

  /// The app that nearly every verb begins with.
  package static let app = Operand("APP", .app)

  var takesMany: Bool { count == .many || count == .some }

  /// Whether a call without it is wrong.
  var isNeeded: Bool { count == .once || count == .some }

  /// The operand as help shows it: `KEY`, `[KEY]`, `KEY...`, `[KEY...]`.
  var usage: String {
    switch count {
    case .once: name
    case .optional: "[\(name)]"
    case .some: "\(name)..."
    case .many: "[\(name)...]"
    }
  }
}

/// What the words of a command line come to: a verb, its words and its options.
package struct Invocation: Sendable {
  /// The verb; nil opens the editor.
  package var verb: Verb?
  /// The words that are no options, in order.
  package var operands: [String] = []
  /// The options that were given, with their values; a flag's is empty.
  package var options: [String: String] = [:]
}

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

  /// The syntax of an app's own tool, which users call by words such as `mytool config`.
  ///
  /// A tool knows no mirror, and only a tool with a version can print one.
  package static func tool(program: String, hasVersion: Bool = true) -> Syntax {
    let verbs = toolVerbs.map { verb in
      var verb = verb
      verb.options.removeAll { $0.name == "cloud" || $0.name == "unpushed" }
      return verb
    }
    return Syntax(
      program: program, verbs: verbs + [.help],
      common: toolOptions.filter { hasVersion || $0.name != "version" }, namesApp: false)
  }
}

extension VerbOption {
  package static let json = VerbOption("json", "print JSON, for programs")
  package static let secrets = VerbOption("secrets", "print secrets instead of hiding them")
}
