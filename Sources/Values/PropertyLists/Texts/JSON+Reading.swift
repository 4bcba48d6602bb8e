extension JSON {
  /// The maximum nesting depth of JSON arrays and objects, which protects against stack overflows.
  package static let deepestNesting = 512

  /// Parses JSON text (RFC 8259) in UTF-8, with an optional byte order mark.
  package init(reading bytes: some Sequence<UInt8>) throws {
    let bytes = Array(bytes)
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self = try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONTextReader(text: UnsafeBufferPointer(rebasing: bytes[mark...]))
      return try reader.document()
    }
  }

  package init(reading text: String) throws {
    try self.init(reading: text.utf8)
  }
}

/// A parser that reads JSON text as values in a single pass.
///
/// The parser of settings files keeps the location of every value instead. It accepts numbers of any
/// size, unpaired surrogates, and in some formats comments, so that edits preserve them. This parser rejects
/// everything that a value can't represent.
private struct JSONTextReader: TextReader {
  let text: UnsafeBufferPointer<UInt8>
  var at = 0

  mutating func document() throws -> JSON {
    skipBlanks()
    if next == nil { throw fault("empty text; expected a value") }
    let value = try value(depth: 0)
    skipBlanks()
    if next != nil { throw fault("unexpected text after the value") }
    return value
  }

  private mutating func value(depth: Int) throws -> JSON {
    guard depth <= JSON.deepestNesting else {
      throw fault("nested more than \(JSON.deepestNesting) levels deep")
    }
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
    case nil: throw fault("unexpected end of text; expected a value")
    default: return try word()
    }
  }

  private mutating func array(depth: Int) throws -> JSON {
    var elements: [JSON] = []
    try list(to: "]", "expected , or ] after an element") { reader in
      elements.append(try reader.value(depth: depth + 1))
    }
    return .array(elements)
  }

  private mutating func object(depth: Int) throws -> JSON {
    var members: [JSON.Member] = []
    try list(to: "}", "expected , or } after a value") { reader in
      guard reader.next == UInt8(ascii: "\"") else {
        throw reader.fault("expected a key in double quotes")
      }
      let key = try reader.string()
      reader.skipBlanks()
      guard reader.consume(":") else { throw reader.fault("expected : after the key") }
      reader.skipBlanks()
      members.append((key, try reader.value(depth: depth + 1)))
    }
    return .object(members)
  }

  /// Parses the comma-separated contents of a JSON array or object.
  private mutating func list(
    to end: Unicode.Scalar, _ message: String,
    _ element: (inout JSONTextReader) throws -> Void
  ) throws {
    at += 1
    skipBlanks()
    if consume(end) { return }
    while true {
      skipBlanks()
      try element(&self)
      skipBlanks()
      if consume(end) { return }
      guard consume(",") else { throw fault(message) }
    }
  }

  private static let words: [(StaticString, JSON)] = [
    ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
  ]

  private mutating func word() throws -> JSON {
    for (word, value) in Self.words where starts(word) {
      at += word.utf8CodeUnitCount
      return value
    }
    throw fault("invalid value; put strings in double quotes")
  }

  // MARK: Numbers

  private mutating func number() throws -> JSON {
    let start = at
    _ = consume("-")
    let leading = at
    try digits("expected a digit")
    if text[leading] == UInt8(ascii: "0"), at > leading + 1 {
      throw fault("leading zeros aren't allowed", at: leading)
    }
    var isWhole = true
    if consume(".") {
      isWhole = false
      try digits("expected a digit after the decimal point")
    }
    if consume("e") || consume("E") {
      isWhole = false
      if !consume("-") { _ = consume("+") }
      try digits("expected a digit in the exponent")
    }
    let digits = String(utf8: UnsafeBufferPointer(rebasing: text[start..<at]))
    if isWhole {
      if let number = Int64(digits) { return .integer(number) }
      if let number = UInt64(digits) { return .bigInteger(number) }
    } else if let number = Double(digits), number.isFinite {
      return .real(number)
    }
    throw fault(
      isWhole
        ? "\(digits) doesn't fit in 64 bits; use an exponent to allow rounding"
        : "\(digits) is out of range",
      at: start)
  }

  private mutating func digits(_ message: String) throws {
    guard next?.isDigit == true else { throw fault(message) }
    while next?.isDigit == true { at += 1 }
  }

  // MARK: Strings

  private mutating func string() throws -> String {
    let start = at
    at += 1
    var result = ""
    var run = at
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = try utf8(run..<at)
        at += 1
        return result.isEmpty ? rest : result + rest
      case UInt8(ascii: "\\"):
        result += try utf8(run..<at)
        result.unicodeScalars.append(try escape())
        run = at
      case ..<0x20:
        throw fault("unescaped control character; use an escape such as \\n or \\u0007")
      default: at += 1
      }
    }
    throw fault("unterminated string", at: start)
  }

  private func utf8(_ range: Range<Int>) throws -> String {
    if let plain = String(validating: text[range], as: UTF8.self) { return plain }
    throw fault("the string isn't valid UTF-8", at: range.lowerBound)
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func escape() throws -> Unicode.Scalar {
    let start = at
    at += 1
    if let letter = next, let scalar = Self.escapes[letter] {
      at += 1
      return scalar
    }
    guard consume("u") else {
      throw fault(
        "unknown escape; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u", at: start)
    }
    guard let scalar = codePoint() else {
      throw fault(
        "invalid \\u escape; use four hexadecimal digits, and pair surrogates", at: start)
    }
    return scalar
  }

  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard consume("\\"), consume("u"), let second = codeUnit(), UTF16.isTrailSurrogate(second)
    else {
      return nil
    }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func codeUnit() -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexDigit else { return nil }
      unit = unit << 4 | UInt16(digit)
      at += 1
    }
    return unit
  }

  // MARK: Helpers

  private mutating func skipBlanks() { while next?.isXMLBlank == true { at += 1 } }

  private func fault(_ message: String, at offset: Int? = nil) -> ParseError {
    ParseError(at: TextLines.place(of: offset ?? at, in: text), message)
  }
}
