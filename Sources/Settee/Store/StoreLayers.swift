import Synchronization

/// Every layer that a store reads: the domain's, and what is kept in memory alone.
final class StoreLayers: SettingReader {
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

  /// Keeps a value in memory alone.
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
    slot.isPlain ? domain.value(at: slot.path) : everyValue(at: slot).first
  }

  func everyValue(at slot: SettingSlot) -> [Effective] {
    // Asked for first: it is let go of only when the domain has it.
    let held = slot.isHeld ? inMemory.withLock { $0[slot.path] } : nil
    var layers = domain.everyLayer(at: slot.path)
    for former in slot.formerPaths {
      for found in domain.everyLayer(at: former)
      where !layers.contains(where: { $0.origin == found.origin }) {
        let place = layers.firstIndex { $0.origin.isBelow(found.origin) } ?? layers.count
        layers.insert(found, at: place)
      }
    }
    guard let held else { return layers }
    return layers.replacingUser(with: held)
  }
}

extension SettingSlot {
  /// Whether values may be in memory alone.
  var isHeld: Bool { !traits.isDisjoint(with: [.volatile, .manual]) }

  /// Whether the domain's own answer is the whole answer.
  fileprivate var isPlain: Bool { formerPaths.isEmpty && !isHeld }
}

/// Layers that no longer change: of a snapshot, or as a transaction found them under its lock.
final class HeldLayers: SettingReader {
  let revision: UInt64 = 0
  private let layers: @Sendable (SettingSlot) -> [Effective]

  private init(_ layers: @escaping @Sendable (SettingSlot) -> [Effective]) { self.layers = layers }

  func everyValue(at slot: SettingSlot) -> [Effective] { layers(slot) }

  /// What every setting of a set held at one moment.
  ///
  /// All are read until no change came in between, so that the values belong together.
  convenience init(of reader: StoreLayers, slots: [SettingSlot]) {
    var before: UInt64
    var values: [LeafPath: [Effective]]
    var tries = 0
    repeat {
      before = reader.revision
      values = Dictionary(slots.map { ($0.path, reader.everyValue(at: $0)) }) { $1 }
      tries += 1
    } while reader.revision != before && tries <= 100
    self.init { [values] slot in values[slot.path] ?? [] }
  }

  /// The layers with the user's replaced by what a transaction found.
  convenience init(_ layers: StoreLayers, user: PropertyListDictionary) {
    self.init { slot in
      let stored = ([slot.path] + slot.formerPaths).lazy.compactMap { user.value(at: $0) }.first
      let held = slot.isHeld ? layers.heldValues[slot.path] : nil
      return layers.everyValue(at: slot).replacingUser(with: held ?? stored)
    }
  }
}
