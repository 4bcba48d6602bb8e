/// One option as data: the parser, `help`, `man` and the completions all read this.
package struct VerbOption: Sendable {
  /// What follows the option.
  package enum Value: Sendable {
    /// Nothing: it is there or not.
    case flag
    /// One of a few words.
    case oneOf([String])
    /// Any text; the name is what help calls it, such as `FILE`.
    case text(String)
    /// The path of a file; the name is what help calls it.
    case file(String)
  }

  /// The name without its dashes.
  package let name: String
  /// What follows it.
  package let value: Value
  /// What it does, without a full stop.
  package let help: String
  /// The one-letter form, without its dash.
  package let letter: Character?
  /// Whether help leaves it out.
  package let isHidden: Bool

  /// Makes an option.
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
  package var isFlag: Bool {
    if case .flag = value { true } else { false }
  }

  /// The option as help shows it: `--layer user|site|managed`.
  package var usage: String {
    switch value {
    case .flag: "--\(name)"
    case .oneOf(let words): "--\(name) \(words.joined(separator: "|"))"
    case .text(let word), .file(let word): "--\(name) \(word)"
    }
  }
}
