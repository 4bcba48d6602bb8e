// What the devices' settings app makes of a value of the wrong type: files in the wild write
// numbers as text, flags as YES and titles as numbers, and it shows them all the same.

extension PropertyList {
  /// The value as a title: text as it is, numbers and flags in plain form, nothing else.
  var asTitle: String? {
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
  var asNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .bigInteger(let number): Double(number)
    case .real(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text): Double(text.trimmed)
    case .date, .data, .array, .dictionary, .uid: nil
    }
  }

  /// The value as a whole number.
  var asWhole: Int? { asNumber.flatMap { Int(exactly: $0) } }
}

/// The words that mean on and off in a file.
enum FlagWord {
  private static let on: Set = ["yes", "true", "1", "on", "y", "t"]
  private static let off: Set = ["no", "false", "0", "off", "n", "f"]

  /// Which of the two a word is, whatever its case; nil when it is neither.
  static func flag(_ text: String) -> Bool? {
    let word = text.lowercased()
    if on.contains(word) { return true }
    if off.contains(word) { return false }
    return nil
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Whether both hold the same code units.
  func isSame(as other: String) -> Bool { hasSameCodeUnits(as: other) }
}
