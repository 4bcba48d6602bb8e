import Synchronization
import SetteeFiles
import SetteeValues

/// A recursive lock with a timeout that a thread can hold during file operations.
package final class ThreadLock: Sendable {
  /// The thread that holds the lock, and how often it has acquired the lock.
  private let state = Mutex((owner: UInt?.none, depth: 0))

  package init() {}

  /// Acquires the lock, and returns how often this thread now holds it.
  ///
  /// This method returns `nil` if another thread doesn't release the lock before the deadline.
  package func acquire(until deadline: Int64) -> Int? {
    let thread = CurrentProcess.thread
    var backoff = Backoff.forLock
    while true {
      let depth = state.withLock { state -> Int? in
        if let owner = state.owner, owner != thread { return nil }
        state = (thread, state.depth + 1)
        return state.depth
      }
      if let depth { return depth }
      guard backoff.wait(until: deadline) else { return nil }
    }
  }

  package func release() {
    state.withLock { state in
      state.depth -= 1
      if state.depth <= 0 { state = (nil, 0) }
    }
  }
}
