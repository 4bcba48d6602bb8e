import SetteeFiles
import Synchronization

/// The moment at which a caller stops waiting; ``stop()`` lets it come at once.
public final class CloudDeadline: Sendable {
  private struct Expiry {
    var isOver = false
    var wake: (@Sendable () -> Void)?
  }

  private let instant: ContinuousClock.Instant
  private let ending = Mutex(Expiry())

  private init(_ instant: ContinuousClock.Instant) { self.instant = instant }

  /// Ends the waiting of whoever waits with this deadline; from any thread.
  public func stop() {
    let wake = ending.withLock { ending in
      ending.isOver = true
      return ending.wake
    }
    wake?()
  }

  /// Waits in `body`, which `wake` breaks off from another thread when the deadline is stopped.
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

  /// A deadline so many seconds from now.
  public static func seconds(_ seconds: Double) -> CloudDeadline {
    CloudDeadline(.now + .milliseconds(Int64(min(max(seconds, 0), 1e9) * 1000)))
  }

  /// How many milliseconds are left, never below zero.
  package var milliseconds: Int {
    if ending.withLock({ $0.isOver }) { return 0 }
    let left = instant - .now
    let (seconds, attoseconds) = left.components
    return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// Whether nobody waits any more.
  package var isOver: Bool { milliseconds == 0 }

  /// Sleeps for so many seconds, but not beyond the deadline.
  package func sleep(_ seconds: Double) {
    Monotonic.sleep(nanoseconds: .milliseconds(Int64(min(seconds * 1000, Double(milliseconds)))))
  }
}

/// Pauses between tries that grow, in part at random, so that not all devices come back at once.
package struct Backoff {
  private var step: Double
  private let most: Double

  /// Begins with pauses of up to `first` seconds; none gets longer than `most`.
  package init(first: Double = 0.05, most: Double = 2) {
    step = first
    self.most = most
  }

  /// The next pause in seconds: between half of the step and all of it.
  package mutating func next() -> Double {
    defer { step = min(step * 2, most) }
    return step * Double.random(in: 0.5...1)
  }
}
