package import Settee
import SetteeFiles

/// Finds apps: by path, by domain, by the end of a domain, and all that there are.
package struct AppFinder {
  package let locations: SettingsDirectories
  /// The folders in which `<domain>.bundle` is looked for, the first one first.
  let bundleFolders: [String]
  package var options: BundleOptions
  /// How domains are opened: who only reads need not see what other processes change.
  package var domainOptions = DomainOptions(watches: false)
  package var layer: WritableLayer = .user
  /// Whether it is remembered which bundles are opened by their path.
  package var remembers = false
  /// Whether a bundle has to have a domain; to show its panes needs none.
  package var needsDomain = true
  /// Whether a settings file that makes no sense is opened all the same, to show its fault.
  package var mayBeBroken = false
  /// The format that the settings file of a program is read in; nil where its name and content tell.
  var fileFormat: String?
  let files = BundleFiles.live
  let environment: [String: String]
  let opened: RecentBundles

  package init(
    environment: [String: String], options: BundleOptions = BundleOptions()
  ) throws(DomainError) {
    locations = try SettingsDirectories(environment: environment)
    self.options = options
    self.environment = environment
    opened = RecentBundles(locations)
    func folders(_ name: String) -> [String] {
      (environment[name] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
    let shared = folders("XDG_DATA_DIRS")
    let root = locations.root
    let system = shared.isEmpty ? ["/usr/local/share", "/usr/share"].map { root + $0 } : shared
    bundleFolders =
      folders("SETTEE_PATH") + [locations.data + "/bundles"] + system.map { $0 + "/settee/bundles" }
  }

  // MARK: By a word

  package func open(_ word: String) throws -> App {
    guard !word.isEmpty else {
      throw CommandError(.usage, "Missing app name. See 'settee apps'.")
    }
    return try openPath(word) ?? open(try domain(word))
  }

  /// Opens a domain, with its bundle where one is installed, or was opened by its path.
  package func open(_ domain: DomainName) throws -> App {
    let name = try options.domain.map { try DomainName($0) } ?? domain
    var options = options
    options.domain = name.text
    let installed = installedBundle(of: domain)
    let known = installed == nil ? opened.path(of: domain) : nil
    if let path = installed ?? known.flatMap({ isOpened($0, as: domain) ? $0 : nil }) {
      let bundle = try SettingsBundle(at: path, options: options)
      if installed != nil, bundle.programFile != nil { return try open(bundle) }
      return try open(bundle, in: self.domain(name, of: bundle))
    }
    let app = try openBare(name)
    app.notice =
      known.map {
        "The bundle of \(domain) is no longer at \($0), so values aren't validated. Open it "
          + "once at its new path, or install it."
      } ?? hint(for: app)
    return app
  }

  /// The name that somebody may have meant who names a domain in which nothing was ever stored.
  private func hint(for app: App) -> String? {
    guard app.domains[0].keys.isEmpty, layers(of: app.domains[0].name).isEmpty else { return nil }
    let paths = ((try? files.list(".")) ?? []).filter(Self.hasPathEnding)
    return Nearest.to(app.name, among: domainNames().map(\.text) + paths).map {
      "\(app.name): No such file. Did you mean \($0)?"
    }
  }

  /// Opens a path; nil when the word is none.
  private func openPath(_ word: String) throws -> App? {
    let isPath = word.utf8.contains(UInt8(ascii: "/")) || isFile(word)
    guard isPath || files.kind(word) != .missing else { return nil }
    do { return try openBundle(word) } catch let error as BundleError {
      // A folder `mail` in the current folder does not hide the app that ends in `.mail`.
      guard error.kind == .notABundle, !isPath else { throw error }
      if !word.utf8.contains(UInt8(ascii: ".")), domains(endingIn: word).isEmpty { throw error }
      return nil
    }
  }

  /// Whether a word can only name a file; a domain that there is already may be called so too.
  private func isFile(_ word: String) -> Bool {
    guard Self.hasPathEnding(word) else { return false }
    return (try? DomainName(word)).map { bundle(of: $0) == nil && layers(of: $0).isEmpty } ?? true
  }

  /// Whether a word ends as paths do: it is no domain that could still be made.
  private static func hasPathEnding(_ word: String) -> Bool {
    [
      ".plist", ".bundle", ".strings", ".toml", ".json", ".jsonc", ".ini", ".conf", ".cfg", ".env",
    ].contains(where: word.hasSuffix)
  }

  // MARK: Bundles

  private func openBundle(_ path: String) throws -> App {
    if isSettingsFile(path) { return try openFile(path) }
    let bundle: SettingsBundle
    do { bundle = try named(path) } catch let error as NamelessBundle {
      guard !needsDomain else { throw error }
      // Nothing is stored for it anywhere.
      let own = try Domain(
        DomainName("nameless"), storage: MemoryStorage(), options: domainOptions)
      return try open(try SettingsBundle(at: path, options: options), in: own, name: path)
    }
    if bundle.programFile != nil { return try open(bundle) }
    return try open(bundle, in: domain(DomainName(bundle.domain ?? ""), of: bundle))
  }

  /// Opens the bundle of a path with its domain: what it names itself, else what was given for it.
  package func named(_ path: String) throws -> SettingsBundle {
    let bundle = try SettingsBundle(at: path, options: options)
    if bundle.programFile != nil { return bundle }
    let place = Self.absolute(bundle.path)
    if let name = bundle.domain {
      let domain = try DomainName(name)
      if remembers { opened.remember(place, as: domain, isGiven: options.domain != nil) }
      return bundle
    }
    var options = options
    options.domain = opened.domain(of: place)
    if options.domain != nil { return try SettingsBundle(at: path, options: options) }
    throw NamelessBundle(path: path, proposal: try SettingsBundle.proposedDomain(of: place))
  }

  /// A path from the root of the file system; links stay, because they may lead elsewhere tomorrow.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let parts = whole.split(separator: "/").filter { $0 != "." }
    guard !parts.contains("..") else { return URL(filePath: whole).resolvingSymlinksInPath().path }
    return parts.isEmpty ? "/" : parts.reduce(into: "") { $0 += "/\($1)" }
  }

  /// Joins a bundle to its domain, and to the others that its rows name.
  private func open(_ bundle: SettingsBundle, in own: Domain, name: String? = nil) throws -> App {
    var domains = [own]
    for pane in bundle.panes {
      for name in pane.namedDomains where !domains.contains(where: { $0.name.text == name }) {
        domains.append(try domain(DomainName(name), of: bundle))
      }
    }
    return App(
      title: bundle.title, panes: bundle.panes, bundle: bundle, domains: domains, name: name,
      layer: layer)
  }

  private func domain(_ name: DomainName, of bundle: SettingsBundle) throws -> Domain {
    var options = domainOptions
    options.registered = bundle.registeredDefaults(for: name.text)
    options.secrets.formUnion(bundle.secrets)
    return try Domain(name, locations: locations, options: options)
  }

  private func openBare(_ name: DomainName) throws(DomainError) -> App {
    let domain = try Domain(name, locations: locations, options: domainOptions)
    let values = PropertyListDictionary(
      domain.keys.compactMap { key in domain.value(for: key).map { (key, $0.value) } })
    var pane = Pane.inferred(from: values, domain: name.text)
    pane.changeControls { row in
      if let key = row.key, domain.isSecret(SettingPath(key)) { row.isSecure = true }
    }
    return App(title: name.text, panes: [pane], domains: [domain], layer: layer)
  }
}

extension SettingsBundle {
  /// The places whose values are never shown.
  var secrets: Set<SettingPath> {
    var secrets: Set<SettingPath> = []
    for group in panes.lazy.flatMap(\.groups) {
      // By position: a walk over the controls would copy each, with all that it holds.
      for row in group.controls.indices where group.controls[row].isSecure {
        if let key = group.controls[row].key { secrets.insert(SettingPath(key)) }
      }
    }
    return secrets
  }
}

extension Pane {
  /// The domains that its rows name, and its own where a row leaves its key to that.
  fileprivate var namedDomains: [String] {
    var (names, own): ([String], String?) = ([], nil)
    for group in groups {
      for row in group.controls.indices {
        if let name = group.controls[row].domain {
          if !names.contains(name) { names.append(name) }
        } else {
          own = domain
        }
      }
    }
    return names + [own].compactMap(\.self)
  }

  package mutating func changeControls(_ change: (inout Control) -> Void) {
    for group in groups.indices {
      for row in groups[group].controls.indices { change(&groups[group].controls[row]) }
    }
  }
}

extension Call {
  /// Finds apps as the options and the environment of this call say.
  package func finder(watches: Bool = false) throws -> AppFinder {
    let languages = Languages.preferred(environment: environment, option: value(of: "language"))
    var options = BundleOptions(
      languages: languages, idiom: value(of: "idiom").flatMap(Idiom.init) ?? .all,
      inApp: has("in-app"), domain: value(of: "domain"))
    // What goes into a pipe, and what programs read, stays as the bundle has it.
    if invocation.verb == nil || console.showsOnTerminal && !has("json") {
      options.reads = console.reads
    }
    var finder = try AppFinder(environment: environment, options: options)
    finder.domainOptions.watches = watches
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
  func failure(for verb: String = "list") -> CommandError {
    let command = ShellWord.line(["settee", verb, path, "--domain", proposal])
    return CommandError(
      .usage,
      "\(path) doesn't declare a domain. Specify one, and Settee remembers it: \(command)")
  }
}
