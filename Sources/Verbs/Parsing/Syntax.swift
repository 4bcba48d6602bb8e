package import Settee

/// The commands of a program, and the options that all commands accept.
package struct Syntax: Sendable {
  /// The text that the user types before a command, such as `settee` or `mytool config`.
  package let program: String
  package let verbs: [Verb]
  /// The options that all commands of the program accept.
  package let common: [VerbOption]
  /// A Boolean value that indicates whether the user specifies an app in most commands, as in
  /// `settee get APP`.
  ///
  /// For the `config` subcommand of an app's own tool, the app is always the tool itself.
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

  /// Returns a summary of a command's arguments, such as `settee get APP [KEY]`.
  package func usage(of verb: Verb) -> String {
    ([program, verb.name] + operands(of: verb).map(\.usage)).joined(separator: " ")
  }

  /// The names of commands in similar programs, such as `put`, and the corresponding commands of
  /// Settee.
  static let otherWords = [
    "read": "get", "write": "set", "unset": "reset", "delete": "reset",
    "monitor": "watch", "range": "describe", "domains": "apps", "dump": "export", "load": "import",
    "lint": "check", "validate": "check", "search": "find", "log": "history", "revert": "undo",
    "print": "get", "ls": "list", "list-recursively": "list", "list-keys": "list", "put": "set",
    "append": "add", "insert": "add",
  ]
  /// Returns an error message for an unknown command.
  ///
  /// If another argument follows the unknown command, the user might have meant it as the name of
  /// an app.
  package func unknownWord(_ word: String, before next: String? = nil) -> SetteeError {
    let what = namesApp && next == nil ? "Unknown command or app" : "Unknown command"
    let near = Suggestion.nearest(to: word, among: shownVerbs.map(\.name))
    var advice = near.map { "Did you mean '\($0)'? " } ?? ""
    advice += "See '\(program) help'."
    if namesApp, let next { advice += " To open the app '\(word)', omit '\(next)'." }
    return SetteeError(.usage, "\(what) '\(word)'. \(advice)")
  }
}

/// A command of the program, with its operands and options.
package struct Verb: Sendable {
  package let name: String
  /// A summary of the command in the imperative, without a period, such as
  /// `Print the value of a key`.
  package let summary: String
  let operands: [Operand]
  /// The options that only this command accepts, in addition to the common options.
  package var options: [VerbOption]
  /// The paragraphs of the help text that describe the command in detail.
  package let notes: [String]
  /// Examples of the command with its arguments, without the name of the program.
  package let examples: [String]
  /// A Boolean value that indicates whether help and completions omit the command.
  let isHidden: Bool
  /// A Boolean value that indicates whether the command waits for changes to settings, like
  /// `watch`.
  package let watches: Bool
  /// A Boolean value that indicates whether the command reads or writes the values of an app.
  ///
  /// Commands that need only the panes of an app, such as `show`, also work without a domain.
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

/// An option of a command, as used by the parser, `help`, the manual page, and the completions.
package struct VerbOption: Sendable {
  package let name: String
  /// The value that the user specifies for the option, or `nil` if the option is a flag.
  let value: Operand?
  /// A short description of the option in lowercase, with its default in parentheses.
  package let help: String
  /// The single-character form of the option without its hyphen, such as `q` for `-q`.
  let letter: Character?
  /// A Boolean value that indicates whether the help text omits the option.
  package let isHidden: Bool

  package init(
    _ name: String, _ help: String, _ value: Operand? = nil, letter: Character? = nil,
    hidden: Bool = false
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.letter = letter
    isHidden = hidden
  }

  /// The option as shown in help, such as `--layer user|site|managed`.
  package var usage: String { "--\(name)" + (value.map { " \($0.name)" } ?? "") }
}

/// An operand of a command, or the value of an option.
package struct Operand: Sendable {
  /// The type of an operand, such as a file, which determines its completions in the shell.
  package enum OperandType: Sendable, Equatable {
    case app, key, value, path, text
    /// The key of a list, or of an item in a list.
    case list, item
    case oneOf([String])
  }

  /// The number of times that the user can specify the operand.
  ///
  /// An operand with the count `some` must be specified at least once.
  package enum Count: Sendable { case once, optional, many, some }

  /// The name of the operand in the help text, such as `KEY`.
  let name: String
  let kind: OperandType
  let count: Count

  package init(_ name: String, _ kind: OperandType, _ count: Count = .once) {
    (self.name, self.kind, self.count) = (name, kind, count)
  }

  /// Returns an operand that can be any text.
  package static func text(_ name: String) -> Operand { Operand(name, .text) }

  /// Returns an operand that is the path of a file.
  package static func file(_ name: String) -> Operand { Operand(name, .path) }

  /// Returns an operand that is one of several words.
  package static func oneOf(_ words: [String]) -> Operand {
    Operand(words.joined(separator: "|"), .oneOf(words))
  }

  /// The operand that specifies an app, which is the first operand of most commands.
  package static let app = Operand("APP", .app)

  var takesMany: Bool { count == .many || count == .some }

  /// A Boolean value that indicates whether the user must specify the operand.
  var isNeeded: Bool { count == .once || count == .some }

  /// The operand as shown in the usage line, such as `KEY`, `[KEY]`, `KEY...`, or `[KEY...]`.
  var usage: String {
    switch count {
    case .once: name
    case .optional: "[\(name)]"
    case .some: "\(name)..."
    case .many: "[\(name)...]"
    }
  }
}

extension Syntax {
  /// The commands that are available in `settee` and in the `config` subcommand of an app's own
  /// tool.
  package static let toolVerbs: [Verb] = [
    .get, .set, .add, .remove, .move, .reset, .list, .describe, .diff, .export, .import, .edit,
    .watch, .history, .undo,
  ]

  /// The options that all commands of an app's own tool accept.
  package static let toolOptions: [VerbOption] = [
    VerbOption(
      "layer",
      "layer to change: user (your settings), site (defaults for all users), or managed (enforced for all users); get, list, and export read only this layer (default: user for changes, all for reading)",
      .oneOf(["user", "site", "managed"])),
    VerbOption("dry-run", "show what would be written without writing it"),
    VerbOption("plain", "use plain mode, for screen readers and simple terminals"),
    VerbOption("no-mouse", "don't capture the mouse"),
    VerbOption(
      "staged", "in the editor, save changes only when you press w"),
    VerbOption("keys", "play a script of keys", .file("FILE"), hidden: true),
    VerbOption("help", "print help", letter: "h"),
    VerbOption("version", "print the version"),
  ]

  /// Returns the commands and options for the `config` subcommand of an app's own tool.
  ///
  /// Options for the cloud mirror aren't included, because an app's own tool doesn't sync its
  /// settings. It has a `--version` option only if it has a version.
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
