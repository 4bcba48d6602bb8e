extension BoundControl {
  /// Whether the row is there at all: every condition of `SetteeVisibleWhen` holds.
  public var isVisible: Bool { control.visibleWhen.allSatisfy(holds) }

  /// Whether the row can be used; ``disabledReason`` says why not.
  public var isEnabled: Bool { disabledReason == nil }

  /// Why the row cannot be used, as a sentence; nil when it can.
  public var disabledReason: String? {
    if let fault = control.fault { return fault }
    if isManaged { return "\(control.label) is set by your administrator and cannot be changed." }
    if let unmet = control.enabledWhen.first(where: { !holds($0) }) {
      return "\(control.label) can be used when \(unmet.sentence)."
    }
    return nil
  }

  /// Whether a condition holds for the values that count now.
  public func holds(_ condition: Condition) -> Bool {
    condition.holds(for: domain.value(for: condition.key)?.value)
  }
}

extension Condition {
  /// What has to be, said after “when”.
  fileprivate var sentence: String {
    let names = values.map { shown($0) }.joined(separator: " or ")
    return "\(key) is \(isNegated ? "not " : "")\(names)"
  }
}
