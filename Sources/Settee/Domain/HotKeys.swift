/// The answers to the last questions, so that asking again costs neither a hash table nor a walk
/// through the layers.
///
/// An answer counts only for the generation that it was found in, so nothing has to be cleared.
struct HotKeys: Sendable {
  private struct Answer {
    var generation: UInt64 = 0
    var hash: UInt64 = 0
    var key = ""
    var value: Effective?
  }

  private static let count = 256
  private var answers = [Answer](repeating: Answer(), count: HotKeys.count)

  @inline(__always)
  mutating func answer(
    _ key: String, _ generation: UInt64, _ find: (String) -> Effective?
  ) -> Effective? {
    let hash = key.quickHash
    let slot = Int(truncatingIfNeeded: hash) & (Self.count - 1)
    if answers[slot].generation == generation, answers[slot].hash == hash,
      answers[slot].key.hasSameBytes(as: key)
    {
      return answers[slot].value
    }
    let value = find(key)
    answers[slot] = Answer(generation: generation, hash: hash, key: key, value: value)
    return value
  }
}

extension String {
  /// A hash of the code units, good enough to pick a slot.
  @inline(__always)
  fileprivate var quickHash: UInt64 {
    utf8.withContiguousStorageIfAvailable { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var hash = UInt64(truncatingIfNeeded: raw.count) &* 0x9E37_79B9_7F4A_7C15
      var offset = 0
      while offset + 8 <= raw.count {
        hash =
          (hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash >> 32
        offset += 8
      }
      while offset < raw.count {
        hash = (hash ^ UInt64(raw[offset])) &* 0x0000_0100_0000_01B3
        offset += 1
      }
      return hash ^ (hash >> 29)
    } ?? UInt64(truncatingIfNeeded: utf8.count)
  }

  /// Whether both hold the same code units.
  @inline(__always)
  fileprivate func hasSameBytes(as other: String) -> Bool {
    let quick: Bool?? = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in left.hasSameBytes(as: right) }
    }
    return quick.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  fileprivate func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    var offset = 0
    while offset + 8 <= count {
      if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    while offset < count {
      if left[offset] != right[offset] { return false }
      offset += 1
    }
    return true
  }
}
