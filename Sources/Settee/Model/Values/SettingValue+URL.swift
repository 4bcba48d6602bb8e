#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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

  /// A text field for an address.
  public static var settingForm: SettingForm { .url }
}
