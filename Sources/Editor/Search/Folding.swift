import SetteeTerminal

/// Text as searching compares it: bytes without case, width and accents.
enum Folding {
  /// Folds the first characters of a text; what lies beyond the limit is not searched.
  static func fold(_ text: String, limit: Int = 2000) -> [UInt8] {
    var result: [UInt8] = []
    fold(text, limit: limit, into: &result)
    return result
  }

  /// Folds a text to the end of bytes that are there already.
  static func fold(_ text: String, limit: Int, into result: inout [UInt8]) {
    var left = limit
    for scalar in text.unicodeScalars {
      left -= 1
      guard left >= 0 else { return }
      if scalar.isASCII {
        result.append(lowered(UInt8(truncatingIfNeeded: scalar.value)))
      } else {
        fold(scalar, into: &result)
      }
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }

  private static func fold(_ scalar: Unicode.Scalar, into result: inout [UInt8]) {
    if let wide = wideKatakana(scalar) { return append(wide, to: &result) }
    guard !isMark(scalar) else { return }
    if let plain = PlainLetters.find(scalar) {
      result += plain.map(lowered)
    } else {
      for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(lower) {
        append(lower, to: &result)
      }
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark || (0xFF9E...0xFF9F).contains(scalar.value)
      || scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  /// The full-width twin of half-width katakana.
  private static func wideKatakana(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0xFF66...0xFF9D).contains(scalar.value) else { return nil }
    return katakana[Int(scalar.value) - 0xFF66]
  }

  private static let katakana = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
      .unicodeScalars)
}
