import Settee

/// What the store says of keys at one moment: of all that there are, or of some.
///
/// To read all is to keep what the layers hold; what that means for a key is worked out when somebody
/// asks, since a screen shows twenty keys of thousands.
struct Readings: Sendable {
  /// The readings that were given one by one; they come before what the layers hold.
  private(set) var single: [SettingName: Reading] = [:]
  /// What the layers of each domain hold; empty where only some keys were read.
  private let domains: [DomainRead]
  /// The keys whose stored value the mirror does not have yet.
  private let pending: Set<SettingName>

  /// Readings of the keys that are given, and of no others.
  init(_ single: [SettingName: Reading] = [:]) {
    self.single = single
    (domains, pending) = ([], [])
  }

  init(_ domains: [Domain], _ layer: WritableLayer, pending: Set<SettingName>) {
    self.domains = domains.map { DomainRead($0, layer) }
    self.pending = pending
  }

  var areWhole: Bool { !domains.isEmpty }

  var isEmpty: Bool { domains.isEmpty && single.isEmpty }

  /// What the store says of a key; nil where it was not asked.
  subscript(name: SettingName) -> Reading? {
    get {
      if let reading = single[name] { return reading }
      guard let domain = domain(of: name) else { return nil }
      let effective = domain.effective(name.key)
      return Reading(
        value: effective?.value, origin: effective?.origin ?? .none,
        stored: domain.stored[name.key], isUnpushed: !pending.isEmpty && pending.contains(name))
    }
    set { single[name] = newValue }
  }

  func stored(_ name: SettingName) -> PropertyList? {
    if let reading = single[name] { return reading.stored }
    return domain(of: name)?.stored[name.key]
  }

  /// A name without a domain is one that the bundle leaves to its own.
  private func domain(of name: SettingName) -> DomainRead? {
    guard domains.count > 1, let text = name.domain else { return domains.first }
    return domains.first { $0.name.isSame(as: text) } ?? domains.first
  }

  func isUnpushed(_ name: SettingName) -> Bool {
    single[name]?.isUnpushed ?? pending.contains(name)
  }

  /// Whether no key can be stored: then nobody need be asked for each.
  var storeNothing: Bool { single.isEmpty && domains.allSatisfy(\.stored.isEmpty) }

  var pushNothing: Bool { single.isEmpty && pending.isEmpty }

  mutating func take(_ new: Readings) {
    if new.areWhole { self = new } else { single.merge(new.single) { $1 } }
  }
}

extension Readings: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (SettingName, Reading)...) {
    self.init(Dictionary(elements) { $1 })
  }
}

/// What the layers of one domain hold at one moment.
private struct DomainRead {
  let name: String
  let stored: PropertyListDictionary
  private let layers: [Layer]

  init(_ domain: Domain, _ layer: WritableLayer) {
    name = domain.name.text
    stored = (try? domain.values(in: layer)) ?? [:]
    layers = domain.layers.filter { !$0.values.isEmpty }
  }

  func effective(_ key: String) -> Effective? {
    layers.lazy.compactMap { layer in
      layer.values[key].map { Effective($0, layer.origin) }
    }.first
  }
}

/// What the store says of one key at one moment; the loop takes readings, the core only looks.
struct Reading: Sendable {
  var value: PropertyList?
  var origin: Origin = .none
  /// The value in the layer that the editor writes; nil where that layer has none.
  var stored: PropertyList?
  var isUnpushed = false

  var isManaged: Bool { origin == .managed }
}

/// One layer's value of a key, for the info page.
struct LayerReading: Sendable {
  var origin: Origin
  var path: String?
  var value: PropertyList
}

/// The name of one stored value: its domain and its key, told apart by code units.
///
/// A bundle may span several domains, so a key alone does not name a value.
struct SettingName: Sendable {
  /// The domain; nil where the bundle names none.
  let domain: String?
  let key: String
}

extension SettingName: Hashable {
  static func == (left: SettingName, right: SettingName) -> Bool {
    left.key.isSame(as: right.key) && left.domain == right.domain
  }

  func hash(into hasher: inout Hasher) { key.hashCodeUnits(into: &hasher) }
}
