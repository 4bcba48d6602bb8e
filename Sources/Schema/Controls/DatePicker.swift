package import SetteePropertyLists

/// A date and how it is asked for: the keys of an `IASKDatePickerSpecifier`.
///
/// Users read and type ISO 8601. A moment stands in the user's own time zone unless one is written.
/// A day alone, or a time alone, has no zone: it is kept and read in UTC, so that it is the same
/// wherever it is read.
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

  /// What calendars and clocks show for a date; nil for what is none, or beyond the years they know.
  package func moment(of value: PropertyList) -> CalendarDate? {
    value.date.flatMap { mode == .dateAndTime ? CalendarDate(local: $0) : CalendarDate(utc: $0) }
  }

  /// The parts of a moment that are asked for.
  package func text(of moment: CalendarDate) -> String {
    switch mode {
    case .date: moment.dayText
    case .time: moment.timeText
    case .dateAndTime: "\(moment.dayText) \(moment.timeText)"
    }
  }

  func text(of value: PropertyList) -> String? {
    if let moment = moment(of: value) { return text(of: moment) }
    return value.date.map { ISO8601.text(of: $0) }
  }

  /// Reads `2026-03-14`, `2026-03-14 09:30`, `2026-03-14T09:30:15Z`, `…+02:00`, and `09:30`.
  ///
  /// A time without a day is on the first day of 2001, where the count of property lists begins. A day
  /// alone is kept as its noon, which programs that take it for a moment see on that day in nearly
  /// every zone; of a moment typed for one, the day as written counts.
  func value(of text: String) -> PropertyList? { date(text.trimmed).map { .date($0) } }

  private func date(_ text: String) -> Date? {
    let isClock = text.prefix(3).contains(":")
    guard let date = ISO8601.date(from: isClock ? "2001-01-01T" + text : text) else { return nil }
    switch mode {
    case .date where isClock: return nil
    case .date: return ISO8601.date(from: text.prefix { !"Tt ".contains($0) } + "T12:00")
    case .time: return text.contains(":") ? date : nil
    // A text that names no zone was read as UTC, and means the same hands of the clock here.
    case .dateAndTime:
      return Self.namesZone(text) ? date : CalendarDate(utc: date)?.localDate ?? date
    }
  }

  private static func namesZone(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return text[colon...].contains { "+-Zz".contains($0) }
  }

  var problem: String { mode == .time ? "is no time" : "is no date" }

  var phrase: String {
    switch mode {
    case .date: "a day such as 2026-03-14"
    case .time: "a time such as 09:30"
    case .dateAndTime: "a day and time such as 2026-03-14 09:30"
    }
  }
}
