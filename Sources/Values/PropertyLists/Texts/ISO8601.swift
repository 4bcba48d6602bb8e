/// Dates in ISO 8601 format, in UTC and the Gregorian calendar, such as `2026-01-02T03:04:05Z`.
extension Date {
  /// The number of seconds in about a billion years, which limits the dates that are formatted.
  private static let farthest = 3.1e16

  /// The date in ISO 8601 format, including fractional seconds if there are any.
  package var iso8601: String {
    // Binary files can contain any double, including NaN, so clamp the value to a range that the
    // calendar supports.
    let stored = timeIntervalSinceReferenceDate
    let seconds = stored.isNaN ? 0 : min(max(stored, -Self.farthest), Self.farthest)
    let whole = seconds.rounded(.down)
    let moment = CalendarDate(seconds: Int(whole))
    let fraction = Self.fraction(of: seconds - whole, after: whole)
    return "\(moment.dayText)T\(moment.secondText)\(fraction)Z"
  }

  /// Parses a date in ISO 8601 format, or returns `nil` if the text is invalid.
  ///
  /// The supported forms are `2026-01-02` and `2026-01-02T03:04`, optionally with seconds, a
  /// fraction, and `Z` or an offset such as `+02:00`. The default time zone is UTC. A space can
  /// replace the `T`.
  package init?(iso8601 text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    let isBeforeZero = rest.consume("-")
    guard let year = rest.number(digits: 4...10), rest.consume("-"),
      let month = rest.number(digits: 2...2), rest.consume("-"),
      let day = rest.number(digits: 2...2), (1...12).contains(month)
    else { return nil }
    var moment = CalendarDate(year: isBeforeZero ? -year : year, month: month, day: day)
    guard (1...CalendarDate.length(ofMonth: month, year: moment.year)).contains(day) else {
      return nil
    }
    var fraction = 0.0
    var offset: Int? = 0
    if !rest.isEmpty {
      guard rest.consume("T") || rest.consume("t") || rest.consume(" "),
        let hour = rest.number(digits: 2...2), hour < 24, rest.consume(":"),
        let minute = rest.number(digits: 2...2), minute < 60
      else { return nil }
      (moment.hour, moment.minute) = (hour, minute)
      if rest.consume(":") {
        guard let second = rest.number(digits: 2...2), second < 61 else { return nil }
        moment.second = second
        if rest.consume(".") {
          guard let part = rest.fraction() else { return nil }
          fraction = part
        }
      }
      offset = rest.offset()
    }
    guard let offset, rest.isEmpty else { return nil }
    self.init(timeIntervalSinceReferenceDate: Double(moment.seconds - offset) + fraction)
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
    var rest = Array(text.utf8)[...]
    let isNegative = rest.consume("-")
    let hasYear = rest.first?.isDigit ?? false
    guard let year = hasYear ? rest.number(digits: 1...Int.max) : 0, year <= Int32.max else {
      return nil
    }
    var parts: [Int] = []
    for separator in "--T::".unicodeScalars {
      guard rest.consume(separator), let number = rest.number(digits: 2...2) else {
        return nil
      }
      parts.append(number)
    }
    guard rest.consume("Z"), rest.isEmpty, parts[0] <= 13 else { return nil }
    let isNextYear = parts[0] == 13
    self.init(
      year: (isNegative ? -year : year) + (isNextYear ? 1 : 0),
      month: isNextYear ? 1 : max(parts[0], 1), day: parts[1])
    (hour, minute, second) = (parts[2], parts[3], parts[4])
  }
}

// Methods that consume the components of a date, such as its year.
extension ArraySlice<UInt8> {
  fileprivate mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func number(digits: ClosedRange<Int>) -> Int? {
    let run = prefix { $0.isDigit }
    guard digits.contains(run.count) else { return nil }
    self = self[run.endIndex...]
    return Int(String(decoding: run, as: UTF8.self))
  }

  fileprivate mutating func fraction() -> Double? {
    let run = prefix { $0.isDigit }
    guard !run.isEmpty else { return nil }
    self = self[run.endIndex...]
    return Double("0." + String(decoding: run, as: UTF8.self))
  }

  /// Parses the offset from UTC in seconds, or returns `nil` if the date has none.
  fileprivate mutating func offset() -> Int? {
    if isEmpty || consume("Z") || consume("z") { return 0 }
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
