import Settee

/// Text as a shell reads it back.
enum ShellText {
  /// The text in quotes where a shell would read something else.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "_-./:@%+,".utf8.contains(byte)
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// A value as `settee set` takes it; nil for values that need more than text.
  static func argument(_ value: PropertyList) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bigInteger(let number): String(number)
    case .real(let number): Number.text(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .date, .data, .array, .dictionary, .uid: nil
    }
  }
}
