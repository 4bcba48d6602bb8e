#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A moment as a calendar in UTC shows it, to the minute; fields change without touching others.
struct CalendarMoment: Sendable, Equatable {
  /// One part of the moment.
  enum Field: Int, Sendable, CaseIterable {
    case year, month, day, hour, minute
  }

  /// The year.
  var year: Int
  /// The month, from 1.
  var month: Int
  /// The day of the month, from 1.
  var day: Int
  /// The hour, from 0.
  var hour: Int
  /// The minute, from 0.
  var minute: Int

  init(_ date: Date) {
    // A date beyond the calendar would overflow the sums below.
    let bounded = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
    let seconds = Int(bounded.isNaN ? 0 : bounded.rounded(.down))
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - days * 86_400
    (year, month, day) = CalendarMoment.civil(days)
    (hour, minute) = (rest / 3600, rest / 60 % 60)
  }

  /// The date.
  var date: Date {
    let days = CalendarMoment.days(year, month, day)
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60))
  }

  /// The number in a field.
  subscript(field: Field) -> Int {
    get {
      switch field {
      case .year: year
      case .month: month
      case .day: day
      case .hour: hour
      case .minute: minute
      }
    }
    set {
      switch field {
      case .year: year = min(max(newValue, 1), 9999)
      case .month: month = min(max(newValue, 1), 12)
      case .day: day = max(newValue, 1)
      case .hour: hour = min(max(newValue, 0), 23)
      case .minute: minute = min(max(newValue, 0), 59)
      }
      day = min(day, CalendarMoment.length(ofMonth: month, year))
    }
  }

  /// Moves a field; beyond its end it starts over, as a wheel does.
  mutating func turn(_ field: Field, by count: Int, interval: Int = 1) {
    let range = range(of: field)
    let step = field == .minute ? count * max(interval, 1) : count
    let size = range.count
    self[field] = ((self[field] - range.lowerBound + step) % size + size) % size + range.lowerBound
  }

  /// The numbers that a field can have.
  func range(of field: Field) -> ClosedRange<Int> {
    switch field {
    case .year: 1...9999
    case .month: 1...12
    case .day: 1...CalendarMoment.length(ofMonth: month, year)
    case .hour: 0...23
    case .minute: 0...59
    }
  }

  /// `2026-03-14T09:30:00Z`.
  var iso: String { "\(dayText)T\(timeText):00Z" }
  /// `2026-03-14`.
  var dayText: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
  /// `09:30`.
  var timeText: String { "\(padded(hour, 2)):\(padded(minute, 2))" }

  /// A field as text, with zeros in front.
  func text(of field: Field) -> String { padded(self[field], field == .year ? 4 : 2) }

  private func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(width - text.count, 0)) + text
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The days since 1970 of a day; years begin in March here, so that a leap day comes last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (Int, Int, Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let leaps = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leaps) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
