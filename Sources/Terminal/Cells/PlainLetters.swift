/// ASCII for characters that a terminal, or a search, does without: `é` is `e`, `…` is `...`.
public enum PlainLetters {
  /// The ASCII bytes for a character; a question mark where there are none.
  public static func ascii(for scalar: Unicode.Scalar) -> [UInt8] {
    find(scalar) ?? [UInt8(ascii: "?")]
  }

  /// The ASCII bytes for a character; nil where there are none.
  public static func find(_ scalar: Unicode.Scalar) -> [UInt8]? {
    switch scalar.value {
    case 0..<0x20, 0x7F: nil
    case 0x20..<0x7F: [UInt8(scalar.value)]
    // Full-width forms stand at a fixed distance from their ASCII twins.
    case 0xFF01...0xFF5E: [UInt8(scalar.value - 0xFEE0)]
    default: table[scalar.value]
    }
  }

  /// Whether ASCII can be read for each letter of a text.
  @Sendable public static func canWrite(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || find($0) != nil }
  }

  private static let table: [UInt32: [UInt8]] = {
    var table: [UInt32: [UInt8]] = [:]
    for entry in PlainLetterTable.entries.unicodeScalars.split(separator: " ") {
      guard let first = entry.first else { continue }
      let ascii = entry.dropFirst().map {
        $0 == "_" ? UInt8(0x20) : UInt8(truncatingIfNeeded: $0.value)
      }
      table[first.value] = ascii
    }
    return table
  }()
}
