/// How a date is asked for: the keys of an `IASKDatePickerSpecifier`.
public struct DatePicker: Sendable, Equatable {
  /// Which parts of a moment are asked for.
  public enum Mode: String, Sendable, CaseIterable {
    /// A day.
    case date = "Date"
    /// A time of day.
    case time = "Time"
    /// Both.
    case dateAndTime = "DateAndTime"
  }

  /// Which parts of a moment are asked for.
  public var mode: Mode = .dateAndTime
  /// How many minutes one step is.
  public var minuteInterval = 1

  /// Makes a picker of day and time by the minute.
  public init() {}
}
