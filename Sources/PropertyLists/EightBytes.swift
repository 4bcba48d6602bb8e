/// Eight bytes looked at as one number, which is quicker than one after the other.
extension UInt64 {
  /// 1 in each byte.
  static var eachByte: UInt64 { 0x0101_0101_0101_0101 }

  /// Whether one of the eight bytes is this one.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    // Where a byte is the wanted one, the difference is 0, and only then does borrowing set its
    // top bit while the byte itself has it clear.
    let difference = self ^ (UInt64(byte) &* .eachByte)
    return (difference &- .eachByte) & ~difference & (0x80 * .eachByte) != 0
  }

  /// Whether all eight bytes are ASCII.
  var isASCII: Bool { self & (0x80 * .eachByte) == 0 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The eight bytes from there on; they must be there.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
