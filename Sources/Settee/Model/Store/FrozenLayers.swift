/// What every setting of a set held at one moment.
final class FrozenLayers: SettingReader {
  let clock = ReadClock()
  private let values: [LeafPath: [Effective]]

  /// Reads all slots until no change came in between, so that the values belong together.
  init(of reader: some SettingReader, slots: [SettingSlot]) {
    var before = reader.clock.now
    var values = Self.read(slots, from: reader)
    for _ in 0..<100 where reader.clock.now != before {
      before = reader.clock.now
      values = Self.read(slots, from: reader)
    }
    self.values = values
  }

  func value(at slot: SettingSlot) -> Effective? { values[slot.path]?.first }

  func everyValue(at slot: SettingSlot) -> [Effective] { values[slot.path] ?? [] }

  private static func read(
    _ slots: [SettingSlot], from reader: some SettingReader
  ) -> [LeafPath: [Effective]] {
    Dictionary(slots.map { ($0.path, reader.everyValue(at: $0)) }, uniquingKeysWith: { $1 })
  }
}

/// The layers with the user's replaced by what a transaction found under its lock.
final class TransactionLayers: SettingReader {
  let clock = ReadClock()
  private let layers: StoreLayers
  private let user: PropertyListDictionary

  init(_ layers: StoreLayers, user: PropertyListDictionary) {
    self.layers = layers
    self.user = user
  }

  func value(at slot: SettingSlot) -> Effective? { everyValue(at: slot).first }

  func everyValue(at slot: SettingSlot) -> [Effective] {
    let stored = ([slot.path] + slot.formerPaths).lazy.compactMap { self.user.value(at: $0) }.first
    let held = slot.isHeld ? layers.heldValues[slot.path] : nil
    return layers.everyValue(at: slot).replacingUser(with: held ?? stored)
  }
}
