public import Settee

/// Where a cluster answers, and whose settings are meant: `etcd://host:port[,host:port]/ACCOUNT`.
///
/// `etcds://` asks for TLS. A user or a password never stands here: addresses are shown, logged and
/// passed as arguments.
public struct EtcdAddress: Sendable, Equatable, CustomStringConvertible {
  /// Whether the connection is encrypted.
  let isSecure: Bool
  /// `host:port` of each member that may be asked.
  let endpoints: [String]
  /// Whose settings are meant.
  public let account: String

  /// Reads an address, `etcd://…` or `etcds://…`, or says what is wrong with it.
  public init(_ url: String) throws(CloudError) {
    let schemes = ["etcd://": false, "etcds://": true]
    guard let scheme = schemes.first(where: { url.hasPrefix($0.key) }) else {
      throw Self.error(url, "begin it with etcd:// or etcds://")
    }
    let rest = url.dropFirst(scheme.key.count)
    guard !rest.contains("@") else {
      // Not repeated: what stands before the @ may be a password.
      throw CloudError(
        .usage,
        "The mirror address holds an '@': user and password come from SETTEE_MIRROR_USER and "
          + "SETTEE_MIRROR_PASSWORD or from the credentials file, never from the address.")
    }
    let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, !parts[1].contains("/") else {
      throw Self.error(url, "write \(scheme.key)HOST:PORT/ACCOUNT")
    }
    isSecure = scheme.value
    account = String(parts[1])
    let words = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    endpoints = try words.map { (word) throws(CloudError) in
      if let endpoint = Self.endpoint(word) { return endpoint }
      throw Self.error(url, "“\(word)” is no host, with or without a :PORT")
    }
  }

  /// The address as it is written.
  public var description: String {
    "\(isSecure ? "etcds" : "etcd")://\(endpoints.joined(separator: ","))/\(account)"
  }

  /// The root of an endpoint's HTTP interface.
  func url(of endpoint: String) -> String { "\(isSecure ? "https" : "http")://\(endpoint)" }

  private static func error(_ url: String, _ remedy: String) -> CloudError {
    CloudError(.usage, "The mirror address “\(url)” is not one of an etcd: \(remedy).")
  }

  /// The host with its port, 2379 where none is given; nil for what is neither.
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

/// The files that a secure connection needs; what is not named comes from the system.
public struct TLSFiles: Sendable, Equatable {
  var authority: String?
  var certificate: String?
  var key: String?

  /// Names the certificates of trusted authorities, the certificate of this client, and its key.
  public init(authority: String? = nil, certificate: String? = nil, key: String? = nil) {
    (self.authority, self.certificate, self.key) = (authority, certificate, key)
  }
}
