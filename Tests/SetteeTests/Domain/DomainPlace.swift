import Foundation
@testable import SetteeFiles
import Settee
import Testing

/// A temporary home for one test with the folders of a domain.
///
/// It is deleted after the test.
final class DomainPlace: Sendable {
  static let name = "org.example.place"

  let root: String
  let environment: [String: String]

  init() throws {
    root = NSTemporaryDirectory() + "settee-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root + "/home/.config", withIntermediateDirectories: true)
    environment = ["HOME": root + "/home", "SETTEE_ROOT": root + "/root"]
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var locations: SettingsDirectories {
    get throws { try SettingsDirectories(environment: environment) }
  }

  /// The path of the domain's file for the user.
  var file: String { root + "/home/.config/\(Self.name).plist" }

  /// The folder for Settee's state of the domain.
  var state: String { root + "/home/.local/state/settee/\(Self.name)" }

  func domain(
    _ options: DomainOptions = DomainOptions(watches: false), fileSystem: FileSystem = .live
  ) throws -> Domain {
    try Domain(
      try DomainName(Self.name), locations: try locations, options: options, fileSystem: fileSystem)
  }

  // MARK: Files

  func write(_ text: String, to path: String? = nil) throws {
    try write(Data(text.utf8), to: path)
  }

  /// Writes a file in place, at a path relative to the root.
  ///
  /// By default, writes the user's file.
  func write(_ data: Data, to path: String? = nil) throws {
    let path = path.map { root + "/" + $0 } ?? file
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: path))
  }

  func read(_ path: String? = nil) -> Data? {
    FileManager.default.contents(atPath: path ?? file)
  }

  /// The names of the files next to the user's file.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root + "/home/.config")) ?? []).sorted()
  }

  /// The values of the user's file, read with Foundation.
  var stored: [String: Any] {
    read().flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
      as? [String: Any] ?? [:]
  }

  static func plist(_ entries: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(entries)
    </dict>
    </plist>

    """
  }
}
