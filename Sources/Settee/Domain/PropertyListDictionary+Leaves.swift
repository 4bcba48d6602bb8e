/// Places within nested dictionaries: reading, setting, and telling what differs leaf by leaf.
extension PropertyListDictionary {
  /// The value at a place; nil where a part on the way is missing or no dictionary.
  public func value(at path: LeafPath) -> PropertyList? {
    guard path.isNested else { return self[path.key] }
    var value = self[path.key]
    for part in path.parts.dropFirst() {
      guard case .dictionary(let inner) = value else { return nil }
      value = inner[part]
    }
    return value
  }

  /// Sets or unsets the value at a place.
  ///
  /// Dictionaries on the way are made where they are missing, and one that unsetting leaves empty
  /// goes too. Other places keep their values.
  public mutating func put(_ value: PropertyList?, at path: LeafPath) {
    put(value, at: path.parts[...])
  }

  private mutating func put(_ value: PropertyList?, at parts: ArraySlice<String>) {
    guard let first = parts.first else { return }
    let rest = parts.dropFirst()
    if rest.isEmpty {
      self[first] = value
      return
    }
    var inner = PropertyListDictionary()
    if case .dictionary(let there) = self[first] {
      inner = there
      // Held once only while it changes: else each leaf would cost a copy of the whole.
      self[first] = .dictionary([:])
    } else if value == nil {
      return
    }
    let before = inner.count
    inner.put(value, at: rest)
    if inner.isEmpty, before > 0 { self[first] = nil } else { self[first] = .dictionary(inner) }
  }

  /// What has to change to turn this into `new`, leaf by leaf where both have a dictionary.
  func changes(to new: PropertyListDictionary) -> [KeyChange] {
    var changes: [KeyChange] = []
    difference(to: new, within: nil, &changes)
    return changes
  }

  private func difference(
    to new: PropertyListDictionary, within parent: LeafPath?, _ changes: inout [KeyChange]
  ) {
    for (key, old) in entries {
      let path = parent?.appending(key) ?? LeafPath(key)
      switch (old, new[key]) {
      case (.dictionary(let old), .dictionary(let new)?) where !old.isEmpty && !new.isEmpty:
        old.difference(to: new, within: path, &changes)
      case (_, let value?):
        if value != old { changes.append(KeyChange(path, old: old, new: value)) }
      case (_, nil):
        changes.append(KeyChange(path, old: old, new: nil))
      }
    }
    for (key, value) in new.entries where self[key] == nil {
      changes.append(KeyChange(parent?.appending(key) ?? LeafPath(key), old: nil, new: value))
    }
  }

  /// Applies a change and tells what became of each place that it really changed.
  mutating func apply(_ change: ChangeSet) -> [KeyChange] {
    var changes: [KeyChange] = []
    // Keys are taken out together: one alone takes time in proportion to the count of all.
    var gone = PropertyListDictionary()
    for entry in change.entries {
      if entry.path.isNested, gone.hasValue(for: entry.path.key) { takeOut(&gone) }
      let old = value(at: entry.path)
      if old == entry.value { continue }
      if entry.value == nil, !entry.path.isNested {
        gone[entry.path.key] = .boolean(true)
      } else {
        put(entry.value, at: entry.path)
      }
      changes.append(KeyChange(entry.path, old: old, new: entry.value))
    }
    takeOut(&gone)
    return changes
  }

  private mutating func takeOut(_ gone: inout PropertyListDictionary) {
    if gone.count == 1 {
      self[gone.entries[0].key] = nil
    } else if !gone.isEmpty {
      removeAll { gone.hasValue(for: $0.key) }
    }
    gone = [:]
  }
}
