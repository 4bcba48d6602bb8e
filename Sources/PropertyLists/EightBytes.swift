/// Eight bytes looked at as one number, which is quicker than one after the other.
extension UInt64 {
  /// 1 in each byte.
  @inlinable
  package static var eachByte: UInt64 { 0x0101_0101_0101_0101 }

  /// Whether one of the eight bytes is this one.
  @inlinable
  @inline(__always)
  package func contains(_ byte: UInt8) -> Bool { marks(of: byte) != 0 }

  /// The top bit of each byte that is this one.
  ///
  /// NB: only the lowest mark is certain; above it, a byte that differs by one may be marked too.
  @inlinable
  @inline(__always)
  package func marks(of byte: UInt8) -> UInt64 {
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

  /// Whether one of the eight bytes is a control character of ASCII, other than DEL.
  @inlinable
  @inline(__always)
  package var hasControls: Bool {
    (self &- 0x20 * .eachByte) & ~self & (0x80 * .eachByte) != 0
  }

  /// Whether all eight bytes are ASCII.
  @inlinable
  @inline(__always)
  package var isASCII: Bool { self & (0x80 * .eachByte) == 0 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The eight bytes from there on, the first one lowest; they must be there.
  @inlinable
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawBufferPointer(self)
        .loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
