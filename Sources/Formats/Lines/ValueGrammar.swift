/// How a dialect writes its values: where one ends, what its bytes mean, and which bytes say a text.
///
/// Each way is a type in a file of its own; a dialect names one. The signs are those that begin a
/// comment in the dialect.
protocol ValueGrammar: Sendable {
  /// Finds a value that begins behind its separator, nil where the line cannot be understood.
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan?
  /// The text of a value, quotes and escapes resolved; nil where only its program can tell.
  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]?
  /// The bytes for a text, in the manner of the old ones; nil where none hold it.
  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]?
}

/// Where a value and what comes behind it stand.
struct ValueScan {
  var value: Range<Int>
  /// Somewhere on the value's last line.
  var end: Int
  var comments: [Comment] = []
}

extension ValueScan {
  /// A value behind which nothing or a comment may stand; nil where anything else does.
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
  /// The range between two offsets without blanks at its ends; an empty one has a blank before it.
  func trimmedRange(_ start: Int, _ end: Int) -> Range<Int> {
    let first = skippingBlanks(from: start)
    if first >= end {
      let empty = Swift.min(start + (start < end ? 1 : 0), end)
      return empty..<empty
    }
    return first..<first + self[first..<end].trimmed.count
  }

  /// The lines of a value that goes over several, each without blanks at its ends.
  var trimmedLines: [ArraySlice<UInt8>] {
    split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      (line.last == 0x0D ? line.dropLast() : line).trimmed
    }
  }

  /// The bytes with some written in another way.
  func escaped(_ escapes: [UInt8: String]) -> [UInt8] {
    flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] }
  }
}
