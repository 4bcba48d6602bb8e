extension JSON {
  /// How deep arrays and objects may nest; deeper text is refused, so no input can use up the stack.
  package static let deepestNesting = 512

  /// Reads one JSON text (RFC 8259): UTF-8, a byte order mark is passed over, nothing may follow.
  package init(reading bytes: some Sequence<UInt8>) throws(JSONError) {
    var reader = JSONReader(bytes: Array(bytes))
    self = try reader.document()
  }

  package init(reading text: String) throws(JSONError) {
    try self.init(reading: text.utf8)
  }
}

/// Walks the bytes of a JSON text once, from the first to the last.
private struct JSONReader {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func document() throws(JSONError) -> JSON {
    skipSpace()
    if index == bytes.count { throw fault("the text is empty; it needs one value") }
    let value = try value(depth: 0)
    skipSpace()
    if index < bytes.count { throw fault("more text follows the value; remove it") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    guard depth <= JSON.deepestNesting else {
      throw fault("the text nests deeper than \(JSON.deepestNesting) levels")
    }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
    case nil: throw fault("the text ends where a value is expected")
    default: throw fault("this is no JSON value; text stands in double quotes")
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    var elements: [JSON] = []
    index += 1
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      skipSpace()
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      try expect(",", "a comma or ] is expected after an element")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    var members: [JSON.Member] = []
    index += 1
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("a key in double quotes is expected") }
      let key = try string()
      skipSpace()
      try expect(":", "a colon is expected after a key")
      skipSpace()
      members.append((key, try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      try expect(",", "a comma or } is expected after a value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let end = index + word.utf8CodeUnitCount
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end <= bytes.count, bytes[index..<end].elementsEqual(letters) else {
      throw fault("this is no JSON value; text stands in double quotes")
    }
    index = end
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSON {
    let start = index
    _ = take("-")
    let leading = index
    guard digits() else { throw fault("a digit is expected") }
    if bytes[leading] == UInt8(ascii: "0"), index > leading + 1 {
      index = leading
      throw fault("a number has no leading zero")
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard digits() else { throw fault("a digit is expected after the point") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("-") { _ = take("+") }
      guard digits() else { throw fault("a digit is expected in the exponent") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole {
      if let number = Int64(text) { return .integer(number) }
      if let number = UInt64(text) { return .bigInteger(number) }
    } else if let number = Double(text), number.isFinite {
      return .real(number)
    }
    index = start
    throw fault(
      isWhole
        ? "\(text) does not fit 64 bits; write it with an exponent to have it rounded"
        : "\(text) is beyond what a number can hold")
  }

  private mutating func digits() -> Bool {
    let start = index
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    return index > start
  }

  // MARK: Text

  private mutating func string() throws(JSONError) -> String {
    let start = index
    index += 1
    var text = ""
    var run = index
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = try utf8(run..<index)
        index += 1
        return text.isEmpty ? rest : text + rest
      case UInt8(ascii: "\\"):
        text += try utf8(run..<index)
        text.unicodeScalars.append(try escape())
        run = index
      case ..<0x20:
        throw fault("a control character in text is written as an escape, such as \\n or \\u0007")
      default: index += 1
      }
    }
    index = start
    throw fault("the text that begins here has no end; a closing quote is missing")
  }

  private mutating func utf8(_ range: Range<Int>) throws(JSONError) -> String {
    if let text = String(validating: bytes[range], as: UTF8.self) { return text }
    index = range.lowerBound
    throw fault("the text that begins here is not UTF-8")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    index += 1
    let letter = peek
    index += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      if let scalar = codePoint() { return scalar }
      index = start
      throw fault("\\u needs four hexadecimal digits, and a surrogate needs its other half")
    default:
      index = start
      throw fault("this escape is unknown; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u")
    }
  }

  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard take("\\"), take("u"), let second = codeUnit(), UTF16.isTrailSurrogate(second) else {
      return nil
    }
    let high = UInt32(first) - 0xD800
    return Unicode.Scalar(0x10000 + (high << 10) + (UInt32(second) - 0xDC00))
  }

  private mutating func codeUnit() -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    index += 4
    return unit
  }

  // MARK: Steps

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar, _ message: String) throws(JSONError) {
    guard take(character) else { throw fault(message) }
  }

  private func fault(_ message: String) -> JSONError {
    let before = bytes[..<min(index, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return JSONError(line: line, column: column, message)
  }
}
