/// The result of detecting the format of a file from its name and contents.
package enum Detection: Sendable, Equatable {
  case known(Format)
  /// Neither the name nor the contents of the file determine its format.
  ///
  /// The message explains why the format is ambiguous. The file must not be changed until the user
  /// specifies a format.
  case unknown(String)
  /// The file has a type that Settee can't edit, such as a shell script.
  ///
  /// The error message continues a sentence that begins with the name of the file.
  case rejected(String)
}

extension Format {
  /// Detects the format of a file by its location, name, extension, and contents, in this order.
  ///
  /// Formats with `:` or whitespace between key and value are never guessed. Otherwise,
  /// `/etc/passwd` would be treated as a settings file.
  package static func detect(name: String, bytes: [UInt8]) -> Detection {
    let own = detectOwn(name: name, bytes: bytes)
    let path = PathParts(name)
    let isSystemFile = path.isSystemFile
    switch own {
    case .known(let format): return .known(format.withKnownLists(at: path))
    case .rejected where !isSystemFile: return own
    case .rejected, .unknown: break
    }
    // A lens is chosen only for a file that no other format claims.
    guard let engine = lensEngine else { return own }
    let lens = engine.lens(forFileAt: name)
    guard lens != nil || isSystemFile else { return own }
    if let obstacle = engine.obstacle { return .rejected("is a system file, and \(obstacle)") }
    if let lens { return .known(.augeas(lens: lens)) }
    // The file may be a copy in another directory.
    guard case .rejected(let reason) = own, let lens = engine.lens(forFileNamed: path.name) else {
      return own
    }
    if ["hosts", "nginx.conf"].contains(path.name),
      (try? engine.tree(of: bytes.withFinalNewline, lens: lens)) != nil
    {
      return .known(.augeas(lens: lens))
    }
    return .rejected("\(reason), or use --format \(Format.augeas(lens: lens).name)")
  }

  /// Detects a format that needs no lens.
  private static func detectOwn(name: String, bytes: [UInt8]) -> Detection {
    if isGitConfiguration(path: name) { return .known(.lines(.git)) }
    let path = PathParts(name)
    if let format = named(path) ?? placed(path) { return .known(format) }
    if [".prettierrc", ".stylelintrc"].contains(path.name) {
      let json = readsAsJSON(bytes)
      return .known((try? Document.read(bytes, as: json)) == nil ? .yaml : json)
    }
    if let reason = path.rejection(of: bytes) { return .rejected(reason) }
    switch path.ending {
    case "toml": return .known(.toml)
    case "json": return .known(readsAsJSON(bytes))
    case "json5": return .known(.json5)
    case "jsonc", "code-workspace", "sublime-settings":
      return .known(.json(allowsComments: true))
    case "yaml", "yml", "cff": return .known(.yaml)
    case let ending where systemdEndings.contains(ending): return .known(systemd(ending))
    case "desktop", "directory": return .known(.lines(.desktop))
    case "env": return .known(.lines(.env))
    case "properties": return .known(.lines(.properties))
    case "cnf": return sections(bytes, bareKeys: true) ?? .known(.lines(.mysql))
    case "ini", "cfg": return sections(bytes) ?? understood(bytes, as: .plain)
    case let ending: return guess(bytes, isConf: ending == "conf")
    }
  }

  /// Returns the reason why a file can't be read in the format that the user specified, if there is
  /// one.
  ///
  /// The reason continues a sentence that begins with the name of the file.
  package func objection(toReading bytes: [UInt8], at path: String) -> String? {
    if isAugeas { return Self.lensEngine?.obstacle.map { "is a system file, and \($0)" } }
    guard let dialect else { return nil }
    let path = PathParts(path)
    if let reason = path.rejection(of: bytes), Self.named(path) == nil { return reason }
    if dialect != .python, bytes.hasBlocks {
      return "has blocks, so it can't be read as '\(name)'; edit it in $EDITOR"
    }
    guard case .unknown(let reason) = Self.understood(bytes, as: dialect) else { return nil }
    return "can't be read as '\(name)': \(reason)"
  }

  /// Returns whether a path refers to a git configuration file, such as the `config` of a
  /// repository.
  private static func isGitConfiguration(path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    if name == "config.worktree" || name.hasPrefix(".gitconfig") { return true }
    guard name == "config", let folder = parts.dropLast().last else { return false }
    // The `config` of a git submodule is inside the `.git/modules` of the repository.
    return folder == ".git" || folder == "git"
      || zip(parts, parts.dropFirst()).contains { $0 == ".git" && $1 == "modules" }
  }

  /// The keys that can have several lines in files of programs that otherwise use one line of a key.
  private static let keysWithSeveralLines: [String: Set<Key>] = [
    "main.cf": [], "vsftpd.conf": [], "lightdm.conf": [], "NetworkManager.conf": [],
    "smb.conf": ["copy", "include"], "php.ini": ["extension", "zend_extension"],
  ]

  /// Returns the format for a file of a program that uses only one line of most keys.
  private func withKnownLists(at path: PathParts) -> Format {
    let names =
      path.ending == "nmconnection" ? [] : Self.keysWithSeveralLines[path.name]
    guard let names, var dialect, dialect.lists == .all else { return self }
    dialect.lists = .keys(names)
    return .lines(dialect)
  }

  private static let systemdEndings: Set = [
    "service", "socket", "timer", "target", "mount", "automount", "path", "slice", "scope", "swap",
    "device", "network", "netdev", "link", "nspawn",
  ]

  private static let systemdNames: Set = [
    "system.conf", "user.conf", "logind.conf", "journald.conf", "resolved.conf",
    "timesyncd.conf", "networkd.conf", "sleep.conf", "coredump.conf", "oomd.conf",
    "homed.conf", "pstore.conf", "journal-remote.conf", "journal-upload.conf",
  ]

  private static func named(_ path: PathParts) -> Format? {
    switch path.name {
    case ".gitmodules", "gitconfig": .lines(.git)
    case "sshd_config": .lines(.sshd)
    case "ssh_config": .lines(.ssh)
    case "postgresql.conf", "postgresql.auto.conf", "postgresql.conf.sample": .lines(.postgres)
    case "redis.conf", "valkey.conf", "sentinel.conf": .lines(.redis)
    case "setup.cfg", "tox.ini", "pytest.ini", "mypy.ini", ".mypy.ini", ".flake8", ".pylintrc",
      "pylintrc", ".coveragerc", "pip.conf", "ansible.cfg", "alembic.ini", ".isort.cfg",
      ".codespellrc":
      .lines(.python)
    case "Cargo.lock", "Pipfile", "poetry.lock", "uv.lock", "containers.conf", "storage.conf",
      "registries.conf":
      .toml
    case ".babelrc", ".eslintrc", "tsconfig.json", "jsconfig.json", "devcontainer.json":
      .json(allowsComments: true)
    case ".clang-format", ".clang-tidy", ".clangd", ".yamllint", ".gemrc", ".condarc": .yaml
    case ".env": .lines(.env)
    case "sysctl.conf": .lines(.sysctl)
    case "dnsmasq.conf": .lines(.dnsmasq)
    case "chrony.conf": .lines(.chrony)
    case "pacman.conf": .lines(.pacman)
    case "login.defs": .lines(.loginDefinitions)
    case "kitty.conf": .lines(.kitty)
    case "my.cnf", ".my.cnf", "mysqld.cnf", "mysql.cnf", "mariadb.cnf", "mysqldump.cnf":
      .lines(.mysql)
    case "locale.conf", "vconsole.conf", "os-release", "lsb-release", "machine-info":
      .lines(.env)
    case let name where systemdNames.contains(name): .lines(.systemd)
    case let name where name.hasPrefix(".env."): .lines(.env)
    default: nil
    }
  }

  /// Returns the file format that is implied by the directory of a file.
  private static func placed(_ path: PathParts) -> Format? {
    let isConf = path.ending == "conf"
    switch path.parent {
    case ".ssh" where path.name == "config": return .lines(.ssh)
    case ".cargo" where path.name == "config": return .toml
    case "containers.conf.d", "registries.conf.d", "storage.conf.d": if isConf { return .toml }
    case "ssh_config.d" where isConf: return .lines(.ssh)
    case "sshd_config.d" where isConf: return .lines(.sshd)
    case "sysctl.d" where isConf: return .lines(.sysctl)
    case "dnsmasq.d": return .lines(.dnsmasq)
    case "environment.d" where isConf: return .lines(.env)
    case "kitty" where isConf: return .lines(.kitty)
    case "ghostty" where path.name == "config" || path.ending == "ghostty":
      return .lines(.ghostty)
    case "themes" where path.isIn("ghostty", "themes"): return .lines(.ghostty)
    case "etc" where path.name == "environment": return .lines(.environment)
    case "conf.d", "sources.d", "chrony.d", "chrony":
      if path.folders.suffix(2).contains(where: { $0.hasPrefix("chrony") }),
        isConf || path.ending == "sources"
      {
        return .lines(.chrony)
      }
    case "mariadb.conf.d", "mysql.conf.d": if path.ending == "cnf" { return .lines(.mysql) }
    default: break
    }
    if path.ending == "cnf", path.folders.contains("mysql") || path.folders.contains("my.cnf.d") {
      return .lines(.mysql)
    }
    if path.isIn("etc", "default") || path.isIn("etc", "sysconfig") { return .lines(.env) }
    return isConf ? systemdDropIn(path) : nil
  }

  /// Returns the format of a `.conf` file that is a systemd drop-in, or `nil` for other files.
  ///
  /// Examples of systemd drop-ins are `web.service.d/x.conf` and `journald.conf.d/x.conf`.
  private static func systemdDropIn(_ path: PathParts) -> Format? {
    guard path.parent.hasSuffix(".d") else { return nil }
    let owner = String(path.parent.dropLast(2))
    let ending = PathParts(owner).ending
    return systemdNames.contains(owner) || systemdEndings.contains(ending) ? systemd(ending) : nil
  }

  private static func systemd(_ ending: String) -> Format {
    .lines(["network", "netdev", "link"].contains(ending) ? .networkd : .systemd)
  }

  private static func readsAsJSON(_ bytes: [UInt8]) -> Format {
    jsonFormats.first { (try? Document.read(bytes, as: $0)) != nil } ?? .json(allowsComments: false)
  }

  /// The variants of JSON, starting with the strictest one.
  private static let jsonFormats: [Format] =
    [.json(allowsComments: false), .json(allowsComments: true), .json5]

  /// Returns the INI dialect that parses the most lines, or `nil` if the file has no sections.
  private static func sections(_ bytes: [UInt8], bareKeys: Bool = false) -> Detection? {
    guard let plain = try? Document.read(bytes, as: .lines(.plain)), !plain.headers.isEmpty else {
      return nil
    }
    guard let odd = plain.unknown.first else { return .known(.lines(.plain)) }
    var best = plain
    for dialect in bareKeys ? [Dialect.mysql] : [.python] {
      let other = try? Document.read(bytes, as: .lines(dialect))
      if let other, other.unknown.count < best.unknown.count { best = other }
    }
    if best.isUnderstood { return .known(best.format) }
    return .unknown(unrecognized(odd, bytes))
  }

  /// Detects the format of a file from its contents alone.
  ///
  /// Settee tries strict TOML first, then a format with sections, then lines without sections.
  private static func guess(_ bytes: [UInt8], isConf: Bool) -> Detection {
    let isEmpty = bytes.allSatisfy { $0.isBlank || $0.isLineEnd }
    guard !isEmpty else { return .unknown("the file is empty; specify its format with --format") }
    if let reason = PathParts.rejection(ofContent: bytes) { return .rejected(reason) }
    if let toml = try? Document.read(bytes, as: .toml) {
      // Shell assignments are also valid TOML, so require a table or an array unless the file's
      // extension is `.conf`.
      let isTOML = isConf || !toml.headers.isEmpty || toml.nodes.contains { $0.form == .brackets }
      // Only TOML has headers in double brackets. Numbers and Booleans are the same in INI files.
      let plain: [Node.Form] = [
        .table, .implied, .dotted, .value(.integer), .value(.decimal), .value(.boolean),
      ]
      let isSure = !toml.nodes.allSatisfy { plain.contains($0.form) }
      if isTOML, isSure || toml.disabledSettings.contains(where: \.isQuoted) {
        return .known(.toml)
      }
    }
    if bytes.first(where: { !$0.isBlank && !$0.isLineEnd }) == UInt8(ascii: "{") {
      let format = jsonFormats.first { (try? Document.read(bytes, as: $0)) != nil }
      if let format { return .known(format) }
    }
    if let ini = try? Document.read(bytes, as: .lines(.plain)), !ini.headers.isEmpty {
      let found = sections(bytes)
      if case .known(let format)? = found, let read = try? Document.read(bytes, as: format) {
        if read.unknown.isEmpty { return settled(read) }
        if read.nodes.contains(where: \.hasLine), let odd = read.unknown.first {
          return .unknown(unrecognized(odd, bytes))
        }
      }
    }
    return lines(bytes)
  }

  private static func lines(_ bytes: [UInt8]) -> Detection {
    let flat: Document
    do { flat = try Document.read(bytes, as: .lines(.flat)) } catch {
      return .unknown(ParseError(error).message)
    }
    if let odd = flat.unknown.first { return .unknown(unrecognized(odd, bytes)) }
    return settled(flat)
  }

  /// Returns the detected format of a document in which every line was recognized.
  ///
  /// A document without active settings is detected by its commented-out settings. If nearly every
  /// line has the same key, the format is unknown.
  private static func settled(_ document: Document) -> Detection {
    let lines = document.nodes.filter(\.hasLine)
    if lines.isEmpty { return commentedOut(document) }
    // Sections usually have the same keys, as the peers of WireGuard do.
    let keys = lines.compactMap { line in
      line.step.name.map { Document.MemberIdentity(parent: line.section, name: $0, isTable: false) }
    }
    let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    if lines.count >= 3, let most = counts.max(by: { $0.value < $1.value }),
      most.value * 10 >= lines.count * 9
    {
      let name = most.key.name.text
      return .unknown(
        "nearly every line begins with '\(name)', so it may be a table; specify the format with "
          + "--format")
    }
    return .known(document.format)
  }

  /// Returns the format of the commented-out settings in a file that has no active settings.
  private static func commentedOut(_ document: Document) -> Detection {
    guard let sections = try? Document.read(document.bytes, as: .lines(.plain)) else {
      return nothing
    }
    let rows = sections.disabledSettings
    guard !rows.isEmpty else {
      return document.headers.isEmpty ? nothing : .known(document.format)
    }
    let isTOML = CommentedCandidate.usual(in: sections).allSatisfy { candidate in
      (try? Document.read(candidate.text, as: .toml)) != nil
    }
    if isTOML, rows.contains(where: \.isQuoted) { return .known(.toml) }
    let hasSections = !sections.headers.isEmpty || sections.firstDisabledHeader != nil
    return .known(.lines(hasSections ? .plain : .flat))
  }

  private static let nothing = Detection.unknown(
    "the file has only comments; specify the format with --format")

  /// Returns a dialect as the detected format, unless it doesn't match any line of the file.
  private static func understood(_ bytes: [UInt8], as dialect: Dialect) -> Detection {
    guard let document = try? Document.read(bytes, as: .lines(dialect)), !document.isUnderstood,
      let odd = document.unknown.first
    else { return .known(.lines(dialect)) }
    return .unknown(unrecognized(odd, bytes))
  }

  private static func unrecognized(_ odd: Range<Int>, _ bytes: [UInt8]) -> String {
    let line = LineIndex(bytes).line(of: odd.lowerBound)
    return "line \(line) isn't 'key = value'; specify the format with --format"
  }
}

extension DisabledSetting {
  /// A Boolean value that indicates whether the value is a string in quotes or a list, as in TOML.
  fileprivate var isQuoted: Bool { "\"'[".utf8.contains(literal.bytes.first ?? 0) }
}

extension Document {
  /// A Boolean value that indicates whether the document contains a setting or no unrecognized
  /// lines.
  fileprivate var isUnderstood: Bool { unknown.isEmpty || nodes.contains(where: \.hasLine) }
}
