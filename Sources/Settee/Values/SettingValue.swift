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
