extension String {
  /// Makes text of the UTF-8 of a file; what is no UTF-8 becomes U+FFFD.
  @inline(__always)
  init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    // So few bytes stand in the text itself: nothing asks for memory, and they are checked at once.
    guard bytes.count <= 15, let source = bytes.baseAddress else {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    self.init(unsafeUninitializedCapacity: bytes.count) { room in
      room.baseAddress?.initialize(from: source, count: bytes.count)
      return bytes.count
    }
  }

  /// Whether both hold the same code units; `==` would also take `é` and `e` + U+0301 as equal.
  package func hasSameCodeUnits(as other: String) -> Bool {
    if isIdentical(to: other) { return true }
    guard utf8.count == other.utf8.count else { return false }
    return withCodeUnits { left in other.withCodeUnits { left.isSame(as: $0) } }
  }

  /// Whether both are the same bits in memory, and so the same text.
  ///
  /// A short text is nothing but these bits: nearly every comparison of two equal keys ends here.
  @inlinable
  package func isIdentical(to other: String) -> Bool {
    unsafeBitCast(self, to: SIMD2<UInt64>.self) == unsafeBitCast(other, to: SIMD2<UInt64>.self)
  }

  /// Whether this comes before another text in a written file: by UTF-16 units.
  func isWritten(before other: String) -> Bool {
    withCodeUnits { left in other.withCodeUnits { left.isWritten(before: $0) } }
  }

  /// Whether this comes before another text by its UTF-8 units.
  package func precedes(_ other: String) -> Bool {
    withCodeUnits { left in
      other.withCodeUnits { right in
        let index = left.commonPrefix(with: right)
        guard index < left.count, index < right.count else { return left.count < right.count }
        return left[index] < right[index]
      }
    }
  }

  /// A hash of the code units, seeded per process so that a hostile file cannot make keys collide.
  package var codeUnitHash: Int { withCodeUnits { KeyHash.of($0) } }

  /// Lends out the UTF-8 of the text.
  @inlinable
  @inline(__always)
  package func withCodeUnits<Result>(_ work: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(work) { return result }
    // Only text that came from Objective-C takes this way.
    return Array(utf8).withUnsafeBufferPointer(work)
  }
}

extension [UInt8] {
  /// Whether both hold the same bytes, looked at eight at a time.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { left.isSame(as: $0) }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether this text comes before another in a written file: by UTF-16 units.
  ///
  /// UTF-8 has the same order but for one thing: UTF-16 writes the characters beyond U+FFFF (first
  /// byte F0 and up) with units below those of U+E000 to U+FFFF (first byte EE or EF).
  @inline(__always)
  func isWritten(before other: UnsafeBufferPointer<UInt8>) -> Bool {
    let index = commonPrefix(with: other)
    guard index < count, index < other.count else { return count < other.count }
    let (a, b) = (self[index], other[index])
    return a >= 0xEE && b >= 0xEE && (a >= 0xF0) != (b >= 0xF0) ? a > b : a < b
  }

  /// Whether both, of the same length, hold the same bytes.
  @inline(__always)
  func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return commonPrefix(with: other) == count }
    var index = 0
    while index + 8 <= count {
      if word(at: index) != other.word(at: index) { return false }
      index += 8
    }
    // What is left is looked at together with some of what came before.
    return word(at: count - 8) == other.word(at: count - 8)
  }

  /// How many bytes are the same from the start on, looked at eight at a time.
  @inline(__always)
  fileprivate func commonPrefix(with other: UnsafeBufferPointer<UInt8>) -> Int {
    let shorter = Swift.min(count, other.count)
    var index = 0
    while index + 8 <= shorter {
      let difference = word(at: index) ^ other.word(at: index)
      // The first byte is the lowest one of the word.
      if difference != 0 { return index + difference.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < shorter, self[index] == other[index] { index += 1 }
    return index
  }
}
