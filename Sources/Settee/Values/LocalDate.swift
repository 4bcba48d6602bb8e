/// A date without a time, such as a birthday, which is the same in every time zone.
///
/// ```swift
/// @Setting var birthday: LocalDate?
/// @Setting var start = LocalDate(year: 2026, month: 3, day: 14)
/// ```
///
/// A property list can contain only points in time, so the date is stored as noon in UTC on this
/// day. Date pickers in settings bundles store the same value if their `DatePickerMode` is `Date`.
public struct LocalDate: SettingValue, Hashable {
  /// The year of the date in the Gregorian calendar.
  public let year: Int
  /// The month of the date, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to 31.
  public let day: Int

  /// Creates a date from a year, a month, and a day.
  ///
  /// A month or a day that is out of range is carried over, as in `Calendar`, so February 30, 2026
  /// becomes March 2.
  public init(year: Int, month: Int, day: Int) {
    func limited(_ number: Int) -> Int { Int(Int32(clamping: number)) }
    let months = limited(year) * 12 + limited(month) - 1
    let first = CalendarDate(
      year: months >= 0 ? months / 12 : (months - 11) / 12, month: (months % 12 + 12) % 12 + 1,
      day: 1)
    self.init(CalendarDate(seconds: first.seconds + (limited(day) - 1) * 86_400))
  }

  /// Creates the date that a point in time has in the user's time zone.
  public init(_ date: Date) {
    self.init(CalendarDate(local: date) ?? CalendarDate(utc: date) ?? CalendarDate(seconds: 0))
  }

  private init(_ date: CalendarDate) { (year, month, day) = (date.year, date.month, date.day) }

  /// The current date in the user's time zone.
  public static var today: LocalDate { LocalDate(Date()) }

  /// The year, month, and day of the date, for use with a `Calendar`.
  public var dateComponents: DateComponents { DateComponents(year: year, month: month, day: day) }

  private var calendarDate: CalendarDate { CalendarDate(year: year, month: month, day: day) }

  // MARK: Storing

  /// Creates a date from the form in which a settings file stores it.
  ///
  /// A settings file can contain the date as a point in time in UTC or as a string such as
  /// `2026-03-14`.
  public init?(settingValue stored: PropertyList) {
    switch stored {
    case .date(let date):
      guard let date = CalendarDate(utc: date) else { return nil }
      self.init(date)
    case .string(let text): self.init(text)
    default: return nil
    }
  }

  /// The form in which the date is stored, which is noon in UTC on this day.
  public var settingValue: PropertyList? {
    var noon = calendarDate
    noon.hour = 12
    return .date(Date(timeIntervalSinceReferenceDate: Double(noon.seconds)))
  }

  /// The type of row that edits the date, which is a field for a date without a time.
  public static var settingForm: SettingPresentation { .localDate }
}

extension LocalDate: Comparable {
  /// Returns whether the first date is before the second date.
  public static func < (left: LocalDate, right: LocalDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension LocalDate: LosslessStringConvertible {
  /// Parses a date such as `2026-03-14`, or returns `nil` if the calendar doesn't contain this
  /// date.
  public init?(_ description: String) {
    guard !description.contains(where: { "Tt: ".contains($0) }),
      let date = Date(iso8601: description).flatMap({ CalendarDate(utc: $0) })
    else { return nil }
    self.init(date)
  }

  /// The date in ISO 8601 format, such as `2026-03-14`.
  public var description: String { calendarDate.dayText }
}
