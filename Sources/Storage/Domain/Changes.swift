public import SetteeValues

/// A set of changes to the values of a domain.
///
/// The change set maps each path to its new value, or to `nil` to remove the value.
///
/// Each path occurs only once in the set, because a later entry replaces an earlier one. Setting a
/// dictionary removes the earlier entries within it, so applying the entries in order is always
/// correct.
package struct ChangeSet: Sendable {
  /// The changes in the order in which they are applied to the values.
  package private(set) var entries: [(path: SettingPath, value: PropertyList?)] = []
  /// The texts that the user typed for values.
  private var texts: [SettingPath: String] = [:]
  /// The values that a text file writes in a specific form, such as a number with the digits that
  /// the user typed.
  private(set) var written: [SettingPath: SetteeValues.Value] = [:]
  private var places: [SettingPath: Int] = [:]
  /// The ancestors of all paths in the change set.
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

  /// Sets a value, together with the text that the user typed for it.
  package mutating func set(_ path: SettingPath, _ value: PropertyList?, typed text: String?) {
    put(path, value)
    texts[path] = text
  }

  package mutating func unset(_ path: SettingPath) { put(path, nil) }

  package mutating func merge(_ later: ChangeSet) {
    for entry in later.entries { put(entry.path, entry.value) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Returns the change set with each value in the form in which the store would return it.
  ///
  /// Only a text file can return a value in a different form.
  func asStored(in storage: any LayerStore) -> ChangeSet {
    (storage as? TextFile)?.known.map { asStored(in: $0) } ?? self
  }

  func asStored(in content: SettingsDocument) -> ChangeSet {
    var change = self
    for (index, entry) in entries.enumerated() {
      guard let value = entry.value else { continue }
      let typed = texts[entry.path].map { TypedValue(value, text: $0) }
      if let (read, written) = typed.flatMap({ content.written($0, at: entry.path.key) }) {
        let isLines = read.array != nil && !content.hasTypes
        change.entries[index].value = isLines ? content.stored(read, for: entry.path.key) : read
        change.written[entry.path] = written
      } else if let (read, written) = content.writtenText(value, at: entry.path.key)
        ?? content.writtenWord(value, at: entry.path.key)
      {
        change.entries[index].value = read
        change.written[entry.path] = written
      } else {
        change.entries[index].value = content.stored(value, for: entry.path.key)
      }
    }
    return change
  }

  private mutating func put(_ path: SettingPath, _ value: PropertyList?) {
    texts[path] = nil
    for depth in 1..<path.parts.count {
      parents.insert(SettingPath(path.key, nested: path.parts[1..<depth]))
    }
    // Keep entries that were added after the dictionary that contains them, because setting a
    // dictionary replaces only earlier entries.
    if !parents.isEmpty, parents.remove(path) != nil { drop(within: path) }
    if let index = places[path] {
      entries[index] = (path, value)
      return
    }
    places[path] = entries.count
    entries.append((path, value))
  }

  private mutating func drop(within path: SettingPath) {
    entries.removeAll { $0.path.isWithin(path) }
    places = [:]
    for (index, entry) in entries.enumerated() { places[entry.path] = index }
  }
}

extension SettingPath {
  /// Returns whether this path is equal to another path or is inside the dictionary at that path.
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

/// A change to the value at a single path, with the old and the new value.
///
/// A value is `nil` if the setting wasn't set before the change or isn't set after it.
public struct KeyChange: Sendable {
  /// The path of the setting that changed, such as `mail.previews`.
  public let path: SettingPath
  /// The value of the setting before the change.
  public let old: PropertyList?
  /// The value of the setting after the change.
  public let new: PropertyList?

  package init(_ path: SettingPath, old: PropertyList?, new: PropertyList?) {
    self.path = path
    self.old = old
    self.new = new
  }

  package var key: String { path.text }
}

/// The source of a change to a setting, such as another process or the cloud mirror.
///
/// The raw values of the change sources are part of the JSON output of the commands.
public enum ChangeSource: String, Sendable, Hashable, CaseIterable {
  /// This process made the change.
  case local
  /// Another process made the change, whether or not it uses Settee.
  case otherProcess = "process"
  /// A sync received the change from the cloud mirror.
  case cloud
  /// An administrator changed the managed layer or the site layer.
  case policy
}

/// The changes that a single commit made to the settings, and their source.
public struct DomainEvent: Sendable {
  /// The changes to individual settings.
  public let changes: [KeyChange]
  /// The source of the changes, such as this process or another one.
  public let source: ChangeSource
  package let origin: SettingOrigin
  /// The date and time when the changes were made or detected.
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
