#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as users read and type them, in ISO 8601.
///
/// A moment stands in the user's own time zone unless one is written. A day alone, or a time alone,
/// has no zone: it is kept and read in UTC, so that it is the same wherever it is read.
enum DateText {
  /// The parts of a date that a picker asks for.
  static func of(_ date: Date, mode: DatePicker.Mode) -> String {
    guard let time = CivilTime(date, inUTC: mode != .dateAndTime) else {
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
  static func date(_ text: String, mode: DatePicker.Mode) -> Date? {
    let text = text.trimmed
    let isClock = text.prefix(3).contains(":")
    guard let date = ISO8601.date(from: isClock ? "2001-01-01T" + text : text) else { return nil }
    switch mode {
    case .date where isClock: return nil
    case .date: return ISO8601.date(from: text.prefix { !"Tt ".contains($0) } + "T12:00")
    case .time: return text.contains(":") ? date : nil
    // A text that names no zone was read as UTC, and means the same hands of the clock here.
    case .dateAndTime:
      return namesZone(text) ? date : CivilTime(date, inUTC: true)?.date ?? date
    }
  }

  private static func namesZone(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return text[colon...].contains { "+-Zz".contains($0) }
  }
}
