import SetteePropertyLists

/// When and where an edit was made: a hybrid logical clock's reading and the device.
///
/// Stamped at the push, the older edit would win whenever its device was the last to go online. The
/// order is total, so all devices agree on a winner.
package struct CloudStamp: Sendable, Hashable, Comparable, CloudText {
  /// Milliseconds since 1970, never behind a stamp that the device had seen.
  package let time: Int64
  /// Tells stamps of one millisecond apart.
  package let count: Int64
  package let device: CloudDevice

  package init(time: Int64, count: Int64, device: CloudDevice) {
    (self.time, self.count, self.device) = (time, count, device)
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

  init?(text: String) {
    guard let parts = text.parts(3), let device = CloudDevice(parts[2]),
      let time = Int64(written: parts[0]), (0...Self.latest).contains(time),
      let count = Int64(written: parts[1]), (0...Self.mostCount).contains(count)
    else { return nil }
    self.init(time: time, count: count, device: device)
  }
}

/// A device's random name: 16 hexadecimal digits, never the machine's own id or host name.
package struct CloudDevice: Sendable, Hashable, Comparable, CloudText {
  /// The number that the digits write; stamps are compared many times more than they are written.
  let number: UInt64

  /// The digits.
  package var id: String {
    // Straight into the text: by `String(_:radix:)` it takes a fortieth of a push of 1,024 changes.
    String(unsafeUninitializedCapacity: 16) { digits in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * place)) & 15
        digits[place] = (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + digit
      }
      return 16
    }
  }

  /// Takes over 16 hexadecimal digits; nil for anything else.
  package init?(_ id: some StringProtocol) {
    guard id.utf8.count == 16, id.hasPlainDigits, let number = UInt64(id, radix: 16) else {
      return nil
    }
    self.number = number
  }

  package init(random: UInt64) { number = random }

  var text: String { id }

  init?(text: String) { self.init(text) }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// A hybrid logical clock, wall time that never runs behind a stamp it has seen: an edit made after
/// another one was seen counts as the newer one, however wrong the clocks of the two machines are.
struct CloudClock: Sendable, Equatable {
  /// The highest reading given or seen, in milliseconds since 1970.
  var time: Int64 = 0
  /// Tells readings of one millisecond apart.
  var count: Int64 = 0

  /// Never again runs behind a stamp.
  mutating func observe(_ stamp: CloudStamp) {
    if (stamp.time, stamp.count) > (time, count) { (time, count) = (stamp.time, stamp.count) }
  }

  /// The next reading, above all before it.
  mutating func tick(now: Int64, device: CloudDevice) -> CloudStamp {
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

extension FixedWidthInteger {
  /// Reads a number as the cloud's texts have it: no signs, no capitals, no zeros before it.
  init?(written text: String, radix: Int = 10) {
    guard text.hasPlainDigits, text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0"),
      let number = Self(text, radix: radix)
    else { return nil }
    self = number
  }
}

extension StringProtocol {
  /// Whether there are but digits and small letters.
  fileprivate var hasPlainDigits: Bool {
    utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
    }
  }
}

extension String {
  /// The parts of the cloud's texts, such as `time.count.device`; nil where there are not so many.
  func parts(_ count: Int, separator: UInt8 = UInt8(ascii: ".")) -> [String]? {
    let parts = parts(separator: separator)
    return parts.count == count ? parts : nil
  }

  /// By bytes: by characters, to read what is noted of 1,024 edits takes a fifth of their push.
  func parts(separator: UInt8) -> [String] {
    var text = self
    return text.withUTF8 { bytes in
      bytes.split(separator: separator, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
