import Settee
import SetteeVerbs

extension AppFace {
  /// Returns the apps for the app list, which are the known apps and the bundles in the working
  /// directory.
  static func all(_ finder: AppFinder) -> [AppFace] {
    var faces = finder.offeredNames().map { AppFace($0, finder) }
    let domains = Set(faces.map(\.domain))
    faces += finder.nearbyBundles().map { AppFace(path: $0, .here, finder) }
      .filter { !domains.contains($0.domain) }
    // Offer the sample bundles if the list contains only Settee itself.
    if faces.allSatisfy({ $0.domain == OwnSettings.domain }) {
      faces += finder.sampleBundles().map { AppFace(path: $0, .sample, finder) }
    }
    return toldApart(faces)
  }

  /// Loads an app's title and its number of changed settings, or the reason why the app can't be
  /// opened.
  private init(_ name: DomainName, _ finder: AppFinder) {
    self.init(
      word: name.text, title: name.text, domain: name.text,
      hasBundle: finder.bundle(of: name) != nil, changed: 0, fault: nil)
    do {
      let app = try finder.open(name)
      title = app.title
      changed = app.settings.count { $0.bound.isChanged }
      isFile = app.domains.first?.text != nil
      fault = app.bundle?.faults.first
    } catch {
      fault = CommandError(error).sentence
    }
  }

  /// Loads a bundle from the working directory for the app list, without recording the bundle as
  /// opened.
  private init(path: String, _ source: Source, _ finder: AppFinder) {
    let bundle = try? SettingsBundle(at: path, options: finder.options)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(
      word: path.hasPrefix("/") ? path : "./" + path, title: bundle?.title ?? name,
      domain: bundle?.domain ?? path, hasBundle: true, changed: 0, fault: bundle?.faults.first,
      source: source)
  }

  private static func toldApart(_ faces: [AppFace]) -> [AppFace] {
    let titles = Dictionary(grouping: faces, by: \.title)
    return faces.map { face in
      var face = face
      if titles[face.title]?.count ?? 0 > 1 || face.title == "Settings" { face.title = face.domain }
      return face
    }
  }
}
