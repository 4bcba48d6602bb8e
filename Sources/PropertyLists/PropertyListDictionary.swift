/// The dictionary of a property list: keys in file order, told apart by their code units.
///
/// Swift's own `Dictionary<String, …>` would merge `é` and `e` + U+0301, which are two keys in a
/// file.
public struct PropertyListDictionary: Sendable {
  /// A key and its value.
  public typealias Entry = (key: String, value: PropertyList)

  /// Every entry in file order; no two have the same key.
  public private(set) var entries: [Entry] = []

  /// Makes an empty dictionary.
  public init() {}

  /// The value of a key; setting nil removes it, setting a new key appends it.
  public subscript(_ key: String) -> PropertyList? {
    get { entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value }
    set {
      let index = entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// How many entries there are.
  public var count: Int { entries.count }

  /// Whether there are no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The keys in file order.
  public var keys: [String] { entries.map(\.key) }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary of the literal's entries; of a key given twice the last counts.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension PropertyListDictionary: Sequence {
  /// Walks the entries in file order.
  public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}
