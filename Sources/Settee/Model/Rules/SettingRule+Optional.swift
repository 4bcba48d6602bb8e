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
    _ range: ClosedRange<Int>
  ) -> SettingRule where Value == Wrapped? {
    .length(range, by: { $0 })
  }

  /// Text that the regular expression matches from end to end, or nil.
  public static func matching(_ pattern: String) -> SettingRule where Value == String? {
    .matching(pattern, by: { $0 })
  }
}
