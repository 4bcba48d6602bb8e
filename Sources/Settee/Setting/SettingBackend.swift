/// The backend of a bound setting: a store, or an update, draft, or snapshot of one.
protocol SettingBackend: AnyObject, Sendable {
  /// A number that grows whenever any value may have changed.
  ///
  /// A setting compares it with the revision of its cached value. Getting it may read a changed
  /// file and notify the domain's observers.
  var revision: UInt64 { get }

  /// Throws in a child process that was forked after the store was opened. Call it before locking.
  func throwIfForked() throws(StoreError)

  /// Returns the effective value and its layer, or `nil` if no layer has the key.
  func value(at slot: SettingLocation) -> EffectiveValue?

  /// Returns the value of every layer, in order of precedence.
  func everyValue(at slot: SettingLocation) -> [EffectiveValue]

  /// Stores a value; `nil` removes the key.
  func write(_ value: PropertyList?, at slot: SettingLocation) throws(StoreError)

  /// Records an issue that can't be thrown to a caller.
  func report(_ issue: SettingIssue)
}

/// The location of a setting and its new stored value; `nil` removes the key.
typealias SettingChange = (slot: SettingLocation, value: PropertyList?)

/// The location of a setting: its key, or its path in nested dictionaries.
struct SettingLocation: Sendable {
  /// The key, followed by the keys of nested dictionaries.
  let path: SettingPath
  /// The name of the property that declares it, groups included: `proxy.port`.
  let property: String
  /// The paths that earlier versions used.
  let formerPaths: [SettingPath]
  let traits: SettingTraits

  /// The path as text, for messages, panes, and change notifications.
  var key: String { path.text }

  /// The current path, followed by the former ones.
  var paths: [SettingPath] { [path] + formerPaths }
}

/// The common beginning of the keys of a set or group.
struct KeyPrefix: Sendable {
  /// The dictionary that contains the set, or `nil` for the domain itself.
  var holder: SettingPath?
  /// The prefix of each key.
  var stem = ""
  /// The property names of the enclosing groups.
  var properties: [String] = []

  func path(to key: String) -> SettingPath {
    holder?.appending(stem + key) ?? SettingPath(stem + key)
  }

  func inside(group name: String, key: String, layout: GroupLayout) -> KeyPrefix {
    switch layout {
    case .dotted:
      KeyPrefix(holder: holder, stem: stem + key + ".", properties: properties + [name])
    case .nested:
      KeyPrefix(holder: path(to: key), stem: "", properties: properties + [name])
    case .flat: KeyPrefix(holder: holder, stem: stem, properties: properties + [name])
    }
  }
}
