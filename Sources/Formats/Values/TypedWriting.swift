/// Values as TOML and JSON write them, those of TOML in the manner of the one before.
struct TypedWriting {
  let isTOML: Bool

  func key(_ name: Name) throws(Refusal) -> [UInt8] {
    let isBare =
      isTOML && !name.bytes.isEmpty
      && name.bytes.allSatisfy { $0.isLetter || $0.isDigit || $0 == "_" || $0 == "-" }
    if isBare { return name.bytes }
    guard name.bytes.firstNonUTF8 == nil else {
      throw Refusal("a key of \(isTOML ? "TOML" : "JSON") has to be UTF-8")
    }
    return quoted(name.bytes)
  }

  func value(_ value: Value, like old: Literal?) throws(Refusal) -> [UInt8] {
    switch value {
    case .text(let text):
      return isTOML ? string(Array(text.utf8), like: old) : quoted(Array(text.utf8))
    case .boolean(let isOn): return Array("\(isOn)".utf8)
    case .integer(let number):
      return isTOML ? integer(number, like: old) : Array("\(number)".utf8)
    case .decimal(let digits): return try decimal(digits)
    case .null:
      if isTOML { throw Refusal("TOML has no null; take the setting out instead") }
      return Array("null".utf8)
    case .list(let values):
      var texts: [[UInt8]] = []
      for value in values { texts.append(try self.value(value, like: nil)) }
      return [0x5B] + texts.joined(separator: Array(", ".utf8)) + [0x5D]
    case .source(let source): return Array(source.utf8)
    }
  }

  private func decimal(_ digits: String) throws(Refusal) -> [UInt8] {
    let word = Array(digits.utf8)
    guard isTOML else {
      let document = try? Document.read(word, as: .json(allowsComments: false))
      if document?.literal(of: 0)?.number != nil { return word }
      throw Refusal("'\(digits)' is no number as JSON writes them")
    }
    // A whole number where a decimal is asked for: a point makes it one.
    switch TOMLWord.kind(of: word) {
    case .decimal: return word
    case .integer where Number.base(of: word) == nil: return word + Array(".0".utf8)
    default: throw Refusal("'\(digits)' is no number as TOML writes them")
    }
  }

  private func string(_ text: [UInt8], like old: Literal?) -> [UInt8] {
    let isLong = old?.bytes.starts(with: [0x22, 0x22, 0x22]) == true
    let isOldLiteral = old?.kind == .text && old?.bytes.first == UInt8(ascii: "'")
    let fitsLiteral = !text.contains { $0 == "'" || $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    if isOldLiteral, fitsLiteral {
      // NB: an empty string in single quotes has to be short, or its quotes would open a long one.
      return [0x27] + text + [0x27]
    }
    guard isLong, text.contains(0x0A) else { return quoted(text) }
    let opening = Array("\"\"\"".utf8) + (old?.bytes.dropFirst(3).first == 0x0A ? [0x0A] : [])
    // A line end at the start would be taken for the one behind the quotes.
    let first: [UInt8] = text.first == 0x0A && opening.count == 3 ? [0x0A] : []
    return opening + first + escaped(text, keepsLines: true) + Array("\"\"\"".utf8)
  }

  private func quoted(_ text: [UInt8]) -> [UInt8] {
    [0x22] + escaped(text) + [0x22]
  }

  private func escaped(_ text: [UInt8], keepsLines: Bool = false) -> [UInt8] {
    var out: [UInt8] = []
    for byte in text {
      switch byte {
      case "\"", "\\": out += [0x5C, byte]
      case 0x0A where keepsLines: out.append(byte)
      case 0x0A: out += Array("\\n".utf8)
      case 0x09: out += Array("\\t".utf8)
      case 0x0D: out += Array("\\r".utf8)
      case 0..<0x20:
        out += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
      case 0x7F where isTOML: out += Array("\\u007F".utf8)
      default: out.append(byte)
      }
    }
    return out
  }

  /// A whole number in the base, width and grouping of the old one; where that is a decimal, a decimal.
  private func integer(_ number: Int, like old: Literal?) -> [UInt8] {
    guard let old, old.number != nil else { return Array(String(number).utf8) }
    if old.kind == .decimal { return Array("\(number).0".utf8) }
    let base = Number.base(of: old.bytes)
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
