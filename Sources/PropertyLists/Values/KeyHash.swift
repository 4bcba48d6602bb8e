/// A hash of a key's code units.
///
/// It takes eight bytes at a step, multiplies them with what came before, and folds the 128 bits of
/// the product into 64. Two random numbers of the process go into each step, so that no file can be
/// made whose keys collide. `Hasher` does as much and takes five times as long for a short key.
///
/// At the end the upper bits are laid over the lower ones, by which a table counts its slots: with
/// some seeds keys that differ in a digit would else meet in half of them.
package enum KeyHash {
  package static let seeds = (seed(1), seed(2))

  @inline(__always)
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let (first, second) = seeds
    var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = folded(bytes.word(at: offset) ^ first, hash ^ second)
      offset += 8
    }
    hash = folded(rest(of: bytes, from: offset) ^ first, hash ^ second)
    return Int(truncatingIfNeeded: hash ^ hash >> 29 ^ hash >> 13)
  }

  @inline(__always)
  private static func folded(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  @inline(__always)
  private static func rest(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    var rest: UInt64 = 0
    for offset in start..<bytes.count { rest = rest << 8 | UInt64(bytes[offset]) }
    return rest
  }

  /// A number that differs in each process, as `Hasher` does.
  private static func seed(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(truncatingIfNeeded: hasher.finalize()) | 1
  }
}
