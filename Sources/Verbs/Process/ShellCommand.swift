import Settee

/// Creates commands that the user can run in a shell to make the same change as in the editor.
///
/// The commands work in any directory and in all common shells.
package struct ShellCommand: Sendable {
  /// The arguments before the command.
  package private(set) var program = ["settee"]
  package private(set) var namesApp = true
  /// The command-line options that specify the layer and the panes, such as `--layer site`.
  private var options: [String] = []

  package init() {}

  /// Creates commands for the app that was opened in the editor.
  package init(_ call: Call) {
    program = call.syntax.program.split(separator: " ").map(String.init)
    namesApp = call.syntax.namesApp
    if let layer = call.namedLayer { options += ["--layer", layer.rawValue] }
    if call.has("in-app") { options.append("--in-app") }
  }

  /// Returns the shell command that sets a setting to a value.
  ///
  /// If no value is specified, the command reads the value from standard input. If no type is
  /// specified, the control of the key parses the value.
  package func set(_ text: String?, type: ValueType? = nil, _ key: String, of app: String) -> String
  {
    let type = type.map { ["--type", $0.rawValue] } ?? []
    guard let text else { return line("set", ["--stdin"] + type, app, [key]) }
    guard text.unicodeScalars.contains(where: \.isUnsafeToShow) else {
      return line("set", type, app, [key, text])
    }
    // Pass a value with control characters through `printf`, because pasting such characters into a
    // terminal isn't safe. The option `--stdin` removes the final newline.
    return "printf '" + Self.printed(text) + "\\n' | " + line("set", ["--stdin"] + type, app, [key])
  }

  /// Returns the shell command that resets a setting to its default.
  package func reset(_ key: String, of app: String) -> String { line("reset", [], app, [key]) }

  private func line(_ verb: String, _ more: [String], _ app: String, _ words: [String]) -> String {
    let operands = (namesApp ? [app] : []) + words
    let dash = operands.contains { $0.hasPrefix("-") } ? ["--"] : []
    return Self.line(program + [verb] + options + more + dash + operands)
  }

  /// Escapes text for use as a quoted format of the command `printf`, in any shell.
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

// Functions that quote arguments for POSIX shells.
extension ShellCommand {
  /// Returns a command line in which arguments with special characters are quoted.
  static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// Returns an argument in single quotes if it contains special characters, or unchanged
  /// otherwise.
  package static func quoted(_ word: String) -> String {
    guard word.isEmpty || !word.utf8.allSatisfy(plain.contains) else { return word }
    let scalars = word.unicodeScalars.map { scalar in
      switch scalar {
      case "'": "'\\''"
      // Write a backslash outside of the single quotes, because the shell fish interprets `\\` and
      // `\'` within them.
      case "\\": "'\\\\'"
      default: String(scalar)
      }
    }
    return "'" + scalars.joined() + "'"
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:+@,%".utf8)
}
