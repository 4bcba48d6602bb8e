package import SetteeValues

/// The path of a value in a domain, which consists of a literal key and the keys of nested
/// dictionaries.
///
/// A string literal is a single literal key, even if it contains dots. For example, `"proxy.port"`
/// is one key, and `SettingPath("proxy", "port")` is the entry `port` of the dictionary under
/// `proxy`.
public struct SettingPath: Sendable {
  /// The keys of the path, starting with the outermost key.
  ///
  /// The array isn't empty, because every path has at least one key.
  public let parts: [String]

  /// Creates a path from a literal key and the keys of nested dictionaries.
  public init(_ key: String, _ nested: String...) {
    parts = [key] + nested
  }

  package init(_ key: String, nested: some Sequence<String>) {
    parts = [key] + nested
  }

  package var key: String { parts[0] }

  package var isNested: Bool { parts.count > 1 }

  package func appending(_ part: String) -> SettingPath {
    SettingPath(key, nested: parts.dropFirst() + [part])
  }

  /// The path as a user enters it, such as `proxy.port`.
  ///
  /// A path with a single key is returned unchanged. Nested keys are joined by dots, and `\.`
  /// represents a dot in a key.
  package var text: String {
    guard isNested else { return key }
    return parts.map(Self.escaped).joined(separator: ".")
  }

  private static func escaped(_ part: String) -> String {
    var result = ""
    for character in part.unicodeScalars {
      if character == "." || character == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(character)
    }
    return result
  }
}

extension SettingPath {
  /// Parses the path of a setting that the user entered.
  ///
  /// If the entire text is a known key, it is used literally. Otherwise, if the first component is
  /// a known dictionary, dots separate nested keys, and `\.` represents a dot. In all other cases,
  /// the entire string is a new literal key.
  package init(
    written text: String, isKey: (String) -> Bool, isDictionary: (String) -> Bool
  ) {
    if !isKey(text) {
      let parts = Self.split(text)
      if parts.count > 1, !parts.contains(where: \.isEmpty), isDictionary(parts[0]) {
        self.init(parts[0], nested: parts.dropFirst())
        return
      }
    }
    self.init(text)
  }

  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var escaped = false
    for scalar in text.unicodeScalars {
      if escaped {
        parts[parts.count - 1].unicodeScalars.append(scalar)
        escaped = false
      } else if scalar == "\\" {
        escaped = true
      } else if scalar == "." {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    if escaped { parts[parts.count - 1].unicodeScalars.append("\\") }
    return parts
  }
}

extension SettingPath: Hashable {
  /// Returns whether two paths consist of the same keys.
  ///
  /// The keys are compared by their code units, not by canonical equivalence.
  public static func == (left: SettingPath, right: SettingPath) -> Bool {
    left.parts.elementsEqual(right.parts) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Hashes the code units of all keys in the path.
  public func hash(into hasher: inout Hasher) {
    for part in parts {
      for byte in part.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8(0xFF))
    }
  }
}

extension SettingPath: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates the path of a literal key, which isn't split at dots.
  public init(stringLiteral key: String) { self.init(key) }

  /// The path as a user enters it, such as `proxy.port`.
  public var description: String { text }
}

extension PropertyListDictionary {
  /// Returns the value at a path, or `nil` if an ancestor is missing or isn't a dictionary.
  package func value(at path: SettingPath) -> PropertyList? {
    guard path.isNested else { return self[path.key] }
    var value = self[path.key]
    for part in path.parts.dropFirst() {
      guard case .dictionary(let inner) = value else { return nil }
      value = inner[part]
    }
    return value
  }

  /// Sets the value at a path, or removes it if the value is `nil`.
  ///
  /// This method creates missing dictionaries on the path and removes dictionaries that become
  /// empty. All other values are unchanged.
  package mutating func put(_ value: PropertyList?, at path: SettingPath) {
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
      // Release the stored reference to the nested dictionary first, so that changing the
      // dictionary doesn't copy it.
      self[first] = .dictionary([:])
    } else if value == nil {
      return
    }
    let before = inner.count
    inner.put(value, at: rest)
    if inner.isEmpty, before > 0 { self[first] = nil } else { self[first] = .dictionary(inner) }
  }

  /// Returns the changes that convert this dictionary to another one.
  ///
  /// Nested dictionaries are compared value by value.
  func changes(to new: PropertyListDictionary) -> [KeyChange] {
    var changes: [KeyChange] = []
    difference(to: new, within: nil, &changes)
    return changes
  }

  private func difference(
    to new: PropertyListDictionary, within parent: SettingPath?, _ changes: inout [KeyChange]
  ) {
    for (key, old) in entries {
      let path = parent?.appending(key) ?? SettingPath(key)
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
      changes.append(KeyChange(parent?.appending(key) ?? SettingPath(key), old: nil, new: value))
    }
  }

  /// Applies a change set to the dictionary and returns the changes that had an effect.
  mutating func apply(_ change: ChangeSet) -> [KeyChange] {
    var changes: [KeyChange] = []
    // Remove all keys in a single pass, because removing one key takes linear time.
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
