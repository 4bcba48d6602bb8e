#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SettingValue where Self: Codable {
  /// Decodes the stored value; nil when it is of another shape.
  public static func from(settingValue stored: PropertyList) -> Self? { decoded(from: stored) }

  /// The encoded value.
  public var settingValue: PropertyList? {
    get throws { try encoded() }
  }
}

extension SettingValue where Self: Codable {
  /// Decodes by way of a binary property list, as Foundation's own coder would.
  ///
  /// NB: the coders take no bare scalar, so the value travels in an array.
  static func decoded(from stored: PropertyList) -> Self? {
    guard let bytes = try? PropertyList.array([stored]).binary() else { return nil }
    return try? PropertyListDecoder().decode([Self].self, from: Data(bytes)).first
  }

  func encoded() throws -> PropertyList {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let bytes = try encoder.encode([self])
    guard case .array(let values) = try PropertyList(reading: [UInt8](bytes)),
      let value = values.first
    else { throw UnstorableValue(description: "\(Self.self) encodes to nothing") }
    return value
  }
}
