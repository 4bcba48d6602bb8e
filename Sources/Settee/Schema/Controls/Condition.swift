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

  /// Whether the condition holds for an effective value; an absent one counts as false.
  ///
  /// That is how an app reads a flag that nobody has set.
  public func holds(for value: PropertyList?) -> Bool {
    let value = value ?? .boolean(false)
    return values.contains { $0.matches(value) } != isNegated
  }

  /// What has to be done for the condition to hold: `needs “Play sounds” to be On`.
  ///
  /// The control of the key lends its words; it is nil where no control has the key.
  public func reason(_ control: Control?) -> String {
    let names = values.map { value in
      control.map { $0.text(of: value) } ?? RowText.of(value)
    }
    let wanted = names.joined(separator: " or ")
    return "needs “\(control?.label ?? key)” \(isNegated ? "not to be" : "to be") \(wanted)"
  }
}

extension [Condition] {
  /// The first condition that does not hold, given the effective value of each key.
  public func firstUnmet(_ value: (_ key: String) -> PropertyList?) -> Condition? {
    first { !$0.holds(for: value($0.key)) }
  }
}
