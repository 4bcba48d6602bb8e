import SetteeValues

/// The time of an edit and the device that made it, according to a hybrid logical clock.
///
/// A stamp is assigned when the value is edited rather than when it is pushed. Otherwise, an older
/// edit would take precedence if its device went online last. Stamps have a total order, so all
/// devices agree on the newest edit.
package struct CloudStamp: Sendable, Hashable, Comparable, CloudCoded, LosslessStringConvertible {
  /// The time of the edit, in milliseconds since 1970.
  ///
  /// The time is never earlier than the time of a stamp that the device had already seen.
  package let time: Int64
  /// A counter that distinguishes several stamps within the same millisecond.
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

  /// The latest valid time of a stamp, at the end of the year 9999.
  ///
  /// A later stamp is corrupt and would block every clock that observes it.
  static let latest: Int64 = 253_402_300_799_000
  /// The maximum value of the counter that distinguishes stamps within a millisecond.
  ///
  /// When a clock reaches this value, it continues with the next millisecond.
  static let mostCount: Int64 = 1 << 32

  /// The string representation `time.count.device` of a stamp in documents.
  package var description: String { "\(time).\(count).\(device.id)" }

  package init?(_ description: String) {
    guard let parts = description.parts(3), let device = CloudDevice(parts[2]),
      let time = Int64(written: parts[0]), (0...Self.latest).contains(time),
      let count = Int64(written: parts[1]), (0...Self.mostCount).contains(count)
    else { return nil }
    self.init(time: time, count: count, device: device)
  }
}

/// A random device ID that isn't derived from the machine ID or the host name.
///
/// The device ID consists of 16 hexadecimal digits.
package struct CloudDevice: Sendable, Hashable, Comparable, CloudCoded, LosslessStringConvertible {
  /// The device ID as a number, because IDs are compared far more often than they are written.
  let number: UInt64

  /// The device ID as a string of 16 hexadecimal digits.
  package var id: String {
    // Write the digits directly, because `String(_:radix:)` takes a measurable part of the time of
    // large pushes.
    String(unsafeUninitializedCapacity: 16) { digits in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * place)) & 15
        digits[place] = (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + digit
      }
      return 16
    }
  }

  /// Creates a device ID from 16 hexadecimal digits, or returns `nil` for any other string.
  package init?(_ id: some StringProtocol) {
    guard id.utf8.count == 16, id.hasPlainDigits, let number = UInt64(id, radix: 16) else {
      return nil
    }
    self.number = number
  }

  package init(random: UInt64) { number = random }

  package var description: String { id }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// A hybrid logical clock, which never runs behind a stamp that it has observed.
///
/// An edit that follows another edit always has the newer stamp, even if the wall clocks of the two
/// devices are wrong.
struct CloudClock: Sendable, Equatable {
  /// The latest time that the clock has returned or observed, in milliseconds since 1970.
  var time: Int64 = 0
  /// A counter that distinguishes several stamps within the same millisecond.
  var count: Int64 = 0

  /// Advances the clock so that it isn't behind the stamp of another device.
  mutating func observe(_ stamp: CloudStamp) {
    if (stamp.time, stamp.count) > (time, count) { (time, count) = (stamp.time, stamp.count) }
  }

  /// Returns a stamp that is newer than all earlier stamps of the clock.
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
  /// Parses a number that has no sign, no uppercase digits, and no leading zeros.
  init?(written text: String, radix: Int = 10) {
    guard text.hasPlainDigits, text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0"),
      let number = Self(text, radix: radix)
    else { return nil }
    self = number
  }
}

extension StringProtocol {
  /// A Boolean value that indicates whether the string contains only digits and lowercase ASCII
  /// characters.
  fileprivate var hasPlainDigits: Bool {
    utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
    }
  }
}

extension String {
  /// Splits a string such as `time.count.device`, or returns `nil` if the number of parts differs.
  func parts(_ count: Int, separator: UInt8 = UInt8(ascii: ".")) -> [String]? {
    let parts = parts(separator: separator)
    return parts.count == count ? parts : nil
  }

  /// Splits the string by bytes, which is much faster than splitting by characters.
  func parts(separator: UInt8) -> [String] {
    var text = self
    return text.withUTF8 { bytes in
      bytes.split(separator: separator, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
