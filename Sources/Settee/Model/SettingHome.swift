/// What a bound setting reads from and writes to: a store, or an update, draft or snapshot of one.
protocol SettingHome: AnyObject, Sendable {
  /// Grows whenever any value may have changed; costs no more than a memory read.
  var revision: UInt64 { get }

  /// The value that counts, and the layer it comes from; nil when no layer has the key.
  func value(at slot: SettingSlot) -> Effective?

  /// Every layer's value, the one that counts first.
  func everyValue(at slot: SettingSlot) -> [Effective]

  /// Stores a value, or with nil removes the key.
  func write(_ value: PropertyList?, at slot: SettingSlot) throws(StoreError)

  /// Tells whoever looks after the app of something that no caller can be told.
  func report(_ issue: SettingIssue)
}
