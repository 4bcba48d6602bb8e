/// Dates in ISO 8601 format, in UTC and the Gregorian calendar, such as `2026-01-02T03:04:05Z`.
package enum ISO8601 {
  /// The number of seconds in about a billion years, which limits the dates that are formatted.
  private static let farthest = 3.1e16

  /// Formats a date as ISO 8601, including fractional seconds if there are any.
  package static func text(of date: Date) -> String {
    // Binary files can contain any double, including NaN, so clamp the value to a range that the
    // calendar supports.
    let stored = date.timeIntervalSinceReferenceDate
    let seconds = stored.isNaN ? 0 : min(max(stored, -farthest), farthest)
    let whole = seconds.rounded(.down)
    let moment = CalendarDate(seconds: Int(whole))
    let fraction = fraction(of: seconds - whole, after: whole)
    return "\(moment.dayText)T\(moment.secondText)\(fraction)Z"
  }

  /// Parses a date in ISO 8601 format, or returns `nil` if the text is invalid.
  ///
  /// The supported forms are `2026-01-02` and `2026-01-02T03:04`, optionally with seconds, a
  /// fraction, and `Z` or an offset such as `+02:00`. The default time zone is UTC. A space can
  /// replace the `T`.
  package static func date(from text: String) -> Date? {
    var scanner = Scanner(rest: text.utf8[...])
    let isBeforeZero = scanner.consume("-")
    guard let year = scanner.number(digits: 4...10), scanner.consume("-"),
      let month = scanner.number(digits: 2...2), scanner.consume("-"),
      let day = scanner.number(digits: 2...2), (1...12).contains(month)
    else { return nil }
    var moment = CalendarDate(year: isBeforeZero ? -year : year, month: month, day: day)
    guard (1...CalendarDate.length(ofMonth: month, year: moment.year)).contains(day) else {
      return nil
    }
    var fraction = 0.0
    var offset: Int? = 0
    if !scanner.rest.isEmpty {
      guard scanner.consume("T") || scanner.consume("t") || scanner.consume(" "),
        let hour = scanner.number(digits: 2...2), hour < 24, scanner.consume(":"),
        let minute = scanner.number(digits: 2...2), minute < 60
      else { return nil }
      (moment.hour, moment.minute) = (hour, minute)
      if scanner.consume(":") {
        guard let second = scanner.number(digits: 2...2), second < 61 else { return nil }
        moment.second = second
        if scanner.consume(".") {
          guard let part = scanner.fraction() else { return nil }
          fraction = part
        }
      }
      offset = scanner.offset()
    }
    guard let offset, scanner.rest.isEmpty else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(moment.seconds - offset) + fraction)
  }

  /// Returns the shortest decimal fraction of a second that identifies the date exactly.
  private static func fraction(of part: Double, after whole: Double) -> String {
    guard part > 0 else { return "" }
    var power = 1.0
    for digits in 1...9 {
      power *= 10
      let number = (part * power).rounded()
      guard number < power, number > 0 else { continue }
      if whole + number / power == whole + part || digits == 9 {
        return "." + padded(Int(number), digits)
      }
    }
    return ""
  }
}

extension CalendarDate {
  /// Parses a date such as `2026-01-31T23:59:59Z` in a property list.
  ///
  /// As in Foundation, values that are too large carry over into the next month, day, and so on.
  /// For example, month 0 is January, and month 13 is January of the next year.
  init?(propertyList text: String) {
    var scanner = Scanner(rest: text.utf8[...])
    let isNegative = scanner.consume("-")
    let hasYear = scanner.rest.first?.isDigit ?? false
    guard let year = hasYear ? scanner.number(digits: 1...Int.max) : 0, year <= Int32.max else {
      return nil
    }
    var parts: [Int] = []
    for separator in "--T::".unicodeScalars {
      guard scanner.consume(separator), let number = scanner.number(digits: 2...2) else {
        return nil
      }
      parts.append(number)
    }
    guard scanner.consume("Z"), scanner.rest.isEmpty, parts[0] <= 13 else { return nil }
    let isNextYear = parts[0] == 13
    self.init(
      year: (isNegative ? -year : year) + (isNextYear ? 1 : 0),
      month: isNextYear ? 1 : max(parts[0], 1), day: parts[1])
    (hour, minute, second) = (parts[2], parts[3], parts[4])
  }
}

/// A scanner for the components of a date, such as its year.
private struct Scanner {
  var rest: Substring.UTF8View

  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let run = rest.prefix { $0.isDigit }
    guard digits.contains(run.count) else { return nil }
    rest = rest[run.endIndex...]
    return Int(Substring(run))
  }

  mutating func fraction() -> Double? {
    let run = rest.prefix { $0.isDigit }
    guard !run.isEmpty else { return nil }
    rest = rest[run.endIndex...]
    return Double("0." + String(Substring(run)))
  }

  /// Parses the offset from UTC in seconds, or returns `nil` if the date has none.
  mutating func offset() -> Int? {
    if rest.isEmpty || consume("Z") || consume("z") { return 0 }
    let isAhead = consume("+")
    guard isAhead || consume("-"), let hours = number(digits: 2...4) else { return nil }
    if consume(":") {
      guard hours < 24, let minutes = number(digits: 2...2), minutes < 60 else { return nil }
      return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
    let seconds = hours >= 100 ? hours / 100 * 3600 + hours % 100 * 60 : hours * 3600
    return isAhead ? seconds : -seconds
  }
}
