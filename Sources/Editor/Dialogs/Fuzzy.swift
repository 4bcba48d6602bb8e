import SetteeTerminal

// Fuzzy matching, which the search dialog and the filters of lists and pages use.

// Callers must normalize both the pattern and the text with `folded(limit:)`.
extension [UInt8] {
  /// Returns a score for how well the text matches a pattern, or `nil` if it doesn't match.
  ///
  /// A text matches if it contains the bytes of the pattern in order. Better matches have higher
  /// scores. Matches are ranked in this order: the entire text, its beginning, the beginning of a
  /// word, any other substring, and nonadjacent characters.
  func score(of pattern: [UInt8]) -> Int? {
    guard !pattern.isEmpty else { return 0 }
    let length = Swift.min(count, 200)
    if let (place, startsWord) = bestPlace(of: pattern) {
      if place == 0 { return pattern.count == count ? 4000 : 3000 - length }
      return (startsWord ? 2000 : 1000) - length
    }
    return scattered(pattern).map { 500 - Swift.min($0, 200) - length }
  }

  /// Returns the first occurrence of a pattern in the text, preferably at the beginning of a word.
  func bestPlace(of pattern: [UInt8]) -> (place: Int, startsWord: Bool)? {
    guard let first = pattern.first, pattern.count <= count else { return nil }
    var found: Int?
    for start in 0...(count - pattern.count) where self[start] == first {
      guard pattern.indices.allSatisfy({ self[start + $0] == pattern[$0] }) else { continue }
      if start == 0 || !isWordByte(self[start - 1]) { return (start, true) }
      found = found ?? start
    }
    return found.map { ($0, false) }
  }

  /// Returns how many bytes lie between the matched bytes, or `nil` if the text doesn't contain the
  /// bytes of the pattern in order.
  private func scattered(_ pattern: [UInt8]) -> Int? {
    // Match only patterns of three or more ASCII characters, because shorter patterns would match
    // nearly any text.
    guard pattern.count > 2, pattern.allSatisfy({ $0 < 0x80 }) else { return nil }
    var next = 0
    var start = 0
    for (index, byte) in enumerated() where byte == pattern[next] {
      if next == 0 { start = index }
      next += 1
      guard next < pattern.count else { return index - start + 1 - pattern.count }
    }
    return nil
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
  }
}

extension String {
  /// Returns the bytes of the text for a search, which ignores differences in case, width, and
  /// accents.
  ///
  /// The search ignores text beyond the limit.
  func folded(limit: Int = 2000) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(min(utf8.count, limit))
    for (index, scalar) in unicodeScalars.enumerated() {
      guard index < limit else { break }
      if scalar.isASCII {
        result.append(Self.lowered(UInt8(truncatingIfNeeded: scalar.value)))
      } else {
        Self.fold(scalar, into: &result)
      }
    }
    return result
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }

  private static func fold(_ scalar: Unicode.Scalar, into result: inout [UInt8]) {
    // Map halfwidth katakana to fullwidth katakana so that a search finds both.
    if (0xFF66...0xFF9D).contains(scalar.value) {
      return append(katakana[Int(scalar.value) - 0xFF66], to: &result)
    }
    guard !isMark(scalar) else { return }
    if let plain = scalar.similarASCIIText {
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

  private static let katakana = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
      .unicodeScalars)
}
