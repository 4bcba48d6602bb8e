/// The commands and the common options of a program.
package struct Syntax: Sendable {
  /// The text that precedes a command, such as `settee` or `mytool config`.
  package let program: String
  package let verbs: [Verb]
  /// The options that all commands accept.
  package let common: [VerbOption]
  /// A Boolean value that indicates whether commands have an APP operand.
  ///
  /// The commands of an app's own tool have none.
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

  /// Returns the usage line of a command, such as `settee get APP [KEY]`.
  package func usage(of verb: Verb) -> String {
    ([program, verb.name] + operands(of: verb).map(\.usage)).joined(separator: " ")
  }

  /// The names of commands in other tools, with the corresponding commands of Settee.
  static let otherWords = [
    "read": "get", "write": "set", "unset": "reset", "delete": "reset",
    "monitor": "watch", "range": "describe", "domains": "apps", "dump": "export", "load": "import",
    "lint": "check", "validate": "check", "search": "find", "log": "history", "revert": "undo",
    "print": "get", "ls": "list", "list-recursively": "list", "list-keys": "list", "put": "set",
  ]
  /// Returns the error for an unknown command.
  ///
  /// If another argument follows, the first argument may be the name of an app.
  package func unknownWord(_ word: String, before next: String? = nil) -> CommandError {
    let what = namesApp && next == nil ? "Unknown command or app" : "Unknown command"
    let near = Nearest.to(word, among: shownVerbs.map(\.name))
    var advice = near.map { "Did you mean '\($0)'? " } ?? ""
    advice += "See '\(program) help'."
    if namesApp, let next { advice += " To open the app '\(word)', omit '\(next)'." }
    return CommandError(.usage, "\(what) '\(word)'. \(advice)")
  }
}

/// A command, with the operands and options that it accepts.
package struct Verb: Sendable {
  package let name: String
  /// A summary in the imperative, without a period, such as `Print the value of a key`.
  package let summary: String
  let operands: [Operand]
  /// The options that only this command accepts.
  package var options: [VerbOption]
  /// The details of the command, with one string per paragraph.
  package let notes: [String]
  /// Example invocations without the name of the program.
  package let examples: [String]
  /// A Boolean value that indicates whether the command is omitted from help and completions.
  let isHidden: Bool
  /// A Boolean value that indicates whether the command observes changes.
  package let watches: Bool
  /// A Boolean value that indicates whether the command needs the settings of an app in addition to
  /// its panes.
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

/// An option, in the form that the parser, `help`, `man`, and the completions use.
package struct VerbOption: Sendable {
  /// The type of the value of an option.
  package enum ArgumentKind: Sendable {
    case flag
    case oneOf([String])
    /// Any string, with the name that help shows for it, such as `KEY`.
    case text(String)
    /// A file path, with the name that help shows for it, such as `FILE`.
    case file(String)
  }

  package let name: String
  let value: ArgumentKind
  /// A short description in lowercase and without a period, with the default in parentheses.
  package let help: String
  /// The form of the option with one letter, without its dash.
  let letter: Character?
  /// A Boolean value that indicates whether the option is omitted from help.
  package let isHidden: Bool

  package init(
    _ name: String, _ help: String, _ value: ArgumentKind = .flag, letter: Character? = nil,
    hidden: Bool = false
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.letter = letter
    isHidden = hidden
  }

  /// A Boolean value that indicates whether the option has no value.
  var isFlag: Bool { if case .flag = value { true } else { false } }

  /// The option in the form in which help shows it, such as `--layer user|site|managed`.
  package var usage: String {
    switch value {
    case .flag: "--\(name)"
    case .oneOf(let words): "--\(name) \(words.joined(separator: "|"))"
    case .text(let word), .file(let word): "--\(name) \(word)"
    }
  }
}

/// An operand of a command.
package struct Operand: Sendable {
  /// The type of an operand, which determines its completions.
  package enum Kind: Sendable, Equatable {
    case app, key, value, path, text
    /// A list, or an item of a list.
    case list, item
    case oneOf([String])
  }

  /// The number of times that the operand can occur.
  ///
  /// The case `some` means once or more.
  package enum Count: Sendable { case once, optional, many, some }

  /// The name of the operand in help, such as `KEY`.
  let name: String
  let kind: Kind
  let count: Count

  package init(_ name: String, _ kind: Kind, _ count: Count = .once) {
    (self.name, self.kind, self.count) = (name, kind, count)
  }

  /// The APP operand, which is the first operand of most commands.
  package static let app = Operand("APP", .app)

  var takesMany: Bool { count == .many || count == .some }

  /// A Boolean value that indicates whether the operand is required.
  var isNeeded: Bool { count == .once || count == .some }

  /// The operand in the form in which help shows it: `KEY`, `[KEY]`, `KEY...`, or `[KEY...]`.
  var usage: String {
    switch count {
    case .once: name
    case .optional: "[\(name)]"
    case .some: "\(name)..."
    case .many: "[\(name)...]"
    }
  }
}

/// A command line that has been parsed.
package struct Invocation: Sendable {
  /// The command, or `nil` to open the editor.
  package var verb: Verb?
  /// The operands of the command, in order.
  package var operands: [String] = []
  /// The options that were given, with their values.
  ///
  /// The value of a flag is empty.
  package var options: [String: String] = [:]
}

extension Syntax {
  /// The commands that both `settee` and an app's own tool offer.
  package static let toolVerbs: [Verb] = [
    .get, .set, .add, .remove, .move, .reset, .list, .describe, .diff, .export, .import, .edit,
    .watch, .history, .undo,
  ]

  /// The common options of an app's own tool.
  package static let toolOptions: [VerbOption] = [
    VerbOption(
      "layer",
      "layer to write; get, list, and export read only this layer (default: user)",
      .oneOf(["user", "site", "managed"])),
    VerbOption("dry-run", "show what would be written without writing it"),
    VerbOption("plain", "use line mode, for screen readers and simple terminals"),
    VerbOption("no-mouse", "don't capture the mouse"),
    VerbOption("staged", "save changes only when w is pressed"),
    VerbOption("keys", "play a script of keys", .file("FILE"), hidden: true),
    VerbOption("help", "print help", letter: "h"),
    VerbOption("version", "print the version"),
  ]

  /// Returns the syntax of an app's own tool, such as `mytool config`.
  ///
  /// Such a tool doesn't support mirrors, and has a `--version` option only if it has a version.
  package static func tool(program: String, hasVersion: Bool = true) -> Syntax {
    let verbs = toolVerbs.map { verb in
      var verb = verb
      verb.options.removeAll {
        ["cloud", "unpushed", "secret", "not-secret"].contains($0.name)
      }
      return verb
    }
    return Syntax(
      program: program, verbs: verbs + [.help],
      common: toolOptions.filter { hasVersion || $0.name != "version" }, namesApp: false)
  }
}

extension VerbOption {
  package static let json = VerbOption("json", "print JSON")
  package static let secrets = VerbOption("secrets", "print secrets instead of hiding them")
}
