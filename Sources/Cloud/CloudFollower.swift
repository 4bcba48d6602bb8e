import Synchronization
import SetteeFiles
package import SetteeStorage
public import SetteeValues

/// An event that occurs during automatic sync, such as a failed attempt.
public enum CloudEvent: Sendable {
  /// A sync with the cloud mirror has finished successfully.
  case synced(SyncResult)
  /// A sync with the cloud mirror failed and will be retried.
  case failed(CloudError, CloudChangeReason)
  /// The cloud mirror was rolled back to an earlier state.
  ///
  /// The associated value is a message for the user that explains the rollback.
  case rolledBack(message: String)
}

/// Runs automatic sync on a background thread until it is stopped or deallocated.
///
/// A sync runs at the start, after each change on this device or in the mirror, and again after an
/// error.
public final class CloudFollower: Sendable {
  private struct FollowerState {
    var isStopped = false
    var isWanted = true
    /// A closure that stops the watch of the cloud mirror.
    var stopWatch: (@Sendable () -> Void)?
    /// The address in the cloud mirror that the follower currently watches for changes.
    var watched: CloudAddress?
    var domainWatch: DomainWatch?
    /// The pauses between attempts after consecutive syncs that failed.
    var backoff = Backoff(first: 1, longest: 32)
  }

  private let sync: CloudSync
  private let options: SyncOptions
  private let state = Mutex(FollowerState())
  private let wakeEvent = WakeEvent()
  private let handler: @Sendable (CloudEvent) -> Void

  fileprivate init(
    _ sync: CloudSync, _ options: SyncOptions, _ handler: @escaping @Sendable (CloudEvent) -> Void
  ) {
    (self.sync, self.options, self.handler) = (sync, options, handler)
    let watch = sync.domain.observe { [weak self] event in
      if event.source != .cloud { self?.setNeedsSync() }
    }
    state.withLock { $0.domainWatch = watch }
    sync.domain.watchFromNow()
    CurrentProcess.startThread("settee-cloud") { [weak self, wakeEvent] in
      // Don't keep a strong reference while the thread waits, so that the follower can be
      // deallocated.
      while let pause = self?.syncIfNeeded() {
        if pause == 0 {
          wakeEvent.wait()
        } else {
          Monotonic.sleep(nanoseconds: .milliseconds(pause))
        }
      }
    }
  }

  deinit { if !sync.domain.isForkedCopy { stop() } }

  /// Stops automatic sync after the current attempt.
  ///
  /// Pending changes stay on this device until the next sync.
  public func stop() {
    // Release the watches outside of the lock, because releasing them can invoke a callback that
    // needs the lock.
    let ended = state.withLock { state in
      state.isStopped = true
      defer { (state.stopWatch, state.domainWatch) = (nil, nil) }
      return (state.stopWatch, state.domainWatch)
    }
    ended.0?()
    withExtendedLifetime(ended) {}
    wakeEvent.ring()
  }

  /// Schedules a sync, which runs on the background thread as soon as possible.
  public func setNeedsSync() {
    state.withLock { $0.isWanted = true }
    wakeEvent.ring()
  }

  /// Syncs if necessary, and returns the number of milliseconds to wait before the next sync.
  ///
  /// A result of 0 means to wait for an event, and `nil` means to stop automatic sync.
  private func syncIfNeeded() -> Int64? {
    let (isStopped, isWanted) = state.withLock { state in
      defer { state.isWanted = false }
      return (state.isStopped, state.isWanted)
    }
    return isStopped ? nil : isWanted ? round() : 0
  }

  private func round() -> Int64 {
    do {
      let report = try sync.syncUnacknowledged(options, by: .seconds(30))
      state.withLock { $0.backoff = Backoff(first: 1, longest: 32) }
      watch(report.revision, at: report.address ?? sync.address)
      handler(.synced(report))
      sync.acknowledge(report.conflicts)
      return 0
    } catch {
      return recover(from: CloudError(error, code: .local))
    }
  }

  /// Reports a sync error, and returns the number of milliseconds to wait before the next attempt.
  private func recover(from error: CloudError) -> Int64 {
    let reason: CloudChangeReason =
      switch error.code {
      case .overLimits: .quotaViolation
      case .otherAccount: .accountChange
      default: .serverChange
      }
    handler(.failed(error, reason))
    if error.code == .overLimits {
      // If the settings exceed a limit, the mirror rejects only what this device sends, so continue
      // to receive changes.
      var receiving = options
      receiving.pushes = false
      receiving.ignoresMissingKeys = true
      _ = try? sync.syncUnacknowledged(receiving)
    }
    setNeedsSync()
    return Int64(state.withLock { $0.backoff.next() } * 1000)
  }

  private func watch(_ revision: String, at address: CloudAddress) {
    // The address in the mirror changes when the user encrypts the account, so watch the new
    // address.
    let stopOld = state.withLock { state in
      defer { if state.watched != address { (state.stopWatch, state.watched) = (nil, address) } }
      return state.watched == address ? nil : state.stopWatch
    }
    stopOld?()
    guard state.withLock({ $0.stopWatch == nil && !$0.isStopped }) else { return }
    // The mirror can invoke the callback, which can stop the follower, before this call returns.
    let stopWatch = sync.mirror.changes(at: address, after: revision) { [weak self] notice in
      if case .rolledBack(let message) = notice { self?.handler(.rolledBack(message: message)) }
      self?.setNeedsSync()
    }
    let isLate = state.withLock { state in
      if !state.isStopped { state.stopWatch = stopWatch }
      return state.isStopped
    }
    if isLate { stopWatch() }
  }
}

extension CloudSync {
  /// Keeps the domain and the cloud mirror in sync until the returned object is deallocated.
  ///
  /// Automatic sync calls the handler on the background thread after each event.
  public func follow(_ handler: @escaping @Sendable (CloudEvent) -> Void = { _ in })
    -> CloudFollower
  {
    follow(.automatic, handler)
  }

  /// Keeps the domain and the cloud mirror in sync with specific options for each sync.
  package func follow(
    _ options: SyncOptions, _ handler: @escaping @Sendable (CloudEvent) -> Void
  ) -> CloudFollower {
    CloudFollower(self, options, handler)
  }

  /// Calls `changed` whenever any process changes the saved sync state of the domain.
  package func observeState(_ changed: @escaping @Sendable () -> Void) -> DomainWatch? {
    DomainWatch(folder: folder.path) { isUnderWay in if !isUnderWay { changed() } }
  }

  /// Runs blocking work on a background thread and passes its result to `post` on that thread.
  public func inBackground<Value: Sendable>(
    _ work: @escaping @Sendable (CloudSync) throws -> Value,
    then post: @escaping @Sendable (Result<Value, CloudError>) -> Void
  ) {
    CurrentProcess.startThread("settee-cloud") { [self] in
      post(Result { try work(self) }.mapError { CloudError($0, code: .local) })
    }
  }
}
