/// A type whose values can be stored as the value of a setting.
///
/// The value of a setting must be convertible to a property list and back. Numbers, `Bool`,
/// `String`, `Date`, ``LocalDate``, `Data`, `URL`, `UUID`, and `PropertyList` conform to this
/// protocol, and so do optionals, arrays, sets, and dictionaries of these types. For your own enums
/// and `Codable` types, you need only declare the conformance:
///
/// ```swift
/// enum Theme: String, CaseIterable, SettingValue { case dark, light }   // stored as the raw value
/// enum Size: CaseIterable, SettingValue { case small, large }           // stored as the case name
/// struct Server: Codable, SettingValue { var host = ""; var port = 80 } // stored as a dictionary
/// ```
///
/// If a setting is declared with any other type, the compiler reports an error.
public protocol SettingValue: Sendable {
  /// Creates a value from its stored form, or returns `nil` if the stored form has the wrong type
  /// or content.
  ///
  /// If it makes sense, values of other types are converted in the same way as in Foundation's
  /// `UserDefaults`. For example, the string `12` becomes the number 12, and `YES` becomes `true`.
  init?(settingValue stored: PropertyList)

  /// The value in the form in which it is stored, or `nil` to remove the key from the file.
  var settingValue: PropertyList? { get throws }

  /// The type of row with which a settings pane shows a setting of this type.
  ///
  /// By default, the row is derived from the type.
  static var settingForm: SettingPresentation { get }
}

extension SettingValue {
  var storedOrNil: PropertyList? { try? settingValue }
}

extension String: SettingValue {
  /// Creates a string from a stored string or from a stored number, as in `UserDefaults`.
  public init?(settingValue stored: PropertyList) {
    switch stored {
    case .string(let text): self = text
    case .integer(let number): self = String(number)
    case .bigInteger(let number): self = String(number)
    case .real(let number): self = Int64(exactly: number).map { String($0) } ?? String(number)
    case .boolean(let truth): self = truth ? "1" : "0"
    default: return nil
    }
  }

  /// The string itself.
  public var settingValue: PropertyList? { .string(self) }
}

extension Date: SettingValue {
  /// Reads a date.
  public init?(settingValue stored: PropertyList) {
    guard case .date(let date) = stored else { return nil }
    self = date
  }

  /// The date itself.
  public var settingValue: PropertyList? { .date(self) }
}

extension Data: SettingValue {
  /// Reads data.
  public init?(settingValue stored: PropertyList) {
    guard case .data(let data) = stored else { return nil }
    self = data
  }

  /// The data itself.
  public var settingValue: PropertyList? { .data(self) }
}

// A UUID is stored as a string.
extension UUID: SettingValue {}

extension PropertyList: SettingValue {
  /// Creates a property list from a stored value, without converting it.
  public init(settingValue stored: PropertyList) { self = stored }

  /// The value itself.
  public var settingValue: PropertyList? { self }
}

extension URL: SettingValue {
  /// Creates a URL from a stored string, which can also be an absolute path.
  public init?(settingValue stored: PropertyList) {
    guard case .string(let text) = stored,
      let url = text.utf8.first == UInt8(ascii: "/") ? URL(filePath: text) : URL(string: text)
    else { return nil }
    self = url
  }

  /// The form in which the URL is stored, which is a path for a file URL and the complete URL
  /// otherwise.
  ///
  /// The method `UserDefaults.url(forKey:)` can read such a path as a file URL.
  public var settingValue: PropertyList? {
    .string(isFileURL ? path(percentEncoded: false) : absoluteString)
  }
}
