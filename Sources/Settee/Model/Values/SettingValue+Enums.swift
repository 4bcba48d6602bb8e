// An enum may be raw, listed (CaseIterable), Codable, or any mixture. Swift picks the most
// constrained extension, so each mixture that would be ambiguous is settled here in favour of the
// raw value, then of the case's name: both are what a person can read in the file.

extension SettingValue where Self: RawRepresentable, RawValue: SettingValue {
  /// Reads the raw value; nil when no case has it.
  public static func from(settingValue stored: PropertyList) -> Self? {
    RawValue.from(settingValue: stored).flatMap { Self(rawValue: $0) }
  }

  /// The raw value.
  public var settingValue: PropertyList? {
    get throws { try rawValue.settingValue }
  }

  /// The form of the raw value.
  public static var settingForm: SettingForm { RawValue.settingForm }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue: SettingValue {
  /// A choice of the cases.
  public static var settingForm: SettingForm { .choice(allCases.map { choice(for: $0) }) }
}

extension SettingValue where Self: RawRepresentable & Codable, RawValue: SettingValue {
  /// Reads the raw value; nil when no case has it.
  public static func from(settingValue stored: PropertyList) -> Self? {
    RawValue.from(settingValue: stored).flatMap { Self(rawValue: $0) }
  }

  /// The raw value.
  public var settingValue: PropertyList? {
    get throws { try rawValue.settingValue }
  }
}

extension SettingValue where Self: CaseIterable {
  /// Reads the name of a case.
  public static func from(settingValue stored: PropertyList) -> Self? { named(stored) }

  /// The name of the case.
  public var settingValue: PropertyList? { .string("\(self)") }

  /// A choice of the cases.
  public static var settingForm: SettingForm { .choice(allCases.map { choice(for: $0) }) }
}

extension SettingValue where Self: CaseIterable & Codable {
  /// Reads the name of a case.
  public static func from(settingValue stored: PropertyList) -> Self? { named(stored) }

  /// The name of the case.
  public var settingValue: PropertyList? { .string("\(self)") }
}

extension SettingValue where Self: CaseIterable & RawRepresentable, RawValue: SettingValue {
  /// Reads the raw value; nil when no case has it.
  public static func from(settingValue stored: PropertyList) -> Self? {
    RawValue.from(settingValue: stored).flatMap { Self(rawValue: $0) }
  }

  /// The raw value.
  public var settingValue: PropertyList? {
    get throws { try rawValue.settingValue }
  }
}

extension SettingValue
where Self: CaseIterable & RawRepresentable & Codable, RawValue: SettingValue {
  /// Reads the raw value; nil when no case has it.
  public static func from(settingValue stored: PropertyList) -> Self? {
    RawValue.from(settingValue: stored).flatMap { Self(rawValue: $0) }
  }

  /// The raw value.
  public var settingValue: PropertyList? {
    get throws { try rawValue.settingValue }
  }
}

extension SettingValue where Self: CaseIterable {
  fileprivate static func named(_ stored: PropertyList) -> Self? {
    guard case .string(let name) = stored else { return nil }
    return allCases.first { "\($0)".utf8.elementsEqual(name.utf8) }
  }
}

extension SettingValue {
  fileprivate static func choice(for value: Self) -> Choice {
    let title = (value as? any TitledChoice)?.choiceTitle ?? readableTitle(of: "\(value)")
    return Choice(title, value: (try? value.settingValue) ?? .string("\(value)"))
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
