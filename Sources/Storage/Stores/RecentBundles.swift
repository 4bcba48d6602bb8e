package import SetteeFiles
import SetteeValues

/// A list of the settings bundles that were opened by path, stored in the state directory.
///
/// The user has to specify the domain of a bundle only once. Settee can then find the bundle by its
/// domain, wherever it is.
package struct RecentBundles: Sendable {
  private let file: PlistFile

  package init(_ locations: SettingsDirectories, fileSystem: FileSystem = .live) {
    file = PlistFile(locations.state + "/opened.plist", fileSystem)
  }

  private var values: PropertyListDictionary { (try? file.read { _ in })?.values ?? [:] }

  /// Returns the path of the bundle that was last opened for a domain.
  package func path(of domain: DomainName) -> String? {
    values.value(at: SettingPath("bundles", domain.text))?.string
  }

  package func domain(of path: String) -> String? {
    values.value(at: SettingPath("domains", path))?.string
  }

  /// All domains for which a settings bundle has been opened.
  package var domains: [DomainName] {
    values["bundles"]?.dictionary?.keys.compactMap { try? DomainName($0) } ?? []
  }

  /// Records that a settings bundle was opened for a domain.
  ///
  /// This method ignores errors, because Settee records the bundle again the next time it is
  /// opened. `isGiven` is `true` if the user specified the domain, so that the bundle itself
  /// doesn't need to.
  package func remember(_ path: String, as domain: DomainName, isGiven: Bool) {
    var fresh = [(place: SettingPath("bundles", domain.text), text: path)]
    if isGiven { fresh.append((SettingPath("domains", path), domain.text)) }
    let known = values
    guard fresh.contains(where: { known.value(at: $0.place)?.string != $0.text }) else { return }
    try? file.update(
      { working in
        for (place, text) in fresh { working.values.put(.string(text), at: place) }
      }, { _ in })
  }

  package func forget(_ domain: DomainName) {
    let paths = values["domains"]?.dictionary?.entries.filter { $0.value.string == domain.text }
    try? file.update(
      { working in
        working.values.put(nil, at: SettingPath("bundles", domain.text))
        for (path, _) in paths ?? [] { working.values.put(nil, at: SettingPath("domains", path)) }
      }, { _ in })
  }
}

// Methods for short named strings in a file in the state directory. These strings are only a
// convenience, so losing them is harmless.
extension PlistFile {
  /// Creates a store for named strings in the state directory.
  package convenience init(state name: String, _ locations: SettingsDirectories) {
    self.init("\(locations.state)/\(name).plist", .live)
  }

  package func text(for name: String) -> String? { (try? read { _ in })?.values[name]?.string }

  /// Stores a string under a name.
  ///
  /// This method ignores errors, because Settee stores the string again the next time.
  package func remember(_ text: String, for name: String) {
    guard self.text(for: name) != text else { return }
    try? update({ $0.values[name] = .string(text) }, { _ in })
  }
}
