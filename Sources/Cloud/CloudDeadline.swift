import SetteeFiles
import Synchronization

/// The time at which a caller stops waiting for the cloud mirror.
///
/// To end the wait immediately, call ``stop()``.
package final class CloudDeadline: Sendable {
  private let instant: ContinuousClock.Instant
  /// Whether the deadline was stopped, and the closure that interrupts the current call.
  private let ending = Mutex((isOver: false, wake: (@Sendable () -> Void)?.none))

  private init(_ instant: ContinuousClock.Instant) { self.instant = instant }

  /// Creates a deadline that expires after a given time.
  package convenience init(_ timeout: Duration) {
    self.init(.now + min(max(timeout, .zero), .seconds(1_000_000_000)))
  }

  /// Makes the deadline expire immediately, so that a waiting caller continues.
  ///
  /// This method can be called from any thread.
  package func stop() {
    let wake = ending.withLock { ending in
      ending.isOver = true
      return ending.wake
    }
    wake?()
  }

  /// Runs a blocking closure and calls `wake` to interrupt it if the deadline is stopped.
  package func waking<Result>(
    _ wake: @escaping @Sendable () -> Void, _ body: () -> Result
  ) -> Result {
    let isOver = ending.withLock { ending in
      ending.wake = wake
      return ending.isOver
    }
    defer { ending.withLock { $0.wake = nil } }
    if isOver { wake() }
    return body()
  }

  /// Returns a deadline that expires after the given number of seconds.
  package static func seconds(_ seconds: Double) -> CloudDeadline {
    CloudDeadline(.now + .milliseconds(Int64(min(max(seconds, 0), 1e9) * 1000)))
  }

  /// The number of milliseconds until the deadline, or 0 if the deadline has passed.
  package var milliseconds: Int {
    if ending.withLock({ $0.isOver }) { return 0 }
    let left = instant - .now
    let (seconds, attoseconds) = left.components
    return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// A Boolean value that indicates whether the deadline has expired.
  package var isOver: Bool { milliseconds == 0 }

  /// Sleeps for the specified number of seconds or until the deadline, whichever comes first.
  package func sleep(_ seconds: Double) {
    Monotonic.sleep(nanoseconds: .milliseconds(Int64(min(seconds * 1000, Double(milliseconds)))))
  }
}
