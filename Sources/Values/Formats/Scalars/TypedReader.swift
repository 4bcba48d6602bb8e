/// The state that the TOML parser and the JSON parser have in common.
///
/// The state includes the current position in the file and the document that has been read so far.
protocol TypedReader {
  var bytes: [UInt8] { get }
  var at: Int { get set }
  var document: Document { get set }
  /// The current nesting depth of lists, objects, and inline tables.
  var depth: Int { get set }

  init(_ bytes: [UInt8])

  /// Reads a quoted string and returns its decoded bytes.
  mutating func string() throws -> [UInt8]
}

extension TypedReader {
  static func text(of literal: [UInt8]) -> [UInt8]? {
    var reader = Self(literal)
    guard let text = try? reader.string(), reader.at == literal.count else { return nil }
    return text
  }

  /// The byte at the current position of the parser, or 0 at the end of the file.
  ///
  /// The value 0 is unambiguous, because neither TOML nor JSON allows a NUL byte.
  var byte: UInt8 { byte(after: 0) }

  func byte(after distance: Int) -> UInt8 {
    at + distance < bytes.count ? bytes[at + distance] : 0
  }

  func starts(with word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    return at + length <= bytes.count
      && bytes[at..<(at + length)].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: length))
  }

  func syntaxError(_ message: String, at offset: Int? = nil) -> ParseError {
    ParseError(at: .offset(offset ?? at), message, code: at >= bytes.count ? .incomplete : .syntax)
  }

  /// Skips a byte order mark, and throws an error if the file isn't valid UTF-8.
  mutating func begin() throws {
    if let odd = bytes.firstNonUTF8 { throw ParseError(at: .offset(odd), "not valid UTF-8") }
    at = bytes.afterMark
  }

  mutating func skipBlanks() { while byte.isBlank { at += 1 } }

  mutating func expect(_ sign: Unicode.Scalar, _ message: String) throws {
    guard byte == sign else { throw syntaxError(message) }
    at += 1
  }

  /// Adds the node of an array, object, or inline table before its members are added.
  mutating func open(_ draft: Node, as form: Node.Form) -> Int {
    var draft = draft
    draft.form = form
    draft.value = at..<at
    at += 1
    depth += 1
    return document.add(draft)
  }

  mutating func close(_ node: Int) -> Int {
    at += 1
    depth -= 1
    document.nodes[node].value = document.nodes[node].value.lowerBound..<at
    return node
  }

  /// Returns the byte that a single-character escape such as `\n` or `\"` represents, if it is
  /// valid.
  func escaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case "b": 0x08
    case "t": 0x09
    case "n": 0x0A
    case "f": 0x0C
    case "r": 0x0D
    case "\"", "\\": letter
    default: nil
    }
  }

  mutating func hexNumber(digits: Int) throws -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<digits {
      guard let value = byte.hexDigit else {
        throw syntaxError("\(digits) hexadecimal digits expected")
      }
      number = number << 4 | UInt32(value)
      at += 1
    }
    return number
  }
}
