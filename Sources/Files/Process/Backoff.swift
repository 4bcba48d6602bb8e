/// An exponential backoff with random pauses, so that processes and devices don't all retry at the
/// same time.
package struct Backoff: Sendable {
  /// The longest pause between two attempts, in seconds.
  package var longest: Double
  private var step: Double

  /// Creates a backoff that starts with pauses of up to `first` seconds and never exceeds `longest`
  /// seconds.
  package init(first: Double = 0.05, longest: Double = 2) {
    step = first
    self.longest = longest
  }

  /// Returns the next pause in seconds, which is between half of the current step and the full
  /// step.
  package mutating func next() -> Double {
    defer { step = min(step * 2, longest) }
    return step * Double.random(in: 0.5...1)
  }

  /// Sleeps for the next pause, or returns `false` if the deadline has passed.
  package mutating func wait(until deadline: Int64) -> Bool {
    guard Monotonic.now < deadline else { return false }
    Monotonic.sleep(nanoseconds: Int64(next() * 1e9))
    return true
  }
}

extension Backoff {
  /// A backoff for waiting for a lock that other writers release within milliseconds.
  package static var forLock: Backoff { Backoff(first: 0.000_02, longest: 0.002) }
}
