/// The syntax of TOML.
///
/// New TOML values follow the style of the previous value, such as its quotes or its number base.
struct TOML: Notation {
  /// A Boolean value that indicates whether new strings have single quotes.
  var hasSingleQuotes = false
  let separator = " = "
  let allowsDisabledSettings = true
  let keepsBracesOnLine = true
  let hasIntegers = true
  let hasDates = true

  func read(_ bytes: [UInt8], isPart: Bool) throws -> Document {
    var reader = TOMLReader(bytes)
    return try reader.read()
  }

  func decode(_ literal: [UInt8]) -> [UInt8]? { TOMLReader.text(of: literal) }

  func written(_ keys: [Key]) throws -> [UInt8] {
    var parts: [[UInt8]] = []
    for key in keys { parts.append(try written(key.bytes)) }
    return Array(parts.joined(separator: [UInt8(ascii: ".")]))
  }

  private func written(_ key: [UInt8]) throws -> [UInt8] {
    let isBare = key.allSatisfy { $0.isLetter || $0.isDigit || $0 == "_" || $0 == "-" }
    if isBare, !key.isEmpty { return key }
    guard key.firstNonUTF8 == nil else { throw EditError("TOML keys must be valid UTF-8") }
    return quoted(key)
  }

  func header(of keys: [Key]) throws -> [UInt8]? {
    [0x5B] + (try written(keys)) + [0x5D]
  }

  func itemHeader(of keys: [Key]) throws -> [UInt8] {
    [0x5B, 0x5B] + (try written(keys)) + [0x5D, 0x5D]
  }

  func encode(_ value: Value, like old: Scalar?) throws -> [UInt8] {
    switch value {
    case .text(let text): return string(Array(text.utf8), like: old)
    case .boolean(let isOn): return Array("\(isOn)".utf8)
    case .integer(let number): return integer(number, like: old)
    case .decimal(let digits): return try decimal(digits)
    case .null: throw EditError.invalidValue("TOML has no null; remove the setting instead")
    case .list(let values): return try encode(list: values)
    case .table(let members):
      return try encode(table: members, separator: separator, padding: [0x20])
    case .source(let source): return Array(source.utf8)
    }
  }

  private func decimal(_ digits: String) throws -> [UInt8] {
    let word = Array(digits.utf8)
    // An integer in TOML becomes a decimal number when the new value has a fraction.
    switch Scalar.ScalarType(toml: word) {
    case .decimal: return word
    case .integer where ExactDecimal.base(of: word) == nil: return word + Array(".0".utf8)
    default: throw EditError.invalidValue("'\(digits)' isn't a valid TOML number")
    }
  }

  private func string(_ text: [UInt8], like old: Scalar?) -> [UInt8] {
    let isOldLiteral =
      old?.kind == .text ? old?.bytes.first == UInt8(ascii: "'") : hasSingleQuotes
    if let old, text.contains(0x0A), let long = longString(text, like: old, isOldLiteral) {
      return long
    }
    // A string without line breaks needs only a single pair of quotes, even if the old one had three.
    let fitsLiteral = !text.contains { $0 == "'" || isControl($0) && $0 != 0x09 }
    return isOldLiteral && fitsLiteral ? [0x27] + text + [0x27] : quoted(text)
  }

  /// Returns a string with several lines in the quotes of the old string, or `nil` if these aren't
  /// three quotes.
  private func longString(
    _ text: [UInt8], like old: Scalar, _ isOldLiteral: Bool
  ) -> [UInt8]? {
    let three = Array(repeating: UInt8(ascii: isOldLiteral ? "'" : "\""), count: 3)
    guard old.bytes.starts(with: three) else { return nil }
    let keepsTabs = old.bytes.contains(0x09)
    let fits =
      isOldLiteral && text.last != UInt8(ascii: "'") && !text.contains(three)
      && !text.contains { isControl($0) && $0 != 0x0A && $0 != 0x09 }
    let quotes = fits ? three : Array("\"\"\"".utf8)
    let first = old.bytes.dropFirst(3).first { $0 != 0x0D }
    // TOML ignores a newline directly after the opening quotes, so add one to preserve another.
    let opening: [UInt8] = first == 0x0A || text.first == 0x0A ? [0x0A] : []
    let lines =
      fits ? text : text.escaped { isControl($0) && $0 != 0x0A && ($0 != 0x09 || !keepsTabs) }
    return quotes + opening + lines + quotes
  }

  private func quoted(_ text: [UInt8]) -> [UInt8] { text.quoted(escaping: isControl) }

  private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// Returns a TOML integer in the base, width, and grouping of the previous integer.
  ///
  /// If the previous TOML value was a decimal number, the new value is written as a decimal number,
  /// such as `2.0`.
  private func integer(_ number: Int, like old: Scalar?) -> [UInt8] {
    guard let old, old.number != nil else { return Array(String(number).utf8) }
    if old.kind == .decimal { return Array("\(number).0".utf8) }
    let base = ExactDecimal.base(of: old.bytes)
    guard base == nil || number >= 0 else { return Array(String(number).utf8) }
    var digits = Array(String(number.magnitude, radix: base ?? 10).utf8)
    let oldDigits = old.bytes.drop { $0 == "-" || $0 == "+" }.dropFirst(base == nil ? 0 : 2)
    if base != nil {
      if oldDigits.contains(where: { $0 >= 0x41 && $0 <= 0x46 }) {
        digits = digits.map { $0.isLetter ? $0 - 0x20 : $0 }
      }
      let width = oldDigits.count { $0 != "_" }
      digits = [UInt8](repeating: 0x30, count: max(0, width - digits.count)) + digits
    }
    if let mark = oldDigits.lastIndex(of: UInt8(ascii: "_")) {
      digits = grouped(digits, by: oldDigits.endIndex - mark - 1)
    }
    let prefix = base == nil ? (number < 0 ? [0x2D] : []) : Array(old.bytes.prefix(2))
    return prefix + digits
  }

  private func grouped(_ digits: [UInt8], by size: Int) -> [UInt8] {
    var out: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % size == 0 { out.append(UInt8(ascii: "_")) }
      out.append(digit)
    }
    return out
  }
}
