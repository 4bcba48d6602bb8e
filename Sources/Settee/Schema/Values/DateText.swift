#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Moments as users read and type them: ISO 8601, in their own time zone unless one is written.
enum DateText {
  /// The parts of a moment that a picker asks for.
  static func of(_ date: Date, mode: DatePicker.Mode) -> String {
    guard let time = CivilTime(date) else { return iso(date) }
    return switch mode {
    case .date: time.dayText
    case .time: time.timeText
    case .dateAndTime: "\(time.dayText) \(time.timeText)"
    }
  }

  /// The moment to the second in UTC: `2026-03-14T09:30:00Z`.
  static func iso(_ date: Date) -> String {
    CivilTime(date, inUTC: true)?.utcText ?? "\(date.timeIntervalSinceReferenceDate) s after 2001"
  }

  /// Reads `2026-03-14`, `2026-03-14 09:30`, `2026-03-14T09:30:15Z`, `…+02:00`, and `09:30`.
  ///
  /// A time without a day is on the first day of 2001, where the count of property lists begins.
  static func date(_ text: String) -> Date? {
    var rest = text.trimmed[...]
    var time = CivilTime(year: 2001)
    if rest.prefix(3).contains(":") {
      guard readClock(&rest, into: &time) else { return nil }
    } else {
      guard readDay(&rest, into: &time) else { return nil }
      if let separator = rest.first, separator == "T" || separator == "t" || separator == " " {
        rest.removeFirst()
        guard readClock(&rest, into: &time) else { return nil }
      }
    }
    guard time.isReal, let offset = zone(rest) else { return nil }
    return time.date(offset: offset.seconds)
  }

  private static func readDay(_ rest: inout Substring, into time: inout CivilTime) -> Bool {
    guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2),
      skip(&rest, "-"), let day = number(&rest, 2)
    else { return false }
    (time.year, time.month, time.day) = (year, month, day)
    return true
  }

  private static func readClock(_ rest: inout Substring, into time: inout CivilTime) -> Bool {
    guard let hour = number(&rest, 2), skip(&rest, ":"), let minute = number(&rest, 2) else {
      return false
    }
    (time.hour, time.minute) = (hour, minute)
    guard skip(&rest, ":") else { return true }
    guard let second = number(&rest, 2) else { return false }
    time.second = second
    // Property lists keep whole seconds.
    if skip(&rest, ".") { rest = rest.drop { $0.isASCII && $0.isNumber } }
    return true
  }

  /// What follows the time: nothing (here), `Z`, or an offset; nil when it is something else.
  private static func zone(_ text: Substring) -> (seconds: Int?, Void)? {
    var rest = text
    if rest.isEmpty { return (nil, ()) }
    if rest == "Z" || rest == "z" { return (0, ()) }
    guard let sign = rest.popFirst(), sign == "+" || sign == "-", let hours = number(&rest, 2)
    else {
      return nil
    }
    _ = skip(&rest, ":")
    let minutes = rest.isEmpty ? 0 : number(&rest, 2)
    guard let minutes, rest.isEmpty, hours < 24, minutes < 60 else { return nil }
    return ((sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60), ())
  }

  private static func number(_ rest: inout Substring, _ digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    rest.removeFirst(digits)
    return Int(text)
  }

  private static func skip(_ rest: inout Substring, _ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }
}
