/// A moment as a calendar and a clock show it, to the minute; fields change one by one.
///
/// It is read from the text of a date control and written back as such, so that only the schema
/// knows of time zones.
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

  /// Noon is as good as any time for a date that has none.
  init(year: Int = 2001, month: Int = 1, day: Int = 1, hour: Int = 12, minute: Int = 0) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute) = (hour, minute)
  }

  /// Reads the fields that a picker asks for: `2026-03-14 09:30`, `2026-03-14`, or `09:30`.
  init?(_ text: String, _ fields: [Field]) {
    let numbers = text.split { "- :T".contains($0) }.compactMap { Int($0) }
    guard numbers.count == fields.count else { return nil }
    self.init()
    for (field, number) in zip(fields, numbers) { self[field] = number }
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

  /// Some fields as text: `2026-03-14 09:30`.
  func text(_ fields: [Field]) -> String {
    fields.map { text(of: $0) + ($0 == fields.last ? "" : $0.separator) }.joined()
  }

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
}
