#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Dates as text in ISO 8601: `2026-01-02T03:04:05Z`, in UTC and the Gregorian calendar.
public enum ISO8601 {
  /// The text of a date; a fraction of a second is kept as far as the date holds it.
  public static func text(of date: Date) -> String {
    // NB: a binary file can hold any double, NaN too; no calendar goes beyond these years.
    let stored = date.timeIntervalSinceReferenceDate
    let seconds = stored.isNaN ? 0 : min(max(stored, -farthest), farthest)
    let whole = seconds.rounded(.down)
    let (day, second) = Int64(whole).quotientAndRemainderRoundingDown(dividingBy: 86_400)
    let (year, month, dayOfMonth) = civil(fromDay: day + daysTo2001)
    let sign = year < 0 ? "-" : ""
    return sign + padded(abs(year), 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2)
      + "T" + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":"
      + padded(second % 60, 2) + fraction(of: seconds - whole, after: whole) + "Z"
  }

  /// The date that a text names, or nil.
  ///
  /// Understood are `2026-01-02`, `2026-01-02T03:04`, with seconds, a fraction, `Z` or
  /// an offset like `+02:00`; without one it is UTC. A space may stand for the `T`.
  public static func date(from text: String) -> Date? {
    var scanner = Scanner(rest: text.utf8[...])
    let isBeforeZero = scanner.take("-")
    guard let year = scanner.number(digits: 4...10), scanner.take("-"),
      let month = scanner.number(digits: 2...2), scanner.take("-"),
      let day = scanner.number(digits: 2...2), (1...12).contains(month),
      (1...length(ofMonth: month, year: isBeforeZero ? -year : year)).contains(day)
    else { return nil }
    let days = Self.day(year: isBeforeZero ? -year : year, month: month, day: day) - daysTo2001
    guard !scanner.rest.isEmpty else { return date(days, 0, 0) }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.number(digits: 2...2), hour < 24, scanner.take(":"),
      let minute = scanner.number(digits: 2...2), minute < 60
    else { return nil }
    var second: Int64 = 0
    var fraction = 0.0
    if scanner.take(":") {
      guard let number = scanner.number(digits: 2...2), number < 61 else { return nil }
      second = number
      if scanner.take(".") {
        guard let part = scanner.fraction() else { return nil }
        fraction = part
      }
    }
    guard let offset = scanner.offset(), scanner.rest.isEmpty else { return nil }
    return date(days, hour * 3600 + minute * 60 + second - offset, fraction)
  }

  private static let daysTo2001: Int64 = 11_323
  /// The seconds in about a thousand million years.
  private static let farthest = 3.1e16

  private static func date(_ days: Int64, _ seconds: Int64, _ fraction: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(days * 86_400 + seconds) + fraction)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The digits after the point, as few as tell the moment apart from its neighbours.
  private static func fraction(of part: Double, after whole: Double) -> String {
    guard part > 0 else { return "" }
    var power = 1.0
    for digits in 1...9 {
      power *= 10
      let number = (part * power).rounded()
      guard number < power, number > 0 else { continue }
      if whole + number / power == whole + part || digits == 9 {
        return "." + padded(Int64(number), digits)
      }
    }
    return ""
  }

  private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
    let next =
      month == 12
      ? day(year: year + 1, month: 1, day: 1)
      : day(year: year, month: month + 1, day: 1)
    return next - day(year: year, month: month, day: 1)
  }

  /// The days from 1970-01-01 (counted in eras of 400 years that begin on March 1st).
  private static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = year.quotientAndRemainderRoundingDown(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (day + 719_468).quotientAndRemainderRoundingDown(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }
}

/// Takes the parts of a date from the front of a text.
private struct Scanner {
  var rest: Substring.UTF8View

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: ClosedRange<Int>) -> Int64? {
    let run = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard digits.contains(run.count) else { return nil }
    rest = rest[run.endIndex...]
    return Int64(String(Substring(run)))
  }

  mutating func fraction() -> Double? {
    let run = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard !run.isEmpty else { return nil }
    rest = rest[run.endIndex...]
    return Double("0." + String(Substring(run)))
  }

  /// The seconds that the text is ahead of UTC; nil when what stands there is no offset.
  mutating func offset() -> Int64? {
    if rest.isEmpty || take("Z") || take("z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let hours = number(digits: 2...4) else { return nil }
    if take(":") {
      guard hours < 24, let minutes = number(digits: 2...2), minutes < 60 else { return nil }
      return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
    let seconds = hours >= 100 ? hours / 100 * 3600 + hours % 100 * 60 : hours * 3600
    return isAhead ? seconds : -seconds
  }
}

extension Int64 {
  fileprivate func quotientAndRemainderRoundingDown(dividingBy divisor: Int64)
    -> (quotient: Int64, remainder: Int64)
  {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
