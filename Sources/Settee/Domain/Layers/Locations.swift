#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the files of every domain and layer are, read once from an environment.
public struct Locations: Sendable, Equatable {
  /// The folder of the user's files: `$XDG_CONFIG_HOME`, else `~/.config`.
  public let configuration: String
  /// The folder of what Settee remembers: `$XDG_STATE_HOME/settee`, else `~/.local/state/settee`.
  public let state: String
  /// The folder of bundles and of the embedded mirror: `$XDG_DATA_HOME/settee`, else
  /// `~/.local/share/settee`.
  public let data: String
  /// The folder of what administrators decide: `/etc/settee/managed`.
  public let managed: String
  /// The folder of what administrators suggest: `/usr/local/etc`.
  public let site: String

  /// Reads an environment.
  ///
  /// A relative or empty XDG variable is passed over, as its specification says. `SETTEE_ROOT` puts
  /// another folder before the system's paths.
  ///
  /// - Parameter environment: The variables; this process's own by default.
  /// - Throws: A ``DomainError`` of kind `usage` when neither HOME nor the XDG variables lead anywhere.
  public init(
    environment: [String: String] = Locations.processEnvironment
  ) throws(DomainError) {
    configuration = try Self.folder("XDG_CONFIG_HOME", ".config", environment)
    state = try Self.folder("XDG_STATE_HOME", ".local/state", environment) + "/settee"
    data = try Self.folder("XDG_DATA_HOME", ".local/share", environment) + "/settee"
    let root = Self.absolute(environment["SETTEE_ROOT"]) ?? ""
    managed = root + "/etc/settee/managed"
    site = root + "/usr/local/etc"
  }

  /// The environment of this process; without `SETTEE_ROOT` where the process runs with more rights
  /// than its caller, because the caller would choose whose decisions hold.
  public static var processEnvironment: [String: String] {
    // Room for what most have: to make room while it grows takes longer than to read it.
    var result = [String: String](minimumCapacity: 64)
    var next = environ
    while let entry = next.pointee {
      let text = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
      if let equals = text.firstIndex(of: UInt8(ascii: "=")) {
        let value = text[(equals + 1)...]
        result[String(decoding: text[..<equals], as: UTF8.self)] =
          String(decoding: value, as: UTF8.self)
      }
      next += 1
    }
    // What AT_SECURE says, without its header: set-user-ID and set-group-ID programs.
    if getuid() != geteuid() || getgid() != getegid() { result["SETTEE_ROOT"] = nil }
    return result
  }

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
    guard var path, path.utf8.first == UInt8(ascii: "/") else { return nil }
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}

extension Locations {
  /// The user's file of a domain.
  public func userFile(_ domain: DomainName) -> String { "\(configuration)/\(domain).plist" }

  /// The file of a domain that an administrator suggests.
  public func siteFile(_ domain: DomainName) -> String { "\(site)/\(domain).plist" }

  /// The file of a domain that an administrator decides.
  public func managedFile(_ domain: DomainName) -> String { "\(managed)/\(domain).plist" }

  /// The folder whose `*.plist` files, in order of their names, add to the managed file.
  public func managedFolder(_ domain: DomainName) -> String { "\(managed)/\(domain).d" }

  /// The folder of what Settee remembers about a domain.
  public func stateFolder(_ domain: DomainName) -> String { "\(state)/\(domain)" }

  /// The file that a layer of a domain is written to.
  public func file(_ domain: DomainName, _ layer: WritableLayer) -> String {
    switch layer {
    case .user: userFile(domain)
    case .site: siteFile(domain)
    case .managed: managedFile(domain)
    }
  }
}
