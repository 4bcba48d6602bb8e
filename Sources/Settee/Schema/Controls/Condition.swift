/// One condition of `SetteeVisibleWhen` or `SetteeEnabledWhen`: a key that has, or has not, a value.
public struct Condition: Sendable, Equatable {
  /// The key whose effective value decides.
  public var key: String
  /// The values of which the key has to have one (or none, when ``isNegated``).
  public var values: [PropertyList]
  /// Whether the key must have none of the values: `IsNot`.
  public var isNegated: Bool

  /// Makes a condition.
  public init(key: String, values: [PropertyList], isNegated: Bool = false) {
    self.key = key
    self.values = values
    self.isNegated = isNegated
  }

  /// Whether the condition holds for an effective value; an absent value equals nothing.
  public func holds(for value: PropertyList?) -> Bool {
    let isOne =
      value.map { value in values.contains { $0.matches(value) } } ?? false
    return isOne != isNegated
  }
}
