import Settee

extension Desk {
  /// What the store says of every key that the panes show.
  ///
  /// - Parameter asksCloud: Whether to look up what the mirror does not have yet, which reads files.
  /// - Returns: A reading for each key.
  func readings(asksCloud: Bool = true) -> Readings {
    readings(of: document.panesByName.keys, asksCloud: asksCloud)
  }

  /// What the store says of some keys.
  func readings(of names: some Sequence<SettingName>, asksCloud: Bool = true) -> Readings {
    // One look at the layers for all keys: asking the domain for each takes several times as long.
    let contents = domains.map { DomainContent($0, layer) }
    let pending = asksCloud ? cloud.pending() : []
    var readings = Readings(minimumCapacity: names.underestimatedCount)
    for name in names {
      guard let domain = position(of: name) else { continue }
      let effective = contents[domain].effective(name.key)
      readings[name] = Reading(
        value: effective?.value, origin: effective?.origin ?? .none,
        stored: contents[domain].stored[name.key],
        isUnpushed: !pending.isEmpty && pending.contains(name))
    }
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

/// What a domain holds at one moment, to be asked for many keys.
private struct DomainContent {
  /// What the layer that is written holds.
  let stored: PropertyListDictionary
  private let layers: [Layer]

  init(_ domain: Domain, _ layer: WritableLayer) {
    stored = (try? domain.values(in: layer)) ?? [:]
    layers = domain.layers.filter { !$0.values.isEmpty }
  }

  /// The value that counts; nil where no layer has one.
  func effective(_ key: String) -> Effective? {
    for layer in layers.indices {
      if let value = layers[layer].values[key] { return Effective(value, layers[layer].origin) }
    }
    return nil
  }
}
