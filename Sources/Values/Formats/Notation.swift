/// The syntax of a file format, which includes everything that differs between formats.
///
/// The types ``TOML``, ``JSONText``, ``YAMLText``, and ``Dialect`` conform to this protocol. Each
/// type is next to its parser.
protocol Notation: Sendable {
  func read(_ bytes: [UInt8], isPart: Bool) throws -> Document
  /// Returns the string that a literal in the file represents, without quotes and escapes.
  ///
  /// The result is `nil` if only the application that reads the file can evaluate the literal.
  func decode(_ literal: [UInt8]) -> [UInt8]?
  /// Encodes a new value in the style of the previous value.
  func encode(_ value: Value, like old: Scalar?) throws -> [UInt8]
  /// Returns a key as it is written in the file, such as the dotted key `a.b`.
  ///
  /// In the array of keys, the outermost key comes first.
  func written(_ keys: [Key]) throws -> [UInt8]
  /// Returns the line that opens a table, or `nil` if the format has no header for the table.
  func header(of keys: [Key]) throws -> [UInt8]?
  /// The separator between key and value on a new line, if no neighboring line provides one.
  var separator: String { get }
  /// The separator between the items of a list and the members of a table on one line.
  var comma: String { get }
  /// A Boolean value that indicates whether a comment in this format can contain a commented-out
  /// setting.
  var allowsDisabledSettings: Bool { get }
  /// A Boolean value that indicates whether inline tables stay on one line and can use dotted keys.
  var keepsBracesOnLine: Bool { get }
  /// A Boolean value that indicates whether integers are a separate type in the format.
  ///
  /// In a format with integers, `1` is different from `1.0`, and zero has no sign.
  var hasIntegers: Bool { get }
  /// A Boolean value that indicates whether lists of tables are always written in brackets.
  var keepsTablesInline: Bool { get }
  /// Returns the line that opens a table in an array of tables, such as `[[t]]`.
  func itemHeader(of keys: [Key]) throws -> [UInt8]
  var hasDates: Bool { get }
}

extension Notation {
  func header(of keys: [Key]) -> [UInt8]? { nil }

  /// Encodes a list of scalars in brackets.
  func encode(list values: [Value]) throws -> [UInt8] {
    var texts: [[UInt8]] = []
    for value in values { texts.append(try encode(value, like: nil)) }
    return [0x5B] + texts.joined(separator: Array(comma.utf8)) + [0x5D]
  }

  func itemHeader(of keys: [Key]) throws -> [UInt8] {
    throw EditError(
      "this format has no list of tables at \(DocumentPath(keys.map { .key($0) }))")
  }

  /// Encodes a table in braces, such as `{ a = 1 }`.
  func encode(
    table members: [Value.Member], separator: String, padding: [UInt8]
  ) throws -> [UInt8] {
    var texts: [[UInt8]] = []
    for member in members {
      texts.append(
        try written([member.key]) + Array(separator.utf8) + (try encode(member.value, like: nil)))
    }
    guard !texts.isEmpty else { return [0x7B, 0x7D] }
    return [0x7B] + padding + texts.joined(separator: Array(comma.utf8)) + padding + [0x7D]
  }

  var comma: String { ", " }
  var allowsDisabledSettings: Bool { false }
  var keepsTablesInline: Bool { false }
  var keepsBracesOnLine: Bool { false }
  var hasIntegers: Bool { false }
  var hasDates: Bool { false }
}

extension Format {
  var notation: any Notation {
    switch self {
    case .toml: TOML()
    case .json, .json5: JSONText(format: self)
    case .yaml: YAMLText()
    case .lines(let dialect): dialect
    case .augeas(let lens): LensText(lens: lens)
    }
  }

  /// A Boolean value that indicates whether dates and times are a separate type in the format.
  ///
  /// In other formats, dates and times are strings.
  package var hasDates: Bool { notation.hasDates }
}

extension [UInt8] {
  /// Returns a string in double quotes, as in TOML and JSON.
  func quoted(escaping isControl: (UInt8) -> Bool) -> [UInt8] {
    [0x22] + escaped(where: isControl) + [0x22]
  }

  /// Returns a string with the characters escaped that have a special meaning in double quotes.
  ///
  /// These characters are quotes, backslashes, and control characters.
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
