extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte that is not part of valid UTF-8, nil when all is valid.
  var firstNonUTF8: Int? {
    var index = 0
    while index < count {
      index = skipASCII(from: index)
      guard index < count else { return nil }
      let length = lengthOfScalar(at: index)
      guard length > 0 else { return index }
      index += length
    }
    return nil
  }

  /// The offset of the first byte that is not ASCII, nil when all are.
  var firstNonASCII: Int? {
    let end = skipASCII(from: 0)
    return end < count ? end : nil
  }

  /// The offset of the first byte from there on that is not ASCII.
  private func skipASCII(from start: Int) -> Int {
    var index = start
    while index + 16 <= count, (word(at: index) | word(at: index + 8)).isASCII { index += 16 }
    while index < count, self[index] < 0x80 { index += 1 }
    return index
  }

  /// How many bytes the non-ASCII scalar there has, 0 when it is malformed.
  private func lengthOfScalar(at index: Int) -> Int {
    let (length, second): (Int, ClosedRange<UInt8>)
    switch self[index] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard index + length <= count, second.contains(self[index + 1]) else { return 0 }
    for later in (index + 1)..<(index + length) where self[later] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
