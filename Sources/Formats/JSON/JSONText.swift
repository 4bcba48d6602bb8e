/// The syntax of JSON, optionally with comments and trailing commas.
struct JSONText: Notation {
  let allowsComments: Bool

  let separator = ": "
  let keepsTablesInline = true

  func read(_ bytes: [UInt8], isPart: Bool) throws(ParseError) -> Document {
    var reader = JSONReader(bytes, allowsComments: allowsComments)
    return try reader.read()
  }

  func decode(_ literal: [UInt8]) -> [UInt8]? { JSONReader.text(of: literal) }

  /// Returns the innermost key.
  ///
  /// Each outer key has its own braces and line.
  func written(_ keys: [Key]) throws(EditError) -> [UInt8] {
    guard let key = keys.last, key.bytes.firstNonUTF8 == nil else {
      throw EditError("JSON keys must be valid UTF-8")
    }
    return quoted(key.bytes)
  }

  func encode(_ value: Value, like old: Scalar?) throws(EditError) -> [UInt8] {
    switch value {
    case .text(let text): return quoted(Array(text.utf8))
    case .boolean(let isOn): return Array("\(isOn)".utf8)
    case .integer(let number): return Array("\(number)".utf8)
    case .decimal(let digits):
      let word = Array(digits.utf8)
      let document = try? JSONText(allowsComments: false).read(word, isPart: false)
      if document?.literal(of: 0)?.number != nil { return word }
      throw EditError("'\(digits)' isn't a valid JSON number")
    case .null: return Array("null".utf8)
    case .list(let values): return try encode(list: values)
    case .table(let members):
      return try encode(table: members, separator: separator, padding: [])
    case .source(let source): return Array(source.utf8)
    }
  }

  private func quoted(_ text: [UInt8]) -> [UInt8] { text.quoted { $0 < 0x20 } }
}
