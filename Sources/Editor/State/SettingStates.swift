import Settee

/// The values of all settings, or of the specified settings, at a point in time.
///
/// To read all settings, only their layers are captured. The effective value of a setting is
/// computed when it is accessed, because a screen shows only a few settings.
struct SettingStates: Sendable {
  /// The states of individual settings, which take precedence over the captured layers.
  private(set) var single: [SettingName: SettingState] = [:]
  /// The layers of each domain at the time when all settings were read.
  ///
  /// If only specific settings were read, no layers are captured, and the array is empty.
  private let domains: [DomainRead]
  /// The settings whose saved values haven't been pushed to the cloud mirror.
  private let pending: Set<SettingName>

  /// Creates states that contain only the specified settings.
  init(_ single: [SettingName: SettingState] = [:]) {
    self.single = single
    (domains, pending) = ([], [])
  }

  init(_ domains: [Domain], _ layer: WritableLayer, pending: Set<SettingName>) {
    self.domains = domains.map { DomainRead($0, layer) }
    self.pending = pending
  }

  var areWhole: Bool { !domains.isEmpty }

  var isEmpty: Bool { domains.isEmpty && single.isEmpty }

  /// Accesses the state of a setting by its name.
  ///
  /// If a setting wasn't read, its state is `nil`.
  subscript(name: SettingName) -> SettingState? {
    get {
      if let reading = single[name] { return reading }
      guard let domain = domain(of: name) else { return nil }
      let effective = domain.effective(name.key)
      return SettingState(
        value: effective?.value, origin: effective?.origin ?? .none,
        stored: domain.stored[name.key], isUnpushed: !pending.isEmpty && pending.contains(name))
    }
    set { single[name] = newValue }
  }

  func stored(_ name: SettingName) -> PropertyList? {
    if let reading = single[name] { return reading.stored }
    return domain(of: name)?.stored[name.key]
  }

  /// Returns the captured layers of the domain that a setting belongs to.
  ///
  /// A setting whose name doesn't include a domain belongs to the first domain.
  private func domain(of name: SettingName) -> DomainRead? {
    guard domains.count > 1, let text = name.domain else { return domains.first }
    return domains.first { $0.name.isSame(as: text) } ?? domains.first
  }

  func isUnpushed(_ name: SettingName) -> Bool {
    single[name]?.isUnpushed ?? pending.contains(name)
  }

  /// A Boolean value that indicates whether none of the settings has a saved value.
  ///
  /// If no setting has a saved value, callers don't need to look up each setting.
  var storeNothing: Bool { single.isEmpty && domains.allSatisfy(\.stored.isEmpty) }

  var pushNothing: Bool { single.isEmpty && pending.isEmpty }

  mutating func merge(_ new: SettingStates) {
    if new.areWhole { self = new } else { single.merge(new.single) { $1 } }
  }
}

extension SettingStates: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (SettingName, SettingState)...) {
    self.init(Dictionary(elements) { $1 })
  }
}

/// The layers of a domain and their values at a point in time.
private struct DomainRead {
  let name: String
  let stored: PropertyListDictionary
  private let layers: [(origin: SettingOrigin, values: PropertyListDictionary)]

  init(_ domain: Domain, _ layer: WritableLayer) {
    name = domain.name.text
    stored = (try? domain.values(in: layer)) ?? [:]
    layers = domain.layers.filter { !$0.values.isEmpty }.map { ($0.origin, $0.values) }
  }

  func effective(_ key: String) -> EffectiveValue? {
    for layer in layers {
      if let value = layer.values[key] { return EffectiveValue(value, layer.origin) }
    }
    return nil
  }
}

/// The value and the flags of a setting at a point in time.
struct SettingState: Sendable {
  var value: PropertyList?
  var origin: SettingOrigin = .none
  /// The setting's value in the layer that the editor writes to, or `nil` if the layer has no
  /// value.
  var stored: PropertyList?
  var isUnpushed = false

  var isManaged: Bool { origin == .managed }
}

/// The value of a setting in one of the layers, for the details page.
typealias LayerValue = (origin: SettingOrigin, path: String?, value: PropertyList)

/// The name of a setting, which consists of its domain and its key.
///
/// A key alone would be ambiguous, because a bundle can contain settings from several domains.
/// Domains and keys are compared by code units.
struct SettingName: Sendable {
  /// The domain of the setting, or `nil` if the bundle doesn't specify one.
  let domain: String?
  let key: String
}

extension SettingName: Hashable {
  static func == (left: SettingName, right: SettingName) -> Bool {
    left.key.isSame(as: right.key) && left.domain == right.domain
  }

  func hash(into hasher: inout Hasher) { key.hashCodeUnits(into: &hasher) }
}
