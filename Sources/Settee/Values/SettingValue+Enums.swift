// An enum can be RawRepresentable, CaseIterable, Codable, or any combination of them. Swift picks
// the most constrained extension, so each ambiguous combination has one here. The raw value takes
// precedence, then the name of the case, since people can read both in the file.

extension SettingValue
where Self: RawRepresentable, RawValue: SettingValue {
  /// Reads the raw value, or returns `nil` when no case has it.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.raw(stored) else { return nil }
    self = value
  }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & Codable, RawValue: SettingValue {
  /// Reads the raw value, or returns `nil` when no case has it.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.raw(stored) else { return nil }
    self = value
  }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & CaseIterable, RawValue: SettingValue {
  /// Reads the raw value, or returns `nil` when no case has it.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.raw(stored) else { return nil }
    self = value
  }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue
where Self: RawRepresentable & CaseIterable & Codable, RawValue: SettingValue {
  /// Reads the raw value, or returns `nil` when no case has it.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.raw(stored) else { return nil }
    self = value
  }

  /// The raw value.
  public var settingValue: PropertyList? { get throws { try rawValue.settingValue } }
}

extension SettingValue where Self: CaseIterable {
  /// Reads the name of a case.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.named(stored) else { return nil }
    self = value
  }

  /// The name of the case.
  public var settingValue: PropertyList? { .string("\(self)") }
}

extension SettingValue where Self: CaseIterable & Codable {
  /// Reads the name of a case.
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
  /// Decodes the stored value; returns `nil` if it has another structure.
  public init?(settingValue stored: PropertyList) {
    guard let value = Self.decoded(from: stored) else { return nil }
    self = value
  }

  /// The encoded value.
  public var settingValue: PropertyList? { get throws { try encoded() } }
}

extension SettingValue where Self: Codable {
  /// Decodes a value through a binary property list.
  ///
  /// Foundation's property list coders don't accept a single scalar, so the value is wrapped in an
  /// array.
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
    else { throw UnstorableValue(description: "\(Self.self) encodes no value") }
    return value
  }
}
