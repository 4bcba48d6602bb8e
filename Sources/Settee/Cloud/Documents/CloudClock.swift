/// A hybrid logical clock: wall time that never runs behind a stamp it has seen.
///
/// So an edit made after another one was seen always counts as the newer one, however wrong the
/// clocks of the two machines are.
public struct CloudClock: Sendable, Equatable {
  /// The highest reading given or seen, in milliseconds since 1970.
  public private(set) var time: Int64
  /// Tells readings of one millisecond apart.
  public private(set) var count: Int64

  /// Makes a clock that has seen nothing, or stands at a reading.
  public init(time: Int64 = 0, count: Int64 = 0) {
    self.time = time
    self.count = count
  }

  /// Never again runs behind a stamp.
  public mutating func observe(_ stamp: CloudStamp) {
    if (stamp.time, stamp.count) > (time, count) { (time, count) = (stamp.time, stamp.count) }
  }

  /// Never again runs behind another clock.
  mutating func observe(_ clock: CloudClock) {
    if (clock.time, clock.count) > (time, count) { self = clock }
  }

  /// The next reading, above all before it.
  public mutating func tick(now: Int64, device: CloudDevice) -> CloudStamp {
    if now > time {
      (time, count) = (min(now, CloudStamp.latest), 0)
    } else if count < CloudStamp.mostCount {
      count += 1
    } else {
      (time, count) = (min(time + 1, CloudStamp.latest), 0)
    }
    return CloudStamp(time: time, count: count, device: device)
  }
}
