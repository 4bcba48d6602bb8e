/// An object that stores the values of settings, such as a store, a draft, or a snapshot.
protocol SettingBackend: AnyObject, Sendable {
  /// A number that becomes larger whenever the value of a setting might have changed.
  ///
  /// A setting uses its cached value as long as this number stays the same. Getting the number can
  /// read a changed file and notify the domain's observers.
  var revision: UInt64 { get }

  /// Throws an error if this process was forked after the store was opened.
  ///
  /// Call this method before locking.
  func throwIfForked() throws

  /// Returns the value of a setting that is in effect and its layer, or `nil` if no layer contains
  /// the key.
  func value(at slot: SettingLocation) -> EffectiveValue?

  /// Returns the values of a setting in all layers, starting with the highest precedence.
  func everyValue(at slot: SettingLocation) -> [EffectiveValue]

  /// Stores a value for a setting, or removes its key if the value is `nil`.
  func write(_ value: PropertyList?, at slot: SettingLocation) throws

  /// Records a problem that can't be thrown as an error, for example because it occurred in an
  /// assignment.
  func report(_ issue: SettingIssue)
}

/// A change to a setting, which consists of its location and its new value in stored form.
///
/// If the new value is `nil`, the key of the setting is removed.
typealias SettingChange = (slot: SettingLocation, value: PropertyList?)

/// The location at which a setting is stored, which is a key or a path in nested dictionaries.
struct SettingLocation: Sendable {
  /// The key of the setting, preceded by the keys of the dictionaries that contain it.
  let path: SettingPath
  /// The name of the property that declares the setting, with the names of its groups, such as
  /// `proxy.port`.
  let property: String
  /// The paths at which earlier versions of the app stored the setting.
  let formerPaths: [SettingPath]
  let traits: SettingTraits

  /// The path of the setting as a string, for messages, panes, and change notifications.
  var key: String { path.text }

  /// The current path of the setting, followed by the paths that earlier versions of the app used.
  var paths: [SettingPath] { [path] + formerPaths }
}

/// The prefix that the keys of all settings in a set or group have in common.
struct KeyPrefix: Sendable {
  /// The path of the dictionary that contains the settings, or `nil` if they are at the top level
  /// of the domain.
  var holder: SettingPath?
  /// The text at the start of each key, such as `proxy.` for `proxy.port`.
  var stem = ""
  /// The names of the properties that declare the groups around the settings.
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
