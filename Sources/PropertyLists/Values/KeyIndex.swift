/// Finds keys among the entries of a dictionary, by code units.
///
/// While the keys come in the order of a written file, which they do in nearly every file, it holds
/// nothing and searches by halves: reading such a file costs one comparison for each key. Else it
/// is a hash table from keys to positions. While there are few keys, in whatever order, it holds a
/// sieve and looks at each key that passes.
struct KeyIndex: Sendable {
  /// Up to this many keys, looking at each is quicker than hashing.
  private static let fewKeys = 8

  /// Whether every key comes after the one before it, in the order of a written file.
  private(set) var isSorted = true

  /// The keys while there are few, and perhaps some that were taken out.
  private var sieve = KeySieve()

  /// Open addressing with linear probing: 0 is a free slot, else the position + 1.
  ///
  /// Its size is a power of two, at least twice the number of keys.
  private var slots: [UInt32] = []

  typealias Entry = PropertyListDictionary.Entry

  /// The hash of a key, when it takes one to look the key up or to add it.
  func hash(of key: String) -> Int? { slots.isEmpty ? nil : key.codeUnitHash }

  func position(of key: String, in entries: [Entry]) -> Int? {
    position(of: key, hash: hash(of: key), in: entries)
  }

  func position(of key: String, hash: Int?, in entries: [Entry]) -> Int? {
    if entries.count <= Self.fewKeys { return lookingAtEach(key, entries) }
    if isSorted { return halving(key, entries) }
    var slot = start(hash ?? key.codeUnitHash)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if entries.lend(position, { $0.key.hasSameCodeUnits(as: key) }) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Whether the key certainly comes behind all others, as the next key of a sorted file does.
  @inline(__always)
  func isBehindAll(_ key: String, in entries: [Entry]) -> Bool {
    guard isSorted, let last = entries.indices.last else { return isSorted }
    return entries.lend(last) { $0.key.isWritten(before: key) }
  }

  /// Takes in a key that is about to be appended.
  @inline(__always)
  mutating func noteNext(_ key: String, in entries: [Entry]) {
    if entries.count < Self.fewKeys { key.withCodeUnits { sieve.add($0) } }
  }

  /// Takes in the last entry, which was just appended and does not come behind all others.
  ///
  /// The hash is what `hash(of:)` gave for its key.
  mutating func noteAppended(in entries: [Entry], hash: Int?) {
    isSorted = false
    guard entries.count > Self.fewKeys else {
      // A table left over from when there were more would miss this key.
      if !slots.isEmpty { slots = [] }
      return
    }
    if entries.count * 2 > slots.count { return fill(from: entries) }
    insert(hash ?? entries[entries.count - 1].key.codeUnitHash, at: entries.count - 1)
  }

  /// Forgets the entry at a position, which is about to be taken out, and moves later ones up.
  mutating func noteRemoval(of position: Int, in entries: [Entry]) {
    if entries.count == Self.fewKeys + 1 { fillSieve(from: entries) }
    guard !slots.isEmpty else { return }
    close(gap: slot(holding: position, of: entries[position].key), in: entries)
    for slot in slots.indices where slots[slot] > UInt32(position + 1) { slots[slot] -= 1 }
  }

  mutating func rebuild(from entries: [Entry]) {
    slots = []
    if entries.count <= Self.fewKeys { fillSieve(from: entries) }
    isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.key.isWritten(before: $1.key) }
    guard !isSorted, entries.count > Self.fewKeys else { return }
    fill(from: entries)
  }

  private mutating func fill(from entries: [Entry]) {
    // Room for four times as many, so that few keys are hashed again.
    var size = 32
    while size < entries.count * 8 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for position in entries.indices {
      insert(entries.lend(position) { $0.key.codeUnitHash }, at: position)
    }
  }

  private mutating func fillSieve(from entries: [Entry]) {
    sieve = KeySieve()
    for entry in entries { entry.key.withCodeUnits { sieve.add($0) } }
  }

  private func lookingAtEach(_ key: String, _ entries: [Entry]) -> Int? {
    guard key.withCodeUnits({ sieve.mayHold($0) }) else { return nil }
    return entries.firstPosition { $0.key.isIdentical(to: key) }
      ?? entries.firstPosition { $0.key.hasSameCodeUnits(as: key) }
  }

  private func halving(_ key: String, _ entries: [Entry]) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      let isBefore = entries.lend(middle) { $0.key.isWritten(before: key) }
      if isBefore { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count else { return nil }
    return entries.lend(low) { $0.key.hasSameCodeUnits(as: key) } ? low : nil
  }

  private func start(_ hash: Int) -> Int { hash & (slots.count - 1) }

  private func slot(holding position: Int, of key: String) -> Int {
    var slot = start(key.codeUnitHash)
    while Int(slots[slot]) != position + 1 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func insert(_ hash: Int, at position: Int) {
    var slot = start(hash)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }

  /// Frees a slot and moves those behind it up that would no longer be found.
  private mutating func close(gap: Int, in entries: [Entry]) {
    let mask = slots.count - 1
    var gap = gap
    var next = (gap + 1) & mask
    while slots[next] != 0 {
      let wanted = start(entries[Int(slots[next]) - 1].key.codeUnitHash)
      if (next &- wanted) & mask >= (next &- gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    slots[gap] = 0
  }
}
