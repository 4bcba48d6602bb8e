#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A date and time in the Gregorian calendar with a resolution of one second.
///
/// The calculations use integers and no calendar object, so that no date can cause a trap.
package struct CalendarDate: Sendable, Equatable {
  package var year: Int
  package var month = 1
  package var day = 1
  package var hour = 0
  package var minute = 0
  package var second = 0

  /// The number of days from 0000-03-01 to 2001-01-01.
  ///
  /// In the calculations, years start in March, so that the leap day is the last day of the year.
  private static let daysTo2001 = 730_791
  private static let daysOf400Years = 146_097

  /// Creates a date from the number of seconds since the start of 2001.
  package init(seconds: Int) {
    let days = seconds.floorDivided(by: 86_400)
    let rest = seconds - days * 86_400
    let fromMarch = days + Self.daysTo2001
    let era = fromMarch.floorDivided(by: Self.daysOf400Years)
    let dayOfEra = fromMarch - era * Self.daysOf400Years
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  package init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The number of seconds from the start of 2001 to this date and time.
  package var seconds: Int { days * 86_400 + hour * 3600 + minute * 60 + second }

  private var days: Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * Self.daysOf400Years + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100
      + dayOfYear - Self.daysTo2001
  }

  /// Creates a date and time in UTC from a `Date`, rounded down to a second.
  ///
  /// This initializer returns `nil` if the date isn't a number or its year doesn't fit into 32
  /// bits.
  package init?(utc date: Date) {
    guard let seconds = Int(exactly: date.timeIntervalSinceReferenceDate.rounded(.down)),
      seconds.magnitude < 1 << 56
    else { return nil }
    self.init(seconds: seconds)
    guard Int32(exactly: year) != nil else { return nil }
  }

  package static func length(ofMonth month: Int, year: Int) -> Int {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return CalendarDate(year: next.0, month: next.1, day: 1).days
      - CalendarDate(year: year, month: month, day: 1).days
  }

  /// Returns the weekday of the first day of a month, where 0 is Monday.
  package static func firstWeekday(ofMonth month: Int, year: Int) -> Int {
    // The first day of 2001 was a Monday, so the number of days since then determines the weekday.
    let days = CalendarDate(year: year, month: month, day: 1).days
    return days - 7 * days.floorDivided(by: 7)
  }
}

/// Methods that convert dates to and from the local time zone.
///
/// These conversions use the C library, because FoundationEssentials alone supports only GMT.
extension CalendarDate {
  /// Creates a date and time in the local time zone, or returns `nil` if the `Date` is out of
  /// range.
  package init?(local date: Date) {
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else {
      return nil
    }
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
  }

  /// The `Date` that the date and time represent in the local time zone.
  package var localDate: Date {
    var parts = tm()
    parts.tm_year = Int32(clamping: year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    parts.tm_isdst = -1
    return Date(timeIntervalSince1970: Double(mktime(&parts)))
  }
}

extension CalendarDate {
  /// The date as text, such as `2026-03-14`.
  package var dayText: String {
    "\(year < 0 ? "-" : "")\(padded(abs(year), 4))-\(padded(month))-\(padded(day))"
  }

  /// The time of day in hours and minutes, such as `09:30`.
  package var timeText: String { "\(padded(hour)):\(padded(minute))" }

  /// The time of day in hours, minutes, and seconds, such as `09:30:15`.
  package var secondText: String { "\(timeText):\(padded(second))" }
}

func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

extension PropertyList {
  /// A Boolean value that indicates whether the value contains a date that can't be written, such as
  /// one at an infinite time.
  package var hasInvalidDate: Bool {
    switch self {
    case .date(let date): CalendarDate(utc: date) == nil
    case .array(let values): values.contains(where: \.hasInvalidDate)
    case .dictionary(let values): values.contains(where: \.value.hasInvalidDate)
    default: false
    }
  }
}
