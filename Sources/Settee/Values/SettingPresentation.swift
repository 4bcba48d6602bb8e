/// The type of row with which a settings pane shows a setting, such as a switch.
public indirect enum SettingPresentation: Sendable {
  /// A switch.
  case toggle
  /// A field for an integer, which is limited to the range of the integer type.
  case integer(minimum: PropertyList, maximum: PropertyList)
  /// A field in which the user enters a decimal number.
  case real
  /// A text field.
  case text
  /// A text field in which the user enters a URL.
  case url
  /// A field in which the user enters a date and a time.
  case date
  /// A field in which the user enters a date without a time.
  case localDate
  /// A read-only row that shows binary data.
  case data
  /// A row that lets the user choose between values, which are shown in the specified order.
  case choice([(title: String, value: PropertyList)])
  /// A list whose items are all shown with the same type of row.
  case list(SettingPresentation)
  /// A read-only row that shows the value of any other type.
  case other
}

/// An enum whose cases have custom titles in a settings pane.
///
/// By default, the title of a case is its name split into words, such as "Very dark" for
/// `veryDark`.
public protocol TitledChoice {
  /// The title of the enum case in a settings pane.
  var choiceTitle: String { get }
}

extension SettingValue {
  /// The type of row that is derived from the type of the value.
  ///
  /// By default, a `Bool` is shown as a switch, and an enum that conforms to `CaseIterable` as a
  /// choice. Numbers, strings, and dates are presented as fields. All other types are presented as
  /// a read-only row.
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
  /// Returns the row for an integer type, which limits the value to the range of the type.
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
  /// A description of the required type for messages, such as "a number".
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

/// Splits a name, such as the name of a property, into words for a title.
///
/// For example, `lastFile` becomes "Last file", and `HTTPPort` becomes "HTTP port".
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
