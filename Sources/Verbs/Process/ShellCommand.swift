import Settee

/// The command line that does to a value what the user sees: for any folder, and any shell.
package struct ShellCommand: Sendable {
  /// The words before the verb.
  package private(set) var program = ["settee"]
  package private(set) var namesApp = true
  /// The options that say what is written and which panes check it.
  private var options: [String] = []

  package init() {}

  /// The commands that do what an editor does that was opened by a call.
  package init(_ call: Call) {
    program = call.syntax.program.split(separator: " ").map(String.init)
    namesApp = call.syntax.namesApp
    if let layer = call.namedLayer { options += ["--layer", layer.rawValue] }
    if call.has("in-app") { options.append("--in-app") }
  }

  /// The command that stores a value; nil stands for one that is asked for on standard input.
  ///
  /// Without a type the panes read the text, and where they are not found nothing is written.
  package func set(_ text: String?, type: ValueType? = nil, _ key: String, of app: String) -> String
  {
    let type = type.map { ["--type", $0.rawValue] } ?? []
    guard let text else { return line("set", ["--stdin"] + type, app, [key]) }
    guard text.unicodeScalars.contains(where: \.isUnsafeToShow) else {
      return line("set", type, app, [key, text])
    }
    // What a terminal acts on must not be pasted; one line break at the end is dropped again.
    return "printf '" + Self.printed(text) + "\\n' | " + line("set", ["--stdin"] + type, app, [key])
  }

  /// The command that goes back to the default.
  package func reset(_ key: String, of app: String) -> String { line("reset", [], app, [key]) }

  private func line(_ verb: String, _ more: [String], _ app: String, _ words: [String]) -> String {
    let operands = (namesApp ? [app] : []) + words
    let dash = operands.contains { $0.hasPrefix("-") } ? ["--"] : []
    return ShellWord.line(program + [verb] + options + more + dash + operands)
  }

  /// A text as printf(1) of every shell takes it in single quotes.
  private static func printed(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "%": "%%"
      case _ where scalar.isUnsafeToShow || "'\\-".unicodeScalars.contains(scalar):
        String(scalar).utf8.map { "\\" + octal($0) }.joined()
      default: String(scalar)
      }
    }.joined()
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}

/// Words as a POSIX shell reads them back.
package enum ShellWord {
  /// A command line of these words.
  static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }
  /// The word, quoted where the shell would not take it as it is.
  package static func quoted(_ word: String) -> String {
    guard word.isEmpty || !word.utf8.allSatisfy(plain.contains) else { return word }
    let scalars = word.unicodeScalars.map { scalar in
      switch scalar {
      case "'": "'\\''"
      // NB: fish reads \\ and \' in single quotes too.
      case "\\": "'\\\\'"
      default: String(scalar)
      }
    }
    return "'" + scalars.joined() + "'"
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:+@,%".utf8)
}
