/// Which keys a reader may have met in a dictionary, as one bit for each sort of key.
///
/// Most keys of a small dictionary are of a sort of their own: a bit that is not set says that the
/// key is new, without a look at the others. A bit that is set says nothing.
struct KeySieve: Sendable {
  private var bits: UInt64 = 0

  @inline(__always)
  mutating func add(_ key: UnsafeBufferPointer<UInt8>) { bits |= Self.bit(of: key) }

  @inline(__always)
  func mayHold(_ key: UnsafeBufferPointer<UInt8>) -> Bool { bits & Self.bit(of: key) != 0 }

  /// The bit of a key's sort, by its length and its ends.
  ///
  /// The factors tell the keys of settings bundles apart better than others do.
  @inline(__always)
  private static func bit(of key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let first = key.first, let last = key.last else { return 1 }
    let length = UInt64(truncatingIfNeeded: key.count)
    return 1 << ((length &* 13 &+ UInt64(first) &* 2 &+ UInt64(last) &* 9) & 63)
  }
}
