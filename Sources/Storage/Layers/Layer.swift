import SetteeFiles
public import SetteeValues

/// A layer of a domain, such as the user's file, with the values that it provides.
package struct Layer: Sendable {
  package let origin: SettingOrigin
  /// The store that contains the values of the layer, or `nil` for values in memory.
  ///
  /// Arguments, environment variables, and registered defaults don't have a store.
  let storage: (any LayerStore)?
  let writable: WritableLayer?
  /// The content of the store when the domain last read it, with the revision 0 before that.
  var stored: Snapshot
  /// The values of the layer as stored on disk, with unsaved changes applied.
  package internal(set) var values: PropertyListDictionary

  init(
    _ origin: SettingOrigin, _ storage: (any LayerStore)?, writable: WritableLayer? = nil,
    stored: Snapshot = Snapshot([:], revision: 0)
  ) {
    self.origin = origin
    self.storage = storage
    self.writable = writable
    self.stored = stored
    values = stored.values
  }

  /// The path of the file that contains the values, or `nil` for a layer without a file.
  package var path: String? { storage?.path }
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

// Methods that return the files of a domain as layers, in order of precedence. The order is
// Foundation's search order, preceded by the managed layer.
extension SettingsDirectories {
  /// Returns the layers that take precedence over command-line arguments and environment variables.
  func managedLayers(of name: DomainName, _ fileSystem: FileSystem) -> [Layer] {
    let folder = managedFolder(name)
    // In the managed directory, files with later names take precedence, as in other configuration
    // directories.
    let added = ((try? fileSystem.list(folder)) ?? nil ?? []).filter { $0.hasSuffix(".plist") }
      .reversed()
    return added.map { Layer(.managed, PlistFile("\(folder)/\($0)", fileSystem)) }
      + [writableLayer(.managed, of: name, fileSystem)]
  }

  /// Returns the layers that command-line arguments and environment variables override.
  func otherLayers(
    of name: DomainName, suites: [DomainName], _ fileSystem: FileSystem
  ) -> [Layer] {
    func reading(_ origin: SettingOrigin, _ path: String) -> Layer {
      Layer(origin, PlistFile(path, fileSystem))
    }
    let others =
      suites.map { (origin: SettingOrigin.suite, name: $0) }
      + (name == .global ? [] : [(origin: .global, name: .global)])
    var layers = [reading(.user, byHost(name)), writableLayer(.user, of: name, fileSystem)]
    for other in others {
      layers.append(reading(other.origin, byHost(other.name)))
      layers.append(reading(other.origin, userFile(other.name)))
    }
    layers += [reading(.site, siteByHost(name)), writableLayer(.site, of: name, fileSystem)]
    for other in others {
      layers.append(reading(.site, siteByHost(other.name)))
      layers.append(reading(.site, siteFile(other.name)))
    }
    return layers
  }

  // Foundation names the user's file for one computer `DOMAIN..plist`, and the file for all users
  // `DOMAIN.plist`.
  private func byHost(_ domain: DomainName) -> String {
    "\(configuration)/ByHost/\(domain)..plist"
  }

  private func siteByHost(_ domain: DomainName) -> String {
    "\(site)/ByHost/\(domain).plist"
  }

  private func writableLayer(
    _ layer: WritableLayer, of name: DomainName, _ fileSystem: FileSystem
  ) -> Layer {
    let file = PlistFile(
      file(name, layer), fileSystem, isAdministrators: layer != .user,
      lastGood: BackupSlots(
        folder: stateFolder(name), label: layer.rawValue, fileSystem: fileSystem))
    return Layer(layer.origin, file, writable: layer)
  }
}
