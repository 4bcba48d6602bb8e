/// What each format reads and writes in a way of its own; all else is written once for all of them.
///
/// ``TOML``, ``JSONText`` and ``Dialect`` conform, each beside its reader.
protocol Notation: Sendable {
  func read(_ bytes: [UInt8], isPart: Bool) throws(ParseError) -> Document
  /// The text of a literal, quotes and escapes resolved; nil where only its program can tell.
  func decode(_ literal: [UInt8]) -> [UInt8]?
  /// The bytes for a value, in the manner of the one before it.
  func encode(_ value: Value, like old: Scalar?) throws(EditError) -> [UInt8]
  /// Keys as they stand before a separator, what holds the others first.
  func written(_ keys: [Key]) throws(EditError) -> [UInt8]
  /// The line that opens a table; nil where the format has no such line for it.
  func header(of keys: [Key]) throws(EditError) -> [UInt8]?
  /// What stands between a key and its value where no neighbour shows it.
  var separator: String { get }
  /// Whether a setting may be switched off by the sign of a comment.
  var hasCommentedRows: Bool { get }
  /// Whether what stands in braces stays on its line, where keys may have dots.
  var keepsBracesOnLine: Bool { get }
  /// Whether whole numbers are a type: `1` is not `1.0` then, and there is no zero below zero.
  var hasIntegers: Bool { get }
  /// Whether a list of tables is always written between brackets.
  var keepsTablesInline: Bool { get }
  /// The line that opens a table of an array.
  func itemHeader(of keys: [Key]) throws(EditError) -> [UInt8]
  var hasDates: Bool { get }
}

extension Notation {
  func header(of keys: [Key]) -> [UInt8]? { nil }

  /// A list of plain values between brackets.
  func encode(list values: [Value]) throws(EditError) -> [UInt8] {
    var texts: [[UInt8]] = []
    for value in values { texts.append(try encode(value, like: nil)) }
    return [0x5B] + texts.joined(separator: Array(", ".utf8)) + [0x5D]
  }

  func itemHeader(of keys: [Key]) throws(EditError) -> [UInt8] {
    throw EditError(
      "a file of this format has no list of tables at \(DocumentPath(keys.map { .key($0) }))")
  }

  /// A table between braces.
  func encode(
    table members: [Value.Member], separator: String, padding: [UInt8]
  ) throws(EditError) -> [UInt8] {
    var texts: [[UInt8]] = []
    for member in members {
      texts.append(
        try written([member.key]) + Array(separator.utf8) + (try encode(member.value, like: nil)))
    }
    guard !texts.isEmpty else { return [0x7B, 0x7D] }
    return [0x7B] + padding + texts.joined(separator: Array(", ".utf8)) + padding + [0x7D]
  }

  var hasCommentedRows: Bool { false }
  var keepsTablesInline: Bool { false }
  var keepsBracesOnLine: Bool { false }
  var hasIntegers: Bool { false }
  var hasDates: Bool { false }
}

extension Format {
  var notation: any Notation {
    switch self {
    case .toml: TOML()
    case .json(let allowsComments): JSONText(allowsComments: allowsComments)
    case .lines(let dialect): dialect
    }
  }

  /// Whether a moment is a value of its own, and no text.
  package var hasDates: Bool { notation.hasDates }
}

extension [UInt8] {
  /// Text in double quotes as TOML and JSON have it.
  func quoted(escaping isControl: (UInt8) -> Bool) -> [UInt8] {
    [0x22] + escaped(where: isControl) + [0x22]
  }

  /// The text between quotes: a backslash before what would end it, names and numbers of signs.
  func escaped(where isControl: (UInt8) -> Bool) -> [UInt8] {
    var out: [UInt8] = []
    for byte in self {
      switch byte {
      case "\"", "\\": out += [0x5C, byte]
      case _ where !isControl(byte): out.append(byte)
      case 0x0A: out += Array("\\n".utf8)
      case 0x09: out += Array("\\t".utf8)
      case 0x0D: out += Array("\\r".utf8)
      default:
        out += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
      }
    }
    return out
  }
}
