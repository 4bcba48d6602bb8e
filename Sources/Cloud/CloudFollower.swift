import Synchronization
import SetteeFiles
package import SetteeStorage

/// What happens while a domain follows its mirror.
public enum CloudEvent: Sendable {
  /// A round ended; its report tells what was sent and taken, and why.
  case synced(SyncResult)
  /// A round failed and will be tried again: one sentence, and why.
  case trouble(CloudError, CloudReason)
  /// The mirror stands at an earlier state than before, and is compared anew: one sentence.
  case wentBack(String)
}

/// Automatic mode: syncs at the start, after each change here or there, and again after trouble, in
/// a thread of its own until it is stopped or dropped.
public final class CloudFollower: Sendable {
  private struct State {
    var isStopped = false
    var isWanted = true
    var watch: (any CloudWatch)?
    /// Where it watches.
    var watched: CloudAddress?
    var domainWatch: DomainWatch?
    /// The pauses after rounds that failed since one ended well.
    var backoff = Backoff(first: 1, most: 32)
  }

  private let sync: CloudSync
  private let state = Mutex(State())
  private let bell = WakeEvent()
  private let tell: @Sendable (CloudEvent) -> Void

  fileprivate init(_ sync: CloudSync, _ tell: @escaping @Sendable (CloudEvent) -> Void) {
    (self.sync, self.tell) = (sync, tell)
    let watch = sync.domain.observe { [weak self] event in
      if event.source != .cloud { self?.want() }
    }
    state.withLock { $0.domainWatch = watch }
    sync.domain.watchFromNow()
    BackgroundThread.start("settee-cloud") { [weak self, bell] in
      // Nobody is held while it waits, so that the follower can be dropped meanwhile.
      while let pause = self?.turn() {
        if pause == 0 { bell.wait() } else { Monotonic.sleep(nanoseconds: .milliseconds(pause)) }
      }
    }
  }

  deinit { if !sync.domain.isForkedCopy { stop() } }

  /// Ends automatic mode; what waits is sent by the next one.
  public func stop() {
    // What is dropped here may call back: not under the lock.
    let ended = state.withLock { state in
      state.isStopped = true
      defer { (state.watch, state.domainWatch) = (nil, nil) }
      return (state.watch, state.domainWatch)
    }
    ended.0?.stop()
    withExtendedLifetime(ended) {}
    bell.ring()
  }

  /// Syncs soon, as after a change.
  public func want() {
    state.withLock { $0.isWanted = true }
    bell.ring()
  }

  /// How many milliseconds to pause after a turn; 0 until somebody wants something, nil at the end.
  private func turn() -> Int64? {
    let (isStopped, isWanted) = state.withLock { state in
      defer { state.isWanted = false }
      return (state.isStopped, state.isWanted)
    }
    return isStopped ? nil : isWanted ? round() : 0
  }

  private func round() -> Int64 {
    do throws(CloudError) {
      let report = try sync.runUntold(.automatic, by: .seconds(30))
      state.withLock { $0.backoff = Backoff(first: 1, most: 32) }
      watch(CloudRevision(report.revision), at: report.address ?? sync.address)
      tell(.synced(report))
      sync.told(report.conflicts)
      return 0
    } catch {
      return recover(from: error)
    }
  }

  /// Tells of the trouble, and says how many milliseconds to wait before the next try.
  private func recover(from error: CloudError) -> Int64 {
    let reason: CloudReason =
      switch error.kind {
      case .overLimits: .quotaViolation
      case .otherAccount: .accountChange
      default: .serverChange
      }
    tell(.trouble(error, reason))
    if error.kind == .overLimits {
      // What is too much here must not keep out what comes from there.
      _ = try? sync.runUntold(SyncOptions(sends: false, policy: .newest, leavesMissing: true))
    }
    want()
    return Int64(state.withLock { $0.backoff.next() } * 1000)
  }

  private func watch(_ revision: CloudRevision, at address: CloudAddress) {
    // An account that was sealed since stands elsewhere.
    let old = state.withLock { state in
      defer { if state.watched != address { (state.watch, state.watched) = (nil, address) } }
      return state.watched == address ? nil : state.watch
    }
    old?.stop()
    guard state.withLock({ $0.watch == nil && !$0.isStopped }) else { return }
    // NB: a mirror may call back at once, from within.
    let watch = sync.mirror.changes(at: address, after: revision) { [weak self] notice in
      if case .wentBack(let sentence) = notice { self?.tell(.wentBack(sentence)) }
      self?.want()
    }
    let isLate = state.withLock { state in
      if !state.isStopped { state.watch = watch }
      return state.isStopped
    }
    if isLate { watch.stop() }
  }
}

extension CloudSync {
  /// Keeps domain and mirror alike until the result is dropped; its thread tells of every round.
  public func follow(_ tell: @escaping @Sendable (CloudEvent) -> Void = { _ in }) -> CloudFollower {
    CloudFollower(self, tell)
  }

  /// Calls back when a round of any process has changed what is remembered of the domain's mirrors.
  package func observeState(_ changed: @escaping @Sendable () -> Void) -> DomainWatch? {
    FolderWatch.watch(folder: folder.path) { isUnderWay in if !isUnderWay { changed() } }
  }

  /// Does work that waits for the mirror in a thread of its own, and posts its result from there.
  public func inBackground<Value: Sendable>(
    _ work: @escaping @Sendable (CloudSync) throws(CloudError) -> Value,
    then post: @escaping @Sendable (Result<Value, CloudError>) -> Void
  ) {
    BackgroundThread.start("settee-cloud") { [self] in
      post(Result { () throws(CloudError) in try work(self) })
    }
  }
}
