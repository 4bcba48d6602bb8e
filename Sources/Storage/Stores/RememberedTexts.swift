import SetteeFiles
import SetteePropertyLists

/// Short texts by their names, in a file of the state folder: what is handy to know again, and no loss.
package struct RememberedTexts: Sendable {
  private let file: PlistFile

  package init(_ name: String, _ locations: Locations) {
    file = PlistFile("\(locations.state)/\(name).plist", .live)
  }

  package func text(for name: String) -> String? {
    (try? file.read { _ in })?.values[name]?.string
  }

  /// Remembers a text; where that fails, it is tried again the next time.
  package func remember(_ text: String, for name: String) {
    guard self.text(for: name) != text else { return }
    try? file.update({ $0.values[name] = .string(text) }, { _ in })
  }
}
