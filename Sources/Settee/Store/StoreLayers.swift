import Synchronization

/// Every layer that a store reads: the domain's, and what is kept in memory alone.
final class StoreLayers: Sendable {
  let domain: Domain
  private let inMemory = Mutex<[LeafPath: PropertyList?]>([:])
  private let changes = Atomic<UInt64>(0)

  init(_ domain: Domain) { self.domain = domain }

  var revision: UInt64 { domain.generation &+ changes.load(ordering: .acquiring) }

  func refuseInherited() throws(StoreError) {
    do { try domain.refuseInherited() } catch { throw StoreError(error) }
  }

  /// What is in memory alone: volatile settings, and manual ones that wait for a flush.
  ///
  /// A nil inside stands for a key that shall be removed.
  var heldValues: [LeafPath: PropertyList?] { inMemory.withLock { $0 } }

  func hold(_ value: PropertyList?, at path: LeafPath) {
    inMemory.withLock { $0[path] = .some(value) }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  /// Lets go of values that are stored now; what was assigned meanwhile stays.
  func release(_ stored: [SettingChange]) {
    inMemory.withLock { held in
      for (slot, value) in stored where held[slot.path] == .some(value) { held[slot.path] = nil }
    }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  func value(at slot: SettingSlot) -> Effective? {
    let isPlain = slot.formerPaths.isEmpty && !slot.isHeld
    return isPlain ? domain.value(at: slot.path) : values().every(at: slot).first
  }

  /// What all layers have now; the user's replaced by what a transaction finds under its lock.
  func values(user: PropertyListDictionary? = nil) -> LayerValues {
    // Memory is asked first: it lets go of a value only when the domain has it.
    let held = heldValues
    return LayerValues(layers: domain.layers, user: user, held: held)
  }
}

/// What every layer had at one moment, so that the values belong together.
struct LayerValues: Sendable {
  let layers: [Layer]
  let user: PropertyListDictionary?
  let held: [LeafPath: PropertyList?]

  /// Every layer's value, the one that counts first.
  func every(at slot: SettingSlot) -> [Effective] {
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

  private func values(at path: LeafPath) -> [Effective] {
    layers.compactMap { layer in
      layer.values.value(at: path).map { Effective($0, layer.origin) }
    }
  }
}

extension [Effective] {
  /// The same layers with another value, or none, in the user's.
  func replacingUser(with value: PropertyList?) -> [Effective] {
    var layers = filter { $0.origin != .user }
    if let value { layers.insert(Effective(value, .user)) }
    return layers
  }

  /// Puts a layer above those that it hides.
  fileprivate mutating func insert(_ layer: Effective) {
    insert(layer, at: firstIndex { $0.origin.isBelow(layer.origin) } ?? count)
  }
}

extension SettingSlot {
  /// Whether values may be in memory alone.
  var isHeld: Bool { !traits.isDisjoint(with: [.volatile, .manual]) }
}
