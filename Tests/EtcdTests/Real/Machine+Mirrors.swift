import Foundation
import Settee
import SetteeTestSupport

// What the tests of mirrors ask of a machine.

extension Machine {
  /// A machine joined to a mirror, with more variables.
  convenience init(mirror: String, _ more: [String: String]) throws {
    try self.init(mirror: mirror)
    environment.merge(more) { $1 }
  }

  var locations: SettingsDirectories {
    get throws { try SettingsDirectories(environment: environment) }
  }

  /// The files below a folder that hold a text, by their paths.
  func files(below folder: String, holding text: String) -> [String] {
    files(below: folder).filter { $0.value.range(of: Data(text.utf8)) != nil }.map(\.key)
  }
}

extension Machine.Outcome {
  /// The keys under a field of what was printed as JSON.
  func keys(_ field: String) -> [String] {
    ((try? json()) as? [String: Any])?[field] as? [String] ?? []
  }
}
