#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension String: SettingValue {
  /// Reads text; a stored number is read as its digits, as `UserDefaults` does.
  public static func from(settingValue stored: PropertyList) -> String? {
    switch stored {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bigInteger(let number): String(number)
    case .real(let number): Int64(exactly: number).map { String($0) } ?? String(number)
    case .boolean(let truth): truth ? "1" : "0"
    default: nil
    }
  }

  /// The text itself.
  public var settingValue: PropertyList? { .string(self) }

  /// A text field.
  public static var settingForm: SettingForm { .text }
}

extension Date: SettingValue {
  /// Reads a date.
  public static func from(settingValue stored: PropertyList) -> Date? {
    if case .date(let date) = stored { date } else { nil }
  }

  /// The date itself.
  public var settingValue: PropertyList? { .date(self) }

  /// A date field.
  public static var settingForm: SettingForm { .date }
}

extension Data: SettingValue {
  /// Reads bytes.
  public static func from(settingValue stored: PropertyList) -> Data? {
    if case .data(let data) = stored { data } else { nil }
  }

  /// The bytes themselves.
  public var settingValue: PropertyList? { .data(self) }

  /// A row that shows how many bytes there are.
  public static var settingForm: SettingForm { .data }
}

extension UUID: SettingValue {
  /// Reads the text of a UUID.
  public static func from(settingValue stored: PropertyList) -> UUID? {
    if case .string(let text) = stored { UUID(uuidString: text) } else { nil }
  }

  /// The UUID's text.
  public var settingValue: PropertyList? { .string(uuidString) }

  /// A text field.
  public static var settingForm: SettingForm { .text }
}

extension PropertyList: SettingValue {
  /// Takes any value as it is.
  public static func from(settingValue stored: PropertyList) -> PropertyList? { stored }

  /// The value itself.
  public var settingValue: PropertyList? { self }
}
