/// What a setting's rules allow, as far as a pane can show it.
public struct SettingLimits: Sendable, Equatable {
  /// The least value.
  public var minimum: PropertyList?
  /// The greatest value.
  public var maximum: PropertyList?
  /// How far one step goes.
  public var step: PropertyList?
  /// What is shown after the value.
  public var unit: String?
  /// The only values allowed; nil when there is no list.
  public var choices: [PropertyList]?
  /// How many characters, bytes or elements.
  public var length: ClosedRange<Int>?
  /// What text has to match.
  public var pattern: String?

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
