import SetteeFiles

/// Where the files of every domain and layer are, read once from an environment.
public struct SettingsDirectories: Sendable, Equatable {
  /// The folder of the user's files: `$XDG_CONFIG_HOME`, else `~/.config`.
  package let configuration: String
  /// The folder of what Settee remembers: `$XDG_STATE_HOME/settee`, else `~/.local/state/settee`.
  package let state: String
  /// The folder of bundles and of the embedded mirror: `$XDG_DATA_HOME/settee`, else
  /// `~/.local/share/settee`.
  package let data: String
  /// The directory that precedes every system path: `$SETTEE_ROOT`; empty without it.
  package let root: String
  /// The folder of what administrators decide: `/etc/settee/managed`.
  package let managed: String
  /// The folder of what administrators suggest: `/usr/local/etc`.
  package let site: String
  /// The contents of these folders, if they exist in memory only; `nil` for folders on disk.
  package let memory: MemoryFiles?

  /// Reads an environment.
  ///
  /// A relative or empty XDG variable is passed over, as its specification says. `SETTEE_ROOT` puts
  /// another folder before the system's paths.
  ///
  /// - Parameter environment: The variables; this process's own by default.
  /// - Throws: A ``DomainError`` of kind `usage` when neither HOME nor the XDG variables lead anywhere.
  public init(
    environment: [String: String] = SettingsDirectories.processEnvironment
  ) throws(DomainError) {
    configuration = try Self.folder("XDG_CONFIG_HOME", ".config", environment)
    state = try Self.folder("XDG_STATE_HOME", ".local/state", environment) + "/settee"
    data = try Self.folder("XDG_DATA_HOME", ".local/share", environment) + "/settee"
    root = Self.absolute(environment["SETTEE_ROOT"]) ?? ""
    managed = root + "/etc/settee/managed"
    site = root + "/usr/local/etc"
    memory = nil
  }

  /// Folders that exist in memory only.
  package init(inMemory files: MemoryFiles) {
    (configuration, state, data) = ("memory/config", "memory/state", "memory/data")
    (root, managed, site) = ("", "memory/managed", "memory/site")
    memory = files
  }

  /// The environment of this process; without `SETTEE_ROOT` where the process runs with more rights
  /// than its caller, because the caller would choose whose decisions hold.
  public static var processEnvironment: [String: String] { CurrentProcess.environment }

  private static func folder(
    _ variable: String, _ inHome: String, _ environment: [String: String]
  ) throws(DomainError) -> String {
    if let folder = absolute(environment[variable]) { return folder }
    guard let home = absolute(environment["HOME"]) else {
      throw DomainError(
        .usage, "HOME is not set to an absolute path; set HOME, or \(variable) to a folder.")
    }
    return home == "/" ? "/" + inHome : home + "/" + inHome
  }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.utf8.first == UInt8(ascii: "/") else { return nil }
    return FilePath.withoutTrailingSlash(path)
  }
}

extension SettingsDirectories {
  package func userFile(_ domain: DomainName) -> String { "\(configuration)/\(domain).plist" }

  package func siteFile(_ domain: DomainName) -> String { "\(site)/\(domain).plist" }

  package func managedFile(_ domain: DomainName) -> String { "\(managed)/\(domain).plist" }

  /// The folder whose `*.plist` files, in order of their names, add to the managed file.
  package func managedFolder(_ domain: DomainName) -> String { "\(managed)/\(domain).d" }

  /// The folder of what Settee remembers about a domain.
  package func stateFolder(_ domain: DomainName) -> String {
    guard domain.isFile else { return "\(state)/\(domain)" }
    let sum = String(Checksum.of(Array(domain.text.utf8)), radix: 16)
    return "\(state)/files/\(FilePath.name(of: domain.text).prefix(40))-\(sum)"
  }

  package func file(_ domain: DomainName, _ layer: WritableLayer) -> String {
    switch layer {
    case .user: userFile(domain)
    case .site: siteFile(domain)
    case .managed: managedFile(domain)
    }
  }
}
