internal import Settee
internal import Synchronization
import SetteeFiles

/// A client for the v3 JSON gateway of an etcd cluster.
///
/// If a member of the cluster fails, the client switches to another one.
final class EtcdClient: Sendable {
  let address: EtcdAddress
  let security: TLSFiles
  private let credentials: CloudCredentials?
  /// The index of the cluster member to which the next request is sent.
  ///
  /// The client prefers the member that has responded most recently.
  private let preferredMember = Mutex(0)
  private let token = Mutex<String?>(nil)
  private let currentConnection = Mutex<HTTPConnection?>(nil)

  /// Creates a client without connecting to the cluster, and loads libcurl in the background.
  init(
    _ address: EtcdAddress, security: TLSFiles = TLSFiles(), credentials: CloudCredentials? = nil
  ) {
    HTTPConnection.prepare()
    (self.address, self.security, self.credentials) = (address, security, credentials)
  }

  /// Sends a request until a cluster member responds or the deadline expires.
  ///
  /// - Parameters:
  ///   - path: The path below `/v3`, such as `/kv/range`.
  ///   - body: The body of the request.
  ///   - isRepeatable: Whether the request may be sent twice. If not, it fails when its
  ///     outcome is unknown, and the error's `mayHaveSucceeded` is `true`.
  ///   - deadline: The deadline.
  /// - Returns: The response.
  /// - Throws: An error if no member responded successfully.
  func call(
    _ path: String, _ body: JSON, isRepeatable: Bool = true, by deadline: CloudDeadline
  ) throws -> JSON {
    var backoff = Backoff()
    var lastReason = "the deadline expired before the request was sent"
    var (renewals, tries, invalidResponses) = (0, 0, 0)
    /// The start and the number of consecutive attempts without a connection to any cluster member.
    var refusals: (since: ContinuousClock.Instant, count: Int)?
    // If the deadline aborts the last attempt, the reason for the earlier failure is more
    // informative.
    func note(_ reason: String) { if tries == 0 || !deadline.isOver { lastReason = reason } }
    while !deadline.isOver {
      let member = self.member
      // Allow more time for a write, because the outcome of an aborted write must be checked
      // afterward.
      let round = tries / address.endpoints.count + (isRepeatable ? 0 : 2)
      let response = send(member, path, body, round: round, by: deadline)
      if case .notSent = response {} else { refusals = nil }
      switch response {
      case .success(let json): return json
      case .refused, .noLibrary: throw error(of: response, by: member)
      case .tokenExpired:
        // Stop after several new tokens in a row, because the cluster member rejects the tokens
        // that it issues.
        renewals += 1
        guard renewals <= 3 else {
          throw refused(member, "the token that it issued is invalid")
        }
        renewToken()
        continue
      case .foreign(let clause):
        switchMember(from: member)
        guard isRepeatable else { throw error(of: response, by: member).afterUnknownOutcome }
        invalidResponses += 1
        // Try again after a truncated response, because the problem can be temporary. After three
        // rounds, assume that the server isn't etcd.
        guard invalidResponses < 3 * address.endpoints.count else {
          throw error(of: response, by: member)
        }
        lastReason = clause
      case .unknown(let reason):
        switchMember(from: member)
        guard isRepeatable else { throw unreachable(reason).afterUnknownOutcome }
        note(reason)
      case .notSent(let reason):
        switchMember(from: member)
        note(reason)
        let begun = refusals?.since ?? .now
        let count = (refusals?.count ?? 0) + 1
        refusals = (begun, count)
        // Give a restarting server one second, but don't wait for a server that isn't running.
        guard count < 2 * address.endpoints.count || .now - begun < .seconds(1) else {
          throw unreachable(reason)
        }
      case .untrusted(let reason):
        switchMember(from: member)
        note(reason)
        invalidResponses += 1
        guard invalidResponses < address.endpoints.count else { throw unreachable(reason) }
      }
      tries += 1
      // Try all cluster members before waiting, for example for an election to finish.
      if tries % address.endpoints.count == 0 { deadline.sleep(backoff.next()) }
    }
    throw unreachable(lastReason)
  }

  /// Sends a request that can safely be sent twice, such as a read.
  func query(_ path: String, _ body: JSON, by deadline: CloudDeadline) throws -> JSON {
    try call(path, body, by: deadline)
  }

  // MARK: Single attempts

  /// Sends a request to a member of the cluster, after authenticating if this is required.
  private func send(
    _ member: Int, _ path: String, _ body: JSON, round: Int, by deadline: CloudDeadline
  ) -> EtcdResponse {
    let (headers, failure) = headers(for: member, round: round, by: deadline)
    return failure ?? post(member, path, body, headers: headers, round: round, by: deadline)
  }

  private func post(
    _ member: Int, _ path: String, _ body: JSON, headers: [String], round: Int,
    by deadline: CloudDeadline
  ) -> EtcdResponse {
    let connection = connection
    let request = request(member, path, body, headers: headers, round: round, by: deadline)
    var response: [UInt8] = []
    let outcome = deadline.waking({ connection.wake() }) {
      connection.send(request) { response.append($0, limit: Self.largestResponse) }
    }
    switch outcome {
    case .answered(let status):
      return EtcdResponse(status: status, body: response)
    case .notSent(let reason): return .notSent(reason)
    case .untrusted(let reason): return .untrusted(reason)
    case .unknown(let reason): return .unknown(reason)
    case .silent: return .unknown(HTTPConnection.silent)
    case .ended: return .refused("the response is too large; is it an etcd server?")
    case .woken:
      drop(connection)
      return .unknown("the request was canceled")
    case .noLibrary(let reason):
      drop(connection)
      return .noLibrary(reason)
    }
  }

  /// The maximum size of a response, which is enough for two 1 MB documents in Base64.
  static let largestResponse = 8 << 20

  /// Creates an HTTP request to a member of the cluster.
  ///
  /// If there are several members, a member that doesn't respond must not use up the deadline. The
  /// timeout is one second in the first round and doubles in each later round, up to a share of the
  /// remaining time.
  func request(
    _ member: Int, _ path: String, _ body: JSON, headers: [String], round: Int,
    by deadline: CloudDeadline
  ) -> HTTPConnection.Request {
    let (left, count) = (max(1, deadline.milliseconds), address.endpoints.count)
    let share = count == 1 ? left : max(1, min(1_000 << min(round, 10), left / (count + 1)))
    return HTTPConnection.Request(
      url: address.url(of: address.endpoints[member]) + "/v3" + path,
      headers: ["Content-Type: application/json", "Expect:"] + headers,
      body: body.bytes(), security: security,
      connectTimeout: min(5_000, share), timeout: left, patience: share, silence: share)
  }

  private var connection: HTTPConnection {
    currentConnection.withLock { current in
      let connection = current ?? HTTPConnection()
      current = connection
      return connection
    }
  }

  /// Discards the current connection so that the next request opens a new one.
  private func drop(_ connection: HTTPConnection) {
    currentConnection.withLock { if $0 === connection { $0 = nil } }
  }

  // MARK: Members and authentication

  var member: Int { preferredMember.withLock { $0 } }

  /// Switches to the next member of the cluster after a failure.
  func switchMember(from member: Int) {
    preferredMember.withLock { if $0 == member { $0 = (member + 1) % address.endpoints.count } }
  }

  /// Discards the authentication token so that the next request authenticates again.
  func renewToken() { token.withLock { $0 = nil } }

  /// Returns the authentication headers with the current token or a new one, or the response of a
  /// member that didn't issue a token.
  func headers(
    for member: Int, round: Int, by deadline: CloudDeadline
  ) -> (headers: [String], failure: EtcdResponse?) {
    guard let credentials else { return ([], nil) }
    if let token = token.withLock({ $0 }) { return (["Authorization: \(token)"], nil) }
    let body: JSON = [
      "name": .string(credentials.user), "password": .string(credentials.password),
    ]
    let response = post(
      member, "/auth/authenticate", body, headers: [], round: round, by: deadline)
    guard case .success(let json) = response else { return ([], response) }
    guard let new = json["token"]?.string, new.utf8.allSatisfy({ (33...126).contains($0) })
    else { return ([], .refused("it returned no token")) }
    token.withLock { $0 = new }
    return (["Authorization: \(new)"], nil)
  }

  // MARK: Errors

  /// Returns the error for a failed request, with a message for the user.
  private func error(of response: EtcdResponse, by member: Int) -> CloudError {
    switch response {
    case .refused(let clause): refused(member, clause)
    case .foreign(let clause): invalidResponse(member, clause)
    case .unknown(let reason), .notSent(let reason), .untrusted(let reason): unreachable(reason)
    case .noLibrary(let reason):
      CloudError(
        .unreachable,
        "The etcd mirror needs libcurl: \(reason); install it (Debian: libcurl4).")
    case .tokenExpired, .success: unreachable("it returned no token")
    }
  }

  /// Returns advice for the user if no member of the cluster can be reached.
  private static func advice(for reason: String) -> String {
    if ["SSL", "TLS", "certificate"].contains(where: reason.contains) {
      return
        "check --ca, --cert, and --key-file, or use etcd:// if the server doesn't support TLS"
    }
    if reason.contains("timed out") || reason == HTTPConnection.silent {
      return "check the network and the server, or increase --timeout"
    }
    return "check the address and whether etcd is running there"
  }

  func refused(_ member: Int, _ clause: String) -> CloudError {
    CloudError(
      .refused,
      "The mirror at \(address.endpoints[member]) rejected the request: \(clause)".asSentence)
  }

  func invalidResponse(_ member: Int, _ clause: String) -> CloudError {
    CloudError(
      .refused,
      "Invalid response from the mirror at \(address.endpoints[member]): \(clause)".asSentence)
  }

  private func unreachable(_ reason: String) -> CloudError {
    let members = address.endpoints.joined(separator: ",")
    return CloudError(
      .unreachable,
      "Can't reach the mirror at \(members): \(reason.asClause); \(Self.advice(for: reason))"
        .asSentence)
  }
}
