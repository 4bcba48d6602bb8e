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
  /// In contrast, the operator `==` treats `é` and `e` + U+0301 as equal. The checks that suffice for
  /// most strings are inlined, so that searching an array doesn't copy its elements.
  @inlinable
  @inline(__always)
  package func isSame(as other: String) -> Bool {
    isIdentical(to: other) || utf8.count == other.utf8.count && hasSameCodeUnits(as: other)
  }

  @usableFromInline
  package func hasSameCodeUnits(as other: String) -> Bool {
    withCodeUnits { left in
      other.withCodeUnits { right in left.indices.allSatisfy { left[$0] == right[$0] } }
    }
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

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether this text precedes another in a written file, which sorts by UTF-16 code
  /// units.
  ///
  /// The UTF-8 order is different only for characters beyond U+FFFF, whose first byte is F0 or
  /// above. In UTF-16, they are sorted before U+E000 to U+FFFF, whose first byte is EE or EF.
  @inline(__always)
  func isWritten(before other: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < count, index < other.count, self[index] == other[index] { index += 1 }
    guard index < count, index < other.count else { return count < other.count }
    let (a, b) = (self[index], other[index])
    return a >= 0xEE && b >= 0xEE && (a >= 0xF0) != (b >= 0xF0) ? a > b : a < b
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
