package import Settee

extension Date {
  /// The date and time in ISO 8601 format, with milliseconds.
  var shownText: String {
    let seconds = (timeIntervalSinceReferenceDate * 1000).rounded() / 1000
    return ISO8601.text(of: Date(timeIntervalSinceReferenceDate: seconds))
  }
}

/// Formats values as `get` prints them.
package enum ValueText {
  /// Returns the text of a value.
  ///
  /// Strings are unchanged, and numbers are in their shortest exact form. Dates are in ISO 8601
  /// format, data is in Base64, and arrays and dictionaries are in JSON.
  package static func plain(_ value: PropertyList) -> String {
    switch value {
    case .real(let number) where number == 0 && number.sign == .minus: "-0"
    case .array, .dictionary, .uid: JSON(value).text()
    default: PlainText.of(value)
    }
  }

  package static func json(_ value: PropertyList, isSecret: Bool) -> JSON {
    isSecret ? .secret : JSON(value)
  }

  /// Returns a value for display as JSON, as asterisks for a secret, or as `(unset)`.
  package static func shown(_ value: PropertyList?, isSecret: Bool) -> String {
    guard let value else { return "(unset)" }
    return isSecret ? "********" : JSON(value).text()
  }
}

/// The types that `--type` accepts and `list` prints.
package enum ValueType: String, Sendable, CaseIterable {
  case string, int, real, bool, date, data, json, plist

  /// Creates the type of a value.
  ///
  /// Arrays and dictionaries are read and printed as JSON.
  package init(of value: PropertyList) {
    switch value {
    case .string: self = .string
    case .integer, .bigInteger: self = .int
    case .real: self = .real
    case .boolean: self = .bool
    case .date: self = .date
    case .data: self = .data
    case .array, .dictionary: self = .json
    case .uid: self = .plist
    }
  }

  /// Creates the type that a control stores, or returns `nil` if the control has no fixed type.
  package init?(of control: Control) {
    switch control.kind {
    case .toggle: self.init(of: control.toggle.on)
    case .slider: self = .real
    case .date: self = .date
    case .list: self = .json
    case .text, .textview:
      switch control.kind == .textview ? .string : control.input.type {
      case .string, .path: self = .string
      case .integer: self = .int
      case .real: self = .real
      case .scalar: return nil
      case .list: self = .json
      }
    case .choice, .radio:
      guard let choice = control.choices.first else { return nil }
      self.init(of: choice.value)
    case .title, .pane, .button, .link, .mail, .custom, .unknown: return nil
    }
  }

  /// Parses a string as a value of this type.
  ///
  /// Error messages don't quote secrets.
  package func value(of text: String, isSecret: Bool = false) throws(CommandError) -> PropertyList {
    switch self {
    case .string: return .string(text)
    case .int:
      if let number = Int64(text) { return .integer(number) }
      if let number = UInt64(text) { return .bigInteger(number) }
    case .real: if let number = Double(text) { return .real(number) }
    case .bool: if let flag = Self.flags[text.lowercased()] { return .boolean(flag) }
    case .date: if let date = ISO8601.date(from: text) { return .date(date) }
    case .data: if let data = Data(base64Encoded: text) { return .data(data) }
    case .json:
      do { return try JSON(reading: text).propertyList() } catch {
        if isSecret { break }
        throw CommandError(.invalid, "The value isn't valid JSON: \(error.sentence).")
      }
    case .plist:
      do { return try PropertyList(reading: Array(text.utf8)) } catch {
        if isSecret { break }
        throw CommandError(
          .invalid, "The value isn't a valid property list: \(error.place.words): \(error.message)")
      }
    }
    let shown = isSecret ? "The value" : "'\(text)'"
    throw CommandError(.invalid, "\(shown) isn't a valid \(rawValue) value. Use \(example).")
  }

  private static let flags = [
    "true": true, "false": false, "yes": true, "no": false, "on": true, "off": false, "1": true,
    "0": false,
  ]

  private var example: String {
    switch self {
    case .int: "an integer such as 42"
    case .real: "a number such as 0.5"
    case .bool: "true or false"
    case .date: "a date such as 2026-01-02T03:04:05Z"
    case .data: "base64 such as aGVsbG8="
    case .string: "a string"
    case .json: "valid JSON"
    case .plist: "a valid property list"
    }
  }
}

/// Dates and times in the local time zone.
package enum LocalTime {
  /// Returns the local date and time of a timestamp in milliseconds since 1970.
  package static func text(milliseconds: Int64) -> String {
    text(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
  }

  /// Returns a short form of a timestamp.
  ///
  /// If the timestamp is today, the result is a time such as `09:30`. Otherwise, it is a date such
  /// as `2026-03-14`.
  package static func short(milliseconds: Int64) -> String {
    let whole = text(milliseconds: milliseconds).split(separator: " ")
    guard let day = whole.first, whole.count == 2, text(Date()).hasPrefix(day) else {
      return String(whole.first ?? "")
    }
    return String(whole[1].prefix(5))
  }

  /// Returns the local date and time, such as `2026-03-14 09:30:05`.
  package static func text(_ moment: Date) -> String {
    guard let time = CalendarDate(local: moment) else {
      return String(moment.timeIntervalSince1970)
    }
    return "\(time.dayText) \(time.secondText)"
  }
}
