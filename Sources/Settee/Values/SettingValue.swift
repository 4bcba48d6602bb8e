/// A type that a setting can hold: it knows how to become a property list and back.
///
/// Numbers, `Bool`, `String`, `Date`, `Data`, `URL`, `UUID`, `PropertyList`, and optionals, arrays,
/// sets and dictionaries of such types are ready. An enum or a `Codable` type of yours joins by
/// naming the protocol; nothing has to be written:
///
/// ```swift
/// enum Theme: String, CaseIterable, SettingValue { case dark, light }   // stored as its raw value
/// enum Size: CaseIterable, SettingValue { case small, large }           // stored as its case's name
/// struct Server: Codable, SettingValue { var host = ""; var port = 80 } // stored as a dictionary
/// ```
///
/// A type of any other kind does not compile as a setting.
public protocol SettingValue: Sendable {
  /// Reads a stored value; nil when it cannot be one of this type.
  ///
  /// A value of another type is read as Foundation's `UserDefaults` would, where that makes sense:
  /// the text `12` is the number 12, `YES` is true.
  static func from(settingValue stored: PropertyList) -> Self?

  /// What is stored for this value; nil stores nothing, that is, removes the key.
  var settingValue: PropertyList? { get throws }

  /// What a settings pane shows for values of this type; without one of its own, what fits the kind
  /// of type it is.
  static var settingForm: SettingForm { get }
}

extension SettingValue {
  var storedOrNil: PropertyList? { try? settingValue }
}

/// Why a value cannot be stored, as one sentence.
struct UnstorableValue: Error, CustomStringConvertible {
  let description: String
}

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
