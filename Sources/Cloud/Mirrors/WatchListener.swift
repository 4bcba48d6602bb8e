import Synchronization
import SetteeFiles

/// Who listens to a watch, and is told what happens: one notice at a time, and none after ``stop()``.
///
/// No lock is held meanwhile, so it may stop or drop the watch. Only the watch's own thread tells.
package final class WatchListener: Sendable {
  private struct State {
    var isStopped = false
    /// Whether trouble was told that is not over.
    var isTroubled = false
    /// The thread on which the listener is running.
    var thread: UInt?
  }

  private let state = Mutex(State())
  private let notice: @Sendable (MirrorEvent) -> Void

  package init(_ notice: @escaping @Sendable (MirrorEvent) -> Void) { self.notice = notice }

  /// Whether nothing is told any more.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Ends the telling: no notice begins after this, and none is under way but one that called it.
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

  /// The watch does not work; said once until it has recovered.
  package func complain() {
    let wasTroubled = state.withLock { state in
      defer { state.isTroubled = true }
      return state.isTroubled
    }
    if !wasTroubled { tell(.trouble) }
  }

  /// The watch works.
  package func recover() { state.withLock { $0.isTroubled = false } }

  package func tell(_ news: MirrorEvent) {
    let begins = state.withLock { state in
      if state.isStopped { return false }
      state.thread = CurrentProcess.thread
      return true
    }
    guard begins else { return }
    notice(news)
    state.withLock { $0.thread = nil }
  }
}
