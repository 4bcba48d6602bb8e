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

  /// What a settings pane shows for values of this type.
  static var settingForm: SettingForm { get }
}

extension SettingValue {
  /// A row that shows the value and needs the app to change it.
  public static var settingForm: SettingForm { .other }
}

/// What kind of row a settings pane shows for a type's values.
public indirect enum SettingForm: Sendable {
  /// A switch.
  case toggle
  /// A whole number, with the bounds that the type itself has.
  case integer(minimum: PropertyList, maximum: PropertyList)
  /// A number with a fraction.
  case real
  /// A line of text.
  case text
  /// A line of text that is an address.
  case url
  /// A date and time.
  case date
  /// Bytes.
  case data
  /// One of a few values, in order.
  case choice([Choice])
  /// Values in order, each of the form that is named here.
  case list(SettingForm)
  /// Anything else: shown, and changed by the app alone.
  case other
}

/// An enum whose cases have titles of their own in a settings pane.
///
/// Without it a case is shown by its name: `veryDark` as “Very dark”.
public protocol TitledChoice {
  /// What a pane shows for this case.
  var choiceTitle: String { get }
}

/// Why a value cannot be stored, as one sentence.
struct UnstorableValue: Error, CustomStringConvertible {
  let description: String
}
