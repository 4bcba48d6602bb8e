#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Moments as users read and type them: ISO 8601, in their own time zone unless one is written.
enum DateText {
  /// The parts of a moment that a picker asks for.
  static func of(_ date: Date, mode: DatePicker.Mode) -> String {
    guard let time = CivilTime(date) else { return ISO8601.text(of: date) }
    return switch mode {
    case .date: time.dayText
    case .time: time.timeText
    case .dateAndTime: "\(time.dayText) \(time.timeText)"
    }
  }

  /// Reads `2026-03-14`, `2026-03-14 09:30`, `2026-03-14T09:30:15Z`, `…+02:00`, and `09:30`.
  ///
  /// A time without a day is on the first day of 2001, where the count of property lists begins.
  static func date(_ text: String) -> Date? {
    let text = text.trimmed
    let isClock = text.prefix(3).contains(":")
    guard let date = ISO8601.date(from: isClock ? "2001-01-01T" + text : text) else { return nil }
    // A text that names no zone was read as UTC, and means the same hands of the clock here.
    return namesZone(text) ? date : CivilTime(date, inUTC: true)?.date ?? date
  }

  private static func namesZone(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    return text[colon...].contains { "+-Zz".contains($0) }
  }
}
