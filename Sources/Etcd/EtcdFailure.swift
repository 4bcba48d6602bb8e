internal import Settee

/// Why a member did not do what one request asked for.
enum EtcdFailure: Error {
  /// It refused, and asking again helps nothing: a clause that ends a sentence.
  case refused(String)
  /// The token has run out, or the member does not know it.
  case tokenExpired
  /// Somebody else answered in its place, or a part of its answer is lost.
  case foreign(String)
  /// It could not now (no leader, too busy), or nobody knows whether it did: another member may.
  case unknown(String)
  /// It cannot have seen the request.
  case notSent(String)
  /// Nothing was sent, and another try ends alike: a certificate is wrong.
  case untrusted(String)
  case noLibrary(String)

  /// Reads what a member answered, which may be why it did nothing.
  static func read(status: Int, body: [UInt8]) -> Result<JSON, EtcdFailure> {
    let json = try? JSON(reading: body)
    return switch (status, json) {
    case (200, let json?) where json["header"]?["revision"] != nil || json["token"] != nil:
      .success(json)
    case (200, _):
      .failure(.foreign("what it answered is no answer of an etcd: is it one?"))
    case (_, let json?) where Self.code(json) != nil:
      .failure(EtcdFailure(error: json, status: status))
    case (404, _):
      .failure(
        .foreign("it has no JSON gateway at /v3: is it an etcd, of version 3.4 or newer?"))
    case (408, _), (429, _), (502...504, _):
      .failure(.unknown("HTTP status \(status)"))
    case (400, _):
      .failure(
        .foreign("it answered with HTTP status 400: is it an etcd, and not one for etcds://?"))
    default:
      .failure(.foreign("it answered with HTTP status \(status): is it an etcd?"))
    }
  }

  /// Reads the error object of the gateway, which names a gRPC status code.
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

  /// The message without the prefixes that name etcd's insides.
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
      "ask its administrator for a role with read and write permission for the prefix settee/ACCOUNT/",
    "database space exceeded":
      "ask its administrator to compact and defragment it and to disarm the alarm",
    "request is too large": "raise its --max-request-bytes, or send fewer settings",
    "authentication is not enabled":
      "take user and password out of the environment or the credentials file",
  ]
}

extension StringProtocol {
  /// Words of a server, made safe to stand in a sentence on a terminal.
  var asClause: String {
    String(
      String.UnicodeScalarView(unicodeScalars.prefix(200).map { $0.isUnsafeToShow ? " " : $0 }))
  }
}
