import Synchronization

/// What happens while a domain follows its mirror.
public enum CloudEvent: Sendable {
  /// A round ended; its report tells what was sent and taken, and why.
  case synced(CloudReport)
  /// A round failed and will be tried again: one sentence, and why.
  case trouble(CloudError, CloudReason)
}

/// Automatic mode: syncs at the start, after each change here or there, and again after trouble.
///
/// It works in a thread of its own until it is stopped or dropped.
public final class CloudFollower: Sendable {
  private struct State {
    var isStopped = false
    var isWanted = true
    var watch: (any CloudWatch)?
  }

  private let sync: CloudSync
  private let state = Mutex(State())
  private let tell: @Sendable (CloudEvent) -> Void
  private let domainWatch = Mutex<DomainWatch?>(nil)

  private init(_ sync: CloudSync, _ tell: @escaping @Sendable (CloudEvent) -> Void) {
    (self.sync, self.tell) = (sync, tell)
  }

  static func start(
    _ sync: CloudSync, _ tell: @escaping @Sendable (CloudEvent) -> Void
  ) -> CloudFollower {
    let follower = CloudFollower(sync, tell)
    let watch = sync.domain.observe { [weak follower] event in
      if event.source != .cloud { follower?.want() }
    }
    follower.domainWatch.withLock { $0 = watch }
    CloudThread.start { [weak follower] in
      var pause = 0
      while CloudFollower.turn(follower, &pause) {}
    }
    return follower
  }

  deinit { stop() }

  /// Ends automatic mode; what waits is sent by the next one.
  public func stop() {
    let watch = state.withLock { state in
      state.isStopped = true
      defer { state.watch = nil }
      return state.watch
    }
    watch?.stop()
    domainWatch.withLock { $0 = nil }
  }

  /// Syncs soon, as after a change.
  public func want() { state.withLock { $0.isWanted = true } }

  /// One look at whether there is something to do; false ends the thread.
  private static func turn(_ follower: CloudFollower?, _ pause: inout Int) -> Bool {
    guard let follower, !follower.state.withLock({ $0.isStopped }) else { return false }
    if pause > 0 {
      pause -= 20
    } else if follower.takeWish() {
      pause = follower.round(after: pause)
    }
    CloudThread.sleep(milliseconds: 20)
    return true
  }

  private func takeWish() -> Bool {
    state.withLock { state in
      defer { state.isWanted = false }
      return state.isWanted
    }
  }

  /// Syncs once; the result is how long to wait before the next try.
  private func round(after pause: Int) -> Int {
    do throws(CloudError) {
      let report = try sync.run(.automatic, by: .seconds(30))
      failures.withLock { $0 = 0 }
      watch(report.revision)
      tell(.synced(report))
      return 0
    } catch {
      return recover(from: error)
    }
  }

  private let failures = Mutex(0)

  /// From one second to a minute, drawn at random so that devices do not march in step.
  private func recover(from error: CloudError) -> Int {
    let reason: CloudReason =
      switch error.kind {
      case .overLimits: .quotaViolation
      case .otherAccount: .accountChange
      default: .serverChange
      }
    tell(.trouble(error, reason))
    if error.kind == .overLimits {
      // What is too much here must not keep out what comes from there.
      _ = try? sync.run(CloudOrder(sends: false, policy: .newest, leavesMissing: true))
    }
    want()
    let tries = failures.withLock { tries in
      tries = min(tries + 1, 6)
      return tries
    }
    let longest = min(1000 << (tries - 1), 60_000)
    return Int.random(in: longest / 2...longest)
  }

  private func watch(_ revision: CloudRevision) {
    state.withLock { state in
      guard state.watch == nil, !state.isStopped else { return }
      state.watch = sync.mirror.changes(at: sync.address, after: revision) { [weak self] notice in
        if notice != .recovered { self?.want() }
      }
    }
  }
}

extension CloudSync {
  /// Keeps the domain and the mirror alike, in a thread of its own, until the result is dropped.
  ///
  /// - Parameter tell: Hears of every round, on that thread.
  /// - Returns: What ends it.
  public func follow(_ tell: @escaping @Sendable (CloudEvent) -> Void = { _ in }) -> CloudFollower {
    CloudFollower.start(self, tell)
  }

  /// Does work that waits for the mirror in a thread of its own, and posts its result.
  ///
  /// - Parameters:
  ///   - work: What to do.
  ///   - post: Gets the result, on that thread.
  public func inBackground<Value: Sendable>(
    _ work: @escaping @Sendable (CloudSync) throws(CloudError) -> Value,
    then post: @escaping @Sendable (Result<Value, CloudError>) -> Void
  ) {
    CloudThread.start { [self] in
      do throws(CloudError) {
        post(.success(try work(self)))
      } catch {
        post(.failure(error))
      }
    }
  }
}
