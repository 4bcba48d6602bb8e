/// What kind of row a settings pane shows for a type's values.
public indirect enum SettingForm: Sendable {
  /// A switch.
  case toggle
  /// A whole number, with the bounds that the type itself has.
  case integer(minimum: PropertyList, maximum: PropertyList)
  /// A number with a fraction.
  case real
  /// A line of text.
  case text
  /// A line of text that is an address.
  case url
  /// A date and time.
  case date
  /// A date without time.
  case localDate
  /// Bytes.
  case data
  /// One of a few values, in order.
  case choice([(title: String, value: PropertyList)])
  /// Values in order, each of the form that is named here.
  case list(SettingForm)
  /// Anything else: shown, and changed by the app alone.
  case other
}

/// An enum whose cases have titles of their own in a settings pane.
///
/// Without it a case is shown by its name: `veryDark` as “Very dark”.
public protocol TitledChoice {
  /// What a pane shows for this case.
  var choiceTitle: String { get }
}

extension SettingValue {
  /// A switch for `Bool`, fields for numbers, texts and dates, a choice for an enum that lists its
  /// cases; else a row that shows the value and needs the app to change it.
  public static var settingForm: SettingForm {
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

extension SettingForm {
  /// A number field with the type's own bounds.
  fileprivate static func whole<Number: FixedWidthInteger>(_ type: Number.Type) -> SettingForm {
    .integer(
      minimum: PropertyList(whole: Number.min) ?? .integer(0),
      maximum: PropertyList(whole: Number.max) ?? .integer(0))
  }

  fileprivate static func cases<Listed: CaseIterable>(of type: Listed.Type) -> SettingForm {
    .choice(
      type.allCases.map { value in
        let title = (value as? any TitledChoice)?.choiceTitle ?? readableTitle(of: "\(value)")
        return (title, (value as? any SettingValue)?.storedOrNil ?? .string("\(value)"))
      })
  }

  fileprivate static func rawValue<Raw: RawRepresentable>(of type: Raw.Type) -> SettingForm {
    (Raw.RawValue.self as? any SettingValue.Type)?.settingForm ?? .other
  }
}

extension SettingForm {
  /// What a value has to be, said in a sentence.
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

/// `lastFile` as “Last file”, `sound_level` as “Sound level”, `HTTPPort` as “HTTP port”.
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
