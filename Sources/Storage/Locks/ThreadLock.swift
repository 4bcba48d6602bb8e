import Synchronization
import SetteeFiles

/// A recursive lock with a timeout that a thread can hold during file operations.
package final class ThreadLock: Sendable {
  package enum AcquireResult {
    case first
    case again
    case late
  }

  private struct LockOwner {
    var owner: UInt?
    var depth = 0
  }

  private let state = Mutex(LockOwner())

  package init() {}

  package func acquire(until deadline: Int64) -> AcquireResult {
    let thread = CurrentProcess.thread
    var backoff = Backoff.forLock
    while true {
      let taken = state.withLock { state in Self.tryTake(&state, thread) }
      if let taken { return taken }
      guard backoff.wait(until: deadline) else { return .late }
    }
  }

  package func release() {
    state.withLock { state in
      state.depth -= 1
      if state.depth <= 0 { state.owner = nil }
    }
  }

  private static func tryTake(_ state: inout LockOwner, _ thread: UInt) -> AcquireResult? {
    guard let owner = state.owner else {
      state.owner = thread
      state.depth = 1
      return .first
    }
    guard owner == thread else { return nil }
    state.depth += 1
    return .again
  }
}
