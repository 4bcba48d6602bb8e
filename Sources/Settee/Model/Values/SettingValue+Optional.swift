extension Optional: SettingValue where Wrapped: SettingValue {
  /// Reads the value; a key that is not there is nil before this is asked.
  public static func from(settingValue stored: PropertyList) -> Wrapped?? {
    Wrapped.from(settingValue: stored).map { .some($0) }
  }

  /// What the value stores; nil removes the key.
  public var settingValue: PropertyList? {
    get throws { try self?.settingValue }
  }

  /// The form of the value.
  public static var settingForm: SettingForm { Wrapped.settingForm }
}

/// What tells an optional from any other type when only the type is known.
protocol OptionalSetting {
  /// The optional's nil.
  static var absent: Self { get }
  /// Whether this is nil.
  var isAbsent: Bool { get }
}

extension Optional: OptionalSetting {
  static var absent: Wrapped? { nil }
  var isAbsent: Bool { self == nil }
}
