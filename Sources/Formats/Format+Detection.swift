/// The result of detecting the format of a file from its name and contents.
package enum Detection: Sendable, Equatable {
  case known(Format)
  /// The format is ambiguous.
  ///
  /// The message explains why; the file must not be changed until the user specifies a format.
  case unknown(String)
}

extension Format {
  /// Detects the format of a file by its name, then its extension, then its contents.
  ///
  /// Lines that separate key and value by `:` or whitespace are never guessed: otherwise,
  /// `/etc/passwd` would be a settings file.
  package static func detect(name: String, bytes: [UInt8]) -> Detection {
    if isGitConfiguration(path: name) { return .known(.lines(.git)) }
    let name = name.split(separator: "/").last.map(String.init) ?? name
    if let format = named(name) { return .known(format) }
    switch ending(of: name) {
    case "toml": return .known(.toml)
    case "json": return .known(readsAsJSON(bytes))
    case "jsonc", "json5", "code-workspace", "sublime-settings":
      return .known(.json(allowsComments: true))
    case let ending where systemdEndings.contains(ending): return .known(.lines(.systemd))
    case "desktop", "directory": return .known(.lines(.desktop))
    case "env": return .known(.lines(.env))
    case "ini", "cfg": return sections(bytes) ?? .known(.lines(.plain))
    case "properties": return lines(bytes)
    case let ending: return guess(bytes, isConf: ending == "conf")
    }
  }

  /// Returns whether a path names a git configuration file, such as the `config` of a repository.
  private static func isGitConfiguration(path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    if name == "config.worktree" || name.hasPrefix(".gitconfig") { return true }
    guard name == "config", let folder = parts.dropLast().last else { return false }
    // A submodule has its directory below the repository's `.git/modules`.
    return folder == ".git" || folder == "git"
      || zip(parts, parts.dropFirst()).contains { $0 == ".git" && $1 == "modules" }
  }

  private static let systemdEndings: Set = [
    "service", "socket", "timer", "target", "mount", "automount", "path", "slice", "scope", "swap",
    "device", "network", "netdev", "link", "nspawn",
  ]

  private static func ending(of name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
  }

  private static func named(_ name: String) -> Format? {
    switch name {
    case ".gitmodules", "gitconfig": .lines(.git)
    case "sshd_config": .lines(.sshd)
    case "ssh_config": .lines(.ssh)
    case "postgresql.conf", "postgresql.auto.conf", "postgresql.conf.sample": .lines(.postgres)
    case "redis.conf", "valkey.conf", "sentinel.conf": .lines(.redis)
    case "setup.cfg", "tox.ini", "pytest.ini", "mypy.ini", ".mypy.ini", ".flake8", ".pylintrc",
      "pylintrc", ".coveragerc", "pip.conf", "ansible.cfg", "alembic.ini", ".isort.cfg",
      ".codespellrc":
      .lines(.python)
    case "Cargo.lock", "Pipfile", "poetry.lock", "uv.lock": .toml
    case ".babelrc", ".eslintrc", "tsconfig.json", "jsconfig.json", "devcontainer.json":
      .json(allowsComments: true)
    case ".env": .lines(.env)
    case "system.conf", "user.conf", "logind.conf", "journald.conf", "resolved.conf",
      "timesyncd.conf", "networkd.conf", "sleep.conf", "coredump.conf", "oomd.conf":
      .lines(.systemd)
    case let name where name.hasPrefix(".env."): .lines(.env)
    default: nil
    }
  }

  private static func readsAsJSON(_ bytes: [UInt8]) -> Format {
    let isStrict = (try? Document.read(bytes, as: .json(allowsComments: false))) != nil
    let isLoose = { (try? Document.read(bytes, as: .json(allowsComments: true))) != nil }
    return .json(allowsComments: !isStrict && isLoose())
  }

  /// Returns the INI dialect that parses the most lines, or `nil` if the file has no sections.
  private static func sections(_ bytes: [UInt8]) -> Detection? {
    guard let plain = try? Document.read(bytes, as: .lines(.plain)), !plain.headers.isEmpty else {
      return nil
    }
    guard !plain.unknown.isEmpty, let python = try? Document.read(bytes, as: .lines(.python)) else {
      return .known(.lines(.plain))
    }
    return .known(.lines(python.unknown.count < plain.unknown.count ? .python : .plain))
  }

  /// Detects the format from the contents alone: strict TOML first, then sections, then flat lines.
  private static func guess(_ bytes: [UInt8], isConf: Bool) -> Detection {
    let isEmpty = bytes.allSatisfy { $0.isBlank || $0.isLineEnd }
    guard !isEmpty else { return .unknown("the file is empty; specify its format with --format") }
    if let toml = try? Document.read(bytes, as: .toml) {
      // Shell assignments are valid TOML too, so other files must have a table or an array to be
      // taken for TOML.
      let isTOML = isConf || !toml.headers.isEmpty || toml.nodes.contains { $0.form == .brackets }
      if isTOML, toml.nodes.contains(where: \.hasLine) { return .known(.toml) }
      if !toml.nodes.contains(where: \.hasLine), toml.nodes.count > 1 { return nothingActive }
    }
    if bytes.first(where: { !$0.isBlank && !$0.isLineEnd }) == UInt8(ascii: "{") {
      for allowsComments in [false, true] {
        let format = Format.json(allowsComments: allowsComments)
        if (try? Document.read(bytes, as: format)) != nil { return .known(format) }
      }
    }
    if let found = sections(bytes), case .known(let ini) = found,
      (try? Document.read(bytes, as: ini))?.unknown.isEmpty == true
    {
      return found
    }
    return lines(bytes)
  }

  private static let nothingActive = Detection.unknown(
    "every line is commented out; specify the format with --format")

  private static func lines(_ bytes: [UInt8]) -> Detection {
    let flat: Document
    do throws(ParseError) { flat = try Document.read(bytes, as: .lines(.flat)) } catch {
      return .unknown(error.message)
    }
    if let odd = flat.unknown.first {
      let line = bytes.place(of: odd.range.lowerBound).line
      return .unknown("line \(line) isn't 'key = value'; specify the format with --format")
    }
    return flat.nodes.contains(where: \.hasLine)
      ? .known(.lines(.flat))
      : nothingActive
  }
}
