import SetteeValues

/// The settings and groups that a set declares as properties, found through reflection.
struct SetReflection {
  /// A declared setting, with the location at which it is stored.
  typealias Entry = (setting: any AnySetting, slot: SettingLocation)

  private(set) var entries: [Entry] = []
  private(set) var sets: [any PreferenceSet] = []
  /// The groups of the set in order of declaration, each with the names of the properties that lead
  /// to it.
  private(set) var groups: [(properties: [String], group: any AnyGroup)] = []

  /// Finds the settings of another instance of a type whose declarations have already been checked.
  init(again set: any PreferenceSet, under prefix: KeyPrefix) throws {
    try walk(set, under: prefix)
  }

  /// Finds the settings that a set declares, and throws an error if a declaration is invalid.
  init(of set: any PreferenceSet, under prefix: KeyPrefix = KeyPrefix()) throws {
    try self.init(again: set, under: prefix)
    try checkAddresses()
    for (setting, slot) in entries {
      if let fault = setting.declarationFault(at: slot) {
        throw StoreError(.declaration, key: slot.key, fault)
      }
    }
  }

  /// The default value of each setting, in the order of the settings.
  var defaults: [any Sendable] { entries.map(\.setting.anyDefault) }

  /// Connects all settings of the set to a backend, such as a store.
  ///
  /// The defaults come from the first instance of the set, because a default such as `UUID()`
  /// differs between instances.
  func bind(to home: any SettingBackend, defaults: [any Sendable]) {
    for (entry, initial) in zip(entries, defaults) {
      entry.setting.bind(to: home, at: entry.slot, initial: initial)
    }
  }

  private mutating func walk(
    _ set: any PreferenceSet, under prefix: KeyPrefix
  ) throws {
    sets.append(set)
    let levels = sequence(first: Mirror(reflecting: set), next: \.superclassMirror).reversed()
    if levels.count == 1, levels[0].children.isEmpty, set.hasStorage {
      throw Self.unreadable(set, without: "metadata")
    }
    for child in levels.flatMap(\.children) { try add(child, of: set, under: prefix) }
  }

  private mutating func add(
    _ child: Mirror.Child, of set: any PreferenceSet, under prefix: KeyPrefix
  ) throws {
    if let setting = child.value as? any AnySetting {
      let name = try Self.name(of: child, in: set)
      entries.append((setting, setting.slot(named: name, under: prefix)))
    } else if let group = child.value as? any AnyGroup {
      let name = try Self.name(of: child, in: set)
      let inner = prefix.inside(group: name, key: group.key ?? name, layout: group.layout)
      groups.append((inner.properties, group))
      try walk(group.settings, under: inner)
    } else if child.value is any PreferenceSet {
      throw StoreError(
        .declaration,
        "'\(child.label ?? "?")' of \(type(of: set)) is a set of settings but not a group; mark it "
          + "with @SettingGroup")
    }
  }

  /// Returns the name of the property that declares a setting or a group.
  ///
  /// The storage of a property wrapper has an underscore before its name, which this method
  /// removes.
  private static func name(
    of child: Mirror.Child, in set: any PreferenceSet
  ) throws -> String {
    guard let label = child.label, label.utf8.first == UInt8(ascii: "_"), label.utf8.count > 1
    else { throw unreadable(set, without: "names") }
    return String(label.dropFirst())
  }

  private static func unreadable(_ set: any PreferenceSet, without what: String) -> StoreError {
    StoreError(
      .declaration,
      "can't read the names of \(type(of: set))'s settings: the program was built without "
        + "reflection \(what); remove -disable-reflection-\(what)")
  }

  /// Throws an error if the keys of two settings conflict.
  ///
  /// Two keys conflict if they are equal, or if the value of the first must be a dictionary that
  /// contains the second.
  private func checkAddresses() throws {
    var owners: [SettingPath: SettingLocation] = [:]
    for (_, slot) in entries {
      guard slot.path.parts.allSatisfy({ !$0.isEmpty }) else {
        throw StoreError(
          .declaration, "'\(slot.property)' has an empty key; specify a key, or omit `key:`")
      }
      if let other = owners.updateValue(slot, forKey: slot.path) {
        throw StoreError(
          .declaration, key: slot.key,
          "'\(other.property)' and '\(slot.property)' both have the key '\(slot.key)'; use "
            + "different keys")
      }
    }
    for (_, slot) in entries {
      let path = slot.path
      let holders = path.parts.indices.dropFirst().map {
        SettingPath(path.key, nested: path.parts[1..<$0])
      }
      guard let holder = holders.lazy.compactMap({ owners[$0] }).first else { continue }
      throw StoreError(
        .declaration, key: slot.key,
        "'\(holder.property)' has the key of the dictionary that contains '\(slot.property)'; use "
          + "a different key")
    }
  }

  /// Calls `validate()` on the set and on all of its groups.
  func validate() throws {
    for set in sets {
      do { _ = try set.validate() } catch let error as StoreError { throw error } catch {
        throw StoreError(.invalidValue, "\(type(of: set)) rejected the change: \(error)")
      }
    }
  }
}

extension PreferenceSet {
  /// A Boolean value that indicates whether instances of the type have stored properties.
  ///
  /// The value is needed to detect stored properties that reflection can't find.
  fileprivate var hasStorage: Bool { MemoryLayout<Self>.size > 0 }
}
