/// A hash table from keys to their positions in an array of entries, by code units.
///
/// It holds positions only, so the keys are stored once, and nothing at all while there are few
/// keys: those are looked through one by one.
struct KeyIndex: Sendable {
  /// Up to this many keys, looking at each is quicker than hashing.
  private static let fewKeys = 8

  /// Open addressing with linear probing: 0 is a free slot, else the position + 1.
  ///
  /// Its size is a power of two, at least twice the number of keys.
  private var slots: [UInt32] = []

  func position(of key: String, in entries: [PropertyListDictionary.Entry]) -> Int? {
    if slots.isEmpty { return entries.firstIndex { $0.key.hasSameCodeUnits(as: key) } }
    var slot = start(for: key)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if entries[position].key.hasSameCodeUnits(as: key) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Takes in the last entry, which was just appended.
  mutating func noteAppended(in entries: [PropertyListDictionary.Entry]) {
    guard entries.count > Self.fewKeys else { return }
    if entries.count * 2 > slots.count { return rebuild(from: entries) }
    insert(entries[entries.count - 1].key, at: entries.count - 1)
  }

  /// Forgets the entry at a position, which is about to be taken out, and moves later ones up.
  mutating func noteRemoval(of position: Int, in entries: [PropertyListDictionary.Entry]) {
    guard !slots.isEmpty else { return }
    close(gap: slot(holding: position, of: entries[position].key), in: entries)
    for slot in slots.indices where slots[slot] > UInt32(position + 1) { slots[slot] -= 1 }
  }

  mutating func rebuild(from entries: [PropertyListDictionary.Entry]) {
    slots = []
    guard entries.count > Self.fewKeys else { return }
    var size = 32
    while size < entries.count * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for (position, entry) in entries.enumerated() { insert(entry.key, at: position) }
  }

  private func start(for key: String) -> Int { key.codeUnitHash & (slots.count - 1) }

  private func slot(holding position: Int, of key: String) -> Int {
    var slot = start(for: key)
    while Int(slots[slot]) != position + 1 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func insert(_ key: String, at position: Int) {
    var slot = start(for: key)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }

  /// Frees a slot and moves those behind it up that would no longer be found.
  private mutating func close(gap: Int, in entries: [PropertyListDictionary.Entry]) {
    let mask = slots.count - 1
    var gap = gap
    var next = (gap + 1) & mask
    while slots[next] != 0 {
      let wanted = start(for: entries[Int(slots[next]) - 1].key)
      if (next &- wanted) & mask >= (next &- gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    slots[gap] = 0
  }
}

extension String {
  /// A hash of the code units, seeded per process so that a hostile file cannot make keys collide.
  var codeUnitHash: Int {
    var copy = self
    return copy.withUTF8 { bytes in
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      return hasher.finalize()
    }
  }
}
