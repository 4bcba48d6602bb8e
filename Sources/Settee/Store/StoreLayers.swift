import Synchronization

/// All layers of a store, including values that exist only in memory.
final class StoreLayers: Sendable {
  let domain: Domain
  private let inMemory = Mutex<[SettingPath: PropertyList?]>([:])
  private let changes = Atomic<UInt64>(0)

  init(_ domain: Domain) { self.domain = domain }

  var revision: UInt64 { domain.generation &+ changes.load(ordering: .acquiring) }

  func throwIfForked() throws(StoreError) {
    do { try domain.throwIfForked() } catch { throw StoreError(error) }
  }

  /// The values that exist only in memory.
  ///
  /// Values of `.transient` settings and unsaved values of `.savedExplicitly` settings exist only
  /// in memory. A `nil` value means that the key will be removed.
  var heldValues: [SettingPath: PropertyList?] { inMemory.withLock { $0 } }

  func hold(_ value: PropertyList?, at path: SettingPath) {
    inMemory.withLock { $0[path] = .some(value) }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Removes values that have been saved, except for those that have changed again since then.
  func release(_ stored: [SettingChange]) {
    inMemory.withLock { held in
      for (slot, value) in stored where held[slot.path] == .some(value) { held[slot.path] = nil }
    }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  func value(at slot: SettingLocation) -> EffectiveValue? {
    let isPlain = slot.formerPaths.isEmpty && !slot.isHeld
    return isPlain ? domain.value(at: slot.path) : values().every(at: slot).first
  }

  /// Returns the values of all layers.
  ///
  /// During a transaction, `user` contains the values of the user's layer.
  func values(user: PropertyListDictionary? = nil) -> LayerValues {
    // Read the in-memory values first. A value is removed from memory only after the domain
    // contains it.
    let held = heldValues
    return LayerValues(layers: domain.layers, user: user, held: held)
  }
}

/// A consistent snapshot of the values in all layers.
struct LayerValues: Sendable {
  let layers: [Layer]
  let user: PropertyListDictionary?
  let held: [SettingPath: PropertyList?]

  /// Returns the values of all layers, in order of precedence.
  func every(at slot: SettingLocation) -> [EffectiveValue] {
    var found = values(at: slot.path)
    for former in slot.formerPaths {
      for value in values(at: former) where !found.contains(where: { $0.origin == value.origin }) {
        found.insert(value)
      }
    }
    if slot.isHeld, let value = held[slot.path] { return found.replacingUser(with: value) }
    guard let user else { return found }
    return found.replacingUser(with: slot.paths.lazy.compactMap { user.value(at: $0) }.first)
  }

  private func values(at path: SettingPath) -> [EffectiveValue] {
    layers.compactMap { layer in
      layer.values.value(at: path).map { EffectiveValue($0, layer.origin) }
    }
  }
}

extension [EffectiveValue] {
  /// Returns the same layers with a different value or no value in the user's layer.
  func replacingUser(with value: PropertyList?) -> [EffectiveValue] {
    var layers = filter { $0.origin != .user }
    if let value { layers.insert(EffectiveValue(value, .user)) }
    return layers
  }

  /// Inserts a layer above the layers that it overrides.
  fileprivate mutating func insert(_ layer: EffectiveValue) {
    insert(layer, at: firstIndex { $0.origin.isBelow(layer.origin) } ?? count)
  }
}

extension SettingLocation {
  /// A Boolean value that indicates whether the setting can have a value that is only in memory.
  var isHeld: Bool { !traits.isDisjoint(with: [.transient, .savedExplicitly]) }
}
