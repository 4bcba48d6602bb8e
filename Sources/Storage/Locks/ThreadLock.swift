import Synchronization
import SetteeFiles
import SetteeValues

/// A recursive lock with a timeout that a thread can hold during file operations.
package final class ThreadLock: Sendable {
  package enum AcquireResult {
    case first
    case again
    case late
  }

  /// The thread that holds the lock, and how often it has acquired the lock.
  private let state = Mutex((owner: UInt?.none, depth: 0))

  package init() {}

  package func acquire(until deadline: Int64) -> AcquireResult {
    let thread = CurrentProcess.thread
    var backoff = Backoff.forLock
    while true {
      let taken = state.withLock { state -> AcquireResult? in
        if let owner = state.owner, owner != thread { return nil }
        state = (thread, state.depth + 1)
        return state.depth == 1 ? .first : .again
      }
      if let taken { return taken }
      guard backoff.wait(until: deadline) else { return .late }
    }
  }

  /// Runs an update of a store while holding the lock.
  ///
  /// This method throws an error if another thread doesn't release the lock in time, or if an update
  /// of the same store is in progress on this thread.
  func whileUpdating(
    _ store: String, busy message: @autoclosure () -> String, _ update: () throws -> Void
  ) throws {
    let taken = acquire(until: Monotonic.now + FileLock.patience)
    guard taken != .late else { throw DomainError(.busy, message()) }
    defer { release() }
    if taken == .again { throw DomainError(nestedWriteTo: store) }
    try update()
  }

  package func release() {
    state.withLock { state in
      state.depth -= 1
      if state.depth <= 0 { state = (nil, 0) }
    }
  }
}
