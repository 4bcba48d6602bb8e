package import Settee
import SetteeFiles

// What there is to open: the domains of this machine, and the bundles that describe them.

extension AppFinder {
  // MARK: Domains

  /// Resolves an argument to a domain: itself if it contains a dot, otherwise the domain that ends
  /// in it.
  package func domain(_ word: String) throws -> DomainName {
    if word.utf8.contains(UInt8(ascii: ".")) { return try DomainName(word) }
    let matches = domains(endingIn: word)
    if let same = matches.first(where: { $0.text.utf8.elementsEqual(word.utf8) }) { return same }
    if matches.count == 1 { return matches[0] }
    if matches.isEmpty { throw unknown(word, among: domainNames()) }
    let names = matches.map(\.text).joined(separator: ", ")
    throw CommandError(.usage, "Ambiguous app name '\(word)'. Matches: \(names).")
  }

  /// The domains that a word may stand for: whole, or the last parts of their names.
  func domains(endingIn word: String) -> [DomainName] {
    let end = ".\(word)".utf8.reversed()
    return domainNames().filter { ".\($0.text)".utf8.reversed().starts(with: end) }
  }

  private func unknown(_ word: String, among all: [DomainName]) -> CommandError {
    if let near = Nearest.to(word, among: all.map(\.lastPart)),
      let domain = all.first(where: { $0.lastPart == near })?.text
    {
      let name = near == domain ? near : "\(near) (\(domain))"
      return CommandError(.usage, "Unknown app '\(word)'. Did you mean \(name)?")
    }
    // A word with other signs would not make an example that anybody can type.
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
    }
    let example = "org.example.\(isPlain ? word : "app")"
    return CommandError(
      .usage,
      "Unknown app '\(word)'. See 'settee apps', or give a full domain such as \(example).")
  }

  /// Every domain that has a bundle or a file, sorted.
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

  package func layers(of domain: DomainName) -> [SettingOrigin] {
    [WritableLayer.managed, .user, .site].filter { layer in
      files.kind(locations.file(domain, layer)) == .file
        || layer == .managed && files.kind(locations.managedFolder(domain)) == .folder
    }.map(\.origin)
  }

  // MARK: Bundles

  /// The bundles in the folders for them, with their names: those of the first folder first.
  var bundles: [(name: String, path: String)] {
    bundleFolders.flatMap { folder in
      ((try? files.list(folder)) ?? []).sorted().compactMap { entry in
        FilePath.stem(of: entry, dropping: ".bundle").map { ($0, "\(folder)/\(entry)") }
      }
    }
  }

  func installedBundle(of domain: DomainName) -> String? {
    let found = bundleFolders.lazy.map { "\($0)/\(domain.text).bundle" }
      .first { files.kind($0) == .folder }
    return found ?? (domain.text == Self.ownDomain ? ownBundle : nil)
  }

  package static let ownDomain = "org.settee.settee"

  /// Settee's own panes where the program was not put into one of the system's folders.
  private var ownBundle: String? {
    let prefix = FilePath.parent(of: FilePath.parent(of: CurrentProcess.path))
    let path = "\(prefix)/share/settee/bundles/\(Self.ownDomain).bundle"
    return files.kind(path) == .folder ? path : nil
  }

  /// The bundle of a domain, where one is installed or was opened by its path.
  package func bundle(of domain: DomainName) -> String? {
    installedBundle(of: domain)
      ?? opened.path(of: domain).flatMap { isOpened($0, as: domain) ? $0 : nil }
  }

  /// Whether the bundle at a path is still the one that was opened for a domain.
  func isOpened(_ path: String, as domain: DomainName) -> Bool {
    guard files.kind(path) != .missing else { return false }
    if opened.domain(of: path) == domain.text { return true }
    var own = options
    own.domain = nil
    // NB: one that cannot be read now is still the one that was opened; opening it says why.
    guard let bundle = try? SettingsBundle(at: path, options: own) else { return true }
    return bundle.domain == domain.text
  }

  /// Forgets the bundle that was opened for a domain; false when there was none.
  func forget(_ domain: DomainName) -> Bool {
    guard opened.path(of: domain) != nil else { return false }
    opened.forget(domain)
    return true
  }

  // MARK: For whoever starts with nothing

  /// The bundles below the working folder, as paths that open them: a few folders deep, and never
  /// more than can be looked through at a glance.
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
          } else if files.kind(path) == .folder {
            next.append(path)
          }
        }
      }
      folders = next
    }
    return found
  }

  /// The bundles that come with the program to be tried.
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
  /// What users may call the domain: `mail` of `org.example.mail`.
  var lastPart: String { String(text.split(separator: ".").last ?? "") }
}
