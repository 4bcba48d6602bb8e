/// The keys of a dictionary while a reader meets them in the order of a written file.
///
/// It compares the bytes of the file, before they become text. As long as each key comes behind the
/// one before, none can stand twice, and nothing needs to be looked up.
struct KeyRun {
  /// The bytes of the last key, nil when the run is over.
  private var last: UnsafeBufferPointer<UInt8>? = UnsafeBufferPointer(start: nil, count: 0)
  private var isFirst = true

  /// Whether a key carries the run on; nil bytes are those of a key that is not written plainly.
  @inline(__always)
  mutating func goesOn(with key: UnsafeBufferPointer<UInt8>?) -> Bool {
    guard let last, let key, isFirst || last.isWritten(before: key) else {
      last = nil
      return false
    }
    (self.last, isFirst) = (key, false)
    return true
  }
}
