/// A value as a file holds it: its kind and its exact bytes.
package struct Scalar: Sendable {
  package enum Kind: Sendable, Equatable {
    case text, integer, decimal, boolean, null
    case offsetDateTime, localDateTime, localDate, localTime
    case list, table
    /// Text of a format that has no types: what it means, its program knows.
    case untyped
    /// A key without a value, which stands for true.
    case absent
  }

  package let kind: Kind
  package let bytes: [UInt8]
  package let format: Format

  package init(_ kind: Kind, _ bytes: [UInt8], in format: Format) {
    (self.kind, self.bytes, self.format) = (kind, bytes, format)
  }

  package var source: String { String(decoding: bytes, as: UTF8.self) }

  /// The text that it holds, quotes and escapes resolved; nil for what holds none or is no Unicode.
  package var text: String? {
    decoded.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// On or off, in any of the words for it; nil for anything else.
  package var boolean: Bool? {
    switch kind {
    case .boolean: bytes.first == UInt8(ascii: "t")
    case .absent: true
    case .untyped: decoded.flatMap { SwitchWord($0)?.isOn }
    default: nil
    }
  }

  /// A whole number that fits; nil for anything else.
  package var integer: Int? { number?.integer }

  /// A number in digits, with a point or a power where the file has them.
  package var decimalText: String? {
    guard number != nil, let digits = kind == .untyped ? decoded : bytes else { return nil }
    return String(decoding: digits.filter { $0 != "_" }, as: UTF8.self)
  }

  /// The bytes that it holds, quotes and escapes resolved.
  var decoded: [UInt8]? {
    kind == .text || kind == .untyped ? format.notation.decode(bytes) : nil
  }

  var number: ExactDecimal? {
    switch kind {
    case .integer, .decimal: ExactDecimal(bytes)
    case .untyped: decoded.flatMap { ExactDecimal($0) }
    default: nil
    }
  }
}

extension Scalar {
  /// What a value means, whatever its spelling; what holds others is compared by those.
  enum CanonicalScalar: Hashable {
    case text([UInt8])
    case integer(ExactDecimal)
    case decimal(ExactDecimal)
    case boolean(Bool)
    /// A moment, `inf`, `nan`: text in one spelling.
    case word(Kind, [UInt8])
    case null, absent, list, table
  }

  var meaning: CanonicalScalar {
    switch kind {
    case .text, .untyped: .text(decoded ?? bytes)
    case .integer:
      if let number {
        format.notation.hasIntegers ? .integer(number.withoutSignOfZero) : .decimal(number)
      } else {
        .word(kind, bytes)
      }
    case .decimal: number.map { .decimal($0) } ?? .word(kind, unsigned)
    case .boolean: .boolean(bytes.first == UInt8(ascii: "t"))
    case .null: .null
    case .absent: .absent
    case .list: .list
    case .table: .table
    case .offsetDateTime, .localDateTime, .localDate, .localTime: .word(kind, moment)
    }
  }

  /// `+inf` is `inf`.
  private var unsigned: [UInt8] {
    bytes.first == UInt8(ascii: "+") ? Array(bytes.dropFirst()) : bytes
  }

  /// A moment with `T` and `Z` large, and without zeros at the end of a fraction.
  private var moment: [UInt8] {
    var text = bytes.map { byte -> UInt8 in
      switch byte {
      case "t", " ": 0x54
      case "z": 0x5A
      default: byte
      }
    }
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return text }
    let end = text[(point + 1)...].firstIndex { !$0.isDigit } ?? text.endIndex
    let zeros = text[..<end].reversed().prefix { $0 == "0" }.count
    text.removeSubrange((end - zeros)..<end)
    return text
  }
}

extension Scalar {
  /// Whether it holds what is asked for; lists and tables are left to who knows what is in them.
  func holds(_ value: Value) -> Bool {
    switch value {
    case .text(let text): (kind == .text || kind == .untyped) && decoded == Array(text.utf8)
    case .integer(let integer): number?.withoutSignOfZero == ExactDecimal(integer)
    case .decimal(let digits): holds(decimal: Array(digits.utf8))
    case .boolean(let isOn): boolean == isOn
    case .null: kind == .null
    case .list, .table: false
    case .source(let source): bytes == Array(source.utf8)
    }
  }

  private func holds(decimal digits: [UInt8]) -> Bool {
    if let asked = ExactDecimal(digits), let number {
      return kind == .untyped
        ? number == asked : meaningOfDecimal(number) == meaningOfDecimal(asked)
    }
    return (kind == .decimal || kind == .untyped) && (decoded ?? unsigned) == digits
  }

  private func meaningOfDecimal(_ number: ExactDecimal) -> ExactDecimal {
    kind == .integer ? number.withoutSignOfZero : number
  }
}

extension Scalar {
  /// Whether the text is a word for on or off that is no number as well.
  package var isSwitch: Bool {
    guard kind == .untyped, let decoded else { return false }
    return decoded.count > 1 && SwitchWord(decoded) != nil
  }

  /// Whether a number is this one exactly.
  package func holds(decimal other: Double) -> Bool {
    number != nil && number == ExactDecimal(Array(String(other).utf8))
  }
}

/// A value that somebody asks to have written.
package enum Value: Sendable, Equatable {
  case text(String)
  case integer(Int)
  /// Digits as they were typed: `0.8` stays `0.8`.
  case decimal(String)
  case boolean(Bool)
  case null
  case list([Value])
  case table([Member])
  /// What is to stand in the file, letter for letter: a date, a long number, a table.
  case source(String)

  /// A key of a table with its value.
  package struct Member: Sendable, Equatable {
    package let key: Key
    package let value: Value

    package init(_ key: Key, _ value: Value) { (self.key, self.value) = (key, value) }
  }
}

/// A word for on or off, with the word for the other and the way it is written.
struct SwitchWord: Sendable {
  /// The pairs that programs use.
  private static let pairs: [(on: String, off: String)] = [
    ("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0"), ("enabled", "disabled"),
    ("t", "f"), ("y", "n"),
  ]

  let isOn: Bool
  private let pair: (on: String, off: String)
  private let letters: Letters

  private enum Letters { case small, first, large }

  init?(_ word: [UInt8]) {
    guard word.count <= 8 else { return nil }
    let small = String(decoding: word.map(\.lowercased), as: UTF8.self)
    guard let pair = Self.pairs.first(where: { $0.on == small || $0.off == small }) else {
      return nil
    }
    self.pair = pair
    isOn = pair.on == small
    let large = word.count { $0 >= 0x41 && $0 <= 0x5A }
    letters = large == 0 ? .small : large == 1 && word.count > 1 ? .first : .large
  }

  /// The word of this family for on or off, written in the same manner.
  func word(isOn: Bool) -> String {
    let word = isOn ? pair.on : pair.off
    return switch letters {
    case .small: word
    case .first: word.prefix(1).uppercased() + word.dropFirst()
    case .large: word.uppercased()
    }
  }
}
