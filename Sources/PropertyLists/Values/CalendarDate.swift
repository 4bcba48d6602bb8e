/// A moment as year to second of the Gregorian calendar, which property lists write in UTC.
///
/// Counted without a calendar object, in whole numbers, so that no date can trap.
struct CalendarDate: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  private static let daysBefore2001 = 730_851

  /// Reads `2026-01-31T23:59:59Z`.
  ///
  /// Like Foundation it lets a day, hour, minute or second that is too big run over into the next
  /// month, day and so on, takes month 0 for January and month 13 for the next one.
  init?(_ text: String) {
    var rest = Substring(text).utf8
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    let digits = rest.prefix { $0.isDigit }
    guard let year = Int32(digits.isEmpty ? "0" : Substring(digits)) else { return nil }
    rest.removeFirst(digits.count)
    var parts: [Int] = []
    for separator in "--T::".utf8 {
      guard rest.popFirst() == separator, let number = rest.popTwoDigits() else { return nil }
      parts.append(number)
    }
    guard rest.elementsEqual("Z".utf8), parts[0] <= 13 else { return nil }
    self.year = isNegative ? -Int(year) : Int(year)
    (month, day, hour, minute, second) = (parts[0], parts[1], parts[2], parts[3], parts[4])
  }

  /// The moment that many seconds after 2001 began, to the second below.
  ///
  /// Nil when it is no number, or when the year does not fit 32 bits, as it has to for Foundation.
  init?(seconds: Double) {
    guard let whole = Int(exactly: seconds.rounded(.down)), whole.magnitude < 1 << 56 else {
      return nil
    }
    let days = (whole - whole.modulo(86_400)) / 86_400
    let rest = whole.modulo(86_400)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    (year, month, day) = Self.date(ofDay: days + Self.daysBefore2001)
    guard Int32(exactly: year) != nil else { return nil }
  }

  /// Seconds since 2001 began.
  var seconds: Double {
    let days = Self.day(ofYear: year) + Self.dayOfYear(month, year) + day - 1
    return Double((days - Self.daysBefore2001) * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// The number of the year's first day, counted from year 0.
  private static func day(ofYear year: Int) -> Int {
    let before = year - 1
    return year * 365 + before.floorDivided(by: 4) - before.floorDivided(by: 100)
      + before.floorDivided(by: 400) + 1
  }

  private static let daysBeforeMonth = [
    0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365,
  ]

  private static func dayOfYear(_ month: Int, _ year: Int) -> Int {
    daysBeforeMonth[month] + (month > 2 && isLeap(year) ? 1 : 0)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.modulo(4) == 0 && (year.modulo(100) != 0 || year.modulo(400) == 0)
  }

  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    // 400 years have 146,097 days; the estimate is a year off at most.
    var year = (day * 400).floorDivided(by: 146_097)
    if Self.day(ofYear: year) > day { year -= 1 }
    if Self.day(ofYear: year + 1) <= day { year += 1 }
    let rest = day - Self.day(ofYear: year)
    var month = 12
    while dayOfYear(month, year) > rest { month -= 1 }
    return (year, month, rest - dayOfYear(month, year) + 1)
  }
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int { (self - modulo(divisor)) / divisor }

  /// The rest of a division, never negative.
  fileprivate func modulo(_ divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

extension Substring.UTF8View {
  fileprivate mutating func popTwoDigits() -> Int? {
    guard let tens = popFirst(), tens.isDigit, let ones = popFirst(), ones.isDigit else {
      return nil
    }
    return Int(tens - UInt8(ascii: "0")) * 10 + Int(ones - UInt8(ascii: "0"))
  }
}
