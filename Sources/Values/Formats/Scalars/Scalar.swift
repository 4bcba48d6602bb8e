/// A value as written in a settings file, with its type and its exact bytes.
package struct Scalar: Sendable {
  package enum ScalarType: Sendable, Equatable {
    case text, integer, decimal, boolean, null
    case offsetDateTime, localDateTime, localDate, localTime
    case list, table
    /// A value in a format without types, such as an INI file.
    ///
    /// Only the application that reads the file knows the type of such a value.
    case untyped
    /// A key without a value, which programs read as `true`.
    case absent
  }

  package let kind: ScalarType
  package let bytes: [UInt8]
  package let format: Format
  /// The decoded text of the value, if it can't be decoded from the bytes of the value alone.
  private let knownText: [UInt8]?

  package init(_ kind: ScalarType, _ bytes: [UInt8], in format: Format, text: [UInt8]? = nil) {
    (self.kind, self.bytes, self.format, knownText) = (kind, bytes, format, text)
  }

  package var source: String { String(decoding: bytes, as: UTF8.self) }

  /// The decoded string, or `nil` if the value isn't a string or isn't valid UTF-8.
  package var text: String? {
    decoded.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The value as a `Bool`, from any common spelling such as `yes`, or `nil` if it isn't a Boolean
  /// value.
  package var boolean: Bool? {
    switch kind {
    case .boolean:
      // Nearly every file has only these spellings, which need no further comparison.
      if bytes.elementsEqual("true".utf8) {
        true
      } else if bytes.elementsEqual("false".utf8) {
        false
      } else {
        BooleanWord(bytes)?.isOn
      }
    case .absent: true
    case .untyped: decoded.flatMap { BooleanWord($0)?.isOn }
    // YAML 1.1 interprets a string such as `yes` as a Boolean value. Only a program or a schema can
    // determine which one is meant.
    case .text where format == .yaml && YAMLText.isBooleanWord(bytes): BooleanWord(bytes)?.isOn
    default: nil
    }
  }

  /// The value as an integer, or `nil` if it isn't an integer or doesn't fit into an `Int`.
  package var integer: Int? { number?.integer }

  /// The number as written in the file, without underscores, or `nil` if the value isn't a number.
  package var decimalText: String? {
    guard number != nil, let digits = kind == .untyped ? decoded : bytes else { return nil }
    return String(decoding: digits.filter { $0 != "_" }, as: UTF8.self)
  }

  /// The decoded bytes of a string, without quotes and escapes.
  package var decoded: [UInt8]? {
    kind == .text || kind == .untyped ? knownText ?? format.notation.decode(bytes) : nil
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
  /// The meaning of a value, independent of its spelling in the file.
  ///
  /// Lists and tables have no canonical value, because they are compared by their members.
  enum CanonicalScalar: Hashable {
    case text([UInt8])
    case integer(ExactDecimal)
    case decimal(ExactDecimal)
    case boolean(Bool)
    /// A date, a time, `inf`, or `nan` in its canonical spelling.
    case word(ScalarType, [UInt8])
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
    case .boolean: .boolean(boolean == true)
    case .null: .null
    case .absent: .absent
    case .list: .list
    case .table: .table
    case .offsetDateTime, .localDateTime, .localDate, .localTime: .word(kind, canonicalDateTime)
    }
  }

  /// The bytes of the number without a leading plus sign, so that `+inf` becomes `inf`.
  private var unsigned: [UInt8] {
    bytes.first == UInt8(ascii: "+") ? Array(bytes.dropFirst()) : bytes
  }

  /// The date and time in canonical form.
  ///
  /// The canonical spelling has an uppercase `T` and `Z`, includes seconds, and omits trailing
  /// zeros in the fraction.
  private var canonicalDateTime: [UInt8] {
    var text = bytes.map { byte -> UInt8 in
      switch byte {
      case "t", " ": 0x54
      case "z": 0x5A
      default: byte
      }
    }
    if let end = endOfMinutes { text.insert(contentsOf: ":00".utf8, at: end) }
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return text }
    let end = text[(point + 1)...].firstIndex { !$0.isDigit } ?? text.endIndex
    let zeros = text[..<end].reversed().prefix { $0 == "0" }.count
    text.removeSubrange((end - zeros)..<end)
    return text
  }
}

extension Scalar {
  /// The offset after the minutes of a time without seconds, or `nil` for other values.
  private var endOfMinutes: Int? {
    guard let hour = bytes.firstIndex(of: UInt8(ascii: ":")), hour + 3 <= bytes.count,
      hour + 3 == bytes.count || bytes[hour + 3] != ":"
    else { return nil }
    return hour + 3
  }

  /// A Boolean value that indicates whether this isn't a time without seconds.
  package var hasSeconds: Bool { endOfMinutes == nil }

  /// The value as it is written, with the seconds that a time may lack.
  package var sourceWithSeconds: String {
    var text = bytes
    if let end = endOfMinutes { text.insert(contentsOf: ":00".utf8, at: end) }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Scalar {
  /// Returns whether this scalar represents a value.
  ///
  /// The document compares lists and tables, because it contains their members.
  package func holds(_ value: Value) -> Bool {
    switch value {
    case .text(let text): (kind == .text || kind == .untyped) && decoded == Array(text.utf8)
    case .integer(let integer):
      // In TOML, a decimal number stays one.
      (kind != .decimal || format == .toml) && number?.withoutSignOfZero == ExactDecimal(integer)
    case .decimal(let digits): holds(decimal: Array(digits.utf8))
    case .boolean(let isOn): boolean == isOn
    case .null: kind == .null
    case .list, .table: false
    case .source(let source): bytes == Array(source.utf8)
    }
  }

  private func holds(decimal digits: [UInt8]) -> Bool {
    if let asked = ExactDecimal(digits), let number {
      let isWhole = digits.allSatisfy { $0.isDigit || $0 == "-" }
      return kind == .untyped || kind == .decimal || isWhole ? number == asked : false
    }
    return (kind == .decimal || kind == .untyped) && (decoded ?? unsigned) == digits
  }
}

extension Scalar {
  /// A Boolean value that indicates whether the value is a Boolean word such as `yes`.
  ///
  /// Digits and single characters, such as `1` or `y`, aren't considered Boolean words.
  package var isBooleanWord: Bool {
    guard kind == .untyped, let decoded else { return false }
    return decoded.count > 1 && BooleanWord(decoded) != nil
  }

  /// Returns whether the scalar is exactly equal to a number.
  package func holds(decimal other: Double) -> Bool {
    number != nil && number == ExactDecimal(Array(String(other).utf8))
  }
}

/// A value that Settee can write to a settings file.
package enum Value: Sendable, Equatable {
  case text(String)
  case integer(Int)
  /// A number with the digits that the user entered, so that `0.8` stays `0.8`.
  case decimal(String)
  case boolean(Bool)
  case null
  case list([Value])
  case table([Member])
  /// Source text that is written to the file verbatim, such as a date, a long number, or a table.
  case source(String)

  /// A key and its value, which Settee writes as a member of a table.
  package struct Member: Sendable, Equatable {
    package let key: Key
    package let value: Value

    package init(_ key: Key, _ value: Value) { (self.key, self.value) = (key, value) }
  }
}

/// A Boolean word such as `yes`, with its opposite and its capitalization.
package struct BooleanWord: Sendable {
  /// The pairs of words that programs accept as Boolean values, such as `yes` and `no`.
  private static let pairs: [(on: String, off: String)] = [
    ("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0"), ("enabled", "disabled"),
    ("t", "f"), ("y", "n"),
  ]

  let isOn: Bool
  private let pair: (on: String, off: String)
  private let isCapitalized: Bool
  private let isUppercase: Bool

  init?(_ word: [UInt8]) {
    guard word.count <= 8 else { return nil }
    let small = String(decoding: word.map(\.lowercased), as: UTF8.self)
    guard let pair = Self.pairs.first(where: { $0.on == small || $0.off == small }) else {
      return nil
    }
    self.pair = pair
    isOn = pair.on == small
    let large = word.count { $0 >= 0x41 && $0 <= 0x5A }
    isCapitalized = large == 1 && word.count > 1
    isUppercase = large > 0 && !isCapitalized
  }

  /// Returns the Boolean value that a word such as `yes` represents, or `nil` if it doesn't
  /// represent any.
  package static func isOn(_ text: String) -> Bool? { BooleanWord(Array(text.utf8))?.isOn }

  /// Returns the word for a Boolean value from the same pair and with the same capitalization, such
  /// as `No` for `Yes`.
  func word(isOn: Bool) -> String {
    let word = isOn ? pair.on : pair.off
    if isUppercase { return word.uppercased() }
    return isCapitalized ? word.prefix(1).uppercased() + word.dropFirst() : word
  }
}
