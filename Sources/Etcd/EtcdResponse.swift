internal import Settee

/// The response of a member of the etcd cluster to a request, or the reason why it failed.
enum EtcdResponse {
  case success(JSON)
  /// The cluster member rejected the request, and retrying doesn't help.
  ///
  /// The associated value completes a sentence in the error message.
  case refused(String)
  /// The authentication token has expired or is unknown to the cluster member.
  case tokenExpired
  /// The response doesn't come from etcd, or it was truncated.
  case foreign(String)
  /// The cluster member couldn't process the request at this time, or the outcome is unknown.
  ///
  /// A request to another member of the cluster might succeed.
  case unknown(String)
  /// The request failed before it could reach the cluster member.
  case notSent(String)
  /// The TLS connection to the cluster member failed because of a certificate.
  ///
  /// No request was sent, and retrying doesn't help.
  case untrusted(String)
  case noLibrary(String)

  /// Parses the response of a cluster member, which can be an error.
  init(status: Int, body: [UInt8]) {
    let json = try? JSON(reading: body)
    self =
      switch (status, json) {
      case (200, let json?) where json["header"]?["revision"] != nil || json["token"] != nil:
        .success(json)
      case (200, _):
        .foreign("it isn't in etcd's format; is it an etcd server?")
      case (_, let json?) where Self.code(json) != nil:
        EtcdResponse(error: json, status: status)
      case (404, _):
        .foreign("it has no JSON gateway at /v3; is it an etcd server, version 3.4 or newer?")
      case (408, _), (429, _), (502...504, _):
        .unknown("HTTP status \(status)")
      case (400, _):
        .foreign("it returned HTTP status 400; is it an etcd server, and does it need etcds://?")
      default:
        .foreign("it returned HTTP status \(status); is it an etcd server?")
      }
  }

  /// Creates a failure from the error object of etcd's JSON gateway, which contains a gRPC status
  /// code.
  private init(error json: JSON, status: Int) {
    let message = json["message"]?.string ?? json["error"]?.string ?? "HTTP status \(status)"
    let clause = Self.plain(message)
    switch Self.code(json) {
    case 16 where message.contains("invalid auth token"): self = .tokenExpired
    case 14, 4, 1: self = .unknown(clause)
    case 9 where message.contains("leader"): self = .unknown(clause)
    case 2 where message.contains("timed out") || message.contains("leader"):
      self = .unknown(clause)
    default:
      let remedy = Self.remedies.first { message.contains($0.key) }
      self = .refused(remedy.map { "\(clause); \($0.value)" } ?? clause)
    }
  }

  private static func code(_ json: JSON) -> Int64? { (json["code"] ?? json["grpc_code"])?.integer }

  /// Returns an error message without prefixes such as `etcdserver:`, which refer to etcd's
  /// components.
  private static func plain(_ message: String) -> String {
    var text = Substring(message)
    for prefix in ["etcdserver: ", "mvcc: ", "auth: "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    return text.asClause
  }

  private static let remedies: KeyValuePairs = [
    "authentication failed":
      "check SETTEE_MIRROR_USER and SETTEE_MIRROR_PASSWORD, or the credentials file",
    "user name is empty":
      "set SETTEE_MIRROR_USER and SETTEE_MIRROR_PASSWORD, or write the credentials file",
    "permission denied":
      "ask its administrator for a role with read and write access to the prefix settee/ACCOUNT/",
    "database space exceeded":
      "ask its administrator to compact and defragment it and to disarm the alarm",
    "request is too large": "increase its --max-request-bytes, or send fewer settings",
    "authentication is not enabled":
      "remove the user name and password from the environment or the credentials file",
  ]
}

extension StringProtocol {
  /// The server's message for use in a sentence, truncated and with unsafe characters replaced.
  var asClause: String {
    String(
      String.UnicodeScalarView(unicodeScalars.prefix(200).map { $0.isUnsafeToShow ? " " : $0 }))
  }
}
