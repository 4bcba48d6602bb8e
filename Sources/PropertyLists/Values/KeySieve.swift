/// Which keys a small dictionary may have, as one bit for each sort of key.
///
/// Most keys that are asked of an element of a pane are not there: a bit that is not set says so
/// without a look at any key. A bit that is set says nothing; other keys may have set it.
struct KeySieve: Sendable {
  private var bits: UInt32 = 0

  @inline(__always)
  mutating func add(_ key: UnsafeBufferPointer<UInt8>) { bits |= Self.bit(of: key) }

  @inline(__always)
  func mayHold(_ key: UnsafeBufferPointer<UInt8>) -> Bool { bits & Self.bit(of: key) != 0 }

  /// The bit of a key's sort, by its length and its ends.
  ///
  /// The factors tell the keys of settings bundles apart better than others do.
  @inline(__always)
  private static func bit(of key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let first = key.first, let last = key.last else { return 1 }
    let length = UInt32(truncatingIfNeeded: key.count)
    return 1 << ((length &* 13 &+ UInt32(first) &* 2 &+ UInt32(last) &* 9) & 31)
  }
}
