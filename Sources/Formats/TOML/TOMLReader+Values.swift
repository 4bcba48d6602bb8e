extension TOMLReader {
  /// Reads a value into a node that has its key already; returns where the node is.
  mutating func value(_ draft: Node, depth: Int) throws(Fault) -> Int {
    guard depth < Document.mostDepth else { throw fault("values are nested too deeply") }
    let start = at
    var draft = draft
    switch byte {
    case "[": return try array(draft, depth: depth)
    case "{": return try inlineTable(draft, depth: depth)
    case "\"", "'":
      _ = try string()
      draft.form = .value(.text)
    default:
      draft.form = .value(try plainValue())
    }
    draft.value = start..<at
    return document.add(draft)
  }

  private mutating func array(_ draft: Node, depth: Int) throws(Fault) -> Int {
    let node = open(draft, as: .brackets)
    var count = 0
    while true {
      try skipLines()
      if byte == "]" { break }
      var element = Node(.value(.text), in: node, at: .index(count))
      element.section = draft.section
      let child = try value(element, depth: depth + 1)
      document.nodes[child].whole = document.nodes[child].value
      count += 1
      try skipLines()
      if byte == "]" { break }
      try expect(",", "the list needs a ',' or its ']' here")
    }
    return close(node)
  }

  /// Blanks, line ends and comments within an array.
  private mutating func skipLines() throws(Fault) {
    while true {
      skipBlanks()
      if byte == "#" { try comment() }
      guard newline() else { return }
    }
  }

  private mutating func inlineTable(_ draft: Node, depth: Int) throws(Fault) -> Int {
    let node = open(draft, as: .braces)
    skipBlanks()
    while byte != "}" {
      let child = try keyAndValue(in: node, depth: depth + 1)
      document.nodes[child].whole =
        document.nodes[child].key.lowerBound..<document.nodes[child].value.upperBound
      skipBlanks()
      if byte == "}" { break }
      try expect(",", "the inline table needs a ',' or its '}' here, on the same line")
      skipBlanks()
      guard byte != "}" else { throw fault("an inline table may not end with a comma") }
    }
    return close(node)
  }

  /// A word without quotes: a number, a date, true or false.
  private mutating func plainValue() throws(Fault) -> Literal.Kind {
    let start = at
    while isPlain(byte) || isBlankOfDate(from: start) { at += 1 }
    guard at > start else { throw fault("a value should stand here") }
    let word = Array(bytes[start..<at])
    if let kind = TOMLWord.kind(of: word) { return kind }
    let shown = String(decoding: word.prefix(40), as: UTF8.self)
    throw Fault(
      offset: start, message: "'\(shown)' is no value; text stands in quotes", isOpen: false)
  }

  private func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == "+" || byte == "-" || byte == "." || byte == "_"
      || byte == ":"
  }

  /// The blank between a date and its time.
  private func isBlankOfDate(from start: Int) -> Bool {
    byte == " " && at - start == 10 && bytes[start + 4] == "-" && byte(after: 1).isDigit
  }
}

/// The words of TOML that have no quotes.
enum TOMLWord {
  static func kind(of word: [UInt8]) -> Literal.Kind? {
    switch String(decoding: word, as: UTF8.self) {
    case "true", "false": return .boolean
    case "inf", "+inf", "-inf", "nan", "+nan", "-nan": return .decimal
    default: break
    }
    return isInteger(word) ? .integer : isDecimal(word) ? .decimal : moment(word)
  }

  /// Digits, with single underscores between them.
  private static func isDigits(_ digits: some Collection<UInt8>, base: Int = 10) -> Bool {
    var wasDigit = false
    for byte in digits {
      if byte == "_" {
        guard wasDigit else { return false }
        wasDigit = false
      } else {
        guard let value = byte.hexValue, value < base else { return false }
        wasDigit = true
      }
    }
    return wasDigit
  }

  private static func isInteger(_ word: [UInt8]) -> Bool {
    if let base = Number.base(of: word), word[1].lowercased == word[1] {
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

  /// `1979-05-27T07:32:00.5Z` and its parts.
  static func moment(_ word: [UInt8]) -> Literal.Kind? {
    var rest = word[...]
    guard let isDate = date(&rest) else { return nil }
    if isDate {
      if rest.isEmpty { return .localDate }
      guard let mark = rest.popFirst(), mark.lowercased == UInt8(ascii: "t") || mark == " " else {
        return nil
      }
    }
    guard time(&rest, hasSeconds: true) else { return nil }
    if rest.isEmpty { return isDate ? .localDateTime : .localTime }
    guard isDate, let sign = rest.popFirst() else { return nil }
    if sign.lowercased == UInt8(ascii: "z") { return rest.isEmpty ? .offsetDateTime : nil }
    guard sign == "+" || sign == "-" else { return nil }
    return time(&rest, hasSeconds: false) && rest.isEmpty ? .offsetDateTime : nil
  }

  /// Takes a date; false where a time comes at once, nil where neither is right.
  private static func date(_ rest: inout ArraySlice<UInt8>) -> Bool? {
    let word = Array(rest)
    guard word.count > 4, word[4] == "-" else { return false }
    guard word.count >= 10, word[7] == "-", let year = digits(word[0..<4]),
      let month = digits(word[5..<7]), let day = digits(word[8..<10])
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    rest = rest.dropFirst(10)
    return true
  }

  private static func time(_ rest: inout ArraySlice<UInt8>, hasSeconds: Bool) -> Bool {
    let word = Array(rest)
    guard word.count >= 5, word[2] == ":", let hour = digits(word[0..<2]), hour < 24,
      let minute = digits(word[3..<5]), minute < 60
    else { return false }
    rest = rest.dropFirst(5)
    guard hasSeconds else { return true }
    guard word.count >= 8, word[5] == ":", let second = digits(word[6..<8]), second < 61 else {
      return false
    }
    rest = rest.dropFirst(3)
    guard rest.first == UInt8(ascii: ".") else { return true }
    let fraction = rest.dropFirst().prefix(while: \.isDigit)
    rest = rest.dropFirst(fraction.count + 1)
    return !fraction.isEmpty
  }

  private static func digits(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(\.isDigit) ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}
