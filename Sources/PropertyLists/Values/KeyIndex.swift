/// Finds keys among the entries of a dictionary, by code units.
///
/// While there are few keys it holds nothing and looks at each. While more come in the order of a
/// written file, which they do in nearly every file, it holds nothing either and searches by halves:
/// reading such a file costs one comparison for each key. Else it is a hash table from keys to
/// positions.
///
/// It is one word: thousands of small dictionaries are held and copied on their way to the screen.
struct KeyIndex: Sendable {
  /// Up to this many keys, looking at each is quicker than hashing.
  private static let fewKeys = 8

  /// Open addressing with linear probing: 0 is a free slot, else the position + 1; empty for few
  /// keys and for sorted ones.
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
    if slots.isEmpty { return halving(key, entries) }
    var slot = start(hash ?? key.codeUnitHash)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if entries.lend(position, { $0.key.hasSameCodeUnits(as: key) }) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Whether the keys are known to be in the order of a written file.
  func isSorted(_ entries: [Entry]) -> Bool {
    entries.count > Self.fewKeys ? slots.isEmpty : Self.areSorted(entries, from: 0)
  }

  /// Whether the key certainly comes behind all others, as the next key of a long sorted file does.
  @inline(__always)
  func isBehindAll(_ key: String, in entries: [Entry]) -> Bool {
    guard entries.count > Self.fewKeys, slots.isEmpty else { return entries.isEmpty }
    return entries.lend(entries.count - 1) { $0.key.isWritten(before: key) }
  }

  /// Takes in the last entry, which was just appended and may not come behind all others.
  ///
  /// The hash is what `hash(of:)` gave for its key.
  @inline(__always)
  mutating func noteAppended(in entries: [Entry], hash: Int?) {
    if entries.count > Self.fewKeys { noteOneOfMany(in: entries, hash: hash) }
  }

  private mutating func noteOneOfMany(in entries: [Entry], hash: Int?) {
    let last = entries.count - 1
    if slots.isEmpty {
      // Of few keys nobody knows whether they were in order; of more, that they were.
      let first = last == Self.fewKeys ? 0 : last - 1
      if !Self.areSorted(entries, from: first) { fill(from: entries) }
    } else if entries.count * 2 > slots.count {
      fill(from: entries)
    } else {
      insert(hash ?? entries[last].key.codeUnitHash, at: last)
    }
  }

  /// Forgets the entry at a position, which is about to be taken out, and moves later ones up.
  mutating func noteRemoval(of position: Int, in entries: [Entry]) {
    guard !slots.isEmpty else { return }
    // A table left over from when there were more would miss the keys that come next.
    guard entries.count > Self.fewKeys + 1 else { return slots = [] }
    close(gap: slot(holding: position, of: entries[position].key), in: entries)
    for slot in slots.indices where slots[slot] > UInt32(position + 1) { slots[slot] -= 1 }
  }

  mutating func rebuild(from entries: [Entry]) {
    slots = []
    guard entries.count > Self.fewKeys, !Self.areSorted(entries, from: 0) else { return }
    fill(from: entries)
  }

  private static func areSorted(_ entries: [Entry], from start: Int) -> Bool {
    for next in entries.indices.dropFirst(start + 1) {
      let isSorted = entries.lend(next - 1) { before in
        entries.lend(next) { before.key.isWritten(before: $0.key) }
      }
      if !isSorted { return false }
    }
    return true
  }

  /// Makes the table anew, with room for as many keys again as there are or as are expected.
  private mutating func fill(from entries: [Entry]) {
    var size = 32
    while size < max(entries.count * 4, entries.capacity * 2) { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for position in entries.indices {
      insert(entries.lend(position) { $0.key.codeUnitHash }, at: position)
    }
  }

  private func lookingAtEach(_ key: String, _ entries: [Entry]) -> Int? {
    entries.firstPosition { $0.key.isIdentical(to: key) }
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
