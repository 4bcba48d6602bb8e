import SetteeFiles
public import SetteePropertyLists

/// A source of values, together with all values that it provides.
package struct Layer: Sendable {
  package let origin: SettingOrigin
  /// The file that contains the values, or `nil` for arguments, the environment, registered
  /// defaults, and memory.
  package let path: String?
  package let values: PropertyListDictionary

  package init(_ origin: SettingOrigin, path: String? = nil, values: PropertyListDictionary) {
    self.origin = origin
    self.path = path
    self.values = values
  }
}

/// The value that is in effect for a key, and the layer that provides this value.
public struct EffectiveValue: Sendable {
  /// The value.
  public let value: PropertyList
  /// The layer that provides the value.
  public let origin: SettingOrigin

  package init(_ value: PropertyList, _ origin: SettingOrigin) {
    self.value = value
    self.origin = origin
  }
}

/// The layer that provides an effective value.
///
/// The raw values are part of the JSON output of the commands.
public enum SettingOrigin: String, Sendable, Hashable, CaseIterable {
  /// The value was set by an administrator.
  ///
  /// Users can't change this value.
  case managed
  /// The value comes from a command-line argument of the program, in the form `-key value`.
  case argument
  /// The value comes from an environment variable of the program, such as `PREFIX_KEY`.
  case environment
  /// The value is in the user's file of the domain.
  case user
  /// The value comes from another mapping of the same YAML file, through a merge key.
  case merge
  /// The value is in a file that an application's configuration file includes.
  case include
  /// The value is in the user's file of another domain that the program reads.
  case suite
  /// The value is one of the user's settings for all programs.
  case global
  /// The value is a site default that was set by an administrator.
  ///
  /// Users can override this value.
  case site
  /// The value is the default of the program or bundle.
  case `default` = "registered"
  /// No layer has a value.
  case none
}

/// A layer to which values can be written.
public enum WritableLayer: String, Sendable, Hashable, CaseIterable {
  /// The file of the user.
  case user
  /// The site defaults, which users can override.
  case site
  /// The managed settings, which users can't override.
  case managed

  /// The origin of the values in this layer.
  package var origin: SettingOrigin {
    switch self {
    case .user: .user
    case .site: .site
    case .managed: .managed
    }
  }
}

/// A source of a domain's values, which may be writable.
struct LayerSource: Sendable {
  let origin: SettingOrigin
  /// The store that contains the values, or `nil` for values in memory.
  let storage: (any LayerStore)?
  let writable: WritableLayer?

  init(_ origin: SettingOrigin, _ storage: (any LayerStore)?, writable: WritableLayer? = nil) {
    self.origin = origin
    self.storage = storage
    self.writable = writable
  }

  var path: String? { storage?.filePath }
}

/// The files of a domain, in order of precedence.
///
/// This is the search order of Foundation, with the managed layer first.
struct LayerSources {
  let name: DomainName
  let locations: SettingsDirectories
  let suites: [DomainName]
  let door: FileSystem

  /// Returns the files that take precedence over the arguments and the environment.
  func managed() -> [LayerSource] {
    let folder = locations.managedFolder(name)
    // Files whose names come later take precedence, as in other configuration directories.
    let added = ((try? door.list(folder)) ?? nil ?? []).filter { $0.hasSuffix(".plist") }.reversed()
    return added.map { LayerSource(.managed, reading("\(folder)/\($0)")) }
      + [writable(.managed)]
  }

  /// Returns the files over which the arguments and the environment take precedence.
  func others() -> [LayerSource] {
    let others =
      suites.map { (origin: SettingOrigin.suite, name: $0) }
      + (name == .global ? [] : [(origin: .global, name: .global)])
    var sources = [LayerSource(.user, reading(byHost(name))), writable(.user)]
    for other in others {
      sources.append(LayerSource(other.origin, reading(byHost(other.name))))
      sources.append(LayerSource(other.origin, reading(locations.userFile(other.name))))
    }
    sources += [LayerSource(.site, reading(siteByHost(name))), writable(.site)]
    for other in others {
      sources.append(LayerSource(.site, reading(siteByHost(other.name))))
      sources.append(LayerSource(.site, reading(locations.siteFile(other.name))))
    }
    return sources
  }

  // Foundation uses an empty host name between two dots for the user, and no host name for all
  // users.
  private func byHost(_ domain: DomainName) -> String {
    "\(locations.configuration)/ByHost/\(domain)..plist"
  }

  private func siteByHost(_ domain: DomainName) -> String {
    "\(locations.site)/ByHost/\(domain).plist"
  }

  private func reading(_ path: String) -> PlistFile { PlistFile(path, door) }

  private func writable(_ layer: WritableLayer) -> LayerSource {
    let isUsers = layer == .user
    let role = PlistFile.Options(
      newMode: isUsers ? 0o600 : 0o644, folderMode: isUsers ? 0o700 : 0o755,
      isAdministrators: !isUsers,
      lastGood: BackupSlots(
        folder: locations.stateFolder(name), label: layer.rawValue, door: door))
    let file = PlistFile(locations.file(name, layer), door, role)
    return LayerSource(layer.origin, file, writable: layer)
  }
}
