import Settee

/// The address of an etcd cluster and an account, such as `etcd://host:port[,host:port]/ACCOUNT`.
///
/// The scheme `etcds://` uses TLS. An address never contains a user name or a password, because
/// addresses are displayed, logged, and passed as arguments.
public struct EtcdAddress: Sendable, Equatable, CustomStringConvertible {
  /// A Boolean value that indicates whether connections to the cluster are encrypted with TLS.
  let isSecure: Bool
  /// The `host:port` of each member of the etcd cluster.
  let endpoints: [String]
  /// The account that the settings in the cluster belong to.
  public let account: String

  /// Parses an etcd address of the form `etcd://…` or `etcds://…`.
  ///
  /// This initializer throws an error if the address is malformed.
  public init(_ url: String) throws {
    let schemes = ["etcd://": false, "etcds://": true]
    guard let scheme = schemes.first(where: { url.hasPrefix($0.key) }) else {
      throw Self.error(url, "it must start with etcd:// or etcds://")
    }
    let rest = url.dropFirst(scheme.key.count)
    guard !rest.contains("@") else {
      // Don't repeat the address in the error message, because the part before the @ might be a
      // password.
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
    endpoints = try words.map { word in
      if let endpoint = Self.endpoint(word) { return endpoint }
      throw Self.error(url, "'\(word)' isn't a valid host or HOST:PORT")
    }
  }

  /// The address as a URL, such as `etcd://host:2379/ACCOUNT`.
  public var description: String {
    "\(isSecure ? "etcds" : "etcd")://\(endpoints.joined(separator: ","))/\(account)"
  }

  /// Returns the root URL of the HTTP interface of a cluster member.
  func url(of endpoint: String) -> String { "\(isSecure ? "https" : "http")://\(endpoint)" }

  private static func error(_ url: String, _ remedy: String) -> CloudError {
    CloudError(.usage, "'\(url)' isn't a valid etcd address: \(remedy).")
  }

  /// Returns the host and port of a cluster member, or `nil` if the host of the member is invalid.
  ///
  /// If the member has no port, the result contains the default port, which is 2379.
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
