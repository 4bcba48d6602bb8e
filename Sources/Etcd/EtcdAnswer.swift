internal import Settee

/// What an etcd answered to one request, read off its HTTP status and body.
enum EtcdAnswer {
  /// It did what was asked.
  case done(JSON)
  /// It refused, and asking again helps nothing.
  case refused(EtcdRefusal)
  /// It could not, now: no leader, too busy; another member or another moment may.
  case busy(String)
  /// The token has run out, or the member does not know it.
  case tokenExpired
  /// Somebody else answered in its place, or a part of its answer is lost.
  case foreign(EtcdRefusal)

  /// Why it refuses, or that it is nobody to be asked.
  var refusal: EtcdRefusal? {
    switch self {
    case .refused(let refusal), .foreign(let refusal): refusal
    case .done, .busy, .tokenExpired: nil
    }
  }

  init(status: Int, body: [UInt8]) {
    let json = try? JSON(reading: body)
    switch (status, json) {
    case (200, let json?) where json["header"]?["revision"] != nil || json["token"] != nil:
      self = .done(json)
    case (200, _):
      self = .foreign(EtcdRefusal("what it answered is no answer of an etcd: is it one?"))
    case (_, let json?) where Self.code(json) != nil:
      self = EtcdAnswer(error: json, status: status)
    case (404, _):
      self = .foreign(
        EtcdRefusal("it has no JSON gateway at /v3: is it an etcd, of version 3.4 or newer?"))
    case (408, _), (429, _), (502...504, _):
      self = .busy("HTTP status \(status)")
    default:
      self = .foreign(EtcdRefusal("it answered with HTTP status \(status): is it an etcd?"))
    }
  }

  /// Reads the error object of the gateway, which names a gRPC status code.
  init(error json: JSON, status: Int = 0) {
    let message = json["message"]?.string ?? json["error"]?.string ?? "HTTP status \(status)"
    let clause = Self.plain(message)
    switch Self.code(json) {
    case 16 where message.contains("invalid auth token"): self = .tokenExpired
    case 14, 4, 1: self = .busy(clause)
    case 9 where message.contains("leader"): self = .busy(clause)
    case 2 where message.contains("timed out") || message.contains("leader"): self = .busy(clause)
    default: self = .refused(EtcdRefusal(message: message, clause: clause))
    }
  }

  private static func code(_ json: JSON) -> Int64? {
    (json["code"] ?? json["grpc_code"])?.integer
  }

  /// The message without the prefixes that name etcd's insides.
  private static func plain(_ message: String) -> String {
    var text = Substring(message)
    for prefix in ["etcdserver: ", "mvcc: ", "auth: "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    return text.asClause
  }
}

/// Why an etcd refuses, as a clause that ends a sentence.
struct EtcdRefusal: Equatable {
  let clause: String

  init(_ clause: String) { self.clause = clause }

  /// Says what to do where it is known.
  init(message: String, clause: String) {
    self.clause =
      Self.remedies.first { message.contains($0.key) }.map { "\(clause); \($0.value)" } ?? clause
  }

  private static let remedies: KeyValuePairs = [
    "authentication failed":
      "check SETTEE_MIRROR_USER and SETTEE_MIRROR_PASSWORD, or the credentials file",
    "user name is empty":
      "set SETTEE_MIRROR_USER and SETTEE_MIRROR_PASSWORD, or write the credentials file",
    "permission denied":
      "ask its administrator for a role that may read and write what begins with settee/ACCOUNT/",
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
