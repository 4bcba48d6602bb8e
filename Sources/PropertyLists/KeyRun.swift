/// The keys of a dictionary as a reader meets them.
///
/// It compares the bytes of the file, before they become text. As long as each key comes behind the
/// one before, as in a written file, none can stand twice and nothing needs to be looked up; nor
/// does it for a key of a new sort.
struct KeyRun {
  /// What a key is to those before it.
  enum Step {
    /// It comes behind all of them.
    case goesOn
    /// It is none of them.
    case isNew
    /// It may be one of them.
    case isOpen
  }

  /// After so many keys a dictionary has a table, which is as quick as the sieve.
  private static let mostInSieve = 8

  /// The bytes of the last key, nil when the run is over.
  private var last: UnsafeBufferPointer<UInt8>? = UnsafeBufferPointer(start: nil, count: 0)
  private var count = 0
  private var sieve = KeySieve()
  /// Whether the sieve knows every key so far; it takes in only those that are written plainly.
  private var sieveIsWhole = true

  /// What the next key is; nil bytes are those of a key that is not written plainly.
  @inline(__always)
  mutating func step(to key: UnsafeBufferPointer<UInt8>?) -> Step {
    guard let key else {
      (last, sieveIsWhole) = (nil, false)
      return .isOpen
    }
    let isNew = sieveIsWhole && !sieve.mayHold(key)
    count += 1
    if count <= Self.mostInSieve { sieve.add(key) } else { sieveIsWhole = false }
    if let last, count == 1 || last.isWritten(before: key) {
      self.last = key
      return .goesOn
    }
    last = nil
    return isNew ? .isNew : .isOpen
  }
}
