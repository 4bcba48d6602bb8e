import Foundation
import Settee
import SetteeTestSupport

// Helpers for tests with mirrors.

extension Machine {
  /// Creates a device that uses a mirror, with additional environment variables.
  convenience init(mirror: String, _ more: [String: String]) throws {
    try self.init(mirror: mirror)
    environment.merge(more) { $1 }
  }

  var locations: SettingsDirectories {
    get throws { try SettingsDirectories(environment: environment) }
  }

  /// Returns the paths of the files in a folder that contain `text`.
  func files(below folder: String, holding text: String) -> [String] {
    files(below: folder).filter { $0.value.range(of: Data(text.utf8)) != nil }.map(\.key)
  }
}

extension Machine.Outcome {
  /// Returns the keys in a field of the JSON output.
  func keys(_ field: String) -> [String] {
    ((try? json()) as? [String: Any])?[field] as? [String] ?? []
  }
}
