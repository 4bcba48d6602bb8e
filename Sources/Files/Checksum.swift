/// The length and a fast 64-bit hash of content, for comparing content without storing it.
///
/// The hash is the same on every computer and in every process. It isn't cryptographic. It detects
/// incomplete files and recognizes content written by this process.
package struct Checksum: Sendable, Equatable {
  package let length: Int
  package let hash: UInt64

  package init(of bytes: [UInt8]) { self.init(length: bytes.count, hash: Self.hash(of: bytes)) }

  package init(length: Int, hash: UInt64) {
    self.length = length
    self.hash = hash
  }

  /// A number that identifies the content of a file.
  ///
  /// Numbers less than 2 have other meanings, such as a missing file.
  package var revision: UInt64 { hash | 2 }

  package static func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { buffer in
      var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(buffer.count)
      var offset = 0
      while offset + 8 <= buffer.count {
        let word = UInt64(
          littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        hash = mix(hash ^ word)
        offset += 8
      }
      while offset < buffer.count {
        hash = mix(hash ^ UInt64(buffer[offset]))
        offset += 1
      }
      return hash
    }
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
