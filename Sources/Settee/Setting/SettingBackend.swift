/// The backend of a bound setting, such as a store or a draft or snapshot of a store.
protocol SettingBackend: AnyObject, Sendable {
  /// A number that increases whenever a value might have changed.
  ///
  /// A setting compares this number with the revision of its cached value. Getting the number can
  /// read a changed file and notify the domain's observers.
  var revision: UInt64 { get }

  /// Throws an error in a child process that was forked after the store was opened.
  ///
  /// Call this method before locking.
  func throwIfForked() throws(StoreError)

  /// Returns the effective value and its layer, or `nil` if no layer contains the key.
  func value(at slot: SettingLocation) -> EffectiveValue?

  /// Returns the values of all layers, in order of precedence.
  func everyValue(at slot: SettingLocation) -> [EffectiveValue]

  /// Stores a value, or removes the key if the value is `nil`.
  func write(_ value: PropertyList?, at slot: SettingLocation) throws(StoreError)

  /// Records an issue that can't be thrown to a caller.
  func report(_ issue: SettingIssue)
}

/// The location of a setting and its new stored value.
///
/// A `nil` value removes the key.
typealias SettingChange = (slot: SettingLocation, value: PropertyList?)

/// The location of a setting, which is its key or its path in nested dictionaries.
struct SettingLocation: Sendable {
  /// The key, followed by the keys of nested dictionaries.
  let path: SettingPath
  /// The name of the property that declares the setting, including its groups, such as
  /// `proxy.port`.
  let property: String
  /// The paths where earlier versions stored the setting.
  let formerPaths: [SettingPath]
  let traits: SettingTraits

  /// The path as a string, for messages, panes, and change notifications.
  var key: String { path.text }

  /// The current path, followed by former paths.
  var paths: [SettingPath] { [path] + formerPaths }
}

/// The common prefix of the keys in a set or group.
struct KeyPrefix: Sendable {
  /// The dictionary that contains the set, or `nil` if the set is at the top level of the domain.
  var holder: SettingPath?
  /// The common prefix of each key.
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
