/// What a file's name and content say about its format.
package enum Detection: Sendable, Equatable {
  case known(Format)
  /// Nothing tells for sure: one sentence; the file is not changed before somebody says.
  case unknown(String)
}

extension Format {
  /// The format of a file: its name says it, then its ending, then what is in it.
  ///
  /// Text with `:` or blanks between key and value is never guessed: `/etc/passwd` would be settings.
  package static func detect(name: String, bytes: [UInt8]) -> Detection {
    if isOfGit(path: name) { return .known(.lines(.git)) }
    let name = name.split(separator: "/").last.map(String.init) ?? name
    if let format = named(name) { return .known(format) }
    if name == ".prettierrc" || name == ".stylelintrc" {
      let json = readsAsJSON(bytes)
      return .known((try? Document.read(bytes, as: json)) == nil ? .yaml : json)
    }
    switch ending(of: name) {
    case "toml": return .known(.toml)
    case "json": return .known(readsAsJSON(bytes))
    case "jsonc", "json5", "code-workspace", "sublime-settings":
      return .known(.json(allowsComments: true))
    case "yaml", "yml", "cff": return .known(.yaml)
    case let ending where systemdEndings.contains(ending): return .known(.lines(.systemd))
    case "desktop", "directory": return .known(.lines(.desktop))
    case "env": return .known(.lines(.env))
    case "ini", "cfg": return sections(bytes) ?? .known(.lines(.plain))
    case "properties": return lines(bytes)
    case let ending: return guess(bytes, isConf: ending == "conf")
    }
  }

  /// Whether a path is that of a configuration file of git, such as the `config` of a repository.
  private static func isOfGit(path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    if name == "config.worktree" || name.hasPrefix(".gitconfig") { return true }
    guard name == "config", let folder = parts.dropLast().last else { return false }
    // A submodule has its folder below the `.git/modules` of its repository.
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
    case ".clang-format", ".clang-tidy", ".clangd", ".yamllint", ".gemrc", ".condarc": .yaml
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

  /// What has sections, in the dialect that understands the most lines; nil where none are.
  private static func sections(_ bytes: [UInt8]) -> Detection? {
    guard let plain = try? Document.read(bytes, as: .lines(.plain)), !plain.headers.isEmpty else {
      return nil
    }
    guard !plain.unknown.isEmpty, let python = try? Document.read(bytes, as: .lines(.python)) else {
      return .known(.lines(.plain))
    }
    return .known(.lines(python.unknown.count < plain.unknown.count ? .python : .plain))
  }

  /// A file whose name says nothing: strict TOML first, then what has sections, then flat lines.
  private static func guess(_ bytes: [UInt8], isConf: Bool) -> Detection {
    let isEmpty = bytes.allSatisfy { $0.isBlank || $0.isLineEnd }
    guard !isEmpty else { return .unknown("the file is empty; name its format with --format") }
    if let toml = try? Document.read(bytes, as: .toml) {
      // Lines of a shell look like TOML too: elsewhere it needs a table or a list to be told from them.
      let isTOML = isConf || !toml.headers.isEmpty || toml.nodes.contains { $0.form == .brackets }
      if isTOML, toml.nodes.contains(where: \.hasLine) { return .known(.toml) }
      if !toml.nodes.contains(where: \.hasLine), toml.nodes.count > 1 { return nothingLive }
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

  private static let nothingLive = Detection.unknown(
    "nothing in the file is switched on; name its format with --format")

  private static func lines(_ bytes: [UInt8]) -> Detection {
    let flat: Document
    do throws(ParseError) { flat = try Document.read(bytes, as: .lines(.flat)) } catch {
      return .unknown(error.message)
    }
    if let odd = flat.unknown.first {
      let line = bytes.place(of: odd.range.lowerBound).line
      return .unknown("line \(line) is no 'key = value'; name the format with --format")
    }
    return flat.nodes.contains(where: \.hasLine)
      ? .known(.lines(.flat))
      : nothingLive
  }
}
