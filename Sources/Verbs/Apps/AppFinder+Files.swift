package import Settee
import SetteeValues
import SetteeJSONSchema
import SetteeFiles

// Methods that find the settings files of other programs by path or through a bundle that specifies
// the file.

extension AppFinder {
  /// The file name extensions of property lists and bundles, which Settee doesn't treat as another
  /// program's settings file.
  private static let ownEndings = [".plist", ".strings", ".stringsdict", ".bundle", ".app"]

  /// Returns whether a path refers to the settings file of another program.
  func isSettingsFile(_ path: String) -> Bool {
    files.kind(path) == .file && !Self.ownEndings.contains(where: path.hasSuffix)
  }

  /// Opens a settings file, together with the bundle or JSON Schema that describes it, if one is
  /// found.
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
    let named = JSONSchema.declaredPlace(in: bytes, at: path)
    if let named, let (bundle, schema) = try bundle(named: named, for: path) {
      return try open(bundle, at: target, layer: .user, schema: schema)
    }
    var role: TextFile.Role
    do { role = TextFile.Role(format: try format(of: path, target)) } catch let error as SetteeError
      where error.code == .unknownFormat && mayBeBroken
    {
      role = TextFile.Role(format: .lines(.flat))
      role.unreadable = error.underlying as? ParseError
    }
    role.mayBeBroken = mayBeBroken
    let file = TextFile(target, role)
    let domain = try Domain(
      file, home: environment["HOME"], locations: locations, options: domainOptions)
    let title = FilePath.name(of: path)
    let content = file.known
    func panes() -> [Pane] {
      guard let content else { return [Pane(file: "Root", title: title)] }
      return FilePanes.panes(of: content, title: title) {
        domain.isSecret(SettingPath($0), in: content)
      }
    }
    let app = App(title: title, panes: panes(), domains: [domain], layer: layer)
    app.fault = ReadingProblem(of: file)
    if mayBeBroken, let named, SchemaSource.isWeb(named) {
      app.notice =
        "This file names the schema \(named). To generate panes from it, run 'settee adopt NAME --file \(ShellCommand.quoted(path)) --schema URL'."
    }
    return app
  }

  /// Opens the settings file of another program that a bundle describes.
  ///
  /// A settings file in a system directory, such as `/etc`, applies to all users. Unless such a
  /// file is opened by its path, writing it requires `--layer site`.
  func open(_ bundle: SettingsBundle) throws -> App {
    guard let path = file(of: bundle) else {
      throw SetteeError(
        .usage,
        "Can't find the settings file of \(bundle.path). Set HOME, or give the path of the file.")
    }
    let isSystems = ["/etc/", "/usr/", "/var/"].contains { path.hasPrefix(locations.root + $0) }
    return try open(bundle, at: try resolved(path), layer: isSystems ? .site : .user)
  }

  /// Opens a settings file with the bundle that describes its settings.
  ///
  /// The site-wide files that the bundle specifies apply only if the settings file is at its
  /// standard path.
  private func open(
    _ bundle: SettingsBundle, at path: String, layer: WritableLayer, isItsPlace: Bool = true,
    schema: JSONSchema? = nil
  ) throws -> App {
    var role = TextFile.Role(format: try format(of: path, path, bundle.programFile))
    let controls = bundle.panes.flatMap(\.controls).filter { $0.key != nil }
    role.spelling = SettingsDocument.spelling(
      of: controls.map { ($0.key ?? "", $0.untypedValueType) }, in: role.format)
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
      file, layer: layer, below: sites.map { TextFile($0, role) }, home: environment["HOME"],
      locations: locations, options: options)
    let bundleWithoutFile = bundle
    var bundle = bundle
    var faults: SchemaFindings?
    if let content = file.known {
      // Without a JSON Schema, use the keys that the bundle declares to mark unknown keys.
      let accepted =
        mayBeBroken && !role.hasSchema ? AcceptedKeys(bundle, format: role.format) : nil
      bundle.panes = FilePanes.panes(of: bundle, and: content, accepted) {
        domain.isSecret(SettingPath($0), in: content)
      }
      if mayBeBroken, let schema = try schema ?? AdoptedBundle(bundle)?.schema() {
        faults = SchemaFindings(schema, content) { domain.isSecret(SettingPath($0)) }
        bundle.panes = faults?.marking(bundle.panes) ?? bundle.panes
      }
    }
    for pane in bundle.panes.indices {
      bundle.panes[pane].changeControls { row in
        guard let path = row.key.map({ SettingPath($0) }) else { return }
        if domain.isMarkedAsShown(path) { row.isSecure = false }
        if domain.isMarkedAsSecret(path) { row.isSecure = true }
      }
    }
    let app = App(
      title: bundle.title, panes: bundle.panes, bundle: bundle, domains: [domain],
      layer: self.layer)
    app.bundleWithoutFile = bundleWithoutFile
    app.faults = faults
    app.fault = ReadingProblem(of: file)
    app.schema = { try schema ?? AdoptedBundle(bundle)?.schema() }
    return app
  }

  /// Returns the path of a program's settings file, or the argument itself if no program has this
  /// name.
  func settingsFile(named word: String) -> String {
    guard files.kind(word) == nil, let name = try? DomainName(word),
      let file = program(name).flatMap(file), files.kind(file) == .file
    else { return word }
    return file
  }

  /// Returns the path of the settings file that a bundle describes, or `nil` if the path can't be
  /// determined.
  func file(of bundle: SettingsBundle) -> String? {
    bundle.programFile?.path(environment: environment) { files.kind($0) == .file }
  }

  /// Returns the installed bundle that describes the settings file of a program such as `git`.
  private func program(_ name: DomainName) -> SettingsBundle? {
    let bundle = installedBundle(of: name).flatMap { try? SettingsBundle(at: $0, options: options) }
    return bundle?.programFile == nil ? nil : bundle
  }

  // MARK: Bundles and formats

  /// Returns the names of the apps and programs that the command `apps` and the editor list.
  ///
  /// A program isn't listed if its settings file doesn't exist.
  package func offeredNames() -> [DomainName] {
    domainNames().filter { name in
      // A name without a dot, such as `git`, always belongs to a bundle for another program's file.
      guard !name.text.contains("."), let bundle = program(name) else { return true }
      return file(of: bundle).map { files.kind($0) == .file } ?? false
    }
  }

  /// An installed bundle for another program, and the paths of the settings files that it
  /// describes.
  typealias ProgramBundle = (
    bundle: (name: String, path: String), files: (paths: [String], projectFiles: [String])
  )

  /// The installed bundles that are intended for program files.
  var programBundles: [ProgramBundle] { cachedProgramBundles ?? readProgramBundles() }

  /// Reads the installed bundles once, for a finder that opens many files.
  package mutating func cacheProgramBundles() { cachedProgramBundles = readProgramBundles() }

  /// Returns the possible files of a program, or `nil` if there is no program with this name.
  func programPaths(of name: DomainName) -> [String]? {
    guard let path = installedBundle(of: name) else { return nil }
    let paths = ProgramFile.paths(ofBundle: path, options: options, files: files).paths
    return paths.isEmpty ? nil : paths
  }

  private func readProgramBundles() -> [ProgramBundle] {
    bundles.compactMap { bundle in
      let found = ProgramFile.paths(ofBundle: bundle.path, options: options, files: files)
      return found.paths.isEmpty ? nil : (bundle, found)
    }
  }

  /// Returns the bundle that describes a settings file, and whether the file is at its standard
  /// path.
  ///
  /// At any other path, a file is recognized if its name contains the name of the program. An
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
    do { return try FileSystem.live.resolved(path) } catch let error as SystemError {
      throw SetteeError(.io, error.message)
    }
  }

  /// Returns the format of a settings file, such as TOML.
  ///
  /// The user can specify the format with the option `--format`, and a bundle can specify it too.
  /// Otherwise, the format is detected from the file's name or content.
  func format(of name: String, _ path: String, _ program: ProgramFile? = nil) throws -> Format {
    let recorded = usesRecordedFormat ? recordedFormat(of: path) : nil
    if let word = fileFormat ?? recorded ?? program?.formatName {
      if let format = Format(option: word) {
        if fileFormat != nil, let bytes = try? files.read(path, 32 << 20),
          let objection = format.objection(toReading: bytes, at: name)
        {
          throw SetteeError(.usage, "\(path) \(objection).")
        }
        return format
      }
      let names = (Format.all.map(\.name) + ["augeas:LENS"]).joined(separator: ", ")
      throw SetteeError(.usage, "Unknown format '\(word)'. Supported formats: \(names).")
    }
    let bytes = (try? files.read(path, 32 << 20)) ?? []
    if isOfGit(path, bytes) { return .lines(.git) }
    var detected = Format.detect(name: name, bytes: bytes)
    if case .unknown = detected, name != path { detected = Format.detect(name: path, bytes: bytes) }
    // A change may have removed the lines that the format was detected by.
    if case .unknown = detected, let known = recordedFormat(of: path).flatMap(Format.init(option:)),
      known.objection(toReading: bytes, at: name) == nil,
      bytes.isEmpty || (try? Document(reading: bytes, as: known)) != nil
    {
      return known
    }
    switch detected {
    case .known(let format): return format
    case .unknown(let reason):
      throw SetteeError(
        .unknownFormat, "Can't determine the format of \(path): \(reason).",
        underlying: ParseError(reason))
    case .rejected(let reason): throw SetteeError(.usage, "\(path) \(reason).")
    }
  }

  // MARK: Paths

  /// Returns an error message for a path that doesn't exist.
  ///
  /// The error message suggests the most similar file name in the same directory.
  static func missingPath(_ path: String, _ code: SetteeError.Code = .usage) -> SetteeError {
    guard !path.isEmpty else {
      return SetteeError(code, "Missing path. Give the path of a settings file or bundle.")
    }
    let isBare = !path.contains("/")
    let parent = isBare ? "." : FilePath.parent(of: path)
    let name = FilePath.name(of: path)
    let names = (try? BundleFiles.live.list(parent)) ?? []
    if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      return SetteeError(code, "\(path) is a symlink to a file that doesn't exist.")
    }
    let near = Suggestion.nearest(to: name, among: names)
      .map { isBare ? $0 : FilePath.join(parent, $0) }
    let hint = near.map { " Did you mean \($0)?" } ?? ""
    return SetteeError(code, "\(path): No such file or directory.\(hint)")
  }

  /// Returns a sentence that lists the settings files in a directory, or `nil` if it contains none.
  func settingsFilesSentence(in path: String) -> String? {
    let names = settingsFiles(in: path)
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    return "\(path) is a directory. Give the path of one of its settings files: \(shown)."
  }

  /// Returns the names of the settings files in a directory that Settee can open.
  ///
  /// For the directory of a bundle, the result is empty, because its files don't contain settings
  /// of a program.
  func settingsFiles(in path: String) -> [String] {
    guard files.kind(path) == .directory, !path.hasSuffix(".bundle"),
      files.kind(path + "/Root.plist") == nil
    else { return [] }
    let path = Self.absolute(path)
    return ((try? files.list(path)) ?? []).sorted().prefix(400).filter { name in
      let file = FilePath.join(path, name)
      guard isSettingsFile(file), let bytes = try? files.read(file, 1 << 20) else { return false }
      guard case .known = Format.detect(name: file, bytes: bytes) else { return false }
      return true
    }
  }

  /// Returns the names in the current directory that may be settings files.
  package func localFiles() -> [String] {
    ((try? files.list(".")) ?? []).sorted().prefix(400).filter { isSettingsFile($0) }
  }

  /// Returns the absolute path of a file in the current directory, or `nil` unless its format is
  /// known.
  package func settingsFile(inCurrentDirectory name: String) -> String? {
    guard let bytes = try? files.read(name, 1 << 20) else { return nil }
    let path = Self.absolute(name)
    guard case .known = Format.detect(name: path, bytes: bytes) else { return nil }
    return path
  }

  /// Returns the format in which the last change to a file was made.
  private func recordedFormat(of path: String) -> String? {
    DomainName(file: path).lastFormat(in: locations)
  }
}

// Methods that recognize a git configuration file even if its name is unusual.
extension AppFinder {
  /// Returns whether a file is a configuration file of git.
  ///
  /// Git reads the file `config` of a repository and all files that another git configuration
  /// includes.
  private func isOfGit(_ path: String, _ bytes: [UInt8]) -> Bool {
    // Skip files that don't contain a section, because git settings are always in a section.
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
    files.kind(folder + "/HEAD") == .file && files.kind(folder + "/objects") == .directory
  }

  /// Returns whether a git configuration file includes another file, directly or through other
  /// files.
  private func includes(_ path: String, in configuration: String, _ seen: inout Set<Key>) -> Bool {
    // Limit the number of included files that are read, in case they are generated.
    guard seen.count < 100, seen.insert(Key(configuration)).inserted,
      files.kind(configuration) == .file, let bytes = try? files.read(configuration, 1 << 20),
      let document = try? Document(reading: bytes, as: .lines(.git))
    else { return false }
    return document.gitIncludes.contains { text in
      var other = text
      if other.hasPrefix("~/"), let home = environment["HOME"] { other = home + other.dropFirst() }
      if !other.hasPrefix("/") { other = FilePath.folder(of: configuration) + "/" + other }
      let fileSystem = FileSystem.live
      guard let target = try? fileSystem.existing(other) else { return false }
      let isIt = ((try? fileSystem.existing(path)) ?? nil)?.isSameFile(as: target) ?? false
      return isIt || includes(path, in: other, &seen)
    }
  }
}

extension Control {
  /// The type that the control expects if the file format doesn't distinguish types.
  var untypedValueType: Scalar.ScalarType {
    switch ValueType(of: self) {
    case .bool?: .boolean
    case .int?: .integer
    case .real?: .decimal
    default: .text
    }
  }
}
