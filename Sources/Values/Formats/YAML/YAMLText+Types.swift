// Functions that determine the type of an unquoted YAML scalar.
extension YAMLText {
  /// Returns the type of an unquoted YAML scalar according to the core schema of YAML 1.2.
  ///
  /// If the file declares YAML 1.1, words such as `yes` and `off` are Boolean values too.
  static func type(of text: ArraySlice<UInt8>, is11: Bool) -> Scalar.ScalarType {
    // Most scalars are words, and their first byte is enough to see that they aren't numbers.
    guard let first = text.first else { return .null }
    switch first {
    case "~", "n", "N", "t", "T", "f", "F", "y", "Y", "o", "O":
      guard text.count <= 5 else { return .text }
      let word = String(decoding: text, as: UTF8.self)
      if nulls.contains(word) { return .null }
      if booleans12.contains(word) || is11 && booleans11.contains(word) { return .boolean }
      return .text
    case "-", "+", ".", 0x30...0x39: return number(text)
    default: return .text
    }
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Scalar.ScalarType {
    var rest = YAMLMatcher(text)
    if rest.has("0o", { $0 >= 0x30 && $0 < 0x38 }) { return .integer }
    if rest.has("0x", { $0.hexDigit != nil }) { return .integer }
    rest.takeSign()
    if rest.isWord(in: infinities) || YAMLMatcher(text).isWord(in: notNumbers) { return .decimal }
    var digits = rest.consume(\.isDigit)
    if digits > 0, rest.isAtEnd { return .integer }
    if rest.consume(".") { digits += rest.consume(\.isDigit) }
    return digits > 0 && rest.takeExponent() && rest.isAtEnd ? .decimal : .text
  }

  /// Returns whether a YAML 1.1 or 1.2 parser might read an unquoted string as another type, such
  /// as `no` as `false`.
  static func isAmbiguous(_ bytes: [UInt8]) -> Bool {
    let text = bytes[...]
    let word = String(decoding: bytes, as: UTF8.self)
    return bytes.isEmpty || nulls.contains(word) || booleans12.contains(word)
      || booleans11.contains(word) || word == "<<" || word == "="
      || type(of: text, is11: false) != .text || isInteger11(text) || isDecimal11(text)
      || isTimestamp(text)
  }

  /// Returns both values of a number that YAML 1.1 and YAML 1.2 parsers read differently, such as
  /// `012`.
  static func readings(of text: [UInt8]) -> (yaml12: String, yaml11: String)? {
    var rest = YAMLMatcher(text[...])
    let isNegative = text.first == UInt8(ascii: "-")
    rest.takeSign()
    guard rest.byte == "0", text[rest.at...].count > 1,
      text[rest.at...].allSatisfy({ $0 >= 0x30 && $0 < 0x38 })
    else { return nil }
    let digits = String(decoding: text[rest.at...], as: UTF8.self)
    guard let decimal = Int(digits), let octal = Int(digits, radix: 8), decimal != octal else {
      return nil
    }
    let sign = isNegative ? "-" : ""
    return ("\(sign)\(decimal)", "\(sign)\(octal)")
  }

  static func isBooleanWord(_ text: [UInt8]) -> Bool {
    let word = String(decoding: text, as: UTF8.self)
    return booleans12.contains(word) || booleans11.contains(word)
  }

  private static let nulls: Set = ["~", "null", "Null", "NULL"]
  private static let booleans12: Set = ["true", "True", "TRUE", "false", "False", "FALSE"]
  private static let booleans11: Set = [
    "y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO", "on", "On", "ON", "off", "Off",
    "OFF",
  ]
  private static let infinities: Set = [".inf", ".Inf", ".INF"]
  private static let notNumbers: Set = [".nan", ".NaN", ".NAN"]
}

// MARK: YAML 1.1

extension YAMLText {
  private static func isDigitOrLine(_ byte: UInt8) -> Bool { byte.isDigit || byte == "_" }

  private static func isInteger11(_ text: ArraySlice<UInt8>) -> Bool {
    var start = YAMLMatcher(text)
    if start.takeSign(), start.is(isDigitOrLine) { return true }
    let octal: (UInt8) -> Bool = { $0 >= 0x30 && $0 < 0x38 || $0 == "_" }
    if start.has("0b", { $0 == "0" || $0 == "1" || $0 == "_" }) || start.has("0", octal)
      || start.has("0x", { $0.hexDigit != nil || $0 == "_" })
      || start.has("0o", { $0 >= 0x30 && $0 < 0x38 })
    {
      return true
    }
    guard start.byte.isDigit else { return false }
    if start.is(isDigitOrLine) { return true }
    guard start.byte != "0" else { return false }
    start.consume(isDigitOrLine)
    return start.takeSixties() && start.isAtEnd
  }

  private static func isDecimal11(_ text: ArraySlice<UInt8>) -> Bool {
    var start = YAMLMatcher(text)
    start.takeSign()
    var rest = start
    if rest.byte.isDigit {
      rest.consume(isDigitOrLine)
      var sixties = rest
      if sixties.takeSixties() {
        if sixties.consume(".") { sixties.consume(isDigitOrLine) }
        return sixties.isAtEnd
      }
    }
    if rest.consume(".") { rest.consume(isDigitOrLine) }
    let hasDigits = rest.at > start.at || rest.byte == "e" || rest.byte == "E"
    return hasDigits && rest.takeExponent() && rest.isAtEnd
  }

  static func isTimestamp(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = YAMLMatcher(text)
    guard rest.consume(\.isDigit) == 4, rest.consume("-"),
      (1...2).contains(rest.consume(\.isDigit)),
      rest.consume("-"), (1...2).contains(rest.consume(\.isDigit))
    else { return false }
    return rest.isAtEnd || rest.byte == "T" || rest.byte == "t" || rest.byte.isBlank
  }
}

/// A cursor that matches the bytes of a YAML scalar one by one.
private struct YAMLMatcher {
  private let text: ArraySlice<UInt8>
  private(set) var at: Int

  init(_ text: ArraySlice<UInt8>) { (self.text, at) = (text, text.startIndex) }

  var isAtEnd: Bool { at == text.endIndex }

  /// The byte at the cursor, or 0 at the end of the string.
  var byte: UInt8 { isAtEnd ? 0 : text[at] }

  @discardableResult
  mutating func consume(_ isTaken: (UInt8) -> Bool) -> Int {
    let start = at
    while !isAtEnd, isTaken(text[at]) { at += 1 }
    return at - start
  }

  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard byte == character else { return false }
    at += 1
    return true
  }

  @discardableResult
  mutating func takeSign() -> Bool { consume("-") || consume("+") }

  /// Skips an exponent such as `e+3`, if present, and returns `false` if it has no digits.
  mutating func takeExponent() -> Bool {
    guard consume("e") || consume("E") else { return true }
    takeSign()
    return consume(\.isDigit) > 0
  }

  /// Skips one or more base-60 groups such as `:30`, and returns whether the scalar contained any.
  mutating func takeSixties() -> Bool {
    var count = 0
    while byte == ":" {
      at += 1
      let digits = text[at...].prefix(while: \.isDigit)
      guard digits.count == 1 || digits.count == 2 && digits.first.map({ $0 < 0x36 }) == true
      else { return false }
      at += digits.count
      count += 1
    }
    return count > 0
  }

  /// Returns whether the string after the cursor isn't empty and consists only of bytes that
  /// satisfy a predicate.
  func `is`(_ isTaken: (UInt8) -> Bool) -> Bool { !isAtEnd && text[at...].allSatisfy(isTaken) }

  /// Returns whether the string after the cursor is a prefix followed by bytes that satisfy a
  /// predicate.
  func has(_ prefix: String, _ isTaken: (UInt8) -> Bool) -> Bool {
    let rest = text[at...]
    return rest.starts(with: prefix.utf8) && rest.count > prefix.utf8.count
      && rest.dropFirst(prefix.utf8.count).allSatisfy(isTaken)
  }

  func isWord(in words: Set<String>) -> Bool {
    words.contains(String(decoding: text[at...], as: UTF8.self))
  }
}

extension Format {
  /// Returns both values of a number that YAML 1.1 and YAML 1.2 parsers read differently, such as
  /// `012`.
  package func numberReadings(of text: String) -> (yaml12: String, yaml11: String)? {
    self == .yaml ? YAMLText.readings(of: Array(text.utf8)) : nil
  }

  /// Returns how a YAML 1.1 parser reads an unquoted value, if YAML 1.2 reads it differently.
  ///
  /// For example, a YAML 1.1 parser reads the unquoted value `no` as `false`.
  package func reading11(of literal: Scalar) -> String? {
    guard self == .yaml, literal.kind == .integer || literal.kind == .text else { return nil }
    if let readings = YAMLText.readings(of: literal.bytes) { return readings.yaml11 }
    guard literal.kind == .text, YAMLText.isBooleanWord(literal.bytes) else { return nil }
    return BooleanWord(literal.bytes).map { $0.isOn ? "true" : "false" }
  }
}
