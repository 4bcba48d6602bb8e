import Synchronization
import SetteeValues

/// All layers with values for the settings of a store, including values that are only in memory.
final class StoreLayers: Sendable {
  let domain: Domain
  private let inMemory = Mutex<[SettingPath: PropertyList?]>([:])
  private let changes = Atomic<UInt64>(0)

  init(_ domain: Domain) { self.domain = domain }

  var revision: UInt64 { domain.generation &+ changes.load(ordering: .acquiring) }

  func throwIfForked() throws {
    do { try domain.throwIfForked() } catch { throw StoreError(domainError: error) }
  }

  /// The values of settings that haven't been saved to a file.
  ///
  /// Values of settings with the trait `.transient`, and unsaved values of settings with the trait
  /// `.savedExplicitly`, are only in memory. A `nil` value means that the key will be removed.
  var heldValues: [SettingPath: PropertyList?] { inMemory.withLock { $0 } }

  func hold(_ value: PropertyList?, at path: SettingPath) {
    inMemory.withLock { $0[path] = .some(value) }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Removes values from memory after they have been saved, unless they have been changed again
  /// since then.
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

  /// Returns the values of the settings in all layers.
  ///
  /// During a transaction, the parameter `user` contains the changed values of the user layer.
  func values(user: PropertyListDictionary? = nil) -> LayerValues {
    // Read the values in memory first, so that no value is missed while it is moved to the file. A
    // value is removed from memory only after the domain contains it.
    let held = heldValues
    return LayerValues(layers: domain.layers, user: user, held: held)
  }
}

/// The values of the settings in all layers at a point in time.
struct LayerValues: Sendable {
  let layers: [Layer]
  let user: PropertyListDictionary?
  let held: [SettingPath: PropertyList?]

  /// Returns the values of a setting in all layers, starting with the highest precedence.
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
  /// Returns the values of all layers after replacing or removing the value of the user layer.
  func replacingUser(with value: PropertyList?) -> [EffectiveValue] {
    var layers = filter { $0.origin != .user }
    if let value { layers.insert(EffectiveValue(value, .user)) }
    return layers
  }

  /// Inserts the value of a layer before the values of all layers over which it takes precedence.
  fileprivate mutating func insert(_ layer: EffectiveValue) {
    insert(layer, at: firstIndex { $0.origin.isBelow(layer.origin) } ?? count)
  }
}

extension SettingLocation {
  /// A Boolean value that indicates whether the value of the setting can be in memory without being
  /// in a file.
  var isHeld: Bool { !traits.isDisjoint(with: [.transient, .savedExplicitly]) }
}
