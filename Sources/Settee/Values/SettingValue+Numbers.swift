extension SettingValue where Self: FixedWidthInteger & Codable {
  /// Reads a whole number; nil when it does not fit the type.
  public static func from(settingValue stored: PropertyList) -> Self? {
    StoredNumber(coercing: stored).flatMap { $0.integer(as: Self.self) }
  }

  /// The number as an integer.
  public var settingValue: PropertyList? { PropertyList(whole: self) }
}

extension SettingValue where Self: BinaryFloatingPoint & Codable {
  /// Reads a number of any kind.
  public static func from(settingValue stored: PropertyList) -> Self? {
    StoredNumber(coercing: stored).map { Self($0.double) }
  }

  /// The number as a real, as wide as a file holds it.
  public var settingValue: PropertyList? { .real(Double(self)) }
}

extension PropertyList {
  /// A whole number as a file holds it; nil beyond 64 bits.
  init?(whole number: some FixedWidthInteger) {
    if let small = Int64(exactly: number) {
      self = .integer(small)
    } else if let large = UInt64(exactly: number) {
      self = .bigInteger(large)
    } else {
      return nil
    }
  }
}

extension Int: SettingValue {}
extension Int8: SettingValue {}
extension Int16: SettingValue {}
extension Int32: SettingValue {}
extension Int64: SettingValue {}
extension UInt: SettingValue {}
extension UInt8: SettingValue {}
extension UInt16: SettingValue {}
extension UInt32: SettingValue {}
extension UInt64: SettingValue {}
extension Float: SettingValue {}
extension Double: SettingValue {}

extension Bool: SettingValue {
  /// Reads a truth value; any number but 0 is true, and text is read as Foundation reads it.
  public static func from(settingValue stored: PropertyList) -> Bool? {
    if case .string(let text) = stored { return text.isTrueToFoundation }
    return StoredNumber(coercing: stored).map { $0.double != 0 }
  }

  /// The truth value itself.
  public var settingValue: PropertyList? { .boolean(self) }
}

/// A number as it was found in a file, whatever type it has there.
///
/// Follows Foundation's `UserDefaults`: `true` is 1, and text counts up to where it stops being a
/// number (`12abc` is 12). Text without any number is no number, where Foundation says 0.
enum StoredNumber {
  case integer(Int64)
  case bigInteger(UInt64)
  case real(Double)

  init?(coercing stored: PropertyList) {
    switch stored {
    case .integer(let number): self = .integer(number)
    case .bigInteger(let number): self = .bigInteger(number)
    case .real(let number): self = .real(number)
    case .boolean(let truth): self = .integer(truth ? 1 : 0)
    case .string(let text): self.init(leading: text)
    default: return nil
    }
  }

  /// The number that a text begins with, blanks skipped.
  init?(leading text: String) {
    let bytes = text.utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let prefix = Self.numberPrefix(of: bytes)
    let word = String(decoding: prefix, as: UTF8.self)
    if let integer = Int64(word) {
      self = .integer(integer)
    } else if let integer = UInt64(word) {
      self = .bigInteger(integer)
    } else if let real = Double(word) {
      self = .real(real)
    } else {
      return nil
    }
  }

  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .bigInteger(let number): Double(number)
    case .real(let number): number
    }
  }

  /// The number as an integer type, its fraction cut off; nil when it does not fit.
  func integer<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
    switch self {
    case .integer(let number): Number(exactly: number)
    case .bigInteger(let number): Number(exactly: number)
    case .real(let number): Number(exactly: number.rounded(.towardZero))
    }
  }

  /// `[+-]digits[.digits][e[+-]digits]`, as much of it as is there.
  private static func numberPrefix(of bytes: Substring.UTF8View) -> Substring.UTF8View {
    var rest = bytes
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func sign() { if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() } }
    sign()
    var found = digits()
    if rest.first == 0x2E {
      let beforePoint = rest
      rest = rest.dropFirst()
      let fraction = digits()
      if fraction == 0 { rest = beforePoint }
      found += fraction
    }
    guard found > 0 else { return bytes.prefix(0) }
    if rest.first == 0x65 || rest.first == 0x45 {
      let beforeExponent = rest
      rest = rest.dropFirst()
      sign()
      if digits() == 0 { rest = beforeExponent }
    }
    return bytes[..<rest.startIndex]
  }
}

extension String {
  /// What Foundation's `bool(forKey:)` makes of a text: true for `YES`, `true`, `1`, `-07`; `on` is
  /// false.
  var isTrueToFoundation: Bool {
    var rest = utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
    rest = rest.drop { $0 == 0x30 }
    guard let first = rest.first else { return false }
    return "tTyY123456789".utf8.contains(first)
  }
}
