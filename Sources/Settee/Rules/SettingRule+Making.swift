import SetteePropertyLists
import SetteeSchema

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
    _ lengths: some RangeExpression<Int>, by part: @escaping @Sendable (Value) -> Part?
  ) -> SettingRule {
    let range = closed(lengths)
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

  /// The lengths that a range names; an open end goes up to `Int.max`.
  private static func closed(_ lengths: some RangeExpression<Int>) -> ClosedRange<Int> {
    if let closed = lengths as? ClosedRange<Int> { return closed }
    let range = lengths.relative(to: 0..<Int.max)
    return range.lowerBound...(range.upperBound == .max ? .max : range.upperBound - 1)
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

/// What a setting's rules allow, as far as a pane can show it.
struct SettingLimits: Sendable, Equatable {
  var minimum: PropertyList?
  var maximum: PropertyList?
  var step: PropertyList?
  /// What is shown after the value.
  var unit: String?
  /// The only values allowed; nil when there is no list.
  var choices: [PropertyList]?
  /// How many characters, bytes or elements.
  var length: ClosedRange<Int>?
  var pattern: String?

  /// Limits that all hold at once; where both name one, the other's counts.
  func merging(_ other: SettingLimits) -> SettingLimits {
    SettingLimits(
      minimum: other.minimum ?? minimum, maximum: other.maximum ?? maximum,
      step: other.step ?? step, unit: other.unit ?? unit, choices: other.choices ?? choices,
      length: other.length ?? length, pattern: other.pattern ?? pattern)
  }
}

/// A stored value as a sentence names it: text in quotes, cut when it is long.
func shown(_ value: PropertyList?) -> String {
  switch value {
  case nil: "nothing"
  case .string(let text)?:
    "“\(text.count > 60 ? text.prefix(60) + "…" : text)”"
  case .integer(let number)?: "\(number)"
  case .bigInteger(let number)?: "\(number)"
  case .real(let number)?: Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  case .boolean(let truth)?: "\(truth)"
  case .date(let date)?: "\(date)"
  case .data(let data)?: "\(data.count) bytes"
  case .array(let elements)?: "a list of \(elements.count)"
  case .dictionary(let entries)?: "a dictionary of \(entries.count)"
  case .uid?: "an archive's reference"
  }
}
