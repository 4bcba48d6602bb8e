/// What a bound setting reads.
protocol SettingReader: AnyObject, Sendable {
  /// Grows whenever any value may have changed.
  var clock: ReadClock { get }

  /// The value that counts, and the layer it comes from; nil when no layer has the key.
  func value(at slot: SettingSlot) -> Effective?

  /// Every layer's value, the one that counts first.
  func everyValue(at slot: SettingSlot) -> [Effective]
}

/// What a bound setting reads and writes: a store, or an update, draft or snapshot of one.
protocol SettingHome: SettingReader {
  /// Stores a value, or with nil removes the key.
  func write(_ value: PropertyList?, at slot: SettingSlot) throws(StoreError)

  /// Tells whoever looks after the app of something that no caller can be told.
  func report(_ issue: SettingIssue)
}

extension [Effective] {
  /// The same layers with another value, or none, in the user's.
  func replacingUser(with value: PropertyList?) -> [Effective] {
    var layers = filter { $0.origin != .user }
    guard let value else { return layers }
    let place = layers.firstIndex { $0.origin.isBelow(.user) } ?? layers.count
    layers.insert(Effective(value, .user), at: place)
    return layers
  }
}
