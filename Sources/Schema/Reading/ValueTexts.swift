package import SetteePropertyLists

// Values as text, and what the devices' settings app makes of a value of the wrong type: files in
// the wild write numbers as text, flags as YES and titles as numbers, and it shows them all the
// same.

/// Values in the words that `get` prints: text as it is, numbers in their shortest exact form.
package enum PlainText {
  /// The text of a value; an array or dictionary has none.
  package static func of(_ value: PropertyList) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bigInteger(let number): String(number)
    case .real(let number): of(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): ISO8601.text(of: date)
    case .data(let bytes): bytes.base64EncodedString()
    case .uid(let number): String(number)
    case .array, .dictionary: ""
    }
  }

  /// The text of a number, without `.0`.
  package static func of(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    return number.rounded() == number && abs(number) < 0x1p53
      ? String(Int64(number)) : String(number)
  }
}

/// Values in the few words that fit a row: plain, or how much a nested one holds.
enum RowText {
  static func of(_ value: PropertyList) -> String {
    switch value {
    case .data(let bytes): return count(bytes.count, "byte", "bytes")
    case .dictionary(let entries): return count(entries.count, "entry", "entries")
    case .array(let elements):
      let texts = elements.compactMap(\.asTitle)
      guard texts.count == elements.count else { return count(elements.count, "item", "items") }
      return elements.isEmpty ? "empty" : texts.joined(separator: ", ")
    default: return PlainText.of(value)
    }
  }

  private static func count(_ number: Int, _ one: String, _ several: String) -> String {
    "\(number) \(number == 1 ? one : several)"
  }
}

/// Values in quotation marks, cut where they are too long for a sentence.
enum Quotation {
  private static let longest = 40

  static func of(_ value: PropertyList) -> String { of(RowText.of(value)) }

  static func of(_ text: String) -> String {
    let short = text.count > longest ? text.prefix(longest - 1) + "…" : text[...]
    return "“\(short)”"
  }
}

extension PropertyList {
  /// The value as a title: text as it is, numbers and flags in plain form, nothing else.
  package var asTitle: String? {
    switch self {
    case .string(let text): text
    case .integer, .bigInteger, .real, .boolean: PlainText.of(self)
    case .date, .data, .array, .dictionary, .uid: nil
    }
  }

  /// The value as a flag, as Foundation reads it: `YES`, `true`, `1`, any other number but 0.
  var asFlag: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .integer(let number): number != 0
    case .bigInteger: true
    case .real(let number): number != 0
    case .string(let text): FlagWord.flag(text)
    case .date, .data, .array, .dictionary, .uid: nil
    }
  }

  /// The value as a number; text counts when all of it is one.
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

  /// Whether this is a number, and no text or flag that stands for one.
  var isNumber: Bool {
    switch self {
    case .integer, .bigInteger, .real: true
    default: false
    }
  }

  /// What the value is, in the words of a sentence.
  var typePhrase: String {
    switch self {
    case .string: "a string"
    case .integer, .bigInteger: "an integer"
    case .real: "a real"
    case .boolean: "true or false"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .uid: "an archive's reference"
    }
  }
}

/// The words that mean on and off in a file.
enum FlagWord {
  private static let on: Set = ["yes", "true", "1", "on", "y", "t"]
  private static let off: Set = ["no", "false", "0", "off", "n", "f"]

  /// Which of the two a word is, whatever its case; nil when it is neither.
  static func flag(_ text: String) -> Bool? {
    let word = text.lowercased()
    return on.contains(word) ? true : off.contains(word) ? false : nil
  }
}

extension String {
  /// The text without blanks at its ends.
  package var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// The text with `%` and two digits in place of each byte of some.
  func escaped(_ isEscaped: (UInt8) -> Bool) -> String {
    let bytes = utf8.flatMap { byte -> [UInt8] in
      guard isEscaped(byte) else { return [byte] }
      return Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines of the text; the end of the last one adds no empty one.
  var lines: [String] {
    var lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map(String.init)
  }
}

extension UInt8 {
  /// Whether the byte is one of A-Z and a-z.
  package var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
