internal import Settee
internal import Synchronization
import SetteeFiles

/// A watch that reports changes to a single key in etcd on a background thread.
///
/// After an interruption, the watch resumes at the next revision, or at the first remaining
/// revision after a compaction. It switches to another member if the current member has lost its
/// leader or doesn't respond.
final class EtcdWatch: Sendable {
  private let client: EtcdClient
  private let key: String
  private let connection = HTTPConnection()
  private let listener: WatchListener
  private let wakeEvent = WakeEvent()
  /// The first revision of the cluster that the watch hasn't received yet.
  private let next: Mutex<Int64>
  /// The number of milliseconds without data after which the watch reopens its stream of events.
  ///
  /// In this case, the cluster member might hang, or the connection might be dead.
  private static let silence = 60_000
  /// The timeout for opening the stream of events, in milliseconds.
  private static let patience = 3_000

  /// Starts watching a key for writes after a revision.
  ///
  /// A write after this revision is reported immediately, on the thread of the watch.
  init(
    client: EtcdClient, key: String, after revision: Int64,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) {
    (self.client, self.key, listener) = (client, key, WatchListener(notice))
    next = Mutex(revision + 1)
    CurrentProcess.startThread("settee-etcd") { [self] in run() }
  }

  func stop() {
    connection.wake()
    listener.stop()
    wakeEvent.ring()
  }

  private func run() {
    var backoff = Backoff(first: 0.1, longest: 5)
    var hasBroken = false
    while !listener.isStopped {
      let member = client.member
      switch listen(to: member, hasBroken: hasBroken) {
      case .heard:
        backoff = Backoff(first: 0.1, longest: 5)
      case .failed:
        listener.reportFailure()
        client.switchMember(from: member)
      case .quiet:
        hasBroken = false
        continue
      }
      hasBroken = true
      wakeEvent.wait(until: Monotonic.now + .milliseconds(Int64(backoff.next() * 1000)))
    }
  }

  private enum Ending {
    /// The connection worked at first, and then the stream of events failed.
    case heard
    case failed
    /// The connection worked at first, and then no events arrived for a long time.
    case quiet
  }

  private func listen(to member: Int, hasBroken: Bool) -> Ending {
    let (headers, failure) = client.headers(for: member, round: 2, by: .seconds(5))
    guard failure == nil else { return .failed }
    var stream: [UInt8] = []
    var wasCreated = false
    let outcome = connection.send(request(member, headers)) { [self] piece in
      stream.append(piece, limit: EtcdClient.largestResponse)
        && stream.takeMessages().allSatisfy { process($0, hasBroken: hasBroken, &wasCreated) }
        && !listener.isStopped
    }
    return ending(outcome, wasCreated, stream)
  }

  private func request(_ member: Int, _ headers: [String]) -> HTTPConnection.Request {
    let next = self.next.withLock { $0 }
    let body: JSON = [
      "create_request": [
        "key": EtcdClient.base64(key), "start_revision": .string(String(next)),
      ]
    ]
    // Without this header, a cluster member that has lost its leader keeps the stream open without
    // sending any events.
    var request = client.request(
      member, "/watch", body, headers: headers + ["Grpc-Metadata-hasleader: true"], round: 0,
      by: .seconds(5))
    (request.timeout, request.patience, request.silence) = (0, Self.patience, Self.silence)
    return request
  }

  /// Processes one message of the event stream, or returns `false` to close the stream.
  private func process(_ message: JSON, hasBroken: Bool, _ wasCreated: inout Bool) -> Bool {
    guard let result = message["result"] else { return false }
    if let compacted = EtcdClient.number(result["compact_revision"]), compacted > 0 {
      // The revisions before the compaction are lost, so report a change in any case.
      advance(to: compacted)
      return false
    }
    if result["canceled"]?.boolean == true { return false }
    if result["created"]?.boolean == true {
      wasCreated = true
      listener.recover()
      if let now = EtcdClient.number(result["header"]?["revision"]), handleRollback(to: now) {
        return false
      }
      // Report a change, because the cluster might have been rolled back and changed during the
      // interruption.
      if hasBroken { listener.send(.changed) }
    }
    let revisions = (result["events"]?.array ?? []).compactMap {
      EtcdClient.number($0["kv"]?["mod_revision"])
    }
    if let last = revisions.max() { advance(to: last + 1) }
    return true
  }

  private func ending(
    _ outcome: HTTPConnection.Outcome, _ wasCreated: Bool, _ stream: [UInt8]
  ) -> Ending {
    switch outcome {
    case .silent where wasCreated:
      return .quiet
    case .answered(status: 200) where wasCreated, .ended where wasCreated, .woken,
      .unknown where wasCreated:
      return .heard
    case .answered(let status):
      if case .tokenExpired = EtcdResponse(status: status, body: stream) {
        client.renewToken()
      }
    case .ended:
      client.renewToken()
    case .silent, .notSent, .untrusted, .unknown, .noLibrary: break
    }
    return .failed
  }

  /// Returns whether the cluster has an earlier revision than the watch has already received.
  ///
  /// A cluster has an earlier revision after it was restored from a backup. The mirror must then be
  /// read again, because the expected revisions might never occur.
  private func handleRollback(to seen: Int64) -> Bool {
    let heard = next.withLock { $0 - 1 }
    // A single member of the cluster can lag behind, so request the revision that the cluster has
    // agreed on.
    guard seen < heard, let now = client.revision(at: key, by: .seconds(10)), now < heard else {
      return false
    }
    next.withLock { $0 = now + 1 }
    listener.send(
      .rolledBack(
        "The mirror at \(client.address.endpoints.joined(separator: ",")) was rolled back from "
          + "revision \(heard) to \(now), for example by restoring a backup. It is being "
          + "compared again."
      ))
    return true
  }

  private func advance(to revision: Int64) {
    next.withLock { $0 = max($0, revision) }
    listener.send(.changed)
  }
}
