import Foundation
import Settee
import Testing

extension DomainPlace {
  /// Opens a set that is stored in the folders of this test.
  func store<Settings: PreferenceSet>(
    _ settings: Settings.Type, domain: String = DomainPlace.name,
    autosave: StoreConfiguration.Autosave = .immediate, prefix: String = "",
    layout: StoreLayout = .keys,
    suites: [String] = [], settingsBundle: String? = nil, version: String? = nil,
    migrations: [Migration] = []
  ) throws -> Store<Settings> {
    try Store(
      settings, domain: domain,
      configuration: StoreConfiguration(
        location: .directories(locations), suites: suites, prefix: prefix, layout: layout,
        autosave: autosave, settingsBundle: settingsBundle, version: version, migrations: migrations
      ))
  }

  /// Opens the domain independently, as another program does.
  func neighbour() throws -> Domain { try domain(DomainOptions(watches: false)) }

  /// Creates a settings bundle from specifiers by file name, and returns its path.
  func bundle(_ panes: [String: [PropertyList]]) throws -> String {
    for (name, specifiers) in panes {
      let plist: PropertyList = ["PreferenceSpecifiers": .array(specifiers)]
      try write(Data(try plist.xml()), to: "Settings.bundle/\(name).plist")
    }
    return root + "/Settings.bundle"
  }

  /// Returns the values that Foundation's `UserDefaults` reads in a separate process.
  func userDefaults() throws -> [String: Any] {
    let output = try DomainToolRun.run(self, "foundation-read", Self.name)
    let plist = try PropertyListSerialization.propertyList(from: Data(output.utf8), format: nil)
    return plist as? [String: Any] ?? [:]
  }
}

/// Returns whether a condition becomes true within a limit that allows for a busy computer.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  for _ in 0..<2000 {
    if try condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return try condition()
}

/// Returns a toggle for a settings bundle.
func toggle(_ key: String, _ value: Bool) -> PropertyList {
  [
    "Type": "PSToggleSwitchSpecifier", "Key": .string(key), "Title": .string(key),
    "DefaultValue": .boolean(value),
  ]
}

/// Returns a settings bundle row that opens another pane.
func child(_ file: String) -> PropertyList {
  ["Type": "PSChildPaneSpecifier", "Title": .string(file), "File": .string(file)]
}
