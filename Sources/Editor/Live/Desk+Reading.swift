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
    var stored: [String: PropertyListDictionary] = [:]
    for domain in domains {
      stored[domain.name.text] = (try? domain.values(in: layer)) ?? [:]
    }
    let pending = asksCloud ? cloud.pending() : []
    var readings = Readings()
    for name in names {
      guard let domain = domain(of: name) else { continue }
      let effective = domain.value(for: name.key)
      readings[name] = Reading(
        value: effective?.value, origin: effective?.origin ?? .none,
        stored: stored[domain.name.text]?[name.key], isUnpushed: pending.contains(name))
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
