/// The syntax of JSON and its variants.
struct JSONText: Notation {
  /// The variant of JSON, such as JSON5.
  let format: Format
  /// A Boolean value that indicates whether new lists and objects contain no blanks, as in a
  /// minified file.
  var isCompact = false
  /// A key of a JSON5 file that determines whether new keys have quotes.
  var keySample: [UInt8]?

  var separator: String { isCompact ? ":" : ": " }
  var comma: String { isCompact ? "," : ", " }
  let keepsTablesInline = true

  func read(_ bytes: [UInt8], isPart: Bool) throws -> Document {
    var reader = JSONReader(bytes, format)
    return try reader.read()
  }

  func decode(_ literal: [UInt8]) -> [UInt8]? { JSONReader.text(of: literal) }

  /// Encodes the innermost key of a path as a JSON string.
  ///
  /// In JSON, each outer key of a path has its own braces and its own line.
  func written(_ keys: [Key]) throws -> [UInt8] {
    guard let key = keys.last, key.bytes.firstNonUTF8 == nil else {
      throw EditError("JSON keys must be valid UTF-8")
    }
    return keySample.map { JSONText.written(key.bytes, like: $0[...]) } ?? quoted(key.bytes)
  }

  /// Returns a JSON5 key in the style of another key, which can be quoted or unquoted.
  static func written(_ key: [UInt8], like sample: ArraySlice<UInt8>) -> [UInt8] {
    let style = JSONText(format: .json5)
    guard let first = sample.first, first != "\"" else { return style.quoted(key) }
    if first == "'" { return style.singleQuoted(key) }
    let isWord = key.allSatisfy { $0.isLetter || $0.isDigit || $0 == "_" || $0 == "$" }
    return isWord && key.first?.isDigit == false ? key : style.quoted(key)
  }

  func encode(_ value: Value, like old: Scalar?) throws -> [UInt8] {
    switch value {
    case .text(let text):
      let isSingle = format == .json5 && old?.kind == .text && old?.bytes.first == UInt8(ascii: "'")
      return isSingle ? singleQuoted(Array(text.utf8)) : quoted(Array(text.utf8))
    case .boolean(let isOn): return Array("\(isOn)".utf8)
    case .integer(let number): return integer(number, like: old)
    case .decimal(let digits):
      let word = Array(digits.utf8)
      let document = try? Document.read(word, as: .json(allowsComments: false))
      if document?.literal(of: 0)?.number != nil { return word }
      throw EditError.invalidValue("'\(digits)' isn't a valid JSON number")
    case .null: return Array("null".utf8)
    case .list(let values): return try encode(list: values)
    case .table(let members):
      return try encode(table: members, separator: separator, padding: [])
    case .source(let source): return Array(source.utf8)
    }
  }

  /// Returns a JSON number, in hexadecimal if the previous JSON5 value was hexadecimal.
  private func integer(_ number: Int, like old: Scalar?) -> [UInt8] {
    let digits = old?.bytes.drop { $0 == "-" || $0 == "+" } ?? []
    guard ExactDecimal.base(of: digits) == 16 else { return Array("\(number)".utf8) }
    let isUppercase = digits.dropFirst(2).contains { $0 >= 0x41 && $0 <= 0x46 }
    return Array(number < 0 ? "-0x".utf8 : "0x".utf8)
      + String(number.magnitude, radix: 16, uppercase: isUppercase).utf8
  }

  private func quoted(_ text: [UInt8]) -> [UInt8] { text.quoted { $0 < 0x20 } }

  private func singleQuoted(_ text: [UInt8]) -> [UInt8] {
    let inner = quoted(text).dropFirst().dropLast()
    let isPlain = !text.contains { $0 == "'" || $0 == "\"" }
    return isPlain ? [0x27] + inner + [0x27] : quoted(text)
  }
}
