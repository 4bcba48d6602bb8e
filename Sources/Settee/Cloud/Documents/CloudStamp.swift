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
    if left.time != right.time { return left.time < right.time }
    if left.count != right.count { return left.count < right.count }
    return left.device < right.device
  }

  /// The year 9999: a stamp beyond it is damage, and would stop every clock that observed it.
  static let latest: Int64 = 253_402_300_799_000
  /// A clock counts on in the next millisecond, so that no count from outside can be its last one.
  static let mostCount: Int64 = 1 << 32
}

extension CloudStamp {
  /// The stamp in a document: `time.count.device`.
  var text: String { NumberWriter.text { $0.append(self) } }

  /// Reads ``text``; nil when it is damaged.
  init?(text: String) {
    let stamp = text.withCodeUnits { bytes in
      var reader = NumberReader(bytes)
      return reader.stamp().flatMap { reader.isAtEnd ? $0 : nil }
    }
    guard let stamp else { return nil }
    self = stamp
  }
}

/// A device's random name: 16 hexadecimal digits, never the machine's own id or host name.
public struct CloudDevice: Sendable, Hashable, Comparable {
  /// The number that the digits write; stamps are compared many times more than they are written.
  let number: UInt64

  /// The digits.
  public var id: String { NumberWriter.text { $0.append(self) } }

  /// Takes over 16 hexadecimal digits; nil for anything else.
  public init?(_ id: String) {
    let device = id.withCodeUnits { bytes in
      var reader = NumberReader(bytes)
      return reader.device().flatMap { reader.isAtEnd ? $0 : nil }
    }
    guard let device else { return nil }
    self = device
  }

  /// The device of a random number.
  public init(random: UInt64) { number = random }

  /// The order of the digits.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension NumberReader {
  /// `time.count.device`; nil when it is damaged.
  mutating func stamp() -> CloudStamp? {
    guard let time = decimal(), time <= CloudStamp.latest, take("."), let count = decimal(),
      count <= CloudStamp.mostCount, take("."), let device = device()
    else { return nil }
    return CloudStamp(time: time, count: count, device: device)
  }

  /// 16 digits.
  mutating func device() -> CloudDevice? {
    let start = index
    guard let number = hexadecimal(), index - start == 16 else { return nil }
    return CloudDevice(random: number)
  }
}

extension NumberWriter {
  mutating func append(_ stamp: CloudStamp) {
    append(decimal: stamp.time)
    append(".")
    append(decimal: stamp.count)
    append(".")
    append(stamp.device)
  }

  mutating func append(_ device: CloudDevice) { append(hexadecimal: device.number, width: 16) }
}
