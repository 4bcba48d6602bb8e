/// The dictionary of a property list: keys in file order, told apart by their code units.
///
/// Swift's own `Dictionary<String, …>` would merge `é` and `e` + U+0301, which are two keys in a
/// file. Lookup and adding a key take constant time; taking one key out takes time in proportion
/// to the count, as in an array, so many are taken out with `removeAll(where:)`.
public struct PropertyListDictionary: Sendable {
  /// A key and its value.
  public typealias Entry = (key: String, value: PropertyList)

  /// Every entry in file order; no two have the same key.
  public private(set) var entries: [Entry] = []
  private var index = KeyIndex()

  /// Makes an empty dictionary.
  public init() {}

  /// Makes a dictionary of entries in order; of a key given twice the last value counts.
  public init(_ entries: some Sequence<(String, PropertyList)>) {
    for (key, value) in entries { self[key] = value }
  }

  /// The value of a key; setting nil removes it, setting a new key appends it.
  public subscript(_ key: String) -> PropertyList? {
    get { position(of: key).map { entries[$0].value } }
    set {
      guard let newValue else {
        if let position = position(of: key) { remove(at: position) }
        return
      }
      set(key, newValue)
    }
  }

  /// How many entries there are.
  public var count: Int { entries.count }

  /// Whether there are no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The keys in file order.
  public var keys: [String] { entries.map(\.key) }

  /// Whether the key has a value; quicker than asking for it.
  package func hasValue(for key: String) -> Bool { position(of: key) != nil }

  /// Takes out every entry that the closure asks to, in one pass.
  package mutating func removeAll(where shouldBeRemoved: (Entry) throws -> Bool) rethrows {
    try entries.removeAll(where: shouldBeRemoved)
    index.noteRemoval(from: entries)
  }

  package mutating func reserveCapacity(_ capacity: Int) { entries.reserveCapacity(capacity) }

  package func position(of key: String) -> Int? { index.position(of: key, in: entries) }

  /// Where the key stands among the entries, which is likely the guessed position.
  ///
  /// Who asks for keys in about their order finds nearly all of them without hashing.
  package func position(of key: String, guess: Int) -> Int? {
    let isRight = entries.indices.contains(guess) && entries.hasKey(key, at: guess)
    return isRight ? guess : position(of: key)
  }

  /// The entries with their keys in the order of a written file, sorted only when they are not.
  var entriesInWrittenOrder: [Entry] {
    index.isSorted(entries) ? entries : entries.sorted { $0.key.isWritten(before: $1.key) }
  }

  /// Sets the key's value and returns where it stands, and the value that stood there before.
  @discardableResult
  mutating func set(
    _ key: consuming String, _ value: consuming PropertyList
  ) -> (position: Int, old: PropertyList?) {
    if index.isBehindAll(key, in: entries) {
      appendBehindAll(key, value)
    } else if let position = position(of: key) {
      let old = entries[position].value
      entries[position].value = value
      return (position, old)
    } else {
      append(key, value)
    }
    return (entries.count - 1, nil)
  }

  /// Appends a key that comes after all others in the order of a written file, which these are in.
  @inline(__always)
  mutating func appendBehindAll(_ key: consuming String, _ value: consuming PropertyList) {
    entries.append((consume key, consume value))
  }

  /// Adds a key that is not there yet; else the value stays that is there.
  package mutating func add(_ key: String, _ value: PropertyList) {
    if index.isBehindAll(key, in: entries) { return appendBehindAll(key, value) }
    // Whether it is there and where it goes takes one hash, not two.
    let hash = index.hashes ? key.codeUnitHash : nil
    guard index.position(of: key, hash: hash, in: entries) == nil else { return }
    entries.append((key, value))
    index.noteAppended(hash: hash, in: entries)
  }

  /// Whether both have the same keys in the same order.
  package func hasSameKeys(as other: PropertyListDictionary) -> Bool {
    count == other.count
      && entries.indices.allSatisfy { place in
        entries.keyBits(at: place) == other.entries.keyBits(at: place)
          || entries.key(at: place).isSame(as: other.entries.key(at: place))
      }
  }

  mutating func append(_ key: consuming String, _ value: consuming PropertyList) {
    entries.append((consume key, consume value))
    index.noteAppended(in: entries)
  }

  private mutating func remove(at position: Int) {
    entries.remove(at: position)
    index.noteRemoval(from: entries)
  }
}

extension PropertyListDictionary: Equatable {
  /// Whether both hold the same keys with equal values, in any order.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count
      && left.entries.enumerated().allSatisfy { place, entry in
        right.position(of: entry.key, guess: place).map { right.entries[$0].value } == entry.value
      }
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary of the literal's entries; of a key given twice the last counts.
  public init(dictionaryLiteral elements: (String, PropertyList)...) { self.init(elements) }
}

extension PropertyListDictionary: Sequence {
  /// Walks the entries in file order.
  public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

/// Finds keys among the entries of a dictionary, by code units.
///
/// Of few keys it looks at each. While more come in the order of a written file, which they do in
/// nearly every file, it searches by halves. Else it is a hash table from keys to positions.
///
/// It is one word: thousands of small dictionaries are held and copied on their way to the screen.
struct KeyIndex: Sendable {
  typealias Entry = PropertyListDictionary.Entry

  /// Up to this many keys, looking at each is quicker than hashing.
  private static let fewKeys = 8

  /// Empty for few keys and for sorted ones.
  private var table = PositionTable()

  /// Whether keys are found by their hashes.
  var hashes: Bool { !table.isEmpty }

  /// Where a key stands; its hash is worked out where nobody has it.
  func position(of key: String, hash: Int? = nil, in entries: [Entry]) -> Int? {
    if entries.count <= Self.fewKeys {
      return entries.indices.first { entries.hasKey(key, at: $0) }
    }
    if table.isEmpty { return halving(key, entries) }
    return table.position(hash: hash ?? key.codeUnitHash) { entries.hasKey(key, at: $0) }
  }

  /// Whether the key certainly comes behind all others, as the next key of a long sorted file does.
  @inline(__always)
  func isBehindAll(_ key: String, in entries: [Entry]) -> Bool {
    entries.count > Self.fewKeys && table.isEmpty
      && entries.key(at: entries.count - 1).isWritten(before: key)
  }

  /// Takes in the last entry, which was just appended, with its hash where that is known.
  mutating func noteAppended(hash: Int? = nil, in entries: [Entry]) {
    guard entries.count > Self.fewKeys else { return }
    // Of few keys nobody knows whether they were in order; of more, that they were.
    let hasMany = entries.count > Self.fewKeys + 1
    let isSorted = table.isEmpty && Self.areSorted(entries.suffix(hasMany ? 2 : entries.count))
    guard !isSorted else { return }
    let last = entries.count - 1
    table.insert(last) {
      $0 == last ? hash ?? entries.key(at: $0).codeUnitHash : entries.key(at: $0).codeUnitHash
    }
  }

  /// Whether the keys are known to be in the order of a written file.
  func isSorted(_ entries: [Entry]) -> Bool {
    entries.count > Self.fewKeys ? table.isEmpty : Self.areSorted(entries)
  }

  /// Learns anew where the keys stand; sorted ones stay so whatever is taken out.
  mutating func noteRemoval(from entries: [Entry]) {
    guard !table.isEmpty else { return }
    table = PositionTable()
    if entries.count > Self.fewKeys, !Self.areSorted(entries) {
      table.insert(entries.count - 1) { entries.key(at: $0).codeUnitHash }
    }
  }

  private static func areSorted(_ entries: some RandomAccessCollection<Entry>) -> Bool {
    zip(entries, entries.dropFirst()).allSatisfy { $0.key.isWritten(before: $1.key) }
  }

  private func halving(_ key: String, _ entries: [Entry]) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries.key(at: middle).isWritten(before: key) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries.hasKey(key, at: low) ? low : nil
  }
}

// Keys as the bytes at the beginning of their entries: to take an entry out of a list copies its value
// too, and counts references, which took a twentieth of the time of `settee show`.
extension [PropertyListDictionary.Entry] {
  @inline(__always)
  fileprivate func key(at place: Int) -> String {
    withUnsafeBytes { $0.load(fromByteOffset: place * Self.stride, as: String.self) }
  }

  @inline(__always)
  fileprivate func keyBits(at place: Int) -> SIMD2<UInt64> {
    withUnsafeBytes { bytes in
      let (low, high) = bytes.loadUnaligned(
        fromByteOffset: place * Self.stride, as: (UInt64, UInt64).self)
      return SIMD2(low, high)
    }
  }

  /// Nearly every key that is the same is the same bits.
  @inline(__always)
  fileprivate func hasKey(_ key: String, at place: Int) -> Bool {
    keyBits(at: place) == unsafeBitCast(key, to: SIMD2<UInt64>.self)
      || self.key(at: place).isSame(as: key)
  }

  private static var stride: Int { MemoryLayout<PropertyListDictionary.Entry>.stride }
}

/// A hash table of positions in a list that its owner keeps, by open addressing.
///
/// The elements stay in the list: a `Dictionary` would hold each a second time, and writing a binary
/// file would take three times as long, longer than libplist's.
struct PositionTable: Sendable {
  /// 0 is a free slot, else the position + 1; a power of two, at least twice as many as positions.
  private var slots: [UInt32] = []

  var isEmpty: Bool { slots.isEmpty }

  /// The position of the element that has this hash and is the same.
  @inline(__always)
  func position(hash: Int, where isSame: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 {
      if isSame(Int(slots[slot]) - 1) { return Int(slots[slot]) - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Takes in the last position of the list, and when it has to grow, those before it again; `hash`
  /// gives nil for an element that nobody looks for.
  @inline(__always)
  mutating func insert(_ last: Int, hash: (Int) -> Int?) {
    if (last + 1) * 2 <= slots.count { return place(last, hash) }
    var size = 32
    while size < (last + 1) * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for position in 0...last { place(position, hash) }
  }

  @inline(__always)
  private mutating func place(_ position: Int, _ hash: (Int) -> Int?) {
    guard let hash = hash(position) else { return }
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }
}
