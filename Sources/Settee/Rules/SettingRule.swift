/// A rule that all values of a setting must meet, such as a range of numbers.
///
/// ```swift
/// @Setting(.range(1...65535)) var port = 8080
/// @Setting(.length(1...80), .matching("[a-z]+")) var name = "none"
/// @Setting(.count(1...5)) var cities = ["Berlin"]
/// @Setting(.satisfying("has to be even") { $0 % 2 == 0 }) var columns = 80
/// ```
///
/// A value that doesn't meet all rules of its setting is never stored. However, a text editor or an
/// older version of the app might have stored one. In that case, the value of the next layer is
/// used, and ``Store/issues`` reports the problem. Rules don't apply to the `nil` of an optional
/// setting.
public struct SettingRule<Value: SettingValue>: Sendable {
  /// A closure that adds the rule to the limits that a pane shows, or `nil` for a rule that a pane
  /// can't show.
  var limit: (@Sendable (inout SettingLimits) -> Void)?
  /// The requirement as a phrase that follows the key in a message, such as
  /// `has to be from 1 to 65535`.
  var requirement = ""
  var holds: @Sendable (Value) -> Bool = { _ in true }

  /// Requires that values meet a custom condition.
  ///
  /// - Parameters:
  ///   - requirement: The requirement as a phrase that follows the key, such as `has to be even`.
  ///   - holds: A closure that returns whether a value meets the requirement.
  /// - Returns: The rule.
  public static func satisfying(
    _ requirement: String, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> SettingRule {
    SettingRule(requirement: requirement, holds: holds)
  }

}

/// An option that determines how a pane shows a setting, but that doesn't restrict its values.
///
/// ```swift
/// @Setting(.range(10...24), display: .step(1), .unit("pt")) var textSize = 12
/// ```
public struct SettingDisplay<Value: SettingValue>: Sendable {
  let rule: SettingRule<Value>

  /// Sets the amount by which the keys `+` and `-` change the setting.
  public static func step(_ step: Value) -> SettingDisplay {
    let step = step.storedOrNil.flatMap(Double.init(settingValue:))
    return SettingDisplay(rule: SettingRule(limit: { $0.bounds.step = step }))
  }

  /// Sets the unit that a pane shows after the value, as in `30 s`.
  public static func unit(_ unit: String) -> SettingDisplay {
    SettingDisplay(rule: SettingRule(limit: { $0.bounds.unit = unit }))
  }
}

extension SettingRule where Value: Equatable {
  /// Requires that a value is among the specified values, which a pane shows as choices.
  public static func oneOf(_ values: [Value]) -> SettingRule {
    let stored = values.compactMap(\.storedOrNil)
    let names = stored.map { shown($0) }.joined(separator: ", ")
    return SettingRule(
      limit: { $0.choices = stored }, requirement: "has to be one of \(names)"
    ) { values.contains($0) }
  }
}

extension SettingRule where Value: Comparable {
  /// Requires that a value is within a range.
  public static func range(_ range: ClosedRange<Value>) -> SettingRule {
    between(range.lowerBound, range.upperBound)
  }

  /// Requires that a value is greater than or equal to a minimum.
  public static func range(_ range: PartialRangeFrom<Value>) -> SettingRule {
    between(range.lowerBound, nil)
  }

  /// Requires that a value is less than or equal to a maximum.
  public static func range(_ range: PartialRangeThrough<Value>) -> SettingRule {
    between(nil, range.upperBound)
  }

  private static func between(_ least: Value?, _ greatest: Value?) -> SettingRule {
    let (minimum, maximum) = (least?.storedOrNil, greatest?.storedOrNil)
    let requirement =
      switch (minimum, maximum) {
      case (let least?, let greatest?): "has to be from \(shown(least)) to \(shown(greatest))"
      case (let least?, nil): "has to be at least \(shown(least))"
      case (nil, let greatest?): "has to be at most \(shown(greatest))"
      case (nil, nil): ""
      }
    let limit: @Sendable (inout SettingLimits) -> Void = { limits in
      if let minimum { limits.bounds.minimum = Double(settingValue: minimum) }
      if let maximum { limits.bounds.maximum = Double(settingValue: maximum) }
    }
    return SettingRule(limit: limit, requirement: requirement) { value in
      // Compare in this form so that NaN is outside of every range.
      (least.map { $0 <= value } ?? true) && (greatest.map { value <= $0 } ?? true)
    }
  }
}

extension SettingRule where Value: Collection {
  /// Requires that a string has a specific number of characters, or that data has a specific number
  /// of bytes.
  ///
  /// One end of the range can be open, as in `1...` or `...80`. For a list, this rule is the same
  /// as `count` and requires a number of items.
  public static func length(_ range: some RangeExpression<Int>) -> SettingRule {
    sized(range, Value.self is any StringProtocol.Type || Value.self is Data.Type)
  }

  /// Requires that an array, a set, or a dictionary has a specific number of items.
  ///
  /// One end of the range can be open, as in `1...` or `...5`.
  public static func count(_ range: some RangeExpression<Int>) -> SettingRule {
    sized(range, false)
  }

  private static func sized(_ range: some RangeExpression<Int>, _ isLength: Bool) -> SettingRule {
    let range = closed(range)
    let what = isLength ? "has to have a length" : "has to have a number of items"
    let requirement =
      switch (range.lowerBound, range.upperBound) {
      case (let least, Int.max): "\(what) of at least \(least)"
      case (0, let greatest): "\(what) of at most \(greatest)"
      case (let least, let greatest): "\(what) from \(least) to \(greatest)"
      }
    let limit: @Sendable (inout SettingLimits) -> Void = { limits in
      limits.text.minimumLength = range.lowerBound == 0 ? nil : range.lowerBound
      limits.text.maximumLength = range.upperBound == .max ? nil : range.upperBound
    }
    return SettingRule(limit: limit, requirement: requirement) { range.contains($0.count) }
  }

  /// Converts a range of lengths to a closed range, with `Int.max` in place of an open end.
  private static func closed(_ lengths: some RangeExpression<Int>) -> ClosedRange<Int> {
    if let closed = lengths as? ClosedRange<Int> { return closed }
    let range = lengths.relative(to: 0..<Int.max)
    return range.lowerBound...(range.upperBound == .max ? .max : range.upperBound - 1)
  }
}

extension SettingRule where Value == String {
  /// Requires that a regular expression matches the entire string.
  public static func matching(_ pattern: String) -> SettingRule {
    // Ignore an invalid regular expression here, because opening the store reports it.
    let compiled = try? Pattern(pattern)
    return SettingRule(
      limit: { $0.text.pattern = pattern }, requirement: "has to match \(pattern)"
    ) { text in compiled.map { $0.matches(text) ?? false } ?? true }
  }
}

// The same rules for optional settings, whose value can also be `nil`.

extension SettingRule {
  private init<Wrapped: SettingValue>(_ rule: SettingRule<Wrapped>) where Value == Wrapped? {
    self.init(limit: rule.limit, requirement: rule.requirement) { $0.map(rule.holds) ?? true }
  }

  /// Requires that a value is either among the specified values or `nil`.
  public static func oneOf<Wrapped: SettingValue & Equatable>(_ values: [Wrapped]) -> SettingRule
  where Value == Wrapped? {
    SettingRule(SettingRule<Wrapped>.oneOf(values))
  }

  /// Requires that a value is either within a range or `nil`.
  public static func range<Wrapped: SettingValue & Comparable>(
    _ range: ClosedRange<Wrapped>
  ) -> SettingRule where Value == Wrapped? {
    SettingRule(SettingRule<Wrapped>.range(range))
  }

  /// Requires that a value is either greater than or equal to a minimum or `nil`.
  public static func range<Wrapped: SettingValue & Comparable>(
    _ range: PartialRangeFrom<Wrapped>
  ) -> SettingRule where Value == Wrapped? {
    SettingRule(SettingRule<Wrapped>.range(range))
  }

  /// Requires that a value is either less than or equal to a maximum or `nil`.
  public static func range<Wrapped: SettingValue & Comparable>(
    _ range: PartialRangeThrough<Wrapped>
  ) -> SettingRule where Value == Wrapped? {
    SettingRule(SettingRule<Wrapped>.range(range))
  }

  /// Requires that a collection is either `nil` or has a specific number of items.
  public static func count<Wrapped: SettingValue & Collection>(
    _ range: some RangeExpression<Int>
  ) -> SettingRule where Value == Wrapped? {
    SettingRule(SettingRule<Wrapped>.count(range))
  }

  /// Requires that a value is either `nil` or has a specific number of characters, bytes, or list
  /// items.
  public static func length<Wrapped: SettingValue & Collection>(
    _ range: some RangeExpression<Int>
  ) -> SettingRule where Value == Wrapped? {
    SettingRule(SettingRule<Wrapped>.length(range))
  }

  /// Requires that a string is either `nil` or entirely matched by a regular expression.
  public static func matching(_ pattern: String) -> SettingRule where Value == String? {
    SettingRule(SettingRule<String>.matching(pattern))
  }
}

/// The parts of a setting's rules that a pane can show, such as a range or choices.
struct SettingLimits: Sendable {
  var bounds = Bounds()
  var text = TextRules()
  /// The values that the rules allow, or `nil` if the rules don't list specific values.
  var choices: [PropertyList]?
}

/// Returns a stored value as text for a message.
///
/// A string is shown in quotes and truncated if it is long.
func shown(_ value: PropertyList?) -> String {
  switch value {
  case nil: "nothing"
  case .string(let text)?:
    "'\(text.count > 60 ? text.prefix(60) + "…" : text)'"
  case .real(let number)?: Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  case .date(let date)?: "\(date)"
  case .data(let data)?: "\(data.count) bytes"
  case .array(let elements)?: "a list of \(elements.count) items"
  case .dictionary(let entries)?: "a dictionary of \(entries.count) entries"
  case .uid?: "an archive's reference"
  case .some(let value): ValueFormatter.plain(value)
  }
}
