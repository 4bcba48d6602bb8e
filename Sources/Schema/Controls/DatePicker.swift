import SetteePropertyLists

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

  /// The parts of a date that are asked for; nil for what is no date.
  func text(of value: PropertyList) -> String? {
    guard let date = value.date else { return nil }
    let time = mode == .dateAndTime ? CalendarDate(local: date) : CalendarDate(utc: date)
    guard let time else {
      return ISO8601.text(of: date)
    }
    return switch mode {
    case .date: time.dayText
    case .time: time.timeText
    case .dateAndTime: "\(time.dayText) \(time.timeText)"
    }
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

  var phrase: String {
    switch mode {
    case .date: "a day such as 2026-03-14"
    case .time: "a time such as 09:30"
    case .dateAndTime: "a day and time such as 2026-03-14 09:30"
    }
  }
}
