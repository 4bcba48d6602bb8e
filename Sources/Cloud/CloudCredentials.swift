import SetteeFiles
public import SetteeStorage
import SetteeValues

/// The user name and the password with which Settee logs in to a cloud mirror.
///
/// Settee reads credentials from the environment or from a private file. It never reads them from
/// an argument, an address, or a settings file, because other users could see those.
public struct CloudCredentials: Sendable, Equatable {
  package let user: String
  /// The password for the cloud mirror, which Settee never displays.
  package let password: String

  /// Creates credentials for a cloud mirror from a user name and a password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// Loads the credentials from the environment variables or the credentials file.
  ///
  /// The environment variables are `SETTEE_MIRROR_USER` and `SETTEE_MIRROR_PASSWORD`. The file is
  /// `$XDG_CONFIG_HOME/settee/credentials`, which must be accessible only to its owner.
  public static func load(
    environment: [String: String], from locations: SettingsDirectories
  ) throws -> CloudCredentials? {
    if let user = environment["SETTEE_MIRROR_USER"], !user.isEmpty {
      return CloudCredentials(user: user, password: environment["SETTEE_MIRROR_PASSWORD"] ?? "")
    }
    return try read("\(locations.configuration)/settee/credentials")
  }

  private static func read(_ path: String) throws -> CloudCredentials? {
    let content = try CloudError.rethrowing(as: .local) {
      try FileSystem.live.readFile(path, limit: 64 << 10)
    }
    guard let content else { return nil }
    guard content.status.mode & 0o077 == 0 else {
      throw CloudError(
        .local,
        "Other users can read \(path): run 'chmod 600 \(path)', and change the password if they "
          + "have read it.")
    }
    guard let credentials = parse(String(decoding: content.bytes, as: UTF8.self)) else {
      throw CloudError(
        .local, "\(path) has no user: write a line 'user = NAME' and a line 'password = PASSWORD'.")
    }
    return credentials
  }

  /// Parses the file that contains the user name and the password for the cloud mirror.
  ///
  /// The parser ignores lines that start with `#` and spaces around names and values.
  static func parse(_ text: String) -> CloudCredentials? {
    var words: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      words[trim(parts[0])] = trim(parts[1])
    }
    guard let user = words["user"], !user.isEmpty else { return nil }
    return CloudCredentials(user: user, password: words["password"] ?? "")
  }

  private static func trim(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}

/// The files with certificates and keys for TLS connections to a cloud mirror.
///
/// If a file isn't specified, the default of the operating system is used.
public struct TLSFiles: Sendable, Equatable {
  package var authority: String?
  package var certificate: String?
  package var key: String?

  /// Creates a set of files for TLS connections.
  ///
  /// The files contain trusted CA certificates, the client certificate, and the client's key.
  public init(authority: String? = nil, certificate: String? = nil, key: String? = nil) {
    (self.authority, self.certificate, self.key) = (authority, certificate, key)
  }
}
