/// A change of one or more settings of a store, and who made it.
public struct StoreChange: Sendable {
  /// The keys that changed.
  public let keys: [String]
  /// Who changed them.
  public let source: ChangeSource
}
