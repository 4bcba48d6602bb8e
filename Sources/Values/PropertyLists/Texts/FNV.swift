// The 64-bit FNV-1a hash. Unlike the result of `Hasher`, it is the same in every process and on
// every platform, so files can contain it.

extension Sequence<UInt8> {
  /// The FNV-1a hash of the bytes.
  package var fnvHash: UInt64 {
    var hash = UInt64.fnvStart
    hash.mixFNV(self)
    return hash
  }
}

extension UInt64 {
  /// The FNV-1a hash of no bytes.
  package static let fnvStart: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds bytes to the FNV-1a hash.
  package mutating func mixFNV(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { mixFNV(UInt64(byte)) }
  }

  /// Adds a number to the FNV-1a hash.
  package mutating func mixFNV(_ number: UInt64) { self = (self ^ number) &* 0x100_0000_01b3 }
}
