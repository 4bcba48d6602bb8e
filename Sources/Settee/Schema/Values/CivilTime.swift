#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A moment as a calendar and a clock show it.
///
/// NB: the C library knows the user's time zone; FoundationEssentials alone knows only GMT.
struct CivilTime: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// What calendars and clocks show at a moment, here or in UTC; nil beyond the years they know.
  init?(_ date: Date, inUTC: Bool = false) {
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else {
      return nil
    }
    var parts = tm()
    guard (inUTC ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)) != nil else {
      return nil
    }
    (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
  }

  /// The moment at which clocks here show this.
  var date: Date {
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    parts.tm_isdst = -1
    return Date(timeIntervalSince1970: Double(mktime(&parts)))
  }

  /// The day, as `2026-03-14`.
  var dayText: String { "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))" }

  /// The time, as `09:30`.
  var timeText: String { "\(Self.padded(hour)):\(Self.padded(minute))" }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
