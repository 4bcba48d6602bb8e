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
  package func isSame(as other: String) -> Bool {
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
  @inline(__always)
  func isWritten(before other: String) -> Bool {
    withCodeUnits { left in other.withCodeUnits { left.isWritten(before: $0) } }
  }

  /// Whether this comes before another text by its UTF-8 units.
  package func precedes(_ other: String) -> Bool {
    withCodeUnits { left in other.withCodeUnits { left.lexicographicallyPrecedes($0) } }
  }

  /// A hash of the code units, seeded per process so that a hostile file cannot make keys collide.
  package var codeUnitHash: Int {
    var hasher = Hasher()
    hashCodeUnits(into: &hasher)
    return hasher.finalize()
  }

  /// What `hash(into:)` does for whoever compares texts by ``isSame(as:)``.
  package func hashCodeUnits(into hasher: inout Hasher) {
    withCodeUnits { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

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

extension String {
  /// Whether an XML file gives the text back as it was: it has no control character but tab and line
  /// feed, and neither U+FFFE nor U+FFFF.
  package var survivesXML: Bool { withCodeUnits { $0.survivesXML } }

  package var isASCII: Bool { withCodeUnits { $0.firstNonASCII == nil } }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var survivesXML: Bool {
    // In nearly every text no byte is in question, which the processor sees of many at once: byte by
    // byte, it takes a twentieth of a push of 1,024 changes.
    var isOdd: UInt8 = 0
    for unit in self { isOdd |= (unit < 0x20 ? 1 : 0) | (unit == 0xEF ? 1 : 0) }
    return isOdd == 0 || indices.allSatisfy { survivesXML(at: $0) }
  }

  private func survivesXML(at index: Int) -> Bool {
    let unit = self[index]
    if unit < 0x20 { return unit == 0x09 || unit == 0x0A }
    // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
    guard unit == 0xEF, index + 2 < count else { return true }
    return self[index + 1] != 0xBF || self[index + 2] < 0xBE
  }
}

/// Whether the keys of a dictionary come in the order of a written file, so that none stands twice.
///
/// It compares the bytes of the file, before they become text: without this, binary files are read
/// a fifth more slowly, and so more slowly than by libplist.
struct KeyRun {
  /// The bytes of the last key, nil when the run is over.
  private var last: UnsafeBufferPointer<UInt8>? = UnsafeBufferPointer(start: nil, count: 0)

  /// Of keys of which one did not come behind the one before, or is not written plainly.
  static var ended: KeyRun {
    var run = KeyRun()
    run.last = nil
    return run
  }

  /// Whether the next key comes behind all others.
  @inline(__always)
  mutating func goesOn(with key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let before = last, before.isWritten(before: key) else {
      last = nil
      return false
    }
    last = key
    return true
  }
}

/// Eight bytes looked at as one number, which is quicker than one after the other.
extension UInt64 {
  static var eachByte: UInt64 { 0x0101_0101_0101_0101 }

  /// Whether one of the eight bytes is this one.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { marks(of: byte) != 0 }

  /// The top bit of each byte that is this one.
  ///
  /// NB: only the lowest mark is certain; above it, a byte that differs by one may be marked too.
  @inline(__always)
  func marks(of byte: UInt8) -> UInt64 {
    // Where a byte is the wanted one, the difference is 0, and only then does borrowing set its
    // top bit while the byte itself has it clear.
    let difference = self ^ (UInt64(byte) &* .eachByte)
    return (difference &- .eachByte) & ~difference & (0x80 * .eachByte)
  }

  /// Which of the eight bytes, as they stand in memory, bears the lowest mark; 8 without any.
  @inline(__always)
  var lowestMark: Int { trailingZeroBitCount / 8 }

  /// The first bytes as they stand in memory, packed into a number as a person writes it.
  @inline(__always)
  func packed(first length: Int) -> UInt64 { byteSwapped >> UInt64(64 - 8 * length) }

  @inline(__always)
  var isASCII: Bool { self & (0x80 * .eachByte) == 0 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The eight bytes from there on, the first one lowest; they must be there.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawBufferPointer(self)
        .loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
