// The rules themselves, over what `part` takes out of a value: the value, or an optional's content.
// Where `part` finds nothing there is nothing to break a rule.

extension SettingRule {
  static func oneOf<Part: SettingValue & Equatable>(
    _ values: [Part], by part: @escaping @Sendable (Value) -> Part?
  ) -> SettingRule {
    let stored = values.compactMap(\.storedOrNil)
    let names = stored.map { shown($0) }.joined(separator: ", ")
    return SettingRule(
      limits: SettingLimits(choices: stored), requirement: "has to be one of \(names)"
    ) { part($0).map(values.contains) ?? true }
  }

  static func range<Part: SettingValue & Comparable>(
    _ least: Part?, _ greatest: Part?, by part: @escaping @Sendable (Value) -> Part?
  ) -> SettingRule {
    let limits = SettingLimits(minimum: least?.storedOrNil, maximum: greatest?.storedOrNil)
    let requirement =
      switch (limits.minimum, limits.maximum) {
      case (let least?, let greatest?): "has to be from \(shown(least)) to \(shown(greatest))"
      case (let least?, nil): "has to be at least \(shown(least))"
      case (nil, let greatest?): "has to be at most \(shown(greatest))"
      case (nil, nil): ""
      }
    return SettingRule(limits: limits, requirement: requirement) { value in
      guard let value = part(value) else { return true }
      // NB: asked this way round, a NaN is outside of every range.
      return (least.map { $0 <= value } ?? true) && (greatest.map { value <= $0 } ?? true)
    }
  }

  static func length<Part: Collection & Sendable>(
    _ range: ClosedRange<Int>, by part: @escaping @Sendable (Value) -> Part?
  ) -> SettingRule {
    let requirement =
      switch (range.lowerBound, range.upperBound) {
      case (let least, Int.max): "has to have a length of at least \(least)"
      case (0, let greatest): "has to have a length of at most \(greatest)"
      case (let least, let greatest): "has to have a length from \(least) to \(greatest)"
      }
    return SettingRule(limits: SettingLimits(length: range), requirement: requirement) {
      part($0).map { range.contains($0.count) } ?? true
    }
  }

  static func matching(
    _ pattern: String, by part: @escaping @Sendable (Value) -> String?
  ) -> SettingRule {
    // NB: a faulty one is found at binding, which fails.
    let compiled = try? Pattern(pattern)
    return SettingRule(
      limits: SettingLimits(pattern: pattern), requirement: "has to match \(pattern)"
    ) { value in
      guard let text = part(value), let compiled else { return true }
      return compiled.matches(text) ?? false
    }
  }
}

extension SettingValue {
  /// What is stored for the value, where it can be stored.
  var storedOrNil: PropertyList? { try? settingValue }
}
