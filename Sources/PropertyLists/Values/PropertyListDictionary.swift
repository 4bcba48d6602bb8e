/// The dictionary of a property list: keys in file order, told apart by their code units.
///
/// Swift's own `Dictionary<String, …>` would merge `é` and `e` + U+0301, which are two keys in a
/// file. Lookup and adding a key take constant time; taking one key out takes time in proportion
/// to the count, as in an array, so many are taken out with ``removeAll(where:)``.
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
    get { position(of: key).map { value(at: $0) } }
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

  /// Lends out the code units of each key, without copying anything.
  package func forEachKey(_ work: (UnsafeBufferPointer<UInt8>) -> Void) {
    entries.lendEach { $0.key.withCodeUnits(work) }
  }

  /// Takes out every entry that the closure asks to, in one pass.
  public mutating func removeAll(where shouldBeRemoved: (Entry) throws -> Bool) rethrows {
    try entries.removeAll(where: shouldBeRemoved)
    index.rebuild(from: entries)
  }

  /// Makes room for that many entries.
  public mutating func reserveCapacity(_ capacity: Int) { entries.reserveCapacity(capacity) }

  /// Where the key stands among the entries.
  func position(of key: String) -> Int? { index.position(of: key, in: entries) }

  /// Where the key stands among the entries, which is likely the guessed position.
  ///
  /// Who asks for keys in about their order finds nearly all of them without hashing.
  package func position(of key: String, guess: Int) -> Int? {
    if entries.indices.contains(guess),
      entries.lend(guess, { $0.key.hasSameCodeUnits(as: key) })
    {
      return guess
    }
    return position(of: key)
  }

  /// The value at a position among the entries.
  package func value(at position: Int) -> PropertyList {
    // To take the value out of a copied entry would count the references of its key too.
    entries.lend(position) { $0.value }
  }

  /// Whether the keys are in the order of a written file.
  var isSorted: Bool { index.isSorted(entries) }

  /// Sets the key's value and returns where it stands, and the value that stood there before.
  @discardableResult
  mutating func set(
    _ key: consuming String, _ value: consuming PropertyList
  ) -> (position: Int, old: PropertyList?) {
    if index.isBehindAll(key, in: entries) {
      appendBehindAll(consume key, consume value)
      return (entries.count - 1, nil)
    }
    let hash = index.hash(of: key)
    if let position = index.position(of: key, hash: hash, in: entries) {
      let old = entries[position].value
      entries[position].value = value
      return (position, old)
    }
    append(consume key, consume value, hash: hash)
    return (entries.count - 1, nil)
  }

  /// Sets the key's value unless it has one.
  package mutating func setIfAbsent(_ key: consuming String, _ value: consuming PropertyList) {
    guard !index.isBehindAll(key, in: entries) else {
      return appendBehindAll(consume key, consume value)
    }
    let hash = index.hash(of: key)
    guard index.position(of: key, hash: hash, in: entries) == nil else { return }
    append(consume key, consume value, hash: hash)
  }

  /// Appends a key that is not there yet.
  @inline(__always)
  mutating func append(
    _ key: consuming String, _ value: consuming PropertyList, hash: Int? = nil
  ) {
    entries.append((consume key, consume value))
    index.noteAppended(in: entries, hash: hash)
  }

  /// Appends a key that comes after all others in the order of a written file, which these are in.
  @inline(__always)
  mutating func appendBehindAll(_ key: consuming String, _ value: consuming PropertyList) {
    entries.append((consume key, consume value))
  }

  private mutating func remove(at position: Int) {
    index.noteRemoval(of: position, in: entries)
    entries.remove(at: position)
  }
}

extension PropertyListDictionary: Equatable {
  /// Whether both hold the same keys with equal values, in any order.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    for (position, entry) in left.entries.enumerated() {
      let sameSpot = right.entries[position]
      if sameSpot.key.hasSameCodeUnits(as: entry.key) {
        guard sameSpot.value == entry.value else { return false }
      } else {
        guard let value = right[entry.key], value == entry.value else { return false }
      }
    }
    return true
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
