/// A place that values of a domain are read from, and perhaps written to.
struct LayerSource: Sendable {
  let origin: Origin
  /// Where the values are kept; nil for what is given in memory.
  let storage: (any DomainStorage)?
  /// The layer that writes go to, where this is one.
  let writable: WritableLayer?

  init(_ origin: Origin, _ storage: (any DomainStorage)?, writable: WritableLayer? = nil) {
    self.origin = origin
    self.storage = storage
    self.writable = writable
  }

  var path: String? { (storage as? PlistFile)?.path }
}

/// The places of a domain in files, in the order in which they win: as Foundation searches them,
/// with the managed layer above.
struct LayerSources {
  let name: DomainName
  let locations: Locations
  let suites: [DomainName]
  let door: FileDoor

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
    var sources = [
      LayerSource(.user, reading(byHost(name))), writable(.user),
    ]
    for suite in suites {
      sources.append(LayerSource(.suite, reading(byHost(suite))))
      sources.append(LayerSource(.suite, reading(locations.userFile(suite))))
    }
    if name != .global {
      sources.append(LayerSource(.global, reading(byHost(.global))))
      sources.append(LayerSource(.global, reading(locations.userFile(.global))))
    }
    return sources + site()
  }

  private func site() -> [LayerSource] {
    var sources = [
      LayerSource(.site, reading(siteByHost(name))), writable(.site),
    ]
    for other in suites + (name == .global ? [] : [.global]) {
      sources.append(LayerSource(.site, reading(siteByHost(other))))
      sources.append(LayerSource(.site, reading(locations.siteFile(other))))
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
    let role = PlistFile.Role(
      newMode: isUsers ? 0o600 : 0o644, folderMode: isUsers ? 0o700 : 0o755,
      isAdministrators: !isUsers,
      lastGood: LastGood(
        folder: locations.stateFolder(name), label: layer.rawValue, door: door))
    let file = PlistFile(locations.file(name, layer), door, role)
    return LayerSource(layer.origin, file, writable: layer)
  }
}
