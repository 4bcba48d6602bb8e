extension String {
  /// Creates a string from UTF-8 bytes, in which U+FFFD replaces invalid bytes.
  @inline(__always)
  init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    // Swift stores short strings inline, so they can be validated in a single step without a heap
    // allocation.
    guard bytes.count <= 15, let source = bytes.baseAddress else {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    self.init(unsafeUninitializedCapacity: bytes.count) { room in
      room.baseAddress?.initialize(from: source, count: bytes.count)
      return bytes.count
    }
  }

  /// Returns whether two strings consist of the same code units.
  ///
  /// In contrast, the operator `==` treats `é` and `e` + U+0301 as equal.
  package func isSame(as other: String) -> Bool {
    if isIdentical(to: other) { return true }
    guard utf8.count == other.utf8.count else { return false }
    return withCodeUnits { left in other.withCodeUnits { left.isSame(as: $0) } }
  }

  /// Returns whether two strings have identical bits in memory and are therefore equal.
  ///
  /// The content of a short string is part of these bits, so this comparison is sufficient for
  /// nearly every pair of equal keys.
  @inlinable
  package func isIdentical(to other: String) -> Bool {
    unsafeBitCast(self, to: SIMD2<UInt64>.self) == unsafeBitCast(other, to: SIMD2<UInt64>.self)
  }

  /// Returns whether this string precedes another in a written file, which sorts by UTF-16 code
  /// units.
  @inline(__always)
  func isWritten(before other: String) -> Bool {
    withCodeUnits { left in other.withCodeUnits { left.isWritten(before: $0) } }
  }

  /// Returns whether this string precedes another in the order of UTF-8 code units.
  package func precedes(_ other: String) -> Bool {
    withCodeUnits { left in other.withCodeUnits { left.lexicographicallyPrecedes($0) } }
  }

  /// A hash of the code units of the string.
  ///
  /// The hash is seeded per process, so that malicious files can't cause collisions.
  package var codeUnitHash: Int {
    var hasher = Hasher()
    hashCodeUnits(into: &hasher)
    return hasher.finalize()
  }

  /// Hashes the code units of the string, consistent with ``isSame(as:)``.
  package func hashCodeUnits(into hasher: inout Hasher) {
    withCodeUnits { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Calls a closure with the UTF-8 code units of the string.
  @inlinable
  @inline(__always)
  package func withCodeUnits<Result>(_ work: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(work) { return result }
    // Only strings bridged from Objective-C aren't contiguous, so copy their code units.
    return Array(utf8).withUnsafeBufferPointer(work)
  }
}

extension [UInt8] {
  /// Returns whether two arrays contain the same bytes.
  ///
  /// To save time, this method compares eight bytes at a time.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { left.isSame(as: $0) }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether this text precedes another in a written file, which sorts by UTF-16 code
  /// units.
  ///
  /// The UTF-8 order is different only for characters beyond U+FFFF, whose first byte is F0 or
  /// above. In UTF-16, they are sorted before U+E000 to U+FFFF, whose first byte is EE or EF.
  @inline(__always)
  func isWritten(before other: UnsafeBufferPointer<UInt8>) -> Bool {
    let index = commonPrefix(with: other)
    guard index < count, index < other.count else { return count < other.count }
    let (a, b) = (self[index], other[index])
    return a >= 0xEE && b >= 0xEE && (a >= 0xF0) != (b >= 0xF0) ? a > b : a < b
  }

  /// Returns whether two buffers contain the same bytes.
  @inline(__always)
  func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return commonPrefix(with: other) == count }
    var index = 0
    while index + 8 <= count {
      if word(at: index) != other.word(at: index) { return false }
      index += 8
    }
    // Compare the remaining bytes of the buffers as eight bytes that overlap the previous ones.
    return word(at: count - 8) == other.word(at: count - 8)
  }

  /// Returns the number of bytes that two buffers have in common at the start.
  ///
  /// To save time, this method compares eight bytes at a time.
  @inline(__always)
  fileprivate func commonPrefix(with other: UnsafeBufferPointer<UInt8>) -> Int {
    let shorter = Swift.min(count, other.count)
    var index = 0
    while index + 8 <= shorter {
      let difference = word(at: index) ^ other.word(at: index)
      // The first byte in memory is the least significant byte of the integer.
      if difference != 0 { return index + difference.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < shorter, self[index] == other[index] { index += 1 }
    return index
  }
}

extension String {
  /// A Boolean value that indicates whether the string stays the same when it is written to XML and
  /// read again.
  ///
  /// Such a string contains no control characters other than tab and line feed, and neither U+FFFE
  /// nor U+FFFF.
  package var survivesXML: Bool { withCodeUnits { $0.survivesXML } }

  package var isASCII: Bool { withCodeUnits { $0.firstNonASCII == nil } }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var survivesXML: Bool {
    // Rule out nearly all text with a fast check, which the compiler can vectorize. Checking each
    // byte takes 5% of the time of pushing 1,024 changes.
    var isOdd: UInt8 = 0
    for unit in self { isOdd |= (unit < 0x20 ? 1 : 0) | (unit == 0xEF ? 1 : 0) }
    return isOdd == 0 || indices.allSatisfy { survivesXML(at: $0) }
  }

  private func survivesXML(at index: Int) -> Bool {
    let unit = self[index]
    if unit < 0x20 { return unit == 0x09 || unit == 0x0A }
    // The characters U+FFFE and U+FFFF are encoded in UTF-8 as EF BF BE and EF BF BF.
    guard unit == 0xEF, index + 2 < count else { return true }
    return self[index + 1] != 0xBF || self[index + 2] < 0xBE
  }
}

/// A check that the keys of a dictionary are sorted and therefore unique.
///
/// The check compares the bytes in the file before they are converted to strings. Without it,
/// reading binary files takes 20% longer.
struct KeyRun {
  /// The bytes of the last key, or `nil` once the keys are known to be unsorted.
  private var last: UnsafeBufferPointer<UInt8>? = UnsafeBufferPointer(start: nil, count: 0)

  /// The state of the check after it has found an unsorted or non-ASCII key.
  static var ended: KeyRun {
    var run = KeyRun()
    run.last = nil
    return run
  }

  /// Returns whether a key sorts after all previous keys of the dictionary.
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

/// Operations that process eight bytes at a time, which are stored in one integer.
extension UInt64 {
  static var eachByte: UInt64 { 0x0101_0101_0101_0101 }

  /// Returns whether one of the eight bytes is equal to a given byte.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { marks(of: byte) != 0 }

  /// Returns a mask with the top bit set in each of the eight bytes that is equal to a given byte.
  ///
  /// Only the lowest bit that is set in the mask is reliable. Above it, the mask can also mark a
  /// byte that differs by one.
  @inline(__always)
  func marks(of byte: UInt8) -> UInt64 {
    // The XOR operation changes each byte that is equal to `byte` to 0. Only for a zero byte, the
    // subtraction sets the top bit while it is clear in the byte itself.
    let difference = self ^ (UInt64(byte) &* .eachByte)
    return (difference &- .eachByte) & ~difference & (0x80 * .eachByte)
  }

  /// The index in memory of the first byte that a mask marks, or 8 if it doesn't mark any byte.
  @inline(__always)
  var lowestMark: Int { trailingZeroBitCount / 8 }

  /// Returns the first bytes in memory as a big-endian integer.
  @inline(__always)
  func packed(first length: Int) -> UInt64 { byteSwapped >> UInt64(64 - 8 * length) }

  @inline(__always)
  var isASCII: Bool { self & (0x80 * .eachByte) == 0 }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the eight bytes at an offset as a little-endian integer.
  ///
  /// All eight bytes must be within the bounds of the buffer.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawBufferPointer(self)
        .loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
