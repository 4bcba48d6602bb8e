// An enum may be raw, listed (CaseIterable), Codable, or any mixture. Swift picks the most
// constrained extension, so each mixture that would be ambiguous is settled here in favour of the
// raw value, then of the case's name: both are what a person can read in the file.

extension SettingValue
where Self: RawRepresentable, RawValue: SettingValue {
  /// Reads the raw value; nil when no case has it.
  public static func from(settingValue stored: PropertyList) -> Self? { raw(stored) }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & Codable, RawValue: SettingValue {
  /// Reads the raw value; nil when no case has it.
  public static func from(settingValue stored: PropertyList) -> Self? { raw(stored) }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & CaseIterable, RawValue: SettingValue {
  /// Reads the raw value; nil when no case has it.
  public static func from(settingValue stored: PropertyList) -> Self? { raw(stored) }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & CaseIterable & Codable, RawValue: SettingValue {
  /// Reads the raw value; nil when no case has it.
  public static func from(settingValue stored: PropertyList) -> Self? { raw(stored) }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue where Self: CaseIterable {
  /// Reads the name of a case.
  public static func from(settingValue stored: PropertyList) -> Self? { named(stored) }

  /// The name of the case.
  public var settingValue: PropertyList? { .string("\(self)") }
}

extension SettingValue where Self: CaseIterable & Codable {
  /// Reads the name of a case.
  public static func from(settingValue stored: PropertyList) -> Self? { named(stored) }

  /// The name of the case.
  public var settingValue: PropertyList? { .string("\(self)") }
}

extension SettingValue where Self: RawRepresentable, RawValue: SettingValue {
  fileprivate static func raw(_ stored: PropertyList) -> Self? {
    RawValue.from(settingValue: stored).flatMap { Self(rawValue: $0) }
  }
}

extension SettingValue where Self: CaseIterable {
  fileprivate static func named(_ stored: PropertyList) -> Self? {
    guard case .string(let name) = stored else { return nil }
    return allCases.first { "\($0)".utf8.elementsEqual(name.utf8) }
  }
}

extension SettingValue where Self: Codable {
  /// Decodes the stored value; nil when it is of another shape.
  public static func from(settingValue stored: PropertyList) -> Self? { decoded(from: stored) }

  /// The encoded value.
  public var settingValue: PropertyList? { get throws { try encoded() } }
}

extension SettingValue where Self: Codable {
  /// Decodes by way of a binary property list, as Foundation's own coder would.
  ///
  /// NB: the coders take no bare scalar, so the value travels in an array.
  static func decoded(from stored: PropertyList) -> Self? {
    guard let bytes = try? PropertyList.array([stored]).binary() else { return nil }
    return try? PropertyListDecoder().decode([Self].self, from: Data(bytes)).first
  }

  func encoded() throws -> PropertyList {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let bytes = try encoder.encode([self])
    guard case .array(let values) = try PropertyList(reading: [UInt8](bytes)),
      let value = values.first
    else { throw UnstorableValue(description: "\(Self.self) encodes to nothing") }
    return value
  }
}
