/// What a setting's value has to be: a range, a list, a length, a pattern, or a check of your own.
///
/// ```swift
/// @Setting(.range(1...65535)) var port = 8080
/// @Setting(.length(1...80), .matching("[a-z]+")) var name = "none"
/// @Setting(.check("has to be even") { $0 % 2 == 0 }) var columns = 80
/// ```
///
/// A value that breaks a rule is never stored. One that is found stored, put there by an editor or
/// an older version, is passed over for the next layer's and reported in ``Store/issues``. The nil
/// of an optional setting breaks no rule.
public struct SettingRule<Value: SettingValue>: Sendable {
  /// What a pane can show of the rule.
  let limits: SettingLimits
  /// What the value has to be, said after its key: `has to be from 1 to 65535`.
  let requirement: String
  /// Whether a value keeps the rule.
  let holds: @Sendable (Value) -> Bool

  /// A rule of your own: `requirement` says it after the key, as in `has to be even`.
  public static func check(
    _ requirement: String, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> SettingRule {
    SettingRule(limits: SettingLimits(), requirement: requirement, holds: holds)
  }

  /// How far one press of `+` or `-` goes; every value keeps this rule.
  public static func step(_ step: Value) -> SettingRule {
    hint(SettingLimits(step: step.storedOrNil))
  }

  /// What is shown after the value, as in `30 s`; every value keeps this rule.
  public static func unit(_ unit: String) -> SettingRule { hint(SettingLimits(unit: unit)) }

  private static func hint(_ limits: SettingLimits) -> SettingRule {
    SettingRule(limits: limits, requirement: "") { _ in true }
  }
}

extension SettingRule where Value: Equatable {
  /// One of the values of a list, which a pane offers as choices.
  public static func oneOf(_ values: [Value]) -> SettingRule {
    .oneOf(values, by: { $0 })
  }
}

extension SettingRule where Value: Comparable {
  /// From a least to a greatest value.
  public static func range(_ range: ClosedRange<Value>) -> SettingRule {
    .range(range.lowerBound, range.upperBound, by: { $0 })
  }

  /// A least value.
  public static func range(_ range: PartialRangeFrom<Value>) -> SettingRule {
    .range(range.lowerBound, nil, by: { $0 })
  }

  /// A greatest value.
  public static func range(_ range: PartialRangeThrough<Value>) -> SettingRule {
    .range(nil, range.upperBound, by: { $0 })
  }
}

extension SettingRule where Value: Collection {
  /// So many characters of text, bytes of data, or elements of a list: `1...80`, `1...` or `...80`.
  public static func length(_ range: some RangeExpression<Int>) -> SettingRule {
    .length(range, by: { $0 })
  }
}

extension SettingRule where Value == String {
  /// Text that the regular expression matches from end to end.
  public static func matching(_ pattern: String) -> SettingRule {
    .matching(pattern, by: { $0 })
  }
}

// The same rules for an optional setting, whose nil keeps them all.

extension SettingRule {
  /// One of the values of a list, or nil.
  public static func oneOf<Wrapped: SettingValue & Equatable>(_ values: [Wrapped]) -> SettingRule
  where Value == Wrapped? {
    .oneOf(values, by: { $0 })
  }

  /// From a least to a greatest value, or nil.
  public static func range<Wrapped: SettingValue & Comparable>(
    _ range: ClosedRange<Wrapped>
  ) -> SettingRule where Value == Wrapped? {
    .range(range.lowerBound, range.upperBound, by: { $0 })
  }

  /// A least value, or nil.
  public static func range<Wrapped: SettingValue & Comparable>(
    _ range: PartialRangeFrom<Wrapped>
  ) -> SettingRule where Value == Wrapped? {
    .range(range.lowerBound, nil, by: { $0 })
  }

  /// A greatest value, or nil.
  public static func range<Wrapped: SettingValue & Comparable>(
    _ range: PartialRangeThrough<Wrapped>
  ) -> SettingRule where Value == Wrapped? {
    .range(nil, range.upperBound, by: { $0 })
  }

  /// So many characters, bytes or elements, or nil.
  public static func length<Wrapped: SettingValue & Collection>(
    _ range: some RangeExpression<Int>
  ) -> SettingRule where Value == Wrapped? {
    .length(range, by: { $0 })
  }

  /// Text that the regular expression matches from end to end, or nil.
  public static func matching(_ pattern: String) -> SettingRule where Value == String? {
    .matching(pattern, by: { $0 })
  }
}
