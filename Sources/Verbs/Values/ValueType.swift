package import Settee
import SetteeValues

extension Date {
  /// The date and time in ISO 8601 format, with milliseconds.
  var shownText: String {
    let seconds = (timeIntervalSinceReferenceDate * 1000).rounded() / 1000
    return Date(timeIntervalSinceReferenceDate: seconds).iso8601
  }
}

extension ValueFormatter {
  /// Returns a value as text in the form that the command `get` prints.
  ///
  /// For example, dates are printed in ISO 8601 format, data in base64, and arrays and dictionaries
  /// as JSON.
  package static func printed(_ value: PropertyList) -> String {
    switch value {
    case .real(let number) where number == 0 && number.sign == .minus: "-0"
    case .array, .dictionary, .uid: JSON(value).text()
    default: plain(value)
    }
  }

  /// Returns a value as text, in quotes if the text is empty, or starts or ends with whitespace.
  static func quotingBlanks(_ value: PropertyList) -> String {
    let text = printed(value)
    let isBlank = { (character: Character?) in character?.isWhitespace ?? true }
    return isBlank(text.first) || isBlank(text.last) ? JSON(value).text() : text
  }

  package static func json(_ value: PropertyList, isSecret: Bool) -> JSON {
    isSecret ? .secret : JSON(value)
  }

  /// Returns a value as text for display, which is asterisks for a secret and `(unset)` if no value
  /// is set.
  package static func shown(_ value: PropertyList?, isSecret: Bool) -> String {
    guard let value else { return "(unset)" }
    return isSecret ? "********" : JSON(value).text()
  }
}

/// The types of values that the option `--type` accepts and the command `list` prints.
package enum ValueType: String, Sendable, CaseIterable {
  case string, int, real, bool, date, data, json, plist

  /// Creates the type that describes a value.
  ///
  /// The type of arrays and dictionaries is JSON, because commands read and print them as JSON.
  package init(of value: PropertyList) {
    switch value {
    case .string: self = .string
    case .integer, .bigInteger: self = .int
    case .real: self = .real
    case .boolean: self = .bool
    case .date: self = .date
    case .data: self = .data
    case .array, .dictionary: self = .json
    case .null: self = .string
    case .uid: self = .plist
    }
  }

  /// Creates the type of the values that a control stores, or returns `nil` if it can store several
  /// types.
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

  /// Converts text to a value of this type, or throws an error if the text is invalid.
  ///
  /// Error messages don't quote secrets. Only a settings file can contain null.
  package func value(
    of text: String, isSecret: Bool = false, allowsNull: Bool = false
  ) throws -> PropertyList {
    switch self {
    case .string: return .string(text)
    case .int:
      if let number = Int64(text) { return .integer(number) }
      if let number = UInt64(text) { return .bigInteger(number) }
    case .real: if let number = Double(text) { return .real(number) }
    case .bool: if let flag = BooleanWord.isOn(text) { return .boolean(flag) }
    case .date: if let date = Date(iso8601: text) { return .date(date) }
    case .data: if let data = Data(base64Encoded: text) { return .data(data) }
    case .json:
      do {
        let json = try JSON(reading: text)
        if case .null = json, !allowsNull {
          throw SetteeError(
            .invalid, "A property list can't contain null. To remove the key, use reset.")
        }
        return try json.propertyList(allowsNull: allowsNull)
      } catch let error as ParseError {
        if isSecret { break }
        throw SetteeError(.invalid, "The value isn't valid JSON: \(error).")
      }
    case .plist:
      do { return try PropertyList(reading: Array(text.utf8)) } catch let error as ParseError {
        if isSecret { break }
        throw SetteeError(
          .invalid, "The value isn't a valid property list: \(error)")
      }
    }
    let shown = isSecret ? "The value" : "'\(text)'"
    throw SetteeError(.invalid, "\(shown) isn't a valid \(rawValue) value. Use \(example).")
  }

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

extension Date {
  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The date and time in the local time zone, such as `2026-03-14 09:30:05`.
  package var localText: String {
    guard let time = CalendarDate(local: self) else { return String(timeIntervalSince1970) }
    return "\(time.dayText) \(time.secondText)"
  }

  /// A short form of the date and time for lists.
  ///
  /// On the current day, it is only the time, such as `09:30`. Otherwise, it is a date such as
  /// `2026-03-14`.
  package var shortLocalText: String {
    let whole = localText.split(separator: " ")
    guard let day = whole.first, whole.count == 2, Date().localText.hasPrefix(day) else {
      return String(whole.first ?? "")
    }
    return String(whole[1].prefix(5))
  }
}
