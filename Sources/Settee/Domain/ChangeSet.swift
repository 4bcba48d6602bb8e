/// A change of a domain: places with their new value, or with *unset*; the one currency of writing.
///
/// A place is given once: a later entry for it replaces the earlier one. Entries below a place that
/// is given later as a whole are dropped, so applying the entries in order is always right.
public struct ChangeSet: Sendable {
  /// One place and what becomes of it.
  public struct Entry: Sendable {
    /// Where.
    public let path: LeafPath
    /// The new value; nil unsets.
    public let value: PropertyList?
  }

  /// What becomes of each place, in the order in which it is applied.
  public private(set) var entries: [Entry] = []
  private var places: [LeafPath: Int] = [:]
  /// The dictionaries that given places lie in.
  private var parents: Set<LeafPath> = []

  /// Makes an empty change.
  public init() {}

  /// Makes a change of one place; a nil value unsets it.
  public init(_ path: LeafPath, _ value: PropertyList?) {
    self[path] = value
  }

  /// The new value of a place: nil where it is not given or unset.
  public subscript(_ path: LeafPath) -> PropertyList? {
    get { places[path].flatMap { entries[$0].value } }
    set { put(path, newValue) }
  }

  /// Sets a place.
  public mutating func set(_ path: LeafPath, _ value: PropertyList) { put(path, value) }

  /// Unsets a place.
  public mutating func unset(_ path: LeafPath) { put(path, nil) }

  /// Takes over the entries of a later change.
  public mutating func merge(_ later: ChangeSet) {
    for entry in later.entries { put(entry.path, entry.value) }
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { entries.isEmpty }

  private mutating func put(_ path: LeafPath, _ value: PropertyList?) {
    for depth in 1..<path.parts.count {
      parents.insert(LeafPath(path.key, nested: path.parts[1..<depth]))
    }
    // A leaf may follow its dictionary, but a dictionary given after its leaves replaces them.
    if !parents.isEmpty, parents.remove(path) != nil { drop(within: path) }
    if let index = places[path] {
      entries[index] = Entry(path: path, value: value)
      return
    }
    places[path] = entries.count
    entries.append(Entry(path: path, value: value))
  }

  private mutating func drop(within path: LeafPath) {
    entries.removeAll { $0.path.isWithin(path) }
    places = [:]
    for (index, entry) in entries.enumerated() { places[entry.path] = index }
  }
}

extension LeafPath {
  /// Whether this is `other`, or a place inside the dictionary at `other`.
  func isWithin(_ other: LeafPath) -> Bool {
    parts.count >= other.parts.count
      && zip(parts, other.parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension ChangeSet: ExpressibleByDictionaryLiteral {
  /// Makes a change of literal keys; a nil value unsets.
  public init(dictionaryLiteral elements: (LeafPath, PropertyList?)...) {
    for (path, value) in elements { put(path, value) }
  }
}
