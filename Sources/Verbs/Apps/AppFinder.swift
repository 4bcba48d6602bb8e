package import Settee
import SetteeFiles

/// Finds an app by its path, by its domain, or by the end of its domain, and lists all apps.
package struct AppFinder {
  package let locations: SettingsDirectories
  /// The directories that can contain a bundle named after its domain, in order of precedence.
  var bundleFolders: [String] { folders.content }
  /// The directories of bundles, which opening an app by its path doesn't need.
  private let folders: OnDemand<[String]>
  package var options: BundleOptions
  /// The options for opening domains.
  ///
  /// By default, Settee doesn't watch for changes to settings by other processes.
  package var domainOptions = DomainOptions(watches: false)
  package var layer: WritableLayer = .user
  /// A Boolean value that indicates whether the domain of a bundle is recorded when it is opened by
  /// its path.
  package var remembers = false
  /// A Boolean value that indicates whether opening a bundle fails if its domain is unknown.
  ///
  /// The domain isn't needed to show the panes of a bundle without stored values.
  package var needsDomain = true
  /// A Boolean value that indicates whether settings files that can't be parsed are opened too.
  ///
  /// The editor opens such a settings file so that the user can see the error.
  package var mayBeBroken = false
  /// The commands of the program that can be meant instead of an app.
  package var commands: [String] = []
  /// The format of the settings file, or `nil` to detect the format from the file name and the
  /// content.
  var fileFormat: String?
  /// A Boolean value that indicates whether a settings file is opened in the format of its last
  /// recorded change.
  ///
  /// A change can be undone only in the format in which it was made.
  var usesRecordedFormat = false
  let files = BundleFiles.live
  let environment: [String: String]
  let opened: RecentBundles
  /// The bundles for program files, or `nil` to read them each time.
  var cachedProgramBundles: [ProgramBundle]?

  package init(
    environment: [String: String], options: BundleOptions = BundleOptions()
  ) throws {
    locations = try SettingsDirectories(environment: environment)
    self.options = options
    self.environment = environment
    opened = RecentBundles(locations)
    folders = OnDemand { [locations] in Self.bundleFolders(environment, locations) }
  }

  private static func bundleFolders(
    _ environment: [String: String], _ locations: SettingsDirectories
  ) -> [String] {
    func folders(_ name: String) -> [String] {
      (environment[name] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
    let shared = folders("XDG_DATA_DIRS")
    let root = locations.root
    var system = shared.isEmpty ? ["/usr/local/share", "/usr/share"].map { root + $0 } : shared
    // The program can be installed outside of the system directories, or run from an unpacked
    // package.
    let own = ownPrefix + "/share"
    if root.isEmpty, !system.contains(own) { system.append(own) }
    return folders("SETTEE_PATH") + [locations.data + "/bundles"]
      + system.map { $0 + "/settee/bundles" }
  }

  // MARK: Arguments

  /// Opens the app that an argument specifies by a path, a domain, or the end of a domain.
  package func open(_ word: String) throws -> App {
    guard !word.isEmpty else {
      throw SetteeError(.usage, "Missing app name. See 'settee apps'.")
    }
    do { return try openPath(word) ?? open(try domain(word)) } catch let error as SetteeError
      where error.code == .unreadableBundle
    {
      return try openBroken(error)
    }
  }

  /// Opens the app for a domain, with its bundle if one is installed or was opened before.
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

  /// Returns the name of a similar domain as a suggestion if nothing is stored for the app's
  /// domain.
  private func hint(for app: App) -> String? {
    guard app.domains[0].keys.isEmpty, layers(of: app.domains[0].name).isEmpty else { return nil }
    let paths = ((try? files.list(".")) ?? []).filter(Self.hasPathEnding)
    // The domain itself is listed if its file is a symlink to a file that doesn't exist.
    let others = (domainNames().map(\.text) + paths).filter { $0 != app.name }
    return Suggestion.nearest(to: app.name, among: others).map {
      "\(app.name) has no settings yet. Did you mean \($0)?"
    }
  }

  /// Opens the app at a path, or returns `nil` if the argument isn't a path.
  private func openPath(_ word: String) throws -> App? {
    let isPath =
      word.utf8.contains(UInt8(ascii: "/")) || isFile(word) || [".", ".."].contains(word)
    guard isPath || files.kind(word) != nil else { return nil }
    if files.kind(word) == nil { throw Self.missingPath(word) }
    do { return try openBundle(word) } catch let error as SetteeError {
      if error.code == .notABundle, let list = settingsFilesSentence(in: word) {
        throw SetteeError(.usage, list)
      }
      // Ignore a directory named `mail` in the current directory, so that the user can still open
      // an app by that name.
      guard error.code == .notABundle, !isPath else { throw error }
      if !word.utf8.contains(UInt8(ascii: ".")), domains(endingIn: word).isEmpty { throw error }
      return nil
    }
  }

  /// Returns whether an argument can only be the path of a settings file.
  ///
  /// If a domain with the same name exists, the argument refers to the domain instead.
  private func isFile(_ word: String) -> Bool {
    guard Self.hasPathEnding(word) else { return false }
    return (try? DomainName(word)).map { bundle(of: $0) == nil && layers(of: $0).isEmpty } ?? true
  }

  /// Returns whether an argument ends with a file name extension, such as `.toml`, and so isn't a
  /// new domain.
  private static func hasPathEnding(_ word: String) -> Bool {
    [
      ".plist", ".bundle", ".strings", ".toml", ".json", ".jsonc", ".json5", ".yaml", ".yml",
      ".ini", ".conf", ".cfg", ".cnf", ".env", ".properties", ".service", ".socket", ".timer",
      ".desktop", ".lua", ".vim", ".sh", ".xml", ".nix", ".kdl", ".tf", ".hcl",
    ].contains(where: word.hasSuffix)
  }

  // MARK: Bundles

  private func openBundle(_ path: String) throws -> App {
    if isSettingsFile(path) { return try openFile(path) }
    let bundle: SettingsBundle
    do { bundle = try named(path) } catch let error as SetteeError
      where error.code == .missingDomain && !needsDomain
    {
      // Use an empty domain in memory, because nothing can be stored for a bundle without a domain.
      let own = try Domain(
        DomainName("nameless"), storage: MemoryStorage(), options: domainOptions)
      return try open(try SettingsBundle(at: path, options: options), in: own, name: path)
    }
    if bundle.programFile != nil { return try open(bundle) }
    return try open(bundle, in: domain(DomainName(bundle.domain ?? ""), of: bundle))
  }

  /// Loads the bundle at a path with the domain that stores its settings.
  ///
  /// If the bundle doesn't declare a domain, the domain that was recorded for the path is used.
  ///
  /// - Throws: An error with the code `missingDomain` if there is neither. Its message shows how to
  ///   specify the domain for the specified command.
  package func named(_ path: String, for verb: String = "list") throws -> SettingsBundle {
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
    let proposal = try SettingsBundle.proposedDomain(of: place)
    let command = ShellCommand.line(["settee", verb, path, "--domain", proposal])
    var error = SetteeError(
      .missingDomain,
      "\(path) doesn't declare a domain. Specify one, and Settee remembers it: \(command)")
    error.suggestion = proposal
    throw error
  }

  /// Returns the absolute path for a path that might be relative to the current directory.
  ///
  /// Symlinks in the path are preserved unless it contains `..`, because their targets can change
  /// later.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let parts = whole.split(separator: "/").filter { $0 != "." }
    guard !parts.contains("..") else { return URL(filePath: whole).resolvingSymlinksInPath().path }
    return parts.isEmpty ? "/" : parts.reduce(into: "") { $0 += "/\($1)" }
  }

  /// Creates an app from a bundle, its main domain, and the other domains that its rows specify.
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

  private func openBare(_ name: DomainName) throws -> App {
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
  /// The paths of all settings that the panes declare as secret, such as passwords.
  var secrets: Set<SettingPath> {
    var secrets: Set<SettingPath> = []
    for group in panes.lazy.flatMap(\.groups) {
      // Access each control by its index, because iterating over the controls would copy them.
      for row in group.controls.indices where group.controls[row].isSecure {
        if let key = group.controls[row].key { secrets.insert(SettingPath(key)) }
      }
    }
    return secrets
  }
}

extension Pane {
  /// The domains that store the pane's settings, as specified by its rows or by the pane.
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
  /// Returns a finder that respects the options and the environment of a command.
  package func finder(watches: Bool = false) throws -> AppFinder {
    let languages = LanguageTag.preferred(environment: environment, option: value(of: "language"))
    var options = BundleOptions(
      languages: languages, idiom: value(of: "idiom").flatMap(Idiom.init) ?? .all,
      inApp: has("in-app"), domain: value(of: "domain"))
    // Check which characters the locale can display only for output that people read. Pipes and
    // programs receive the unchanged strings of the bundle.
    if verb == nil || console.showsOnTerminal && !has("json") {
      options.reads = console.reads
    }
    var finder = try AppFinder(environment: environment, options: options)
    finder.domainOptions.watches = watches
    finder.layer = layer
    // Ignore `--format` for commands that use this option for the format of their output.
    if verb?.options.contains(where: { $0.name == "format" }) != true {
      finder.fileFormat = value(of: "format")
    }
    finder.usesRecordedFormat = verb?.name == "undo"
    return finder
  }
}
