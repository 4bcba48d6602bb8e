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
  /// The position of the first key with each hash, or an empty dictionary for few keys and for sorted
  /// keys.
  ///
  /// The keys in nearly every file are sorted, so a binary search finds them.
  private var positions: [Int: Int] = [:]
  /// The maximum number of keys that a linear search finds faster than any other search.
  private static let fewKeys = 8

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
    updateIndex()
  }

  package mutating func reserveCapacity(_ capacity: Int) { entries.reserveCapacity(capacity) }

  /// Returns whether a key starts with a prefix.
  ///
  /// The first byte rules out most keys, which is faster than comparing the prefix.
  package func hasKey(startingWith prefix: String) -> Bool {
    let first = prefix.utf8.first
    // Access each key by its index, because a closure would copy the entries.
    for index in entries.indices
    where entries[index].key.utf8.first == first && entries[index].key.hasPrefix(prefix) {
      return true
    }
    return false
  }

  package func position(of key: String) -> Int? {
    if entries.count <= Self.fewKeys { return linearPosition(of: key) }
    guard !positions.isEmpty else { return sortedPosition(of: key) }
    guard let position = positions[key.codeUnitHash] else { return nil }
    return entries[position].key.isSame(as: key) ? position : linearPosition(of: key)
  }

  /// The entries in the order of a written file, which are sorted only if necessary.
  var entriesInWrittenOrder: [Entry] {
    isKnownToBeSorted || Self.areSorted(entries)
      ? entries : entries.sorted { $0.key.isWritten(before: $1.key) }
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
    if !positions.isEmpty {
      let hash = key.codeUnitHash
      if let position = positions[hash] {
        // Another key can have the same hash.
        let isKnown = entries[position].key.isSame(as: key) || linearPosition(of: key) != nil
        if isKnown { return false }
      } else {
        positions[hash] = entries.count
      }
      entries.append((key, value))
      return true
    }
    let isLast = isKnownToBeSorted && entries[entries.count - 1].key.isWritten(before: key)
    if !isLast, position(of: key) != nil { return false }
    entries.append((key, value))
    if !isLast { updateIndex() }
    return true
  }

  /// Returns whether both dictionaries have the same keys in the same order.
  package func hasSameKeys(as other: PropertyListDictionary) -> Bool {
    count == other.count
      && entries.indices.allSatisfy { entries[$0].key.isSame(as: other.entries[$0].key) }
  }

  private mutating func remove(at position: Int) {
    entries.remove(at: position)
    updateIndex()
  }
}

// The index of the keys.
extension PropertyListDictionary {
  private var isKnownToBeSorted: Bool { entries.count > Self.fewKeys && positions.isEmpty }

  private func linearPosition(of key: String) -> Int? {
    // Access each key by its index, because a closure would copy the entries.
    for index in entries.indices where entries[index].key.isSame(as: key) { return index }
    return nil
  }

  private func sortedPosition(of key: String) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.isWritten(before: key) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].key.isSame(as: key) ? low : nil
  }

  private mutating func updateIndex() {
    positions = [:]
    guard entries.count > Self.fewKeys, !Self.areSorted(entries) else { return }
    positions.reserveCapacity(entries.capacity)
    for (position, entry) in entries.enumerated() where positions[entry.key.codeUnitHash] == nil {
      positions[entry.key.codeUnitHash] = position
    }
  }

  private static func areSorted(_ entries: [Entry]) -> Bool {
    zip(entries, entries.dropFirst()).allSatisfy { $0.key.isWritten(before: $1.key) }
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
