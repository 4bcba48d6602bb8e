package import Settee
import SetteeFiles

// Methods that find the domains on this computer and the bundles that describe them.

extension AppFinder {
  // MARK: Domains

  /// Returns the domain that an argument of a command refers to.
  ///
  /// An argument that contains a dot is used as the domain, such as `org.settee.mail`. Otherwise,
  /// the result is the domain that ends in the argument.
  package func domain(_ word: String) throws -> DomainName {
    if word.utf8.contains(UInt8(ascii: ".")) { return try DomainName(word) }
    let matches = domains(endingIn: word)
    if let same = matches.first(where: { $0.text.utf8.elementsEqual(word.utf8) }) { return same }
    if matches.count == 1 { return matches[0] }
    if matches.isEmpty { throw unknown(word, among: domainNames()) }
    let names = matches.map(\.text).joined(separator: ", ")
    throw SetteeError(.usage, "Ambiguous app name '\(word)'. Matches: \(names).")
  }

  /// Returns the known domains that are the same as an argument or end with it, such as
  /// `org.settee.mail` for `mail`.
  func domains(endingIn word: String) -> [DomainName] {
    let end = ".\(word)".utf8.reversed()
    return domainNames().filter { ".\($0.text)".utf8.reversed().starts(with: end) }
  }

  private func unknown(_ word: String, among all: [DomainName]) -> SetteeError {
    if let near = Suggestion.nearest(to: word, among: all.map(\.lastPart)),
      let domain = all.first(where: { $0.lastPart == near })?.text
    {
      let name = near == domain ? near : "\(near) (\(domain))"
      return SetteeError(.usage, "Unknown app '\(word)'. Did you mean \(name)?")
    }
    let paths = ((try? files.list(".")) ?? []).filter { isSettingsFile($0) }
    if let near = Suggestion.nearest(to: word, among: paths) {
      return SetteeError(
        .usage, "\(word): No such file or directory. Did you mean \(near)?")
    }
    if let near = Suggestion.nearest(to: word, among: commands) {
      return SetteeError(
        .usage, "Unknown command or app '\(word)'. Did you mean '\(near)'? See 'settee help'.")
    }
    // Use the argument in the example only if it doesn't contain characters that need quotes.
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
    }
    let example = "org.example.\(isPlain ? word : "app")"
    return SetteeError(
      .usage,
      "Unknown app '\(word)'. See 'settee apps', or give a full domain such as \(example).")
  }

  /// Returns all domains that have a bundle or stored settings, in sorted order.
  func domainNames() -> [DomainName] {
    func names(in folder: String, ending: String) -> [String] {
      ((try? files.list(folder)) ?? []).compactMap { FilePath.stem(of: $0, dropping: ending) }
    }
    let values = [locations.configuration, locations.site, locations.managed]
    let all =
      bundles.map(\.name) + values.flatMap { names(in: $0, ending: ".plist") }
      + names(in: locations.managed, ending: ".d")
    var found = Set(all.compactMap { try? DomainName($0) })
    found.formUnion(opened.domains.filter { !found.contains($0) && bundle(of: $0) != nil })
    return found.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  /// Returns the names of all apps, and of all programs whose settings file a bundle describes.
  ///
  /// The domains of apps are in the order of their last component. Programs whose settings file
  /// exists come first.
  package func homeNames() -> (apps: [DomainName], programs: [DomainName]) {
    var (apps, programs, missing): ([DomainName], [DomainName], [DomainName]) = ([], [], [])
    for name in domainNames() {
      // Only bundles for program files have a name without a dot.
      guard !name.text.contains("."), let paths = programPaths(of: name) else {
        apps.append(name)
        continue
      }
      let exists = paths.contains { path in
        ProgramFile.resolved(path, environment: environment).map { files.kind($0) == .file }
          ?? false
      }
      if exists { programs.append(name) } else { missing.append(name) }
    }
    apps.sort { ($0.lastPart, $0.text) < ($1.lastPart, $1.text) }
    return (apps, programs + missing)
  }

  package func layers(of domain: DomainName) -> [SettingOrigin] {
    [WritableLayer.managed, .user, .site].filter { layer in
      files.kind(locations.file(domain, layer)) == .file
        || layer == .managed && files.kind(locations.managedFolder(domain)) == .directory
    }.map(\.origin)
  }

  // MARK: Bundles

  /// All installed bundles with their names, in the order of the directories that contain them.
  var bundles: [(name: String, path: String)] {
    bundleFolders.flatMap { folder in
      ((try? files.list(folder)) ?? []).sorted().compactMap { entry in
        FilePath.stem(of: entry, dropping: ".bundle").map { ($0, "\(folder)/\(entry)") }
      }
    }
  }

  func installedBundle(of domain: DomainName) -> String? {
    let found = bundleFolders.lazy.map { "\($0)/\(domain.text).bundle" }
      .first { files.kind($0) == .directory }
    return found ?? (domain.text == Self.ownDomain ? ownBundle : nil)
  }

  package static let ownDomain = "org.settee.settee"

  /// The directory in which the program is installed, such as `/usr`.
  static var ownPrefix: String { FilePath.parent(of: FilePath.parent(of: CurrentProcess.path)) }

  /// The path of the bundle for Settee's own settings, relative to the installed program.
  ///
  /// The bundle is found there even if the system's directories are replaced.
  private var ownBundle: String? {
    let path = "\(Self.ownPrefix)/share/settee/bundles/\(Self.ownDomain).bundle"
    return files.kind(path) == .directory ? path : nil
  }

  /// Returns the path of the bundle for a domain, which is either installed or was opened by its
  /// path.
  package func bundle(of domain: DomainName) -> String? {
    installedBundle(of: domain)
      ?? opened.path(of: domain).flatMap { isOpened($0, as: domain) ? $0 : nil }
  }

  /// Returns whether the bundle at a path still has the domain for which the user opened it.
  func isOpened(_ path: String, as domain: DomainName) -> Bool {
    guard files.kind(path) != nil else { return false }
    if opened.domain(of: path) == domain.text { return true }
    var own = options
    own.domain = nil
    // Return `true` for a bundle that can't be read, so that the user sees the reason when it is
    // opened.
    guard let bundle = try? SettingsBundle(at: path, options: own) else { return true }
    return bundle.domain == domain.text
  }

  /// Deletes the record that a bundle was opened by its path for a domain.
  ///
  /// This method returns `false` if the domain has no recorded bundle.
  func forget(_ domain: DomainName) -> Bool {
    guard opened.path(of: domain) != nil else { return false }
    opened.forget(domain)
    return true
  }

  // MARK: Suggestions for new users

  /// Returns the paths of the bundles in the current directory and below it.
  ///
  /// The depth of the search and the number of directories are limited, which keeps the search
  /// fast.
  package func nearbyBundles() -> [String] {
    var found: [String] = []
    var (folders, seen) = (["."], 0)
    for _ in 0..<4 {
      var next: [String] = []
      for folder in folders where seen < 400 && found.count < 20 {
        seen += 1
        for name in ((try? files.list(folder)) ?? []).sorted().prefix(200)
        where !name.hasPrefix(".") && name != "node_modules" {
          let path = folder == "." ? name : "\(folder)/\(name)"
          if name.hasSuffix(".bundle") {
            if isPanes(path) { found.append(path) }
          } else if files.kind(path) == .directory {
            next.append(path)
          }
        }
      }
      folders = next
    }
    return found
  }

  /// Returns the paths of the sample bundles that are installed with Settee.
  package func sampleBundles() -> [String] {
    bundleFolders.flatMap { folder in
      let parents = folder.split(separator: "/").dropLast().map(String.init)
      let samples = "/" + (parents + ["samples"]).joined(separator: "/")
      return ((try? files.list(samples)) ?? []).sorted().map { "\(samples)/\($0)" }
    }.filter(isPanes)
  }

  private func isPanes(_ path: String) -> Bool { files.kind(path + "/Root.plist") == .file }
}

extension DomainName {
  /// The last component of the domain, such as `mail` for `org.settee.mail`.
  var lastPart: String { String(text.split(separator: ".").last ?? "") }
}
