package import SetteeValues

// Functions that convert values to text for display, and values from one type to another. Real
// files contain numbers as text, Boolean values as `YES`, and titles as numbers. The settings apps
// of devices accept all of them.

/// The text forms of values.
package enum ValueFormatter {
  private static let longestQuotation = 40

  /// Returns a value as text, which is empty for an array or a dictionary.
  ///
  /// A number is converted to the shortest text that represents it exactly.
  package static func plain(_ value: PropertyList) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bigInteger(let number): String(number)
    case .real(let number): plain(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): date.iso8601
    case .data(let bytes): bytes.base64EncodedString()
    case .null: "null"
    case .uid(let number): String(number)
    case .array, .dictionary: ""
    }
  }

  /// Returns a number as text, without `.0` for a whole number.
  package static func plain(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    return number.rounded() == number && abs(number) < 0x1p53
      ? String(Int64(number)) : String(number)
  }

  /// Returns a value as text for a row, with a summary for nested values.
  static func short(_ value: PropertyList) -> String {
    switch value {
    case .data(let bytes): return count(bytes.count, "byte", "bytes")
    case .dictionary(let entries): return count(entries.count, "entry", "entries")
    case .array(let elements):
      let texts = elements.compactMap(\.asTitle)
      guard texts.count == elements.count else { return count(elements.count, "item", "items") }
      return elements.isEmpty ? "empty" : texts.joined(separator: ", ")
    default: return plain(value)
    }
  }

  /// Returns a value as text for a message, in quotes and truncated if it is long.
  static func quoted(_ value: PropertyList) -> String { quoted(short(value)) }

  /// Returns text for a message, in quotes and truncated if it is long.
  package static func quoted(_ text: String) -> String {
    let short =
      text.count > longestQuotation ? text.prefix(longestQuotation - 1) + "…" : text[...]
    return "'\(short)'"
  }

  private static func count(_ number: Int, _ one: String, _ several: String) -> String {
    "\(number) \(number == 1 ? one : several)"
  }
}

extension PropertyList {
  /// The value as a title.
  ///
  /// Ignore other types of values, because only strings, numbers, and Boolean values can be titles.
  package var asTitle: String? {
    switch self {
    case .string(let text): text
    case .integer, .bigInteger, .real, .boolean: ValueFormatter.plain(self)
    case .date, .data, .array, .dictionary, .uid: nil
    }
  }

  /// The value converted to a Boolean value, in the same way as in Foundation.
  ///
  /// For example, `YES`, `true`, `1`, and all numbers except 0 are converted to `true`.
  var asFlag: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .integer(let number): number != 0
    case .bigInteger: true
    case .real(let number): number != 0
    case .string(let text): BooleanWord.isOn(text)
    case .date, .data, .array, .dictionary, .uid: nil
    }
  }

  /// The value converted to a number, or `nil` if it doesn't represent a number.
  ///
  /// A string is converted only if the entire string represents a number.
  package var asNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .bigInteger(let number): Double(number)
    case .real(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text): Double(text.trimmed)
    case .date, .data, .array, .dictionary, .uid: nil
    }
  }

  /// A Boolean value that indicates whether the value has a numeric type.
  ///
  /// A string or a Boolean value doesn't have a numeric type, even if it represents a number.
  var isNumber: Bool {
    switch self {
    case .integer, .bigInteger, .real: true
    default: false
    }
  }

  /// A description of the value's type for messages, such as "a string".
  var typePhrase: String {
    switch self {
    case .string: "a string"
    case .integer, .bigInteger: "an integer"
    case .real: "a real number"
    case .boolean: "true or false"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .null: "null"
    case .uid: "an archive reference"
    }
  }
}

extension String {
  /// The text without whitespace at its start and end.
  package var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Returns the text with some of its bytes percent-encoded, as in a URL.
  func escaped(_ isEscaped: (UInt8) -> Bool) -> String {
    let bytes = utf8.flatMap { byte -> [UInt8] in
      guard isEscaped(byte) else { return [byte] }
      return Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines of the text.
  ///
  /// A newline at the end of the text doesn't start another line.
  var lines: [String] {
    var lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map(String.init)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is an ASCII letter.
  package var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
