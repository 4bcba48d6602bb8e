import Settee
import SetteeTerminal

/// Where line mode reads and writes; two are made: one of a process, one of a test.
struct LineConsole {
  /// Reads a line; nil at the end of the input.
  var read: () -> String?
  /// Reads a line without showing it, after a question.
  var readSecret: (_ question: String) -> String?
  /// Writes a line; text that a terminal could act on is made harmless first.
  var write: (_ line: String) -> Void
  /// Writes the sign that an answer is waited for.
  var ask: () -> Void
  /// Brings out what was written, before something takes its time.
  var flush: () -> Void = {}
}

extension LineConsole {
  /// The standard streams of the process.
  static func live(_ console: Console, lettering: Lettering) -> LineConsole {
    LineConsole(
      read: { readLine(strippingNewline: true) },
      readSecret: { question in
        guard console.canAsk else { return readLine(strippingNewline: true) }
        return (try? console.askSecret(question + " ")) ?? nil
      },
      write: { try? console.line(lettering.lines(SafeText.lines($0))) },
      ask: {
        try? console.write("> ")
        try? console.flush()
      }, flush: { try? console.flush() })
  }
}

extension Lettering {
  /// Lines as they can be read with these characters.
  func lines(_ text: String) -> String {
    guard self == .ascii else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var plain = String.UnicodeScalarView()
      forEachGlyph(of: String(line)) { glyph in
        if let scalar = Unicode.Scalar(glyph.base) { plain.append(scalar) }
        return true
      }
      return String(plain)
    }
    return lines.joined(separator: "\n")
  }
}
