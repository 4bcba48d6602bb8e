package import Settee
import SetteeFormats
import SetteeJSONSchema
import SetteeFiles

// The settings files of other programs, which are found by their path or through a bundle that
// specifies the file.

extension AppFinder {
  /// The file extensions of property lists and bundles, which are never the settings file of a
  /// program.
  private static let ownEndings = [".plist", ".strings", ".stringsdict", ".bundle", ".app"]

  /// Returns whether a path refers to the settings file of a program.
  func isSettingsFile(_ path: String) -> Bool {
    files.kind(path) == .file && !Self.ownEndings.contains(where: path.hasSuffix)
  }

  /// Opens the settings file at a path, with the bundle or schema that describes the file if there
  /// is one.
  func openFile(_ path: String) throws -> App {
    let path = Self.absolute(path)
    let target = try resolved(path)
    let programBundles = programBundles
    if let (bundle, isItsPlace) = try bundle(of: target, programBundles) {
      return try open(bundle, at: target, layer: .user, isItsPlace: isItsPlace)
    }
    let bytes = (try? files.read(path, 32 << 20)) ?? []
    if let bundle = try projectBundle(for: target, bytes, programBundles) {
      return try open(bundle, at: target, layer: .user)
    }
    let named = NamedSchema.place(in: bytes, at: path)
    if let named, let (bundle, schema) = try bundle(named: named, for: path) {
      return try open(bundle, at: target, layer: .user, schema: schema)
    }
    var role: TextFile.Role
    do { role = TextFile.Role(format: try format(of: path, target)) } catch {
      guard mayBeBroken, let unknown = error as? UnknownFormat else { throw error }
      role = TextFile.Role(format: .lines(.flat))
      role.unknown = unknown.reason
    }
    role.mayBeBroken = mayBeBroken
    let file = TextFile(target, role)
    let domain = try Domain(file, folders: folders, locations: locations, options: domainOptions)
    let title = FilePath.name(of: path)
    let content = file.known
    func panes() -> [Pane] {
      guard let content else { return [Pane(file: "Root", title: title)] }
      return FilePanes.panes(of: content, title: title) { domain.isSecret(SettingPath($0)) }
    }
    let app = App(title: title, panes: panes(), domains: [domain], layer: layer)
    if content == nil { app.fault = file.fault?.words.asSentence }
    if mayBeBroken, let named, SchemaSource.isWeb(named) {
      app.notice =
        "This file names the schema \(named). To generate panes from it, run 'settee adopt NAME --file \(ShellWord.quoted(path)) --schema URL'."
    }
    return app
  }

  /// Opens a program's settings file by means of its bundle.
  ///
  /// A file in a system directory belongs to all users. Unless such a file is opened by its path,
  /// writing it requires `--layer site`.
  func open(_ bundle: SettingsBundle) throws -> App {
    guard let path = file(of: bundle) else {
      throw CommandError(
        .usage,
        "Can't find the settings file of \(bundle.path). Set HOME, or give the path of the file.")
    }
    let isSystems = ["/etc/", "/usr/", "/var/"].contains { path.hasPrefix(locations.root + $0) }
    return try open(bundle, at: try resolved(path), layer: isSystems ? .site : .user)
  }

  /// Opens a file with a bundle.
  ///
  /// The site files of the bundle apply only if the file is at the path that the bundle specifies.
  private func open(
    _ bundle: SettingsBundle, at path: String, layer: WritableLayer, isItsPlace: Bool = true,
    schema: JSONSchema? = nil
  ) throws -> App {
    var role = TextFile.Role(format: try format(of: path, path, bundle.programFile))
    let controls = bundle.panes.flatMap(\.controls).filter { $0.key != nil }
    role.spelling = SettingsDocument.KeySpelling(
      controls.map { ($0.key ?? "", $0.shape) }, in: role.format)
    role.mayMake = true
    role.hasSchema = schema != nil || AdoptedBundle(bundle) != nil
    role.savesItself = bundle.programFile?.savesItself
    role.itemKey = bundle.programFile?.itemKey
    role.reload = bundle.programFile?.reload
    role.openKeys = Set(
      controls.filter { !$0.isSecure }.compactMap { $0.key.map { Key($0) } })
    let secrets = bundle.secrets
    role.newMode = secrets.isEmpty ? 0o644 : 0o600
    let file = TextFile(path, role)
    var options = domainOptions
    options.registered = bundle.registeredDefaults(for: path)
    options.secrets = secrets
    let sites = (isItsPlace ? bundle.programFile?.siteFiles ?? [] : [])
      .compactMap { ProgramFile.resolved($0, environment: environment) }.filter { $0 != path }
    let domain = try Domain(
      file, layer: layer, below: sites.map { TextFile($0, role) }, folders: folders,
      locations: locations, options: options)
    let bundleWithoutFile = bundle
    var bundle = bundle
    var faults: FileFaults?
    if let content = file.known {
      // If there is no schema, rows with unknown keys are marked according to the bundle.
      let accepted =
        mayBeBroken && !role.hasSchema ? AcceptedKeys(bundle, format: role.format) : nil
      bundle.panes = FilePanes.panes(of: bundle, and: content, accepted) {
        domain.isSecret(SettingPath($0))
      }
      if mayBeBroken, let schema = try schema ?? AdoptedBundle(bundle)?.schema() {
        faults = FileFaults(schema, content) { domain.isSecret(SettingPath($0)) }
        bundle.panes = faults?.marking(bundle.panes) ?? bundle.panes
      }
    }
    let app = App(
      title: bundle.title, panes: bundle.panes, bundle: bundle, domains: [domain],
      layer: self.layer)
    app.bundleWithoutFile = bundleWithoutFile
    app.faults = faults
    app.schema = { try schema ?? AdoptedBundle(bundle)?.schema() }
    return app
  }

  private var folders: IncludeFolders { IncludeFolders(home: environment["HOME"]) }

  /// Returns the settings file of the program with the given name, or the argument itself if there
  /// is no such program.
  func settingsFile(named word: String) -> String {
    guard files.kind(word) == .missing, let name = try? DomainName(word),
      let file = program(name).flatMap(file), files.kind(file) == .file
    else { return word }
    return file
  }

  /// Returns the path of the settings file that a bundle describes.
  func file(of bundle: SettingsBundle) -> String? {
    bundle.programFile?.path(environment: environment) { files.kind($0) == .file }
  }

  /// Returns the bundle that describes the settings file of a program, given the program's name.
  private func program(_ name: DomainName) -> SettingsBundle? {
    let bundle = installedBundle(of: name).flatMap { try? SettingsBundle(at: $0, options: options) }
    return bundle?.programFile == nil ? nil : bundle
  }

  // MARK: Bundles and formats

  /// Returns the names of the apps to list.
  ///
  /// A program is omitted if its settings file doesn't exist.
  package func offeredNames() -> [DomainName] {
    domainNames().filter { name in
      // Only bundles for program files have a name without a dot.
      guard !name.text.contains("."), let bundle = program(name) else { return true }
      return file(of: bundle).map { files.kind($0) == .file } ?? false
    }
  }

  /// An installed bundle, together with the files for which it is intended.
  typealias ProgramBundle = (
    bundle: (name: String, path: String), files: (paths: [String], projectFiles: [String])
  )

  /// The installed bundles that are intended for program files.
  var programBundles: [ProgramBundle] {
    bundles.compactMap { bundle in
      let found = ProgramFile.paths(ofBundle: bundle.path, options: options, files: files)
      return found.paths.isEmpty ? nil : (bundle, found)
    }
  }

  /// Returns the bundle for a file, and whether the file is at the path that the bundle specifies.
  ///
  /// A file at a different path is recognized if its name contains the name of the program. An
  /// example is `sshd_config`, but not `config` or `settings.json`.
  func bundle(
    of path: String, _ programBundles: [ProgramBundle]? = nil
  ) throws -> (bundle: SettingsBundle, isItsPlace: Bool)? {
    var named: String?
    let own = FilePath.name(of: path)
    for (bundle, found) in programBundles ?? self.programBundles {
      if named == nil, found.projectFiles.contains(own) { named = bundle.path }
      for place in found.paths {
        let place = ProgramFile.resolved(place, environment: environment)
        if place.flatMap({ try? resolved($0) }) == path {
          return (try SettingsBundle(at: bundle.path, options: options), true)
        }
        if named == nil, place.map(FilePath.name) == own, own.lowercased().contains(bundle.name) {
          named = bundle.path
        }
      }
    }
    return try named.map { (try SettingsBundle(at: $0, options: options), false) }
  }

  private func resolved(_ path: String) throws -> String {
    do { return try FileSystem.live.resolved(path) } catch {
      throw CommandError(.io, error.message)
    }
  }

  /// Returns the format of a file.
  ///
  /// The option `--format` or the bundle specifies it. Otherwise, it is detected from the file's
  /// name or content.
  func format(of name: String, _ path: String, _ program: ProgramFile? = nil) throws -> Format {
    let recorded = usesRecordedFormat ? recordedFormat(of: path) : nil
    if let word = fileFormat ?? recorded ?? program?.formatName {
      if let format = Format(option: word) {
        if fileFormat != nil, let bytes = try? files.read(path, 32 << 20),
          let objection = format.objection(toReading: bytes, at: name)
        {
          throw CommandError(.usage, "\(path) \(objection).")
        }
        return format
      }
      let names = (Format.all.map(\.name) + ["augeas:LENS"]).joined(separator: ", ")
      throw CommandError(.usage, "Unknown format '\(word)'. Supported formats: \(names).")
    }
    let bytes = (try? files.read(path, 32 << 20)) ?? []
    if isOfGit(path, bytes) { return .lines(.git) }
    var detected = Format.detect(name: name, bytes: bytes)
    if case .unknown = detected, name != path { detected = Format.detect(name: path, bytes: bytes) }
    switch detected {
    case .known(let format): return format
    case .unknown(let reason): throw UnknownFormat(path: path, reason: reason)
    case .rejected(let reason): throw CommandError(.usage, "\(path) \(reason).")
    }
  }

  // MARK: Paths

  /// Returns an error for a path that doesn't exist, which suggests the most similar name in its
  /// directory.
  static func missingPath(_ path: String, _ code: ExitCode = .usage) -> CommandError {
    guard !path.isEmpty else {
      return CommandError(code, "Missing path. Give the path of a settings file or bundle.")
    }
    let isBare = !path.contains("/")
    let parent = isBare ? "." : FilePath.parent(of: path)
    let name = FilePath.name(of: path)
    let near = Nearest.to(name, among: (try? BundleFiles.live.list(parent)) ?? [])
      .map { isBare ? $0 : FilePath.join(parent, $0) }
    let hint = near.map { " Did you mean \($0)?" } ?? ""
    return CommandError(code, "\(path): No such file or directory.\(hint)")
  }

  /// Returns a sentence that lists the settings files in a directory, or `nil` if there are none.
  func settingsFilesSentence(in path: String) -> String? {
    let names = settingsFiles(in: path)
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    return "\(path) is a directory. Give the path of one of its settings files: \(shown)."
  }

  /// Returns the names of the files in a directory that can be opened, unless the directory is a
  /// bundle.
  func settingsFiles(in path: String) -> [String] {
    guard files.kind(path) == .folder, !path.hasSuffix(".bundle"),
      files.kind(path + "/Root.plist") == .missing
    else { return [] }
    let path = Self.absolute(path)
    return ((try? files.list(path)) ?? []).sorted().prefix(400).filter { name in
      let file = FilePath.join(path, name)
      guard isSettingsFile(file), let bytes = try? files.read(file, 1 << 20) else { return false }
      guard case .known = Format.detect(name: file, bytes: bytes) else { return false }
      return true
    }
  }

  /// Returns the format in which the last change to a file was made.
  private func recordedFormat(of path: String) -> String? {
    DomainName(file: path).lastFormat(in: locations)
  }
}

// Support for git configuration files that can't be recognized by their name.
extension AppFinder {
  /// Returns whether a file is the `config` file of a repository, or is included by a git
  /// configuration.
  private func isOfGit(_ path: String, _ bytes: [UInt8]) -> Bool {
    // Git settings are always in sections, so files without a section aren't searched.
    guard bytes.isEmpty || bytes.contains(UInt8(ascii: "[")) else { return false }
    let folder = FilePath.folder(of: path)
    if Format.detect(name: path, bytes: []) == .known(.lines(.git)) { return true }
    if FilePath.name(of: path) == "config", isRepository(folder) { return true }
    var configurations = ["/etc/gitconfig"]
    if let home = environment["HOME"] {
      let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      configurations += [home + "/.gitconfig", (folder ?? home + "/.config") + "/git/config"]
    }
    var above = folder
    while above.count > 1 {
      configurations.append(above + "/.git/config")
      above = FilePath.folder(of: above)
    }
    var seen: Set<Key> = []
    return configurations.contains { includes(path, in: $0, &seen) }
  }

  private func isRepository(_ folder: String) -> Bool {
    files.kind(folder + "/HEAD") == .file && files.kind(folder + "/objects") == .folder
  }

  /// Returns whether a git configuration includes a file, directly or indirectly.
  private func includes(_ path: String, in configuration: String, _ seen: inout Set<Key>) -> Bool {
    // The number of files to read is limited.
    guard seen.count < 100, seen.insert(Key(configuration)).inserted,
      files.kind(configuration) == .file, let bytes = try? files.read(configuration, 1 << 20),
      let document = try? SetteeFormats.Document(reading: bytes, as: .lines(.git))
    else { return false }
    return document.gitIncludes.contains { text in
      var other = text
      if other.hasPrefix("~/"), let home = environment["HOME"] { other = home + other.dropFirst() }
      if !other.hasPrefix("/") { other = FilePath.folder(of: configuration) + "/" + other }
      let door = FileSystem.live
      guard let target = try? door.existing(other) else { return false }
      let isIt = ((try? door.existing(path)) ?? nil)?.isSameFile(as: target) ?? false
      return isIt || includes(path, in: other, &seen)
    }
  }
}

/// An error for a file whose format can't be determined.
struct UnknownFormat: Error {
  let path, reason: String
}

extension Control {
  /// The type that the control expects in formats without types.
  var shape: SettingsDocument.UntypedKind {
    switch ValueType(of: self) {
    case .bool?: .boolean
    case .int?: .integer
    case .real?: .real
    default: .text
    }
  }
}
