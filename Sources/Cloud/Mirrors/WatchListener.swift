import Synchronization
import SetteeFiles

/// Delivers the events of a watch to its handler, one event at a time.
///
/// No lock is held during a call, so the handler can stop or release the watch. Events are
/// delivered only on the thread of the watch and never after ``stop()``.
package final class WatchListener: Sendable {
  /// Whether the delivery was stopped, and the thread that is currently calling the handler.
  private let state = Mutex((isStopped: false, thread: UInt?.none))
  /// A Boolean value that indicates whether the watch has reported a failure and hasn't recovered
  /// yet.
  private let hasFailed = Atomic(false)
  private let handler: @Sendable (MirrorEvent) -> Void

  package init(_ handler: @escaping @Sendable (MirrorEvent) -> Void) { self.handler = handler }

  /// A Boolean value that indicates whether the delivery of events was stopped.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Stops the delivery of events to the handler.
  ///
  /// When this method returns, no call to the handler is running, unless the handler itself called
  /// this method.
  package func stop() {
    let own = CurrentProcess.thread
    while true {
      let running = state.withLock { state in
        state.isStopped = true
        return state.thread
      }
      if running == nil || running == own { return }
      Monotonic.sleep(nanoseconds: .milliseconds(1))
    }
  }

  /// Reports to the handler that the watch has failed.
  ///
  /// A failure isn't reported again until the watch has recovered.
  package func reportFailure() {
    if !hasFailed.exchange(true, ordering: .acquiringAndReleasing) { send(.trouble) }
  }

  /// Records that the watch works again, so that the next failure is reported.
  package func recover() { hasFailed.store(false, ordering: .releasing) }

  package func send(_ event: MirrorEvent) {
    let begins = state.withLock { state in
      if state.isStopped { return false }
      state.thread = CurrentProcess.thread
      return true
    }
    guard begins else { return }
    handler(event)
    state.withLock { $0.thread = nil }
  }
}
