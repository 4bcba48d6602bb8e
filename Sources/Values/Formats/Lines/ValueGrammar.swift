/// The syntax of the values in a dialect.
///
/// A grammar determines where a value ends and how the value is decoded and encoded. Each syntax is
/// a separate type. The parameter `signs` contains the characters that begin a comment in the
/// dialect.
protocol ValueGrammar: Sendable {
  /// Finds the value after the separator of a line, or returns `nil` if the line can't be parsed.
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan?
  /// Decodes a value, or returns `nil` if only the application that reads the file can evaluate it.
  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]?
  /// Encodes a string in the style of the previous value.
  ///
  /// The result is `nil` if the syntax can't represent the string.
  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]?
}

/// The range of a value in the file, and the comments that follow the value.
struct ValueScan {
  var value: Range<Int>
  /// An offset on the last line of the value, which can span several lines.
  var end: Int
  var comments: [Comment] = []
}

extension ValueScan {
  /// Creates the scan result for a value, or returns `nil` if anything other than a comment follows
  /// the value.
  init?(_ bytes: [UInt8], _ value: Range<Int>, end: Int, signs: [UInt8]) {
    let rest = bytes.skippingBlanks(from: value.upperBound)
    guard rest < end else {
      self.init(value: value, end: end)
      return
    }
    guard signs.contains(bytes[rest]) else { return nil }
    self.init(value: value, end: end, comments: [Comment(range: rest..<end, isBehind: true)])
  }
}

extension [UInt8] {
  /// Returns a range of the file without the whitespace around its contents.
  ///
  /// If the range contains only whitespace, the result is an empty range after its first character.
  func trimmedRange(_ start: Int, _ end: Int) -> Range<Int> {
    let first = skippingBlanks(from: start)
    if first >= end {
      let empty = Swift.min(start + (start < end ? 1 : 0), end)
      return empty..<empty
    }
    return first..<first + self[first..<end].trimmed.count
  }

  /// The lines of a multiline value, each without surrounding whitespace.
  var trimmedLines: [ArraySlice<UInt8>] {
    split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      (line.last == 0x0D ? line.dropLast() : line).trimmed
    }
  }

  /// Returns a copy of the text in which special characters are replaced by escape sequences.
  func escaped(_ escapes: [UInt8: String]) -> [UInt8] {
    flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] }
  }
}
