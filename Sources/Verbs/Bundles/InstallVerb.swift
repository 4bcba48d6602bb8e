import Settee
import SetteeFiles

extension Verb {
  package static let install = Verb(
    "install", "Install a settings bundle so it can be opened by domain",
    operands: [Operand("BUNDLE", .path)],
    notes: [
      "The bundle is copied to $XDG_DATA_HOME/settee/bundles/<domain>.bundle and replaces an existing one. Prints the path.",
      "A bundle for a program's settings file keeps its name and can be opened by it.",
    ],
    examples: [
      "install Mail.bundle", "install MyApp/Settings.bundle --domain org.example.myapp",
    ]
  ) { call in
    var finder = try call.finder()
    finder.remembers = call.value(of: "domain") != nil && !call.has("dry-run")
    let path = call.operands[0]
    let bundle = try finder.named(path, for: "install")
    let domain = try DomainName(bundle.domain ?? (try bundle.programName))
    if !call.has("dry-run") { try finder.install(bundle, domain: domain) }
    try call.reporting(asSaved: !call.has("dry-run")) {
      try call.console.line(finder.installationPath(of: domain))
    }
    if call.has("dry-run") {
      call.console.report("Dry run; the bundle was not installed.")
    }
    return .done
  }

  package static let uninstall = Verb(
    "uninstall", "Remove an installed bundle; settings are kept",
    operands: [.app],
    notes: [
      "For a bundle that was opened by its path, removes only the remembered path, not the bundle."
    ],
    examples: ["uninstall org.settee.mail"]
  ) { call in
    let finder = try call.finder()
    let domain = try finder.domain(call.operands[0])
    let path = finder.installationPath(of: domain)
    let isThere = finder.installedBundle(of: domain) == path
    if isThere, call.has("dry-run") {
      call.console.report("Dry run; would remove \(path).")
      return .done
    }
    let wasOpened = !call.has("dry-run") && finder.forget(domain)
    if isThere { try finder.uninstall(domain) }
    if isThere || wasOpened { return .done }
    if let other = finder.installedBundle(of: domain) {
      throw SetteeError(.missing, "\(other) was not installed by settee. Remove it manually.")
    }
    throw SetteeError(.missing, "No bundle is installed for \(domain.text). See 'settee apps'.")
  }
}

extension SettingsBundle {
  /// The name with which the user opens a program's settings, such as `git` for the bundle
  /// `git.bundle`.
  fileprivate var programName: String {
    get throws {
      guard programFile != nil else { return "" }
      let name = FilePath.stem(of: AppFinder.absolute(path), dropping: ".bundle")
      if let name, name != "Settings", name != "InAppSettings" { return name }
      throw SetteeError(
        .usage, "Rename \(path) after its program, such as git.bundle; its name is used to open it."
      )
    }
  }
}

// Methods that install bundles in the user's bundle directory, and remove them from it.
extension AppFinder {
  private var installationFolder: String { locations.data + "/bundles" }

  /// The path at which the bundle of a domain is or would be installed.
  func installationPath(of domain: DomainName) -> String {
    "\(installationFolder)/\(domain.text).bundle"
  }

  /// Installs a copy of a bundle for a domain.
  fileprivate func install(_ bundle: SettingsBundle, domain: DomainName) throws {
    try install(domain) { fresh in
      try copy(bundle.path, to: fresh, depth: 0)
      // Store the name of the app in the file `Info.plist`, because the copy is no longer inside
      // the app.
      if files.kind(fresh + "/Info.plist") == nil {
        let name = PropertyList.string(bundle.title)
        try write(
          ["CFBundleDisplayName": name, "CFBundleIdentifier": .string(domain.text)],
          to: fresh + "/Info.plist")
      }
    }
  }

  /// Writes a property list to a file of the bundle that is being installed.
  func write(_ values: PropertyListDictionary, to path: String) throws {
    try FileSystem.live.make(path, try PropertyList.dictionary(values).xml(), mode: 0o644)
  }

  /// Creates the bundle under a temporary name and then renames it, so that other programs never
  /// see a partial bundle.
  func install(_ domain: DomainName, fill: (_ folder: String) throws -> Void) throws {
    let fileSystem = FileSystem.live
    let target = installationPath(of: domain)
    let fresh = "\(installationFolder)/.\(domain.text).new"
    let old = "\(installationFolder)/.\(domain.text).old"
    do {
      for rest in [fresh, old] { try fileSystem.removeTree(rest) }
      try fill(fresh)
      if files.kind(target) != nil { try fileSystem.move(target, to: old) }
      try fileSystem.move(fresh, to: target)
      try fileSystem.removeTree(old)
    } catch {
      throw failure("install", target, error)
    }
  }

  /// Removes the installed bundle of a domain.
  fileprivate func uninstall(_ domain: DomainName) throws {
    let target = installationPath(of: domain)
    do { try FileSystem.live.removeTree(target) } catch { throw failure("remove", target, error) }
  }

  /// Copies the property lists and string tables of a bundle, but not its images or symlinks.
  private func copy(_ source: String, to target: String, depth: Int) throws {
    let fileSystem = FileSystem.live
    for name in try files.list(source) {
      let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
      if (try? fileSystem.existing(from, followLinks: false))?.kind == .link { continue }
      switch files.kind(from) {
      case .directory where depth < 8: try copy(from, to: to, depth: depth + 1)
      case .file where name.hasSuffix(".plist") || name.hasSuffix(".strings"):
        try fileSystem.make(to, try files.read(from, 64 << 20), mode: 0o644)
      default: continue
      }
    }
  }

  private func failure(_ what: String, _ path: String, _ error: any Error) -> SetteeError {
    let reason =
      switch error {
      case let error as SystemError: error.reason
      default: "\(error)"
      }
    return SetteeError(.io, "Can't \(what) \(path): \(reason).")
  }
}
