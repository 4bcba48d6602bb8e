/// A type of values that a setting can have, convertible to and from a property list.
///
/// Numbers, `Bool`, `String`, `Date`, ``LocalDate``, `Data`, `URL`, `UUID`, `PropertyList`, and
/// optionals, arrays, sets, and dictionaries of these types conform to it. Your own enums and
/// `Codable` types need only declare the conformance:
///
/// ```swift
/// enum Theme: String, CaseIterable, SettingValue { case dark, light }   // stored as the raw value
/// enum Size: CaseIterable, SettingValue { case small, large }           // stored as the case name
/// struct Server: Codable, SettingValue { var host = ""; var port = 80 } // stored as a dictionary
/// ```
///
/// A setting of any other type doesn't compile.
public protocol SettingValue: Sendable {
  /// Creates a value from its stored form, or returns `nil` if that isn't possible.
  ///
  /// Where it makes sense, values of other types are converted as Foundation's `UserDefaults` does:
  /// the string `12` is the number 12, and `YES` is `true`.
  init?(settingValue stored: PropertyList)

  /// The stored form of this value; `nil` removes the key.
  var settingValue: PropertyList? { get throws }

  /// The kind of row that a settings pane shows for this type; by default it is derived from the
  /// type.
  static var settingForm: SettingPresentation { get }
}

extension SettingValue {
  var storedOrNil: PropertyList? { try? settingValue }
}

/// Why a value can't be stored, as one sentence.
struct UnstorableValue: Error, CustomStringConvertible {
  let description: String
}

extension String: SettingValue {
  /// Reads a string, or a number as its digits, as `UserDefaults` does.
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

// A UUID is encoded as a string.
extension UUID: SettingValue {}

extension PropertyList: SettingValue {
  /// Keeps any value unchanged.
  public init(settingValue stored: PropertyList) { self = stored }

  /// The value itself.
  public var settingValue: PropertyList? { self }
}

extension URL: SettingValue {
  /// Reads a URL, or an absolute path as a file URL.
  public init?(settingValue stored: PropertyList) {
    guard case .string(let text) = stored,
      let url = text.utf8.first == UInt8(ascii: "/") ? URL(filePath: text) : URL(string: text)
    else { return nil }
    self = url
  }

  /// The path of a file URL, as `UserDefaults.url(forKey:)` reads it, or the complete URL.
  public var settingValue: PropertyList? {
    .string(isFileURL ? path(percentEncoded: false) : absoluteString)
  }
}
