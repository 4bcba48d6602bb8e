import Synchronization
import SetteeFiles

/// Who listens to a watch, and is told what happens: one notice at a time, and none after ``stop()``.
///
/// No lock is held while the listener runs, so it may stop the watch, or drop the last holder of the
/// watch, from within. Only the watch's own thread tells.
package final class WatchListener: Sendable {
  private struct State {
    var isStopped = false
    /// The trouble that was told last, so that each is told once.
    var trouble: String?
    /// The thread on which the listener is running.
    var thread: UInt?
  }

  private let state = Mutex(State())
  private let notice: @Sendable (CloudNotice) -> Void

  package init(_ notice: @escaping @Sendable (CloudNotice) -> Void) { self.notice = notice }

  /// Whether nothing is told any more.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Ends the telling: when this returns, no notice begins any more, and none is under way, but one
  /// from within which this was called.
  package func stop() {
    let own = ThisProcess.thread
    while true {
      let running = state.withLock { state in
        state.isStopped = true
        return state.thread
      }
      if running == nil || running == own { return }
      Monotonic.sleep(nanoseconds: .milliseconds(1))
    }
  }

  /// Something newer may be there.
  package func change() { tell(.changed) { _ in true } }

  /// The mirror went back to an earlier state.
  package func goBack(_ sentence: String) { tell(.wentBack(sentence)) { _ in true } }

  /// The watch does not work; said again only when the sentence is another one.
  package func complain(_ sentence: String) {
    tell(.trouble(sentence)) { trouble in
      defer { trouble = sentence }
      return trouble != sentence
    }
  }

  /// The watch works; said only after trouble.
  package func recover() {
    tell(.recovered) { trouble in
      defer { trouble = nil }
      return trouble != nil
    }
  }

  private func tell(_ news: CloudNotice, if isNews: (inout String?) -> Bool) {
    let begins = state.withLock { state in
      guard !state.isStopped, isNews(&state.trouble) else { return false }
      state.thread = ThisProcess.thread
      return true
    }
    guard begins else { return }
    notice(news)
    state.withLock { $0.thread = nil }
  }
}
