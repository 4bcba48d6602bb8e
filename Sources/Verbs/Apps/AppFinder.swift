package import Settee
import SetteeFiles

/// Finds apps: by path, by domain, by the end of a domain, and all that there are.
package struct AppFinder {
  package let locations: Locations
  /// The folders in which `<domain>.bundle` is looked for, the first one first.
  package let bundleFolders: [String]
  package var options: BundleOptions
  /// Whether domains see changes of other processes without asking.
  package var watches = false
  /// Whether they do so only when they are told to, by ``Domain/watchFromNow()``.
  package var watchesLater = false
  package var layer: WritableLayer = .user
  /// Whether it is remembered which bundles are opened by their path.
  package var remembers = false
  /// Whether a bundle has to have a domain; to show its panes needs none.
  package var needsDomain = true
  /// Whether a settings file that makes no sense is opened all the same, to show its fault.
  package var mayBeBroken = false
  /// The format that the settings file of a program is read in; nil where its name and content tell.
  var fileFormat: String?
  let files: BundleFiles
  let environment: [String: String]
  private let opened: OpenedBundles

  package init(
    environment: [String: String], options: BundleOptions = BundleOptions(),
    files: BundleFiles = .live
  ) throws(DomainError) {
    locations = try Locations(environment: environment)
    bundleFolders = Self.bundleFolders(environment, data: locations.data)
    self.options = options
    self.files = files
    self.environment = environment
    opened = OpenedBundles(locations)
  }

  /// The folder that `install` puts bundles into.
  package var installFolder: String { locations.data + "/bundles" }

  private static func bundleFolders(_ environment: [String: String], data: String) -> [String] {
    func folders(_ name: String) -> [String] {
      (environment[name] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
    let shared = folders("XDG_DATA_DIRS")
    let system = shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared
    return folders("SETTEE_PATH") + [data + "/bundles"] + system.map { $0 + "/settee/bundles" }
  }

  // MARK: One app

  package func open(_ word: String) throws -> App {
    guard !word.isEmpty else {
      throw Failure(.usage, "The name of the app is empty; see “settee apps”.")
    }
    if let app = try openPath(word) { return app }
    return try open(try domain(word))
  }

  /// Endings of paths: such a word is no domain that could still be made.
  private static let pathEndings = [
    ".plist", ".bundle", ".strings", ".toml", ".json", ".jsonc", ".ini", ".conf", ".cfg", ".env",
  ]

  /// Opens a domain, with its bundle where one is installed, or was opened by its path.
  package func open(_ domain: DomainName) throws -> App {
    let name = try options.domain.map { try DomainName($0) } ?? domain
    var options = options
    options.domain = name.text
    if let path = installedBundle(of: domain) {
      let bundle = try SettingsBundle(at: path, options: options)
      if bundle.programFile != nil { return try open(bundle) }
      return try open(bundle, domain: name)
    }
    let app = try openBare(name)
    if let path = opened.path(of: domain) {
      if isOpened(path, as: domain) {
        return try open(try SettingsBundle(at: path, options: options), domain: name)
      }
      app.notice =
        "The bundle of \(domain) is no longer at \(path), so values are not checked by it; open it "
        + "once where it is now, or install it."
    } else {
      app.notice = hint(for: app)
    }
    return app
  }

  /// The name that somebody may have meant who names a domain in which nothing was ever stored.
  private func hint(for app: App) -> String? {
    guard app.domains[0].keys.isEmpty, layers(of: app.domains[0].name).isEmpty else { return nil }
    let paths = ((try? files.list(".")) ?? []).filter { name in
      Self.pathEndings.contains(where: name.hasSuffix)
    }
    return Nearest.to(app.name, among: domainNames().map(\.text) + paths).map {
      "Nothing is stored for \(app.name); did you mean \($0)?"
    }
  }

  /// Whether the bundle at a path is still the one that was opened for a domain.
  private func isOpened(_ path: String, as domain: DomainName) -> Bool {
    guard files.kind(path) != .missing else { return false }
    if opened.domain(of: path) == domain.text { return true }
    var own = options
    own.domain = nil
    // NB: one that cannot be read now is still the one that was opened; opening it says why.
    guard let bundle = try? SettingsBundle(at: path, options: own) else { return true }
    return bundle.domain == domain.text
  }

  /// Opens a path; nil when the word is none.
  private func openPath(_ word: String) throws -> App? {
    let isPath = word.utf8.contains(UInt8(ascii: "/"))
    guard isPath || isFile(word) || files.kind(word) != .missing else { return nil }
    do { return try openBundle(word) } catch let error as BundleError {
      // A folder `mail` in the current folder does not hide the app that ends in `.mail`.
      guard error.kind == .notABundle, !isPath, !isFile(word) else { throw error }
      if !word.utf8.contains(UInt8(ascii: ".")), domains(endingIn: word).isEmpty { throw error }
      return nil
    }
  }

  /// Whether a word can only name a file; a domain that there is already may be called so too.
  private func isFile(_ word: String) -> Bool {
    Self.pathEndings.contains(where: word.hasSuffix)
      && !domainNames().contains { $0.text.utf8.elementsEqual(word.utf8) }
  }

  private func openBundle(_ path: String) throws -> App {
    if isSettingsFile(path) { return try openFile(path) }
    let bundle: SettingsBundle
    do { bundle = try named(path) } catch let error as NamelessBundle {
      guard !needsDomain else { throw error }
      bundle = try SettingsBundle(at: path, options: options)
      // Nothing is stored for it anywhere.
      let own = try Domain(
        DomainName("nameless"), storage: MemoryStorage(), options: domainOptions)
      return try open(bundle, first: own, name: path)
    }
    if bundle.programFile != nil { return try open(bundle) }
    return try open(bundle, domain: try DomainName(bundle.domain ?? ""))
  }

  /// Opens the bundle of a path with its domain: what it names itself, else what was given for it.
  package func named(_ path: String) throws -> SettingsBundle {
    let bundle = try SettingsBundle(at: path, options: options)
    let place = Self.absolute(bundle.path)
    if bundle.programFile != nil { return bundle }
    if let name = bundle.domain {
      let domain = try DomainName(name)
      if remembers { opened.remember(place, as: domain, isGiven: options.domain != nil) }
      return bundle
    }
    var options = options
    options.domain = opened.domain(of: place)
    guard options.domain != nil else {
      throw NamelessBundle(
        path: path, proposal: try SettingsBundle.proposedDomain(of: place))
    }
    return try SettingsBundle(at: path, options: options)
  }

  /// A path from the root of the file system; links stay, because they may lead elsewhere tomorrow.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let parts = whole.split(separator: "/").filter { $0 != "." }
    guard !parts.contains("..") else { return URL(filePath: whole).resolvingSymlinksInPath().path }
    return "/" + parts.joined(separator: "/")
  }

  private func open(_ bundle: SettingsBundle, domain name: DomainName) throws -> App {
    try open(bundle, first: try open(name, of: bundle))
  }

  private func open(_ bundle: SettingsBundle, first: Domain, name: String? = nil) throws -> App {
    var domains = [first]
    for pane in bundle.panes {
      let named = pane.groups.flatMap { group in
        // By position: a walk over the controls would copy each, with all that it holds.
        group.controls.indices.map { group.controls[$0].domain }
      }
      for case let name? in named + (named.contains(nil) ? [pane.domain] : [])
      where !domains.contains(where: { $0.name.text == name }) {
        domains.append(try open(try DomainName(name), of: bundle))
      }
    }
    return App(
      title: bundle.title, panes: bundle.panes, bundle: bundle, domains: domains, name: name,
      layer: layer)
  }

  private func open(_ name: DomainName, of bundle: SettingsBundle) throws(DomainError) -> Domain {
    var options = domainOptions
    options.registered = bundle.registeredDefaults(for: name.text)
    for group in bundle.panes.lazy.flatMap(\.groups) {
      for row in group.controls.indices where group.controls[row].isSecure {
        if let key = group.controls[row].key { options.secrets.insert(LeafPath(key)) }
      }
    }
    return try Domain(name, locations: locations, options: options)
  }

  var domainOptions: DomainOptions {
    var options = DomainOptions(watches: watches)
    options.watchesLater = watchesLater
    return options
  }

  private func openBare(_ name: DomainName) throws(DomainError) -> App {
    let domain = try Domain(name, locations: locations, options: domainOptions)
    let values = PropertyListDictionary(
      domain.keys.compactMap { key in domain.value(for: key).map { (key, $0.value) } })
    var pane = Pane.inferred(from: values, domain: name.text)
    pane.changeControls { row in
      if let key = row.key, domain.isSecret(LeafPath(key)) { row.isSecure = true }
    }
    return App(title: name.text, panes: [pane], domains: [domain], layer: layer)
  }

  /// Forgets the bundle that was opened for a domain by its path; false when there was none.
  package func forget(_ domain: DomainName) -> Bool {
    guard opened.path(of: domain) != nil else { return false }
    opened.forget(domain)
    return true
  }

  // MARK: Domains

  /// The domain that a word stands for: itself when it has a dot, else the one that ends in it.
  package func domain(_ word: String) throws -> DomainName {
    if word.utf8.contains(UInt8(ascii: ".")) { return try DomainName(word) }
    let matches = domains(endingIn: word)
    if let same = matches.first(where: { $0.text.utf8.elementsEqual(word.utf8) }) { return same }
    if matches.count == 1 { return matches[0] }
    if matches.isEmpty { throw unknown(word, among: domainNames()) }
    let names = matches.map(\.text).joined(separator: ", ")
    throw Failure(.usage, "“\(word)” may be \(names); give more of the name.")
  }

  /// The domains that a word may stand for: whole, or the last parts of their names.
  private func domains(endingIn word: String) -> [DomainName] {
    let end = ".\(word)".utf8.reversed()
    return domainNames().filter { ".\($0.text)".utf8.reversed().starts(with: end) }
  }

  private func unknown(_ word: String, among all: [DomainName]) -> Failure {
    guard let near = Nearest.to(word, among: all.map(\.lastPart)),
      let domain = all.first(where: { $0.lastPart == near })
    else {
      // A word with other signs would not make an example that anybody can type.
      let isPlain = word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "-_".unicodeScalars.contains($0)
      }
      return Failure(
        .usage,
        "No app is called “\(word)”; see “settee apps”, or give a whole domain such as org.example.\(isPlain ? word : "app")."
      )
    }
    let name = near == domain.text ? near : "\(near) (\(domain.text))"
    return Failure(.usage, "No app is called “\(word)”; did you mean \(name)?")
  }

  /// The bundle of a domain, where one is installed or was opened by its path.
  package func bundle(of domain: DomainName) -> String? {
    installedBundle(of: domain)
      ?? opened.path(of: domain).flatMap { isOpened($0, as: domain) ? $0 : nil }
  }

  package func installedBundle(of domain: DomainName) -> String? {
    bundleFolders.lazy.map { "\($0)/\(domain.text).bundle" }
      .first { files.kind($0) == .folder }
  }

  /// Every domain that has a bundle or a file, sorted.
  package func domainNames() -> [DomainName] {
    let values = [locations.configuration, locations.site, locations.managed]
    var names = Set(
      bundleFolders.flatMap { self.names(in: $0, ending: ".bundle") }
        + values.flatMap { self.names(in: $0, ending: ".plist") }
        + self.names(in: locations.managed, ending: ".d"))
    for name in opened.domains where !names.contains(name) && bundle(of: name) != nil {
      names.insert(name)
    }
    return names.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  private func names(in folder: String, ending: String) -> [DomainName] {
    ((try? files.list(folder)) ?? []).compactMap { entry in
      FilePath.stem(of: entry, dropping: ending).flatMap { try? DomainName($0) }
    }
  }

  package func layers(of domain: DomainName) -> [Origin] {
    [WritableLayer.managed, .user, .site].filter { layer in
      files.kind(locations.file(domain, layer)) == .file
        || layer == .managed && files.kind(locations.managedFolder(domain)) == .folder
    }.map(\.origin)
  }
}

/// Bundles that nobody has opened or installed yet, for whoever starts with nothing.
extension AppFinder {
  /// The bundles below the working folder, as paths that open them: a few folders deep, and never
  /// more than can be looked through at a glance.
  package func nearbyBundles() -> [String] {
    var found: [String] = []
    var (folders, seen) = (["."], 0)
    for _ in 0..<4 {
      var next: [String] = []
      for folder in folders where seen < 400 && found.count < 20 {
        seen += 1
        for name in ((try? files.list(folder)) ?? []).sorted().prefix(200) {
          let path = folder == "." ? name : "\(folder)/\(name)"
          guard !name.hasPrefix("."), name != "node_modules" else { continue }
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
    }
    .filter(isPanes)
  }

  private func isPanes(_ path: String) -> Bool { files.kind(path + "/Root.plist") == .file }
}

extension Pane {
  mutating func changeControls(_ change: (inout Control) -> Void) {
    for group in groups.indices {
      for row in groups[group].controls.indices { change(&groups[group].controls[row]) }
    }
  }
}

extension DomainName {
  /// What users may call the domain: `mail` of `org.example.mail`.
  var lastPart: String { String(text.split(separator: ".").last ?? "") }
}

extension Call {
  /// Finds apps as the options and the environment of this call say.
  package func finder(watches: Bool = false) throws -> AppFinder {
    let languages = Languages.preferred(
      environment: environment, option: value(of: "language"))
    var options = BundleOptions(
      languages: languages, idiom: value(of: "idiom").flatMap(Idiom.init) ?? .all,
      inApp: has("in-app"), domain: value(of: "domain"))
    // What goes into a pipe, and what programs read, stays as the bundle has it.
    if invocation.verb == nil || console.showsOnTerminal && !has("json") {
      options.reads = console.reads
    }
    var finder = try AppFinder(environment: environment, options: options)
    finder.watches = watches
    finder.layer = layer
    // Some verbs have a format of their own to print in.
    if invocation.verb?.options.contains(where: { $0.name == "format" }) != true {
      finder.fileFormat = value(of: "format")
    }
    return finder
  }
}

/// A bundle whose values have no place yet: neither its files nor anybody else has named a domain.
package struct NamelessBundle: Error, Sendable {
  package let path: String
  /// A domain made of the app's or the folder's name.
  package let proposal: String

  /// The failure of a verb, with a command that gives the bundle its domain.
  package func failure(for verb: String = "list") -> Failure {
    let words = ["settee", verb, path, "--domain", proposal].map(ShellWord.quoted)
    return Failure(
      .usage,
      "\(path) does not name its domain; give it one, which is then remembered: "
        + words.joined(separator: " "))
  }
}
