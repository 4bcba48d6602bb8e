internal import Settee
internal import Synchronization

/// Speaks with a cluster over the v3 JSON gateway: with a member that answers, while there is time.
final class EtcdClient: Sendable {
  let address: EtcdAddress
  let security: TLSFiles
  private let credentials: CloudCredentials?
  private let state = Mutex(State())

  private struct State {
    /// The member that is asked next: the one that answered last.
    var member = 0
    var token: String?
    var connection: HTTPConnection?
  }

  init(address: EtcdAddress, security: TLSFiles, credentials: CloudCredentials?) {
    (self.address, self.security, self.credentials) = (address, security, credentials)
  }

  struct RequestError: Error {
    let error: CloudError
    /// Whether the request may have been acted on: the caller has to look.
    let isUnknown: Bool

    static func known(_ error: CloudError) -> Self { RequestError(error: error, isUnknown: false) }
    static func unknown(_ error: CloudError) -> Self { RequestError(error: error, isUnknown: true) }
  }

  /// Asks until somebody answers or the time is up.
  ///
  /// The path lies below `/v3`, such as `/kv/range`. A request that does harm when it is made twice is
  /// not repeatable, and ends with ``RequestError/unknown(_:)`` when nobody knows what became of it.
  func call(
    _ path: String, _ body: JSON, isRepeatable: Bool = true, by deadline: CloudDeadline
  ) throws(RequestError) -> JSON {
    var backoff = Backoff()
    var lastReason = "the time was up before it could be asked"
    var (renewals, tries, strangers) = (0, 0, 0)
    /// Since when no member has accepted a connection, and how many tries ago.
    var refusals: (since: ContinuousClock.Instant, count: Int)?
    // The last try is cut off by the deadline, which tells less than what went wrong before.
    func note(_ reason: String) { if tries == 0 || !deadline.isOver { lastReason = reason } }
    while !deadline.isOver {
      let member = self.member
      // A write that was cut off has to be looked for, so it gets more time.
      let round = tries / address.endpoints.count + (isRepeatable ? 0 : 2)
      let failure: EtcdFailure
      do throws(EtcdFailure) {
        let headers = try headers(for: member, round: round, by: deadline)
        return try post(member, path, body, headers: headers, round: round, by: deadline)
      } catch { failure = error }
      if case .notSent = failure {} else { refusals = nil }
      switch failure {
      case .refused, .noLibrary: throw .known(error(of: failure, by: member))
      case .tokenExpired:
        // More than a few in a row: the member does not take what it gives.
        renewals += 1
        guard renewals <= 3 else {
          throw .known(refused(member, "it does not accept the token that it gave"))
        }
        renewToken()
        continue
      case .foreign(let clause):
        leave(member)
        guard isRepeatable else { throw .unknown(error(of: failure, by: member)) }
        strangers += 1
        // A cut reply mends itself; who is no etcd after three rounds stays none.
        guard strangers < 3 * address.endpoints.count else {
          throw .known(error(of: failure, by: member))
        }
        lastReason = clause
      case .unknown(let reason):
        leave(member)
        guard isRepeatable else { throw .unknown(unreachable(reason)) }
        note(reason)
      case .notSent(let reason):
        leave(member)
        note(reason)
        let begun = refusals?.since ?? .now
        let count = (refusals?.count ?? 0) + 1
        refusals = (begun, count)
        // A server that restarts gets a second; one that doesn't run isn't waited for.
        guard count < 2 * address.endpoints.count || .now - begun < .seconds(1) else {
          throw .known(unreachable(reason))
        }
      case .untrusted(let reason):
        leave(member)
        note(reason)
        strangers += 1
        guard strangers < address.endpoints.count else { throw .known(unreachable(reason)) }
      }
      tries += 1
      // A round over all members first; then wait, so that an election can end.
      if tries % address.endpoints.count == 0 { deadline.sleep(backoff.next()) }
    }
    throw .known(unreachable(lastReason))
  }

  /// Asks for what may be asked twice.
  func ask(_ path: String, _ body: JSON, by deadline: CloudDeadline) throws(CloudError) -> JSON {
    do throws(RequestError) {
      return try call(path, body, by: deadline)
    } catch {
      throw error.error
    }
  }

  // MARK: One try

  private func post(
    _ member: Int, _ path: String, _ body: JSON, headers: [String], round: Int,
    by deadline: CloudDeadline
  ) throws(EtcdFailure) -> JSON {
    let connection = connection
    let request = request(member, path, body, headers: headers, round: round, by: deadline)
    let answer = AnswerBody(limit: Self.largestAnswer)
    let outcome = deadline.waking({ connection.wake() }) {
      connection.send(request, receive: answer.take)
    }
    switch outcome {
    case .answered(let status):
      return try EtcdFailure.read(status: status, body: answer.bytes).get()
    case .notSent(let reason): throw .notSent(reason)
    case .untrusted(let reason): throw .untrusted(reason)
    case .unknown(let reason): throw .unknown(reason)
    case .silent: throw .unknown(HTTPConnection.silent)
    case .ended: throw .refused("its answer is endless: is it an etcd?")
    case .woken:
      drop(connection)
      throw .unknown("the request was broken off")
    case .noLibrary(let reason):
      drop(connection)
      throw .noLibrary(reason)
    }
  }

  /// A document is bounded by 1 MB, which base64 makes a third larger; an answer holds at most two.
  static let largestAnswer = 8 << 20

  /// A request to a member, as it goes over the wire.
  ///
  /// Where there are others to ask, nobody may use up all the time by being silent: a second in the
  /// first round, twice as much in each later one, and never more than a share of what is left.
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
    state.withLock { state in
      let connection = state.connection ?? HTTPConnection()
      state.connection = connection
      return connection
    }
  }

  /// Takes a new connection for the next request.
  private func drop(_ connection: HTTPConnection) {
    state.withLock { if $0.connection === connection { $0.connection = nil } }
  }

  // MARK: Who is asked, and as whom

  var member: Int { state.withLock { $0.member } }

  /// Asks the next one from now on.
  func leave(_ member: Int) {
    state.withLock { if $0.member == member { $0.member = (member + 1) % address.endpoints.count } }
  }

  /// Forgets the token, so that the next request asks for a new one.
  func renewToken() { state.withLock { $0.token = nil } }

  /// The headers that say who asks, with the token that was given last or a new one.
  func headers(
    for member: Int, round: Int, by deadline: CloudDeadline
  ) throws(EtcdFailure) -> [String] {
    guard let credentials else { return [] }
    if let token = state.withLock({ $0.token }) { return ["Authorization: \(token)"] }
    let body: JSON = [
      "name": .string(credentials.user), "password": .string(credentials.password),
    ]
    let json = try post(
      member, "/auth/authenticate", body, headers: [], round: round, by: deadline)
    guard let token = json["token"]?.string, token.utf8.allSatisfy({ (33...126).contains($0) })
    else { throw .refused("it gave no token") }
    state.withLock { $0.token = token }
    return ["Authorization: \(token)"]
  }

  // MARK: Sentences

  /// Why a member did not do what was asked.
  private func error(of failure: EtcdFailure, by member: Int) -> CloudError {
    switch failure {
    case .refused(let clause), .foreign(let clause): refused(member, clause)
    case .unknown(let reason), .notSent(let reason), .untrusted(let reason): unreachable(reason)
    case .noLibrary(let reason):
      CloudError(
        .unreachable,
        "A mirror on etcd needs libcurl: \(reason); install it (Debian: libcurl4).")
    case .tokenExpired: unreachable("it gave no token")
    }
  }

  /// What to do when no member can be reached.
  private static func advice(for reason: String) -> String {
    if ["SSL", "TLS", "certificate"].contains(where: reason.contains) {
      return
        "check --ca, --cert, and --key-file, or write etcd:// if the server does not use TLS"
    }
    if reason.contains("timed out") || reason == HTTPConnection.silent {
      return "check the network and the server, or give it more time with --timeout"
    }
    return "check the address, and that etcd is running there"
  }

  func refused(_ member: Int, _ clause: String) -> CloudError {
    CloudError(.refused, "The mirror at \(address.endpoints[member]) refuses: \(clause)".asSentence)
  }

  private func unreachable(_ reason: String) -> CloudError {
    let members = address.endpoints.joined(separator: ",")
    return CloudError(
      .unreachable,
      "The mirror at \(members) cannot be reached: \(reason.asClause); \(Self.advice(for: reason))"
        .asSentence)
  }
}
