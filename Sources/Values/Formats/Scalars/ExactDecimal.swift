/// The exact value of a number, which consists of a sign, digits, and a power of ten.
///
/// The numbers `1.50` and `15e-1` are equal. The number `0.1` isn't rounded as it would be in a
/// `Double`.
struct ExactDecimal: Hashable, Sendable {
  private let isNegative: Bool
  /// The digits of the number without leading and trailing zeros.
  ///
  /// The array of digits is empty for zero.
  private let digits: [UInt8]
  private let exponent: Int
  /// The base of the number, which is usually 10.
  ///
  /// A number with a prefix such as `0x` keeps its base if it doesn't fit into 64 bits. Such a
  /// number is equal only to numbers with the same base and digits.
  private let base: Int

  /// Parses a number such as `-12.5e3`, `0xFF`, `0o7`, or `0b1`.
  ///
  /// Underscores in the number are ignored.
  init?(_ text: some Sequence<UInt8>) {
    var rest = text.filter { $0 != "_" }[...]
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    let isNegative = sign == UInt8(ascii: "-")
    if let base = Self.base(of: rest) {
      self.init(Array(rest.dropFirst(2)), base: base, isNegative: isNegative)
    } else {
      self.init(decimal: rest, isNegative: isNegative)
    }
  }

  init(_ integer: Int) {
    let digits = Array(String(integer.magnitude).utf8)
    let kept = digits.reversed().drop { $0 == "0" }.reversed()
    self.init(integer < 0, Array(kept), kept.isEmpty ? 0 : digits.count - kept.count)
  }

  private init(_ isNegative: Bool, _ digits: [UInt8], _ exponent: Int, base: Int = 10) {
    (self.isNegative, self.digits, self.exponent, self.base) =
      (isNegative, digits, exponent, base)
  }

  private init?(_ text: [UInt8], base: Int, isNegative: Bool) {
    guard !text.isEmpty else { return nil }
    guard let value = Int(String(decoding: text, as: UTF8.self), radix: base) else {
      guard text.allSatisfy({ ($0.hexDigit ?? 16) < base }) else { return nil }
      self.init(isNegative, text.map(\.lowercased), 0, base: base)
      return
    }
    self.init(isNegative ? -value : value)
  }

  private init?(decimal text: ArraySlice<UInt8>, isNegative: Bool) {
    let mark = text.firstIndex { $0 == "e" || $0 == "E" }
    var exponent = 0
    if let mark {
      var power = text[(mark + 1)...]
      if power.first == UInt8(ascii: "+") { power.removeFirst() }
      // Don't interpret extremely large exponents, so that the caller compares the literals
      // instead.
      guard let value = Int(String(decoding: power, as: UTF8.self)), abs(value) < 1 << 60 else {
        return nil
      }
      exponent = value
    }
    let mantissa = text[..<(mark ?? text.endIndex)]
    let whole = mantissa.prefix { $0 != "." }
    let fraction = mantissa.dropFirst(whole.count + 1)
    var digits = Array(whole + fraction)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    exponent -= fraction.count
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    digits = Array(digits.dropLast(zeros).drop { $0 == "0" })
    self.init(isNegative, digits, digits.isEmpty ? 0 : exponent + zeros)
  }

  /// A Boolean value that indicates whether the number is negative zero.
  ///
  /// In formats without integers, negative zero is different from zero.
  var isNegativeZero: Bool { isNegative && digits.isEmpty }

  /// The number as an `Int`, or `nil` if it has a fraction or doesn't fit.
  var integer: Int? {
    guard base == 10, exponent >= 0, digits.count + exponent < 20 else { return nil }
    let text = String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: exponent)
    return Int((isNegative ? "-" : "") + (text.isEmpty ? "0" : text))
  }

  /// The same number, in which zero replaces negative zero.
  var withoutSignOfZero: ExactDecimal { isNegativeZero ? ExactDecimal(0) : self }

  /// Returns the base of a number that starts with `0x`, `0o`, or `0b`, or `nil` for other numbers.
  static func base(of text: some Collection<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "0"), let mark = text.dropFirst().first else { return nil }
    switch mark {
    case "x", "X": return 16
    case "o", "O": return 8
    case "b", "B": return 2
    default: return nil
    }
  }
}
