/// An ordered dictionary of property-list values whose keys are compared by code units.
///
/// A `Dictionary<String, …>` would merge `é` and `e` + U+0301, which are different keys in a file.
/// Looking up and adding a key take constant time. Removing a key takes linear time, so use
/// `removeAll(where:)` to remove several keys.
public struct PropertyListDictionary: Sendable {
  /// A key and its value.
  public typealias Entry = (key: String, value: PropertyList)

  /// The keys and values of the dictionary, in file order.
  ///
  /// No two entries have the same key.
  public private(set) var entries: [Entry] = []
  private var index = KeyIndex()

  /// Creates an empty dictionary.
  public init() {}

  /// Creates a dictionary from a sequence of keys and values.
  ///
  /// If the sequence repeats a key, the last value takes precedence.
  public init(_ entries: some Sequence<(String, PropertyList)>) {
    for (key, value) in entries { self[key] = value }
  }

  /// Accesses the value of a key, or `nil` if the dictionary doesn't contain the key.
  ///
  /// Setting `nil` removes the key, and setting a new key appends it.
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

  /// The number of entries.
  public var count: Int { entries.count }

  /// A Boolean value that indicates whether the dictionary is empty.
  public var isEmpty: Bool { entries.isEmpty }

  /// The keys in file order.
  public var keys: [String] { entries.map(\.key) }

  /// Returns whether the dictionary contains a value for a key.
  ///
  /// This method is faster than reading the value of the key.
  package func hasValue(for key: String) -> Bool { position(of: key) != nil }

  /// Removes all entries that satisfy a condition, in linear time.
  package mutating func removeAll(where shouldBeRemoved: (Entry) throws -> Bool) rethrows {
    try entries.removeAll(where: shouldBeRemoved)
    index.noteRemoval(from: entries)
  }

  package mutating func reserveCapacity(_ capacity: Int) { entries.reserveCapacity(capacity) }

  package func position(of key: String) -> Int? { index.position(of: key, in: entries) }

  /// The entries in the order of a written file, which are sorted only if necessary.
  var entriesInWrittenOrder: [Entry] {
    index.isSorted(entries) ? entries : entries.sorted { $0.key.isWritten(before: $1.key) }
  }

  /// Sets the value of a key and returns the key's position and old value.
  @discardableResult
  mutating func set(_ key: String, _ value: PropertyList) -> (position: Int, old: PropertyList?) {
    if add(key, value) { return (entries.count - 1, nil) }
    guard let position = position(of: key) else { return (entries.count - 1, nil) }
    let old = entries[position].value
    entries[position].value = value
    return (position, old)
  }

  /// Adds a key.
  ///
  /// If the key already exists, this method keeps its value and returns `false`.
  @discardableResult
  package mutating func add(_ key: String, _ value: PropertyList) -> Bool {
    let isLast = index.isBehindAll(key, in: entries)
    // The hash of the lookup is reused for the insertion.
    let hash = index.hashes ? key.codeUnitHash : nil
    if !isLast, index.position(of: key, hash: hash, in: entries) != nil { return false }
    entries.append((key, value))
    if !isLast { index.noteAppended(hash: hash, in: entries) }
    return true
  }

  /// Returns whether both dictionaries have the same keys in the same order.
  package func hasSameKeys(as other: PropertyListDictionary) -> Bool {
    count == other.count
      && entries.indices.allSatisfy { entries[$0].key.isSame(as: other.entries[$0].key) }
  }

  private mutating func remove(at position: Int) {
    entries.remove(at: position)
    index.noteRemoval(from: entries)
  }
}

extension PropertyListDictionary: Equatable {
  /// Returns whether two dictionaries have the same keys with equal values, in any order.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count
      && left.entries.allSatisfy { right[$0.key] == $0.value }
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary with the entries of a literal, in the same order.
  ///
  /// If the literal repeats a key, the last value takes precedence.
  public init(dictionaryLiteral elements: (String, PropertyList)...) { self.init(elements) }
}

extension PropertyListDictionary: Sequence {
  /// Returns an iterator over the entries of the dictionary in file order.
  public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

/// An index that finds the keys in a dictionary.
///
/// The index uses linear search for few keys, binary search for sorted keys, and a hash table
/// otherwise. The keys in nearly every file are sorted. With a `Dictionary` for every index, reading
/// an XML file of 20,000 keys takes one and a half times as long.
///
/// The index is a single word, because Settee stores and copies thousands of small dictionaries.
struct KeyIndex: Sendable {
  typealias Entry = PropertyListDictionary.Entry

  /// The maximum number of keys for which the index uses linear search, which is then faster than
  /// hashing.
  private static let fewKeys = 8

  /// The hash table of the index, which is empty for few keys and sorted keys.
  private var table = PositionTable()

  /// A Boolean value that indicates whether the index uses a hash table.
  var hashes: Bool { !table.isEmpty }

  /// Returns the position of a key in the dictionary, or `nil` if the key is missing.
  ///
  /// If the caller doesn't pass the hash of the key, this method computes it if necessary.
  func position(of key: String, hash: Int? = nil, in entries: [Entry]) -> Int? {
    if entries.count <= Self.fewKeys {
      return entries.indices.first { entries[$0].key.isSame(as: key) }
    }
    if table.isEmpty { return halving(key, entries) }
    return table.position(hash: hash ?? key.codeUnitHash) { entries[$0].key.isSame(as: key) }
  }

  /// Returns whether a key is known to sort after all other keys, as in a long sorted file.
  @inline(__always)
  func isBehindAll(_ key: String, in entries: [Entry]) -> Bool {
    entries.count > Self.fewKeys && table.isEmpty
      && entries[entries.count - 1].key.isWritten(before: key)
  }

  /// Updates the index after an entry was appended to the dictionary.
  ///
  /// The caller can pass the hash of the appended key if it is known.
  mutating func noteAppended(hash: Int? = nil, in entries: [Entry]) {
    guard entries.count > Self.fewKeys else { return }
    // The order of a small number of keys is unknown. With more keys, an empty table means that
    // they are sorted.
    let hasMany = entries.count > Self.fewKeys + 1
    let isSorted = table.isEmpty && Self.areSorted(entries.suffix(hasMany ? 2 : entries.count))
    guard !isSorted else { return }
    let last = entries.count - 1
    table.insert(last) {
      let known = $0 == last ? hash : nil
      return known ?? entries[$0].key.codeUnitHash
    }
  }

  /// Returns whether the keys of the dictionary are known to be sorted.
  func isSorted(_ entries: [Entry]) -> Bool {
    entries.count > Self.fewKeys ? table.isEmpty : Self.areSorted(entries)
  }

  /// Rebuilds the hash table of the index after entries were removed.
  ///
  /// If the keys were sorted, they stay sorted after a removal.
  mutating func noteRemoval(from entries: [Entry]) {
    guard !table.isEmpty else { return }
    table = PositionTable()
    if entries.count > Self.fewKeys, !Self.areSorted(entries) {
      table.insert(entries.count - 1) { entries[$0].key.codeUnitHash }
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
      if entries[middle].key.isWritten(before: key) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].key.isSame(as: key) ? low : nil
  }
}

/// An open-addressing hash table that contains positions in a list.
///
/// The table doesn't store the elements themselves. A `Dictionary` would store each element twice,
/// and would make writing binary files four times as slow.
struct PositionTable: Sendable {
  /// The slots of the hash table, each of which is empty or refers to an element of the list.
  ///
  /// An empty slot is 0, and any other slot is a position plus 1. The number of slots is a power of
  /// two and at least twice the number of positions.
  private var slots: [UInt32] = []

  var isEmpty: Bool { slots.isEmpty }

  /// Returns the position of the element that has a given hash and satisfies a predicate.
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

  /// Adds the last position of the list, and rehashes all positions if the table must grow.
  ///
  /// The closure `hash` returns `nil` for elements that are never looked up.
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
