import Synchronization
import SetteeFiles

/// A recursive lock with a timeout that can be held during file operations.
package final class ThreadLock: Sendable {
  package enum AcquireResult {
    case first
    case again
    case late
  }

  private struct State {
    var owner: UInt?
    var depth = 0
  }

  private let state = Mutex(State())

  package init() {}

  package func take(until deadline: Int64) -> AcquireResult {
    let thread = CurrentProcess.thread
    var backOff = BackOff()
    while true {
      let taken = state.withLock { state in Self.tryTake(&state, thread) }
      if let taken { return taken }
      guard backOff.wait(until: deadline) else { return .late }
    }
  }

  package func release() {
    state.withLock { state in
      state.depth -= 1
      if state.depth <= 0 { state.owner = nil }
    }
  }

  private static func tryTake(_ state: inout State, _ thread: UInt) -> AcquireResult? {
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

/// A randomized exponential backoff between attempts.
struct BackOff {
  var longest: Int64 = .milliseconds(2)
  private var pause: Int64 = 20_000

  mutating func wait(until deadline: Int64) -> Bool {
    guard Monotonic.now < deadline else { return false }
    Monotonic.sleep(nanoseconds: Int64.random(in: pause / 2...pause))
    pause = min(pause * 2, longest)
    return true
  }
}
