/// The texts that come again and again in a file, made once: the keys of its small dictionaries,
/// and the long names of their types.
///
/// To make a text is to check its bytes, and for more than fifteen of them to ask for memory. The
/// bytes tell whether it was made before. Each text has one slot, which the last of its sort takes.
struct RepeatedTexts {
  private typealias Slot = (bytes: UnsafeBufferPointer<UInt8>, text: String)

  private static let slotCount = 32

  private var slots = [Slot](
    repeating: (UnsafeBufferPointer(start: nil, count: 0), ""), count: slotCount)

  /// The text of these bytes, which are UTF-8 and stay where they are.
  @inline(__always)
  mutating func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    let slot = Self.slot(of: bytes)
    if slots[slot].bytes.count == bytes.count, slots[slot].bytes.isSame(as: bytes) {
      return slots[slot].text
    }
    let text = String(utf8: bytes)
    slots[slot] = (bytes, text)
    return text
  }

  /// The slot of a text's sort, by its length and its ends.
  @inline(__always)
  private static func slot(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return (bytes.count &* 13 &+ Int(first) &* 2 &+ Int(last) &* 9) & (slotCount - 1)
  }
}
