import Synchronization

/// Every layer that a store reads: the domain's, and what is kept in memory alone.
final class StoreLayers: SettingReader {
  let domain: Domain
  private let inMemory = Mutex<[LeafPath: PropertyList?]>([:])
  let clock: ReadClock

  init(_ domain: Domain) {
    self.domain = domain
    clock = ReadClock(of: domain)
  }

  /// What is in memory alone: volatile settings, and manual ones that wait for a flush.
  ///
  /// A nil inside stands for a key that shall be removed.
  var heldValues: [LeafPath: PropertyList?] { inMemory.withLock { $0 } }

  /// Keeps a value in memory alone.
  func hold(_ value: PropertyList?, at path: LeafPath) {
    inMemory.withLock { $0[path] = .some(value) }
    clock.tick()
  }

  /// Lets go of values that are stored now; what was assigned meanwhile stays.
  func release(_ stored: [(slot: SettingSlot, value: PropertyList?)]) {
    inMemory.withLock { held in
      for (slot, value) in stored where held[slot.path] == .some(value) { held[slot.path] = nil }
    }
    clock.tick()
  }

  func value(at slot: SettingSlot) -> Effective? {
    if slot.isPlain {
      return slot.path.isNested
        ? domain.value(at: slot.path) : domain.value(for: slot.path.key)
    }
    return everyValue(at: slot).first
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
