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
}

extension Date: SettingValue {
  /// Reads a date.
  public static func from(settingValue stored: PropertyList) -> Date? {
    if case .date(let date) = stored { date } else { nil }
  }

  /// The date itself.
  public var settingValue: PropertyList? { .date(self) }
}

extension Data: SettingValue {
  /// Reads bytes.
  public static func from(settingValue stored: PropertyList) -> Data? {
    if case .data(let data) = stored { data } else { nil }
  }

  /// The bytes themselves.
  public var settingValue: PropertyList? { .data(self) }
}

// A UUID is coded as its text.
extension UUID: SettingValue {}

extension PropertyList: SettingValue {
  /// Takes any value as it is.
  public static func from(settingValue stored: PropertyList) -> PropertyList? { stored }

  /// The value itself.
  public var settingValue: PropertyList? { self }
}

extension URL: SettingValue {
  /// Reads an address or a path.
  public static func from(settingValue stored: PropertyList) -> URL? {
    guard case .string(let text) = stored else { return nil }
    return text.utf8.first == UInt8(ascii: "/") ? URL(filePath: text) : URL(string: text)
  }

  /// A file's path, which `UserDefaults.url(forKey:)` reads too, or the whole address.
  public var settingValue: PropertyList? {
    .string(isFileURL ? path(percentEncoded: false) : absoluteString)
  }
}
