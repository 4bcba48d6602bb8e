public import SetteePropertyLists

/// A change of a domain: places with their new value, or with *unset*; the one currency of writing.
///
/// A place is given once: a later entry for it replaces the earlier one. Entries below a place that
/// is given later as a whole are dropped, so applying the entries in order is always right.
package struct ChangeSet: Sendable {
  package struct Entry: Sendable {
    package let path: SettingPath
    package let value: PropertyList?
  }

  /// What becomes of each place, in the order in which it is applied.
  package private(set) var entries: [Entry] = []
  private var places: [SettingPath: Int] = [:]
  /// The dictionaries that given places lie in.
  private var parents: Set<SettingPath> = []

  package init() {}

  package init(_ path: SettingPath, _ value: PropertyList?) {
    self[path] = value
  }

  package subscript(_ path: SettingPath) -> PropertyList? {
    get { places[path].flatMap { entries[$0].value } }
    set { put(path, newValue) }
  }

  package mutating func set(_ path: SettingPath, _ value: PropertyList) { put(path, value) }

  package mutating func unset(_ path: SettingPath) { put(path, nil) }

  package mutating func merge(_ later: ChangeSet) {
    for entry in later.entries { put(entry.path, entry.value) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// The same change with each value as a store would give it again.
  func asStored(in storage: any LayerStore) -> ChangeSet {
    var change = self
    for (index, entry) in entries.enumerated() {
      guard let value = entry.value else { continue }
      change.entries[index] = Entry(path: entry.path, value: storage.stored(value, at: entry.path))
    }
    return change
  }

  private mutating func put(_ path: SettingPath, _ value: PropertyList?) {
    for depth in 1..<path.parts.count {
      parents.insert(SettingPath(path.key, nested: path.parts[1..<depth]))
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

  private mutating func drop(within path: SettingPath) {
    entries.removeAll { $0.path.isWithin(path) }
    places = [:]
    for (index, entry) in entries.enumerated() { places[entry.path] = index }
  }
}

extension SettingPath {
  /// Whether this is `other`, or a place inside the dictionary at `other`.
  package func isWithin(_ other: SettingPath) -> Bool {
    parts.count >= other.parts.count
      && zip(parts, other.parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension ChangeSet: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (SettingPath, PropertyList?)...) {
    for (path, value) in elements { put(path, value) }
  }
}

/// What became of one place: its value before and after; nil where there was or is none.
public struct KeyChange: Sendable {
  /// Where.
  public let path: SettingPath
  /// The value before.
  public let old: PropertyList?
  /// The value after.
  public let new: PropertyList?

  package init(_ path: SettingPath, old: PropertyList?, new: PropertyList?) {
    self.path = path
    self.old = old
    self.new = new
  }

  package var key: String { path.text }
}

/// Who made a change; the raw values are the words of the command line's JSON.
public enum ChangeSource: String, Sendable, Hashable, CaseIterable {
  /// This process.
  case local
  /// Another process, with Settee or without.
  case otherProcess = "process"
  /// The cloud mirror.
  case cloud
  /// An administrator: the managed or the site layer changed.
  case policy
}

/// What changed in a domain at once, and who did it.
public struct DomainEvent: Sendable {
  /// The places that changed.
  public let changes: [KeyChange]
  /// Who did it.
  public let source: ChangeSource
  package let origin: SettingOrigin
  /// When it was made, or seen.
  public let time: Date

  package init(
    _ changes: [KeyChange], source: ChangeSource, origin: SettingOrigin = .user, time: Date = Date()
  ) {
    self.changes = changes
    self.source = source
    self.origin = origin
    self.time = time
  }
}
