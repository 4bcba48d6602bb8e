public import Settee

/// The address of an etcd cluster and an account: `etcd://host:port[,host:port]/ACCOUNT`.
///
/// `etcds://` uses TLS. An address never contains a user name or a password, because addresses are
/// displayed, logged, and passed as arguments.
public struct EtcdAddress: Sendable, Equatable, CustomStringConvertible {
  /// A Boolean value that indicates whether the connection is encrypted.
  let isSecure: Bool
  /// `host:port` of each member of the cluster.
  let endpoints: [String]
  /// The account that the settings belong to.
  public let account: String

  /// Parses an address, `etcd://…` or `etcds://…`.
  ///
  /// Throws if it is malformed.
  public init(_ url: String) throws(CloudError) {
    let schemes = ["etcd://": false, "etcds://": true]
    guard let scheme = schemes.first(where: { url.hasPrefix($0.key) }) else {
      throw Self.error(url, "it must start with etcd:// or etcds://")
    }
    let rest = url.dropFirst(scheme.key.count)
    guard !rest.contains("@") else {
      // Don't repeat the address, because the part before the @ may be a password.
      throw CloudError(
        .usage,
        "The mirror address contains an '@'. Set the user name and password with "
          + "SETTEE_MIRROR_USER and SETTEE_MIRROR_PASSWORD or in the credentials file, not in "
          + "the address."
      )
    }
    let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, !parts[1].contains("/") else {
      throw Self.error(url, "the form is \(scheme.key)HOST:PORT/ACCOUNT")
    }
    isSecure = scheme.value
    account = String(parts[1])
    let words = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    endpoints = try words.map { (word) throws(CloudError) in
      if let endpoint = Self.endpoint(word) { return endpoint }
      throw Self.error(url, "'\(word)' isn't a valid host or HOST:PORT")
    }
  }

  /// The address in the form in which it is written.
  public var description: String {
    "\(isSecure ? "etcds" : "etcd")://\(endpoints.joined(separator: ","))/\(account)"
  }

  /// Returns the root of an endpoint's HTTP interface.
  func url(of endpoint: String) -> String { "\(isSecure ? "https" : "http")://\(endpoint)" }

  private static func error(_ url: String, _ remedy: String) -> CloudError {
    CloudError(.usage, "'\(url)' isn't a valid etcd address: \(remedy).")
  }

  /// Returns the host with its port (default: 2379), or `nil` if it is invalid.
  private static func endpoint(_ word: Substring) -> String? {
    let isBracketed = word.hasPrefix("[")
    let hostEnd = isBracketed ? word.firstIndex(of: "]").map(word.index(after:)) : nil
    guard !isBracketed || hostEnd != nil else { return nil }
    let colon = word[(hostEnd ?? word.startIndex)...].firstIndex(of: ":") ?? word.endIndex
    let host = word[..<colon]
    guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
    guard colon != word.endIndex else { return "\(host):2379" }
    let digits = word[word.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits), port > 0
    else { return nil }
    return "\(host):\(port)"
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "-._[]:%".utf8.contains(byte)
    }
  }
}

/// The files for TLS connections.
///
/// The system's defaults replace missing ones.
public struct TLSFiles: Sendable, Equatable {
  var authority: String?
  var certificate: String?
  var key: String?

  /// Creates a set of files: trusted CA certificates, the client certificate, and the client's key.
  public init(authority: String? = nil, certificate: String? = nil, key: String? = nil) {
    (self.authority, self.certificate, self.key) = (authority, certificate, key)
  }
}
