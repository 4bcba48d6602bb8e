import SetteeValues

// Support for enums that conform to `RawRepresentable`, `CaseIterable`, `Codable`, or several of
// them. Swift picks the most constrained extension, so this file has an extension for each
// ambiguous combination. The raw value takes precedence, followed by the name of the case, because
// both are readable in the file.

extension SettingValue
where Self: RawRepresentable, RawValue: SettingValue {
  /// Creates the enum case that has the stored raw value, or returns `nil` if no case has this
  /// value.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.raw(stored) else { return nil }
    self = value
  }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & Codable, RawValue: SettingValue {
  /// Creates the enum case that has the stored raw value, or returns `nil` if no case has this
  /// value.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.raw(stored) else { return nil }
    self = value
  }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & CaseIterable, RawValue: SettingValue {
  /// Creates the enum case that has the stored raw value, or returns `nil` if no case has this
  /// value.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.raw(stored) else { return nil }
    self = value
  }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & CaseIterable & Codable, RawValue: SettingValue {
  /// Creates the enum case that has the stored raw value, or returns `nil` if no case has this
  /// value.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.raw(stored) else { return nil }
    self = value
  }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue where Self: CaseIterable {
  /// Creates the enum case that has the stored name, or returns `nil` if no case has this name.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.named(stored) else { return nil }
    self = value
  }

  /// The name of the case.
  public var settingValue: PropertyList? { .string("\(self)") }
}

extension SettingValue where Self: CaseIterable & Codable {
  /// Creates the enum case that has the stored name, or returns `nil` if no case has this name.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.named(stored) else { return nil }
    self = value
  }

  /// The name of the case.
  public var settingValue: PropertyList? { .string("\(self)") }
}

extension SettingValue where Self: RawRepresentable, RawValue: SettingValue {
  fileprivate static func raw(_ stored: PropertyList) -> Self? {
    RawValue(settingValue: stored).flatMap { Self(rawValue: $0) }
  }
}

extension SettingValue where Self: CaseIterable {
  fileprivate static func named(_ stored: PropertyList) -> Self? {
    guard case .string(let name) = stored else { return nil }
    return allCases.first { "\($0)".utf8.elementsEqual(name.utf8) }
  }
}

extension SettingValue where Self: Codable {
  /// Decodes a stored value, or returns `nil` if its structure doesn't match the type.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.decoded(from: stored) else { return nil }
    self = value
  }

  /// The encoded value.
  public var settingValue: PropertyList? { get throws { try encoded() } }
}

extension SettingValue where Self: Codable {
  /// Decodes a stored value by passing it through Foundation's decoder for binary property lists.
  ///
  /// The value is wrapped in an array, because Foundation's decoder doesn't accept a single number
  /// or string.
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
    else { throw SetteeError(.invalidValue, "\(Self.self) encodes no value") }
    return value
  }
}
