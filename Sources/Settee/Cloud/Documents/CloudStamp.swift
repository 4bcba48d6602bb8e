/// When and where an edit was made: a hybrid logical clock's reading and the device.
///
/// Stamps are of the edit, not of the push: stamped at the push, the older edit would win whenever
/// its device was the last to go online. Their order is total, so all devices agree on a winner.
public struct CloudStamp: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970, never behind a stamp that the device had seen.
  public let time: Int64
  /// Tells stamps of one millisecond apart.
  public let count: Int64
  /// The device that made the edit.
  public let device: CloudDevice

  /// Makes a stamp.
  public init(time: Int64, count: Int64, device: CloudDevice) {
    self.time = time
    self.count = count
    self.device = device
  }

  /// Whether the left edit counts as the older one.
  public static func < (left: Self, right: Self) -> Bool {
    (left.time, left.count, left.device.id) < (right.time, right.count, right.device.id)
  }

  /// The year 9999: a stamp beyond it is damage, and would stop every clock that observed it.
  static let latest: Int64 = 253_402_300_799_000
}

extension CloudStamp {
  /// The stamp in a document: `time.count.device`.
  var text: String { "\(time).\(count).\(device.id)" }

  /// Reads ``text``; nil when it is damaged.
  init?(text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let time = Int64(parts[0]), let count = Int64(parts[1]),
      let device = CloudDevice(String(parts[2])), (0...Self.latest).contains(time), count >= 0
    else { return nil }
    self.init(time: time, count: count, device: device)
  }
}

/// A device's random name: 16 hexadecimal digits, never the machine's own id or host name.
public struct CloudDevice: Sendable, Hashable, Comparable {
  /// The digits.
  public let id: String

  /// Takes over 16 hexadecimal digits; nil for anything else.
  public init?(_ id: String) {
    guard id.utf8.count == 16, id.utf8.allSatisfy(Self.isDigit) else { return nil }
    self.id = id
  }

  /// The device of a random number.
  public init(random: UInt64) {
    let digits = String(random, radix: 16)
    id = String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The order of the digits.
  public static func < (left: Self, right: Self) -> Bool { left.id < right.id }

  private static func isDigit(_ unit: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(unit)
  }
}
