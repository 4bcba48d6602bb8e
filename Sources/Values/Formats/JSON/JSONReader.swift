/// A parser for JSON5 and for JSON, optionally with comments and trailing commas.
struct JSONReader: TypedReader {
  let bytes: [UInt8]
  var at = 0
  var document: Document
  var depth = 0
  private let isFive: Bool
  private let isStrict: Bool
  private let mostValues: Int
  /// A Boolean value that indicates whether the caller needs values rather than a file to edit.
  ///
  /// A value can be nested as deeply as a property list, but can't contain an unpaired surrogate. In
  /// a file, unpaired surrogates are preserved.
  private let isForValues: Bool

  /// Creates a reader that accepts any variant of JSON.
  init(_ bytes: [UInt8]) { self.init(bytes, .json5) }

  init(_ bytes: [UInt8], _ format: Format, mostValues: Int = .max, isForValues: Bool = false) {
    (self.bytes, self.mostValues, self.isForValues) = (bytes, mostValues, isForValues)
    isFive = format == .json5
    isStrict = format == .json(allowsComments: false)
    document = Document(bytes, format)
  }

  mutating func read() throws -> Document {
    try begin()
    try skipSpace()
    guard at < bytes.count else { throw syntaxError("empty text; expected a value") }
    _ = try value(Node(.braces, in: -1, at: .index(0)))
    try skipSpace()
    guard at == bytes.count else { throw syntaxError("unexpected text after the value") }
    return document
  }

  /// Skips whitespace, line endings, and comments in JSON, if comments are allowed.
  private mutating func skipSpace() throws {
    while true {
      while byte.isBlank || byte.isLineEnd { at += 1 }
      if isFive, let length = spaceLength {
        at += length
        continue
      }
      guard byte == "/" else { return }
      guard !isStrict else {
        throw syntaxError(
          "comments aren't allowed in JSON"
            + (isForValues ? "" : "; to allow them, use --format jsonc"))
      }
      try comment()
    }
  }

  /// The number of bytes of the JSON5 whitespace character at the current position, or `nil` if
  /// there is none.
  private var spaceLength: Int? {
    if byte == 0x0B || byte == 0x0C { return 1 }
    guard byte >= 0x80, let scalar else { return nil }
    let isSpace =
      scalar.properties.generalCategory == .spaceSeparator || scalar == "\u{FEFF}"
      || isLineSeparator
    return isSpace ? UTF8.width(scalar) : nil
  }

  /// The Unicode scalar at the current position of the JSON reader.
  private var scalar: Unicode.Scalar? {
    guard at < bytes.count else { return nil }
    return String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self).unicodeScalars
      .first
  }

  /// A Boolean value that indicates whether a Unicode line separator, U+2028 or U+2029, is at the
  /// current position.
  private var isLineSeparator: Bool {
    byte == 0xE2 && byte(after: 1) == 0x80 && byte(after: 2) & 0xFE == 0xA8
  }

  private mutating func comment() throws {
    let start = at
    switch byte(after: 1) {
    case "/":
      while at < bytes.count, !byte.isLineEnd, !(isFive && isLineSeparator) { at += 1 }
    case "*":
      at += 2
      while byte != "*" || byte(after: 1) != "/" {
        guard at < bytes.count else { throw syntaxError("unterminated comment", at: start) }
        at += 1
      }
      at += 2
    default: throw syntaxError("expected '//' or '/*'")
    }
    // A comment at the start of a line isn't a trailing comment, even if it is indented.
    let isBehind = bytes[..<start].reversed().first { !$0.isBlank }.map { !$0.isLineEnd } ?? false
    document.comments.append(Comment(range: start..<at, isBehind: isBehind))
  }

  private mutating func value(_ draft: Node) throws -> Int {
    let deepest = isForValues ? JSON.deepestNesting : Document.maxDepth
    guard depth <= deepest else { throw syntaxError("nested more than \(deepest) levels deep") }
    guard document.nodes.count < mostValues else {
      throw syntaxError("there are more than \(mostValues) values")
    }
    var draft = draft
    let start = at
    switch byte {
    case "{": return try object(draft)
    case "[": return try array(draft)
    case "\"":
      _ = try string()
      draft.form = .value(.text)
    case "'" where isFive:
      _ = try string()
      draft.form = .value(.text)
    case "-", 0x30...0x39: draft.form = .value(try number())
    case "+" where isFive, "." where isFive: draft.form = .value(try number())
    default: draft.form = .value(try word())
    }
    draft.value = start..<at
    return document.add(draft)
  }

  private mutating func object(_ draft: Node) throws -> Int {
    let node = open(draft, as: .braces)
    try skipSpace()
    while byte != "}" {
      let start = at
      let name = Key(try key())
      var member = Node(.braces, in: node, at: .key(name))
      member.key = start..<at
      try skipSpace()
      try expect(":", "expected ':' after the key")
      try skipSpace()
      // All known JSON parsers use the last of several equal keys. Settee doesn't edit such a key.
      if let counterpart = document.member(name, of: node, isTable: false) {
        document.nodes[counterpart].isOverridden = true
      }
      try add(member)
      if try isLast(before: "}", "expected ',' or '}' after a value") { break }
    }
    return close(node)
  }

  private mutating func key() throws -> [UInt8] {
    if byte == "\"" || isFive && byte == "'" { return try string() }
    guard isFive else { throw syntaxError("expected a key in double quotes") }
    let start = at
    var name: [UInt8] = []
    while at < bytes.count {
      let mark = at
      var character = scalar
      if byte == "\\", byte(after: 1) == "u" {
        at += 2
        character = Unicode.Scalar(try hexNumber(digits: 4))
      } else if let character {
        at += UTF8.width(character)
      }
      guard let character, character.isInIdentifier(isFirst: mark == start) else {
        guard bytes[mark] != "\\" else {
          throw syntaxError("not a character of a key", at: mark)
        }
        at = mark
        break
      }
      name += String(character).utf8
    }
    guard at > start else { throw syntaxError("expected a key") }
    return name
  }

  private mutating func array(_ draft: Node) throws -> Int {
    let node = open(draft, as: .brackets)
    try skipSpace()
    var count = 0
    while byte != "]" {
      try add(Node(.braces, in: node, at: .index(count)))
      count += 1
      if try isLast(before: "]", "expected ',' or ']' after an item") { break }
    }
    return close(node)
  }

  private mutating func add(_ draft: Node) throws {
    let node = try value(draft)
    document.nodes[node].whole = document.nodes[node].start..<document.nodes[node].value.upperBound
  }

  /// Skips a comma in JSON and returns whether the closing bracket or brace follows.
  private mutating func isLast(
    before closing: Unicode.Scalar, _ message: String
  ) throws -> Bool {
    try skipSpace()
    if byte == closing { return true }
    let comma = at
    try expect(",", message)
    try skipSpace()
    guard byte == closing else { return false }
    guard !isStrict else {
      throw syntaxError("trailing commas aren't allowed in JSON", at: comma)
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Returns whether a character can be part of an unquoted JSON5 key.
  ///
  /// An unquoted JSON5 key is an identifier of ECMAScript 5.1.
  fileprivate func isInIdentifier(isFirst: Bool) -> Bool {
    if self == "$" || self == "_" { return true }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return !isFirst && (self == "\u{200C}" || self == "\u{200D}")
    }
  }
}

// MARK: Scalars
extension JSONReader {
  mutating func string() throws -> [UInt8] {
    let (start, quote) = (at, byte)
    at += 1
    var text: [UInt8] = []
    while byte != quote {
      guard at < bytes.count else { throw syntaxError("unterminated string", at: start) }
      if byte == "\\" {
        try escape(into: &text)
      } else {
        guard byte >= 0x20 || isFive && !byte.isLineEnd else {
          throw syntaxError(
            isFive
              ? "unterminated string"
              : "unescaped control character; use an escape such as \\n or \\u0007")
        }
        let run = at
        repeat { at += 1 } while byte != quote && byte != "\\" && byte >= 0x20
        text += bytes[run..<at]
      }
    }
    at += 1
    return text
  }

  private mutating func escape(into text: inout [UInt8]) throws {
    let (start, letter) = (at, byte(after: 1))
    at += 2
    if let meant = letter == "/" ? letter : escaped(letter) { return text.append(meant) }
    if isFive, letter != "u" { return try escapeOfFive(start, into: &text) }
    guard letter == "u" else {
      throw syntaxError(
        "unknown escape; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u", at: start)
    }
    var code = try hexNumber(digits: 4)
    // Combine the surrogate pair of a JSON escape sequence, and keep a lone surrogate unchanged.
    if code >> 10 == 0x36, byte == "\\", byte(after: 1) == "u" {
      let mark = at
      at += 2
      let low = try hexNumber(digits: 4)
      if low >> 10 == 0x37 {
        code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
      } else {
        at = mark
      }
    }
    guard !isForValues || code >> 11 != 0x1B else {
      throw syntaxError(
        "invalid \\u escape; use four hexadecimal digits, and pair surrogates", at: start)
    }
    text.append(character: code)
  }

  /// Reads a line continuation or an escape sequence that only JSON5 allows.
  private mutating func escapeOfFive(_ start: Int, into text: inout [UInt8]) throws {
    at = start + 1
    guard at < bytes.count else { throw syntaxError("unterminated string", at: start) }
    if isLineSeparator {
      at += 3
      return
    }
    let letter = byte
    at += 1
    switch letter {
    case "\n": break
    case "\r": if byte == "\n" { at += 1 }
    case "v": text.append(0x0B)
    case "x": text.append(character: try hexNumber(digits: 2))
    case "0" where !byte.isDigit: text.append(0)
    case 0x30...0x39: throw syntaxError("unknown escape sequence", at: start)
    default: text.append(letter)
    }
  }

  private mutating func number() throws -> Scalar.ScalarType {
    var kind = Scalar.ScalarType.integer
    if byte == "-" || isFive && byte == "+" { at += 1 }
    if isFive {
      if byte == "I" || byte == "N" { return try word() }
      if byte == "0", byte(after: 1) | 0x20 == 0x78 {
        at += 2
        guard byte.hexDigit != nil else { throw syntaxError("expected a hexadecimal digit") }
        while byte.hexDigit != nil { at += 1 }
        return kind
      }
    }
    let start = at
    if byte == "0", byte(after: 1).isDigit { throw syntaxError("leading zeros aren't allowed") }
    if !(isFive && byte == ".") { try digits() }
    if byte == "." {
      at += 1
      // JSON5 allows a decimal point without digits on one side, such as `.5` or `5.`.
      if !isFive || at == start + 1 || byte.isDigit { try digits(" after the decimal point") }
      kind = .decimal
    }
    if byte == "e" || byte == "E" {
      at += 1
      if byte == "+" || byte == "-" { at += 1 }
      try digits(" in the exponent")
      kind = .decimal
    }
    return kind
  }

  private mutating func digits(_ place: String = "") throws {
    guard byte.isDigit else { throw syntaxError("expected a digit\(place)") }
    while byte.isDigit { at += 1 }
  }

  /// The words that are values in JSON, followed by those that only JSON5 allows.
  private static let words: [(StaticString, Scalar.ScalarType)] = [
    ("true", .boolean), ("false", .boolean), ("null", .null), ("Infinity", .decimal),
    ("NaN", .decimal),
  ]

  private mutating func word() throws -> Scalar.ScalarType {
    for (word, kind) in Self.words.prefix(isFive ? 5 : 3) where starts(with: word) {
      at += word.utf8CodeUnitCount
      return kind
    }
    throw syntaxError(
      at == bytes.count
        ? "unexpected end of text; expected a value"
        : "invalid value; put strings in \(isFive ? "" : "double ")quotes")
  }
}
