import SetteeValues

/// A struct of numbers that is stored as raw bytes in little-endian order.
///
/// For example, a rectangle that consists of four `Double` values takes 32 bytes instead of
/// hundreds of bytes:
///
/// ```swift
/// struct Frame: RawBytes { var x: Float = 0, y: Float = 0, width: Float = 80, height: Float = 24 }
/// ```
///
/// Every stored property must be a fixed-width integer, a `Float`, a `Double`, or a struct of these
/// types, without padding between them. Opening the store checks this requirement and throws an
/// error that names an unsupported property. (Padding would save uninitialized memory, and a
/// `Bool`, an enum, or a pointer from a file could have an invalid value.) Data of a different
/// length is invalid. If the type also conforms to `Codable`, values that were stored before the
/// type conformed to `RawBytes` are converted.
public protocol RawBytes: SettingValue, BitwiseCopyable {}

extension RawBytes {
  /// Creates a value from stored data, or returns `nil` unless the data has the size of the struct.
  public init?(settingValue stored: PropertyList) {
    guard let value = stored.data.flatMap(Self.raw) else { return nil }
    self = value
  }

  /// The bytes of the struct in little-endian order, as they are stored.
  public var settingValue: PropertyList? { get throws { .data(try rawData()) } }
}

extension RawBytes where Self: Codable {
  /// Creates a value from the bytes that are stored in a file.
  ///
  /// A value that was stored before its type conformed to `RawBytes` is also accepted.
  public init?(settingValue stored: PropertyList) {
    guard let value = stored.data.map(Self.raw) ?? Self.decoded(from: stored) else { return nil }
    self = value
  }

  /// The bytes of the struct in little-endian order, as they are stored.
  public var settingValue: PropertyList? { get throws { .data(try rawData()) } }
}

extension RawBytes {
  /// The reason why the struct can't be stored as raw bytes, or `nil` if it can be stored.
  static var layoutFault: String? {
    do {
      _ = try widths()
      return nil
    } catch { return "\(error)" }
  }

  private static func raw(_ data: Data) -> Self? {
    guard data.count == MemoryLayout<Self>.size, !data.isEmpty,
      let bytes = try? swapped([UInt8](data))
    else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: Self.self) }
  }

  private func rawData() throws -> Data {
    Data(try Self.swapped(withUnsafeBytes(of: self) { Array($0) }))
  }

  /// Reverses the bytes of each number on a computer with big-endian byte order.
  private static func swapped(_ bytes: [UInt8]) throws -> [UInt8] {
    let widths = try widths()
    #if _endian(big)
      var offset = 0
      return widths.flatMap { width in
        defer { offset += width }
        return bytes[offset..<offset + width].reversed()
      }
    #else
      _ = widths
      return bytes
    #endif
  }

  /// Returns the width in bytes of each number that the struct contains.
  ///
  /// The struct must consist only of numbers without padding, so that any bytes of this size are a
  /// valid value.
  ///
  /// - Throws: An error that names an unsupported property.
  private static func widths() throws -> [Int] {
    // Inspect an instance whose bytes are all zero, which is safe because only `Mirror` reads it.
    // The inspection finds a `Bool` or an enum in the struct before it is created from the bytes of
    // a file.
    let zeros = [UInt8](repeating: 0, count: max(MemoryLayout<Self>.size, 1))
    let value = zeros.withUnsafeBytes { $0.loadUnaligned(as: Self.self) }
    var widths: [Int] = []
    try collect(value, named: "\(Self.self)", into: &widths)
    guard widths.reduce(0, +) == MemoryLayout<Self>.size else {
      throw SetteeError(
        .invalidValue,
        "\(Self.self) can't be stored as raw bytes: there is padding between its "
          + "properties; order them from largest to smallest")
    }
    return widths
  }

  private static func collect(
    _ value: Any, named name: String, into widths: inout [Int]
  ) throws {
    if let number = value as? any FixedWidthInteger {
      widths.append(number.bitWidth / 8)
    } else if value is Float {
      widths.append(4)
    } else if value is Double {
      widths.append(8)
    } else {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .struct, !mirror.children.isEmpty else {
        throw SetteeError(
          .invalidValue,
          "\(Self.self) can't be stored as raw bytes: '\(name)' is a "
            + "\(type(of: value)); use only fixed-width integers, Float, and Double")
      }
      for child in mirror.children {
        try collect(child.value, named: child.label ?? "?", into: &widths)
      }
    }
  }
}
