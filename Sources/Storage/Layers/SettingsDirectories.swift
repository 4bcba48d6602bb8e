import SetteeFiles
import SetteeValues

/// The directories of settings files, which the environment variables determine.
public struct SettingsDirectories: Sendable, Equatable {
  /// The directory of the user's settings, which is `$XDG_CONFIG_HOME` or `~/.config`.
  package let configuration: String
  /// The directory of Settee's state, which is `$XDG_STATE_HOME/settee` or `~/.local/state/settee`.
  package let state: String
  /// The directory of installed settings bundles and of the default cloud mirror.
  ///
  /// The directory is `$XDG_DATA_HOME/settee` or `~/.local/share/settee`.
  package let data: String
  /// The prefix of all system paths, which is `$SETTEE_ROOT` or an empty string.
  package let root: String
  /// The directory of managed settings, which is `/etc/settee/managed`.
  package let managed: String
  /// The directory of site defaults, which is `/usr/local/etc`.
  package let site: String
  /// The contents of in-memory directories, or `nil` for directories on disk.
  package let memory: MemoryFiles?

  /// Determines the directories of settings files from environment variables.
  ///
  /// A relative or empty XDG variable is ignored, as the XDG specification requires. The value of
  /// `SETTEE_ROOT` is prefixed to system paths.
  ///
  /// - Parameter environment: The environment variables. The default is the environment of this
  ///   process.
  /// - Throws: A ``DomainError`` of kind `usage` if neither `HOME` nor the XDG variables contain an
  ///   absolute path.
  public init(
    environment: [String: String] = SettingsDirectories.processEnvironment
  ) throws {
    configuration = try Self.folder("XDG_CONFIG_HOME", ".config", environment)
    state = try Self.folder("XDG_STATE_HOME", ".local/state", environment) + "/settee"
    data = try Self.folder("XDG_DATA_HOME", ".local/share", environment) + "/settee"
    root = Self.absolute(environment["SETTEE_ROOT"]) ?? ""
    managed = root + "/etc/settee/managed"
    site = root + "/usr/local/etc"
    memory = nil
  }

  /// Creates directories that exist only in memory.
  package init(inMemory files: MemoryFiles) {
    (configuration, state, data) = ("memory/config", "memory/state", "memory/data")
    (root, managed, site) = ("", "memory/managed", "memory/site")
    memory = files
  }

  /// The environment variables of this process, from which Settee determines its directories.
  ///
  /// If the process runs with more privileges than its caller, `SETTEE_ROOT` is removed, because
  /// the caller could use this variable to choose the managed settings.
  public static var processEnvironment: [String: String] { CurrentProcess.environment }

  private static func folder(
    _ variable: String, _ inHome: String, _ environment: [String: String]
  ) throws -> String {
    if let folder = absolute(environment[variable]) { return folder }
    guard let home = absolute(environment["HOME"]) else {
      throw DomainError(
        .usage, "HOME is not set to an absolute path. Set HOME or \(variable).")
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

  /// Returns the directory whose `*.plist` files extend the managed file, in alphabetical order.
  package func managedFolder(_ domain: DomainName) -> String { "\(managed)/\(domain).d" }

  /// Returns the directory in which Settee stores the state of a domain.
  package func stateFolder(_ domain: DomainName) -> String {
    guard domain.isFile else { return "\(state)/\(domain)" }
    // A file has one history, even if it is opened through different symlinks to its directory.
    let path = Self.canonical(domain.text)
    let sum = String(Checksum.hash(of: Array(path.utf8)), radix: 16)
    return "\(state)/files/\(FilePath.name(of: path).prefix(40))-\(sum)"
  }

  /// Returns a path without symlinks in its directory, as far as the directory exists.
  private static func canonical(_ path: String) -> String {
    let folder = FilePath.folder(of: path)
    if folder == path { return path }
    let parent: String
    if let found = realpath(folder, nil) {
      defer { free(found) }
      parent = String(cString: found)
    } else {
      parent = canonical(folder)
    }
    return FilePath.join(parent, FilePath.name(of: path))
  }

  package func file(_ domain: DomainName, _ layer: WritableLayer) -> String {
    switch layer {
    case .user: userFile(domain)
    case .site: siteFile(domain)
    case .managed: managedFile(domain)
    }
  }
}
