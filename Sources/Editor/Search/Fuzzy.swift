/// How well a typed pattern fits a text, both folded.
enum Fuzzy {
  /// The fit, larger is better; nil where the text does not hold the pattern's bytes in order.
  ///
  /// The whole text beats its beginning, that beats the beginning of a word, that beats any other
  /// place, and letters that stand apart come last.
  static func score(_ pattern: [UInt8], in text: [UInt8]) -> Int? {
    pattern.withUnsafeBufferPointer { pattern in
      text.withUnsafeBufferPointer { score(pattern, in: $0) }
    }
  }

  /// The fit of buffers, for an index that keeps all texts in one array.
  static func score(
    _ pattern: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard !pattern.isEmpty else { return 0 }
    guard pattern.count <= text.count else { return nil }
    let length = min(text.count, 200)
    if let (place, startsWord) = bestPlace(of: pattern, in: text) {
      if place == 0 { return pattern.count == text.count ? 4000 : 3000 - length }
      return (startsWord ? 2000 : 1000) - length
    }
    return scattered(pattern, in: text).map { 500 - min($0, 200) - length }
  }

  /// Where the pattern stands as a whole; a place that begins a word is preferred.
  static func bestPlace(
    of pattern: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> (place: Int, startsWord: Bool)? {
    guard let first = pattern.first, pattern.count <= text.count else { return nil }
    var found: Int?
    for start in 0...(text.count - pattern.count) where text[start] == first {
      guard matches(pattern, text, at: start) else { continue }
      if start == 0 || !isWordByte(text[start - 1]) { return (start, true) }
      found = found ?? start
    }
    return found.map { ($0, false) }
  }

  private static func matches(
    _ pattern: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    for index in 1..<max(pattern.count, 1) where text[start + index] != pattern[index] {
      return false
    }
    return true
  }

  /// How many bytes lie between the first and the last letter, when they come in order but apart.
  private static func scattered(
    _ pattern: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // Bytes of longer characters mean nothing apart, and two letters are found in almost any text.
    guard pattern.count > 2, pattern.allSatisfy({ $0 < 0x80 }) else { return nil }
    var next = 0
    var start = 0
    for (index, byte) in text.enumerated() where byte == pattern[next] {
      if next == 0 { start = index }
      next += 1
      guard next < pattern.count else { return index - start + 1 - pattern.count }
    }
    return nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
  }
}
