import SetteeFiles
public import SetteePropertyLists

/// One place that values come from, with everything that it holds.
package struct Layer: Sendable {
  package let origin: SettingOrigin
  /// The file that holds the values; nil for arguments, environment, registered and memory.
  package let path: String?
  package let values: PropertyListDictionary

  package init(_ origin: SettingOrigin, path: String? = nil, values: PropertyListDictionary) {
    self.origin = origin
    self.path = path
    self.values = values
  }
}

/// A value together with where it comes from.
public struct EffectiveValue: Sendable {
  /// The value.
  public let value: PropertyList
  /// The layer that it comes from.
  public let origin: SettingOrigin

  package init(_ value: PropertyList, _ origin: SettingOrigin) {
    self.value = value
    self.origin = origin
  }
}

/// Where an effective value comes from; the raw values are the words of the command line's JSON.
public enum SettingOrigin: String, Sendable, Hashable, CaseIterable {
  /// An administrator decided; users cannot change it.
  case managed
  /// The command line of the program, `-key value`.
  case argument
  /// An environment variable of the program, `PREFIX_KEY`.
  case environment
  /// The user's file of the domain.
  case user
  /// A file that the settings file of a program includes.
  case include
  /// The user's file of another domain that the program shares.
  case suite
  /// What the user set for every program.
  case global
  /// What an administrator suggests; users may set something else.
  case site
  /// The program's or the bundle's own default.
  case `default` = "registered"
  /// Nobody has a value.
  case none
}

/// A layer that a change can be written to.
public enum WritableLayer: String, Sendable, Hashable, CaseIterable {
  /// The user's file.
  case user
  /// The administrator's suggestions.
  case site
  /// The administrator's decisions.
  case managed

  /// The origin that values of this layer carry.
  package var origin: SettingOrigin {
    switch self {
    case .user: .user
    case .site: .site
    case .managed: .managed
    }
  }
}

/// A place that values of a domain are read from, and perhaps written to.
struct LayerSource: Sendable {
  let origin: SettingOrigin
  /// Where the values are kept; nil for what is given in memory.
  let storage: (any LayerStore)?
  let writable: WritableLayer?

  init(_ origin: SettingOrigin, _ storage: (any LayerStore)?, writable: WritableLayer? = nil) {
    self.origin = origin
    self.storage = storage
    self.writable = writable
  }

  var path: String? { storage?.filePath }
}

/// The places of a domain in files, in the order in which they win: as Foundation searches them,
/// with the managed layer above.
struct LayerSources {
  let name: DomainName
  let locations: SettingsDirectories
  let suites: [DomainName]
  let door: FileSystem

  /// The files above the arguments and the environment of the program.
  func managed() -> [LayerSource] {
    let folder = locations.managedFolder(name)
    // Later names win, as with every folder of this kind.
    let added = ((try? door.list(folder)) ?? nil ?? []).filter { $0.hasSuffix(".plist") }.reversed()
    return added.map { LayerSource(.managed, reading("\(folder)/\($0)")) }
      + [writable(.managed)]
  }

  /// The files below the arguments and the environment of the program.
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

  // Foundation puts an empty host name between two dots for the user, and none for everyone.
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
