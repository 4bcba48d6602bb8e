/// The moment at which a caller stops waiting.
public struct CloudDeadline: Sendable {
  private let instant: ContinuousClock.Instant

  private init(_ instant: ContinuousClock.Instant) { self.instant = instant }

  /// A deadline so many seconds from now.
  public static func seconds(_ seconds: Double) -> CloudDeadline {
    CloudDeadline(.now + .milliseconds(Int64(min(max(seconds, 0), 1e9) * 1000)))
  }

  /// How many milliseconds are left, never below zero.
  public var milliseconds: Int {
    let left = instant - .now
    let (seconds, attoseconds) = left.components
    return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// Whether nobody waits any more.
  public var isOver: Bool { milliseconds == 0 }

  /// The earlier of this and a moment so many seconds from now.
  func butAtMost(seconds: Double) -> CloudDeadline {
    CloudDeadline(min(instant, CloudDeadline.seconds(seconds).instant))
  }
}
