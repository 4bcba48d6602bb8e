import Settee

extension Desk {
  /// What the store says of every key.
  ///
  /// - Parameter asksCloud: Whether to look up what the mirror does not have yet, which reads files.
  /// - Returns: A reading for each key.
  func readings(asksCloud: Bool = true) -> Readings {
    Readings(LayersRead(domains, layer, pending: asksCloud ? self.pending() : []))
  }

  /// What the store says of some keys.
  ///
  /// NB: the others may wait no more since; `hasOtherPending` has to go on saying so.
  func readings(of names: some Sequence<SettingName>) -> Readings {
    let names = Set(names)
    let layers = LayersRead(domains, layer, pending: pending(among: names))
    var readings = Readings()
    for name in names { readings[name] = layers.reading(of: name) }
    return readings
  }

  /// The names of a domain's keys that the panes show; all of them where no key is given.
  func names(in domain: String, keys: [String]) -> [SettingName] {
    if keys.isEmpty {
      return document.panesByName.keys.filter { self.domain(of: $0)?.name.text == domain }
    }
    return keys.flatMap { key in
      [SettingName(domain: domain, key: key), SettingName(domain: nil, key: key)]
        .filter { document.panesByName[$0] != nil }
    }
  }

  /// What every layer has for a key, the one that wins first.
  func layers(of name: SettingName) -> [LayerReading] {
    guard let domain = domain(of: name) else { return [] }
    return domain.layers.compactMap { layer in
      layer.values[name.key].map {
        LayerReading(origin: layer.origin, path: layer.path, value: $0)
      }
    }
  }
}
