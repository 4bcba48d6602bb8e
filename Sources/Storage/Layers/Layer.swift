import SetteeFiles
public import SetteeValues

/// A source of values in a domain, such as the user's file, together with its values.
package struct Layer: Sendable {
  package let origin: SettingOrigin
  /// The path of the file that contains the values, or `nil` for a layer without a file.
  ///
  /// Arguments, environment variables, registered defaults, and memory don't have a file.
  package let path: String?
  package let values: PropertyListDictionary

  package init(_ origin: SettingOrigin, path: String? = nil, values: PropertyListDictionary) {
    self.origin = origin
    self.path = path
    self.values = values
  }
}

/// The effective value of a setting and the layer that provides it.
public struct EffectiveValue: Sendable {
  /// The effective value of the setting, which can come from any layer.
  public let value: PropertyList
  /// The layer of the domain that provides this value.
  public let origin: SettingOrigin

  package init(_ value: PropertyList, _ origin: SettingOrigin) {
    self.value = value
    self.origin = origin
  }
}

/// The layer that provides the effective value of a setting.
///
/// The raw values of the origins are part of the JSON output of the commands.
public enum SettingOrigin: String, Sendable, Hashable, CaseIterable {
  /// A value that an administrator has set and that users can't change.
  case managed
  /// A value from a command-line argument of the program, in the form `-key value`.
  case argument
  /// A value from an environment variable of the program, such as `PREFIX_KEY`.
  case environment
  /// A value in the user's file of the domain.
  case user
  /// The value comes from another mapping of the same YAML file, through a merge key.
  case merge
  /// The value is in a file that an application's configuration file includes.
  case include
  /// A value in the user's file of another domain from which the program reads settings.
  case suite
  /// A value that the user has set for all programs.
  case global
  /// A site default, which an administrator has set and users can override.
  case site
  /// A default value that the program or its bundle provides.
  case `default` = "registered"
  /// No layer has a value.
  case none
}

/// A layer of a domain to which Settee can write values.
public enum WritableLayer: String, Sendable, Hashable, CaseIterable {
  /// The file of the user.
  case user
  /// The layer of the site defaults, which users can override.
  case site
  /// The layer of the managed settings, which users can't override.
  case managed

  /// The origin that is reported for values in this layer.
  package var origin: SettingOrigin {
    switch self {
    case .user: .user
    case .site: .site
    case .managed: .managed
    }
  }
}

/// A source of values in a domain, which can be writable.
struct LayerSource: Sendable {
  let origin: SettingOrigin
  /// The store that contains the values of the layer, or `nil` for values in memory.
  let storage: (any LayerStore)?
  let writable: WritableLayer?

  init(_ origin: SettingOrigin, _ storage: (any LayerStore)?, writable: WritableLayer? = nil) {
    self.origin = origin
    self.storage = storage
    self.writable = writable
  }

  var path: String? { storage?.path }
}

/// The files that provide the values of a domain, in order of precedence.
///
/// The order of the files is Foundation's search order, preceded by the managed layer.
struct LayerSources {
  let name: DomainName
  let locations: SettingsDirectories
  let suites: [DomainName]
  let fileSystem: FileSystem

  /// Returns the files that take precedence over command-line arguments and environment variables.
  func managed() -> [LayerSource] {
    let folder = locations.managedFolder(name)
    // In the managed directory, files with later names take precedence, as in other configuration
    // directories.
    let added = ((try? fileSystem.list(folder)) ?? nil ?? []).filter { $0.hasSuffix(".plist") }
      .reversed()
    return added.map { LayerSource(.managed, reading("\(folder)/\($0)")) }
      + [writable(.managed)]
  }

  /// Returns the files that command-line arguments and environment variables override.
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

  // Foundation names the user's file for one computer `DOMAIN..plist`, and the file for all users
  // `DOMAIN.plist`.
  private func byHost(_ domain: DomainName) -> String {
    "\(locations.configuration)/ByHost/\(domain)..plist"
  }

  private func siteByHost(_ domain: DomainName) -> String {
    "\(locations.site)/ByHost/\(domain).plist"
  }

  private func reading(_ path: String) -> PlistFile { PlistFile(path, fileSystem) }

  private func writable(_ layer: WritableLayer) -> LayerSource {
    let file = PlistFile(
      locations.file(name, layer), fileSystem, isAdministrators: layer != .user,
      lastGood: BackupSlots(
        folder: locations.stateFolder(name), label: layer.rawValue, fileSystem: fileSystem))
    return LayerSource(layer.origin, file, writable: layer)
  }
}
