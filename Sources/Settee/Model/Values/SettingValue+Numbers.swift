#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SettingValue where Self: FixedWidthInteger & Codable {
  /// Reads a whole number; nil when it does not fit the type.
  public static func from(settingValue stored: PropertyList) -> Self? {
    StoredNumber(coercing: stored).flatMap { $0.integer(as: Self.self) }
  }

  /// The number as an integer.
  public var settingValue: PropertyList? {
    Int64(exactly: self).map(PropertyList.integer)
      ?? UInt64(exactly: self).map(PropertyList.bigInteger)
  }

  /// A number field with the type's own bounds.
  public static var settingForm: SettingForm {
    .integer(
      minimum: Self.min.storedOrNil ?? .integer(0), maximum: Self.max.storedOrNil ?? .integer(0))
  }
}

extension SettingValue where Self: BinaryFloatingPoint & Codable {
  /// Reads a number of any kind.
  public static func from(settingValue stored: PropertyList) -> Self? {
    StoredNumber(coercing: stored).map { Self($0.double) }
  }

  /// The number as a real, as wide as a file holds it.
  public var settingValue: PropertyList? { .real(Double(self)) }

  /// A number field.
  public static var settingForm: SettingForm { .real }
}

extension Int: SettingValue {}
extension Int8: SettingValue {}
extension Int16: SettingValue {}
extension Int32: SettingValue {}
extension Int64: SettingValue {}
extension UInt: SettingValue {}
extension UInt8: SettingValue {}
extension UInt16: SettingValue {}
extension UInt32: SettingValue {}
extension UInt64: SettingValue {}
extension Float: SettingValue {}
extension Double: SettingValue {}

extension Bool: SettingValue {
  /// Reads a truth value; any number but 0 is true, and text is read as Foundation reads it.
  public static func from(settingValue stored: PropertyList) -> Bool? {
    if case .string(let text) = stored { return text.isTrueToFoundation }
    return StoredNumber(coercing: stored).map { $0.double != 0 }
  }

  /// The truth value itself.
  public var settingValue: PropertyList? { .boolean(self) }

  /// A switch.
  public static var settingForm: SettingForm { .toggle }
}
