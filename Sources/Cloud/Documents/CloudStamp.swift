import SetteePropertyLists

/// When and where an edit was made: a hybrid logical clock's reading and the device.
///
/// Stamps are of the edit, not of the push: stamped at the push, the older edit would win whenever
/// its device was the last to go online. Their order is total, so all devices agree on a winner.
package struct CloudStamp: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970, never behind a stamp that the device had seen.
  package let time: Int64
  /// Tells stamps of one millisecond apart.
  package let count: Int64
  package let device: CloudDevice

  package init(time: Int64, count: Int64, device: CloudDevice) {
    self.time = time
    self.count = count
    self.device = device
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.count != right.count { return left.count < right.count }
    return left.device < right.device
  }

  /// The year 9999: a stamp beyond it is damage, and would stop every clock that observed it.
  static let latest: Int64 = 253_402_300_799_000
  /// A clock counts on in the next millisecond, so that no count from outside can be its last one.
  static let mostCount: Int64 = 1 << 32

  /// The stamp in a document: `time.count.device`.
  var text: String { "\(time).\(count).\(device.id)" }

  /// Reads ``text``; nil when it is damaged.
  init?(text: String) {
    guard let stamp = NumberReader.read(text, { $0.stamp() }) else { return nil }
    self = stamp
  }
}

/// A device's random name: 16 hexadecimal digits, never the machine's own id or host name.
package struct CloudDevice: Sendable, Hashable, Comparable {
  /// The number that the digits write; stamps are compared many times more than they are written.
  let number: UInt64

  /// The digits.
  package var id: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Takes over 16 hexadecimal digits; nil for anything else.
  package init?(_ id: String) {
    guard let device = NumberReader.read(id, { $0.device() }) else { return nil }
    self = device
  }

  package init(random: UInt64) { number = random }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// A hybrid logical clock: wall time that never runs behind a stamp it has seen.
///
/// So an edit made after another one was seen always counts as the newer one, however wrong the
/// clocks of the two machines are.
package struct CloudClock: Sendable, Equatable {
  /// The highest reading given or seen, in milliseconds since 1970.
  package private(set) var time: Int64
  /// Tells readings of one millisecond apart.
  package private(set) var count: Int64

  package init(time: Int64 = 0, count: Int64 = 0) {
    self.time = time
    self.count = count
  }

  /// Never again runs behind a stamp.
  package mutating func observe(_ stamp: CloudStamp) {
    if (stamp.time, stamp.count) > (time, count) { (time, count) = (stamp.time, stamp.count) }
  }

  /// Never again runs behind another clock.
  mutating func observe(_ clock: CloudClock) {
    if (clock.time, clock.count) > (time, count) { self = clock }
  }

  /// The next reading, above all before it.
  package mutating func tick(now: Int64, device: CloudDevice) -> CloudStamp {
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

/// Reads the numbers of the cloud's texts byte by byte: `time.count.device` and its like.
///
/// Only what we would write ourselves is read: no signs, no capitals, nothing left over. A document
/// of 1,024 keys holds two such texts a key.
struct NumberReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Reads a whole text; nil when it is damaged, or something is left over.
  static func read<Value>(_ text: String, _ value: (inout NumberReader) -> Value?) -> Value? {
    text.withCodeUnits { bytes in
      var reader = NumberReader(bytes)
      return value(&reader).flatMap { reader.index == bytes.count ? $0 : nil }
    }
  }

  /// Steps over a character, if it is the next one.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// A whole number without a sign; nil when there is none here, or one beyond 63 bits.
  mutating func decimal() -> Int64? {
    var number: Int64 = 0
    let start = index
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = tens.addingReportingOverflow(Int64(digit))
      if isTooLarge || isOver { return nil }
      number = sum
      index += 1
    }
    return index > start ? number : nil
  }

  /// A number in hexadecimal, in small letters; nil when there is none here, or one beyond 64 bits.
  mutating func hexadecimal() -> UInt64? {
    var number: UInt64 = 0
    let start = index
    while index < bytes.count, let digit = Self.digit(bytes[index]) {
      guard number >> 60 == 0 else { return nil }
      number = number << 4 | digit
      index += 1
    }
    return index > start ? number : nil
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }

  /// `time.count.device`.
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

  /// The number of a push.
  mutating func sequence() -> Int64? {
    decimal().flatMap { $0 <= CloudWrite.mostSequence ? $0 : nil }
  }
}
