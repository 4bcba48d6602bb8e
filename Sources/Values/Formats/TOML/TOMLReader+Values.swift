extension TOMLReader {
  /// Reads a TOML value after its key, and returns the index of the new node.
  mutating func value(_ draft: Node) throws -> Int {
    guard depth < Document.maxDepth else { throw syntaxError("values are nested too deeply") }
    let start = at
    var draft = draft
    switch byte {
    case "[": return try array(draft)
    case "{": return try inlineTable(draft)
    case "\"", "'":
      _ = try string()
      draft.form = .value(.text)
    default:
      draft.form = .value(try plainValue())
    }
    draft.value = start..<at
    return document.add(draft)
  }

  private mutating func array(_ draft: Node) throws -> Int {
    let node = open(draft, as: .brackets)
    var count = 0
    while true {
      try skipLines()
      if byte == "]" { break }
      var element = Node(.value(.text), in: node, at: .index(count))
      element.section = draft.section
      let child = try value(element)
      document.nodes[child].whole = document.nodes[child].value
      count += 1
      try skipLines()
      if byte == "]" { break }
      try expect(",", "expected ',' or ']' in the list")
    }
    return close(node)
  }

  /// Skips whitespace, line endings, and comments inside an array or inline table.
  private mutating func skipLines() throws {
    while true {
      skipBlanks()
      if byte == "#" { try comment() }
      guard newline() else { return }
    }
  }

  private mutating func inlineTable(_ draft: Node) throws -> Int {
    let node = open(draft, as: .braces)
    while true {
      try skipLines()
      if byte == "}" { break }
      let child = try keyAndValue(in: node)
      document.nodes[child].whole =
        document.nodes[child].key.lowerBound..<document.nodes[child].value.upperBound
      try skipLines()
      if byte == "}" { break }
      try expect(",", "expected ',' or '}' in the inline table")
    }
    return close(node)
  }

  /// Reads an unquoted TOML value, which is a number, a date, or a Boolean value.
  private mutating func plainValue() throws -> Scalar.ScalarType {
    let start = at
    while isPlain(byte) || isBlankOfDate(from: start) { at += 1 }
    guard at > start else { throw syntaxError("expected a value") }
    let word = Array(bytes[start..<at])
    if let kind = Scalar.ScalarType(toml: word) { return kind }
    // The message doesn't repeat the value, which might be a secret.
    throw ParseError(
      at: .offset(start), "invalid value; put strings in quotes")
  }

  private func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == "+" || byte == "-" || byte == "." || byte == "_"
      || byte == ":"
  }

  /// Returns whether the current byte is the space between a date and a time.
  private func isBlankOfDate(from start: Int) -> Bool {
    byte == " " && at - start == 10 && bytes[start + 4] == "-" && byte(after: 1).isDigit
  }
}

extension Scalar.ScalarType {
  /// Creates the type of an unquoted TOML value, such as a number or a date.
  ///
  /// The result is `nil` if TOML doesn't allow the value without quotes.
  init?(toml word: [UInt8]) {
    switch String(decoding: word, as: UTF8.self) {
    case "true", "false": self = .boolean
    case "inf", "+inf", "-inf", "nan", "+nan", "-nan": self = .decimal
    case _ where Self.isInteger(word): self = .integer
    case _ where Self.isDecimal(word): self = .decimal
    default:
      guard let type = Self.dateTime(word) else { return nil }
      self = type
    }
  }

  /// Returns whether the text consists of digits, optionally separated by single underscores.
  private static func isDigits(_ digits: some Collection<UInt8>, base: Int = 10) -> Bool {
    var wasDigit = false
    for byte in digits {
      if byte == "_" {
        guard wasDigit else { return false }
        wasDigit = false
      } else {
        guard let value = byte.hexDigit, value < base else { return false }
        wasDigit = true
      }
    }
    return wasDigit
  }

  private static func isInteger(_ word: [UInt8]) -> Bool {
    if let base = ExactDecimal.base(of: word), word[1].lowercased == word[1] {
      return isDigits(word.dropFirst(2), base: base)
    }
    return isWhole(unsigned(word))
  }

  private static func isWhole(_ digits: ArraySlice<UInt8>) -> Bool {
    isDigits(digits) && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
  }

  private static func unsigned(_ word: [UInt8]) -> ArraySlice<UInt8> {
    word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "-")
      ? word.dropFirst() : word[...]
  }

  private static func isDecimal(_ word: [UInt8]) -> Bool {
    var rest = unsigned(word)
    let whole = rest.prefix { $0.isDigit || $0 == "_" }
    guard isWhole(whole) else { return false }
    rest = rest.dropFirst(whole.count)
    var isDecimal = false
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { $0.isDigit || $0 == "_" }
      guard isDigits(fraction) else { return false }
      rest = rest.dropFirst(fraction.count + 1)
      isDecimal = true
    }
    if rest.first?.lowercased == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard isDigits(rest) else { return false }
      return true
    }
    return isDecimal && rest.isEmpty
  }

  /// Returns the type of a date, a time, or both, such as `1979-05-27T07:32:00.5Z`.
  private static func dateTime(_ word: [UInt8]) -> Self? {
    // Replace every digit by 0 and remove the fraction, so that the date and time can be compared
    // with a pattern.
    var form = String(decoding: word.map { $0.isDigit ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
    if let point = form.firstIndex(of: ".") {
      let end = form[form.index(after: point)...].firstIndex { $0 != "0" } ?? form.endIndex
      guard form[..<point].hasSuffix("00:00:00"), form[point..<end].count > 1 else { return nil }
      form.removeSubrange(point..<end)
    }
    let numbers = word.split { !$0.isDigit }.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    let hasDate = form.hasPrefix("0000-00-00")
    var time = form[...]
    if hasDate {
      guard numbers.count > 2, isDay(numbers[0], numbers[1], numbers[2]) else { return nil }
      time = time.dropFirst(10)
      if time.isEmpty { return .localDate }
      guard let mark = time.popFirst(), "Tt ".contains(mark) else { return nil }
    }
    // TOML 1.1 allows a time without seconds.
    guard let length = ["00:00:00", "00:00"].first(where: time.hasPrefix)?.count else { return nil }
    let clock = numbers.dropFirst(hasDate ? 3 : 0).prefix(length == 8 ? 3 : 2)
    guard zip(clock, [23, 59, 60]).allSatisfy({ $0 <= $1 }) else { return nil }
    switch time.dropFirst(length) {
    case "": return hasDate ? .localDateTime : .localTime
    case "Z" where hasDate, "z" where hasDate: return .offsetDateTime
    case "+00:00" where hasDate, "-00:00" where hasDate:
      return zip(numbers.suffix(2), [23, 59]).allSatisfy { $0 <= $1 } ? .offsetDateTime : nil
    default: return nil
    }
  }

  private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }
}
