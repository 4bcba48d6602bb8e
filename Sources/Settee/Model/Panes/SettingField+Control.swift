// Which control a setting is shown by.

extension SettingField {
  var controlKind: ControlKind {
    if !choices.isEmpty { return .choice }
    switch form {
    case .toggle: return .toggle
    case .real where limits.minimum != nil && limits.maximum != nil: return .slider
    case .integer, .real, .text, .url, .list(.text): return .text
    case .date: return .date
    case .data, .list, .choice, .other: return .title
    }
  }

  /// The specifier that a settings bundle has for such a control.
  var specifierType: String {
    switch controlKind {
    case .toggle: "PSToggleSwitchSpecifier"
    case .slider: "PSSliderSpecifier"
    case .choice: "PSMultiValueSpecifier"
    case .date: "IASKDatePickerSpecifier"
    case .text: "PSTextFieldSpecifier"
    default: "PSTitleValueSpecifier"
    }
  }

  /// The cases of an enum, or the values of `.oneOf`, with their titles.
  var choices: [Choice] {
    var declared: [Choice] = []
    if case .choice(let cases) = form { declared = cases }
    guard let allowed = limits.choices else { return declared }
    return allowed.map { value in
      declared.first { $0.value == value }
        ?? Choice(String.from(settingValue: value) ?? "", value: value)
    }
  }

  var bounds: Bounds {
    let own = ownBounds
    return Bounds(
      minimum: limits.minimum.flatMap(Double.from) ?? own.minimum,
      maximum: limits.maximum.flatMap(Double.from) ?? own.maximum,
      step: limits.step.flatMap(Double.from), unit: limits.unit)
  }

  /// The bounds of the type, where a `Double` says them exactly.
  private var ownBounds: Bounds {
    guard case .integer(let least, let greatest) = form else { return Bounds() }
    func exact(_ value: PropertyList) -> Double? { value.int.flatMap { Double(exactly: $0) } }
    let isWide = greatest.int.map { $0 > 1 << 53 } ?? true
    return Bounds(
      minimum: isWide && least != 0 ? nil : exact(least), maximum: isWide ? nil : exact(greatest))
  }

  var textInput: TextInput {
    var input = TextInput()
    input.isSecure = slot.traits.contains(.secret)
    switch form {
    case .integer: input.type = .integer
    case .real: input.type = .real
    case .list: input.type = .list
    case .url: input.keyboard = .url
    default: break
    }
    return input
  }

  var textRules: TextRules {
    var rules = TextRules()
    rules.pattern = limits.pattern
    guard let length = limits.length else { return rules }
    rules.minimumLength = length.lowerBound == 0 ? nil : length.lowerBound
    rules.maximumLength = length.upperBound == .max ? nil : length.upperBound
    return rules
  }
}
