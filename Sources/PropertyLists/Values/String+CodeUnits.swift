extension String {
  /// Creates a string from UTF-8.
  ///
  /// Invalid bytes are replaced with U+FFFD.
  @inline(__always)
  init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    // Short strings are stored inline and validated at once, without a heap allocation.
    guard bytes.count <= 15, let source = bytes.baseAddress else {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    self.init(unsafeUninitializedCapacity: bytes.count) { room in
      room.baseAddress?.initialize(from: source, count: bytes.count)
      return bytes.count
    }
  }

  /// Returns whether both strings have the same code units.
  ///
  /// The operator `==` would treat `é` and `e` + U+0301 as equal.
  package func isSame(as other: String) -> Bool {
    if isIdentical(to: other) { return true }
    guard utf8.count == other.utf8.count else { return false }
    return withCodeUnits { left in other.withCodeUnits { left.elementsEqual($0) } }
  }

  /// Returns whether both strings have identical bits in memory, and are therefore equal.
  ///
  /// The content of a short string is part of these bits, so this comparison is sufficient for
  /// nearly every pair of equal keys.
  @inlinable
  package func isIdentical(to other: String) -> Bool {
    unsafeBitCast(self, to: SIMD2<UInt64>.self) == unsafeBitCast(other, to: SIMD2<UInt64>.self)
  }

  /// Returns whether this string is sorted before another string in a written file, by UTF-16 code
  /// units.
  @inline(__always)
  func isWritten(before other: String) -> Bool {
    withCodeUnits { left in other.withCodeUnits { left.isWritten(before: $0) } }
  }

  /// Returns whether this string is sorted before another string, by UTF-8 code units.
  package func precedes(_ other: String) -> Bool {
    withCodeUnits { left in other.withCodeUnits { left.lexicographicallyPrecedes($0) } }
  }

  /// A hash of the code units.
  ///
  /// The hash is seeded per process, so that malicious files can't cause collisions.
  package var codeUnitHash: Int {
    var hasher = Hasher()
    hashCodeUnits(into: &hasher)
    return hasher.finalize()
  }

  /// Hashes the code units, consistent with ``isSame(as:)``.
  package func hashCodeUnits(into hasher: inout Hasher) {
    withCodeUnits { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Calls a closure with the UTF-8 code units of the string.
  @inlinable
  @inline(__always)
  package func withCodeUnits<Result>(_ work: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(work) { return result }
    // Only strings that are bridged from Objective-C aren't contiguous.
    return Array(utf8).withUnsafeBufferPointer(work)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether this text is sorted before another text in a written file, by UTF-16 code
  /// units.
  ///
  /// The order in UTF-8 is different only for characters beyond U+FFFF, whose first byte is F0 or
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
  /// A Boolean value that indicates whether an XML file preserves the text.
  ///
  /// Such a text contains no control characters except for tab and line feed, and neither U+FFFE
  /// nor U+FFFF.
  package var survivesXML: Bool { withCodeUnits { $0.survivesXML } }

  package var isASCII: Bool { withCodeUnits { $0.firstNonASCII == nil } }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var survivesXML: Bool {
    // A fast check, which the compiler can vectorize, rules out nearly all text. Checking each byte
    // takes 5% of the time of pushing 1,024 changes.
    var isOdd: UInt8 = 0
    for unit in self { isOdd |= (unit < 0x20 ? 1 : 0) | (unit == 0xEF ? 1 : 0) }
    return isOdd == 0 || indices.allSatisfy { survivesXML(at: $0) }
  }

  private func survivesXML(at index: Int) -> Bool {
    let unit = self[index]
    if unit < 0x20 { return unit == 0x09 || unit == 0x0A }
    // The characters U+FFFE and U+FFFF are encoded as EF BF BE and EF BF BF.
    guard unit == 0xEF, index + 2 < count else { return true }
    return self[index + 1] != 0xBF || self[index + 2] < 0xBE
  }
}
