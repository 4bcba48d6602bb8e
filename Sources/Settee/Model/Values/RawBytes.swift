#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A struct of fixed-width numbers that is stored as its raw little-endian bytes.
///
/// A rectangle of four `Double`s takes 32 bytes, of four `Float`s 16, where a dictionary or an
/// archive takes hundreds:
///
/// ```swift
/// struct Frame: RawBytes { var x: Float = 0, y: Float = 0, width: Float = 80, height: Float = 24 }
/// ```
///
/// Every stored property has to be a fixed-width integer, a `Float`, a `Double`, or a struct of
/// such, without padding in between: binding the set checks it and names the property at fault.
/// (Padding would write bytes of memory nobody meant to write; a `Bool`, an enum or a pointer read
/// back from a file could be a value that the type does not have.) Bytes of another length are no
/// value. If the type is `Codable` too, a value that was stored before it became `RawBytes` is read
/// once more and stored again as bytes.
public protocol RawBytes: SettingValue, BitwiseCopyable {}

extension RawBytes {
  /// Reads exactly as many bytes as the struct has.
  public static func from(settingValue stored: PropertyList) -> Self? {
    guard case .data(let data) = stored else { return nil }
    return try? RawLayout<Self>().value(from: [UInt8](data))
  }

  /// The bytes, little end first.
  public var settingValue: PropertyList? {
    get throws {
      .data(Data(try RawLayout<Self>().bytes(of: self)))
    }
  }

  /// A row that shows how many bytes there are.
  public static var settingForm: SettingForm { .data }
}

extension RawBytes where Self: Codable {
  /// Reads the bytes, or the form that was stored before the type became `RawBytes`.
  public static func from(settingValue stored: PropertyList) -> Self? {
    guard case .data(let data) = stored else { return decoded(from: stored) }
    return try? RawLayout<Self>().value(from: [UInt8](data))
  }

  /// The bytes, little end first.
  public var settingValue: PropertyList? {
    get throws {
      .data(Data(try RawLayout<Self>().bytes(of: self)))
    }
  }
}
