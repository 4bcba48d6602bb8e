package import SetteeValues

/// The properties of an `IASKDatePickerSpecifier`.
///
/// The user sees and enters dates in ISO 8601 format. A date with time uses the local time zone by
/// default. A date without time, or a time without date, is stored in UTC, so it is the same
/// everywhere.
package struct DatePicker: Sendable {
  package enum Mode: String, Sendable, CaseIterable {
    case date = "Date"
    case time = "Time"
    case dateAndTime = "DateAndTime"
  }

  package var mode: Mode
  package var minuteInterval: Int

  package init(_ mode: Mode = .dateAndTime, minuteInterval: Int = 1) {
    (self.mode, self.minuteInterval) = (mode, minuteInterval)
  }

  init(_ specifier: Specifier) {
    mode = specifier.word("DatePickerMode") ?? .dateAndTime
    minuteInterval = specifier.whole("MinuteInterval").map { min(max($0, 1), 60) } ?? 1
  }

  /// Returns the year, month, day, and time of a date value, or `nil` if the date is invalid or out
  /// of range.
  package func moment(of value: PropertyList) -> CalendarDate? {
    value.date.flatMap { mode == .dateAndTime ? CalendarDate(local: $0) : CalendarDate(utc: $0) }
  }

  /// Returns the text for a date and time, which includes only the parts that the control edits.
  package func text(of moment: CalendarDate) -> String {
    switch mode {
    case .date: moment.dayText
    case .time: moment.timeText
    case .dateAndTime: "\(moment.dayText) \(moment.timeText)"
    }
  }

  func text(of value: PropertyList) -> String? {
    if let moment = moment(of: value) { return text(of: moment) }
    return value.date.map(\.iso8601)
  }

  /// Parses a date that the user entered in any of several formats.
  ///
  /// The formats are `2026-03-14`, `2026-03-14 09:30`, `2026-03-14T09:30:15Z`, `…+02:00`, and
  /// `09:30`. A time is stored on January 1, 2001, the reference date of property lists. A date is
  /// stored as noon in UTC, which is on the same day in nearly every time zone. If a date is
  /// entered with a time, the time and its time zone are ignored.
  func value(of text: String) -> PropertyList? { date(text.trimmed).map { .date($0) } }

  private func date(_ text: String) -> Date? {
    let isClock = text.prefix(3).contains(":")
    guard let date = Date(iso8601: isClock ? "2001-01-01T" + text : text) else { return nil }
    switch mode {
    case .date where isClock: return nil
    case .date: return Date(iso8601: text.prefix { !"Tt ".contains($0) } + "T12:00")
    case .time: return text.contains(":") ? date : nil
    // Interpret a date that was entered without a time zone as local time, although it was parsed
    // as UTC.
    case .dateAndTime:
      return Self.namesZone(text) ? date : CalendarDate(utc: date)?.localDate ?? date
    }
  }

  private static func namesZone(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return text[colon...].contains { "+-Zz".contains($0) }
  }

  var phrase: String {
    switch mode {
    case .date: "a date such as 2026-03-14"
    case .time: "a time such as 09:30"
    case .dateAndTime: "a date and time such as 2026-03-14 09:30"
    }
  }
}
