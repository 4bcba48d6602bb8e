#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Settee

/// A wait between two tries, for threads that may wait.
enum Pause {
  /// Sleeps, but not beyond the deadline.
  static func sleep(_ seconds: Double, by deadline: CloudDeadline) {
    let microseconds = min(Int(seconds * 1_000_000), deadline.milliseconds * 1_000)
    usleep(UInt32(clamping: max(0, microseconds)))
  }
}
