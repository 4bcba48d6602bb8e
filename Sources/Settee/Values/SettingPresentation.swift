/// The type of row that a settings pane shows for a setting.
public indirect enum SettingPresentation: Sendable {
  /// A switch.
  case toggle
  /// A field for an integer within the bounds of the type.
  case integer(minimum: PropertyList, maximum: PropertyList)
  /// A field for a decimal number.
  case real
  /// A text field.
  case text
  /// A text field for a URL.
  case url
  /// A field for a date and time.
  case date
  /// A field for a date without time.
  case localDate
  /// A read-only row that shows data.
  case data
  /// A choice between values in the specified order.
  case choice([(title: String, value: PropertyList)])
  /// A list whose items have the specified presentation.
  case list(SettingPresentation)
  /// A read-only row that shows any other value.
  case other
}

/// An enum whose cases have custom titles in a settings pane.
///
/// By default, the title of a case is its name split into words, such as "Very dark" for
/// `veryDark`.
public protocol TitledChoice {
  /// The title of this case in a settings pane.
  var choiceTitle: String { get }
}

extension SettingValue {
  /// The presentation that is derived from the type.
  ///
  /// By default, a `Bool` is presented as a switch, and a `CaseIterable` enum as a choice. Numbers,
  /// strings, and dates are presented as fields. All other types are presented as a read-only row.
  public static var settingForm: SettingPresentation {
    switch Self.self {
    case is Bool.Type: .toggle
    case let type as any FixedWidthInteger.Type: .whole(type)
    case is any BinaryFloatingPoint.Type: .real
    case is String.Type, is UUID.Type: .text
    case is URL.Type: .url
    case is Date.Type: .date
    case is Data.Type, is any RawBytes.Type: .data
    case let type as any CaseIterable.Type: .cases(of: type)
    case let type as any RawRepresentable.Type: .rawValue(of: type)
    default: .other
    }
  }
}

extension SettingPresentation {
  /// Returns the presentation of an integer type, including its bounds.
  fileprivate static func whole<Number: FixedWidthInteger>(_ type: Number.Type)
    -> SettingPresentation
  {
    .integer(
      minimum: PropertyList(whole: Number.min) ?? .integer(0),
      maximum: PropertyList(whole: Number.max) ?? .integer(0))
  }

  fileprivate static func cases<Listed: CaseIterable>(of type: Listed.Type) -> SettingPresentation {
    .choice(
      type.allCases.map { value in
        let title = (value as? any TitledChoice)?.choiceTitle ?? readableTitle(of: "\(value)")
        return (title, (value as? any SettingValue)?.storedOrNil ?? .string("\(value)"))
      })
  }

  fileprivate static func rawValue<Raw: RawRepresentable>(of type: Raw.Type) -> SettingPresentation
  {
    (Raw.RawValue.self as? any SettingValue.Type)?.settingForm ?? .other
  }
}

extension SettingPresentation {
  /// The required type of value, as a phrase within a sentence.
  var phrase: String {
    switch self {
    case .toggle: "true or false"
    case .integer(let least, let greatest):
      "a whole number from \(shown(least)) to \(shown(greatest))"
    case .real: "a number"
    case .text: "text"
    case .url: "an address"
    case .date: "a date"
    case .localDate: "a date such as 2026-03-14"
    case .data: "data of the right size"
    case .choice(let choices): "one of \(choices.map { shown($0.value) }.joined(separator: ", "))"
    case .list: "a list"
    case .other: "a value of the declared type"
    }
  }
}

/// Splits a name into words for a title.
///
/// For example, `lastFile` becomes "Last file", `sound_level` becomes "Sound level", and `HTTPPort`
/// becomes "HTTP port".
func readableTitle(of name: String) -> String {
  var words: [String] = []
  var previous: Character?
  for (character, next) in zip(name, Array(name.dropFirst()) as [Character?] + [nil]) {
    let startsWord =
      character.isUppercase && (previous?.isUppercase != true || next?.isLowercase == true)
    if character == "_" || character == "-" || character == "." {
      words.append("")
    } else if words.isEmpty || startsWord {
      words.append(String(character))
    } else {
      words[words.count - 1].append(character)
    }
    previous = character
  }
  let shown = words.filter { !$0.isEmpty }.enumerated().map { index, word in
    let isAcronym = word.count > 1 && word.allSatisfy(\.isUppercase)
    if index == 0 { return word.prefix(1).uppercased() + word.dropFirst() }
    return isAcronym ? word : word.lowercased()
  }
  return shown.joined(separator: " ")
}
