extension SettingValue where Self: FixedWidthInteger & Codable {
  /// Creates an integer from a stored number, or returns `nil` if the number is out of range for
  /// the type.
  ///
  /// Fractions are dropped.
  public init?(settingValue stored: PropertyList) {
    switch stored.asStoredNumber {
    case .integer(let number): self.init(exactly: number)
    case .bigInteger(let number): self.init(exactly: number)
    case .real(let number): self.init(exactly: number.rounded(.towardZero))
    default: return nil
    }
  }

  /// The integer in the form in which it is stored in a property list.
  public var settingValue: PropertyList? { PropertyList(whole: self) }
}

extension SettingValue where Self: BinaryFloatingPoint & Codable {
  /// Creates a floating-point number from a stored number of any type.
  public init?(settingValue stored: PropertyList) {
    guard let number = stored.asStoredNumber?.asNumber else { return nil }
    self.init(number)
  }

  /// The number in double precision, which is the form in which it is stored.
  public var settingValue: PropertyList? { .real(Double(self)) }
}

extension PropertyList {
  /// Creates a property list integer, or returns `nil` if the number needs more than 64 bits.
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
  /// Creates a Boolean value from a stored Boolean value, number, or string.
  ///
  /// All numbers except 0 are `true`, and a string is interpreted in the same way as in Foundation.
  public init?(settingValue stored: PropertyList) {
    if case .string(let text) = stored {
      self = text.isTrueToFoundation
    } else if let number = stored.asNumber {
      self = number != 0
    } else {
      return nil
    }
  }

  /// The Boolean value itself.
  public var settingValue: PropertyList? { .boolean(self) }
}

extension PropertyList {
  /// The stored value converted to a number, or `nil` if it doesn't start with a number.
  ///
  /// As in Foundation's `UserDefaults`, `true` is 1, and only the number at the start of a string
  /// is read, so `12abc` is 12. A string that doesn't start with a number results in `nil` here,
  /// whereas Foundation returns 0.
  fileprivate var asStoredNumber: PropertyList? {
    switch self {
    case .integer, .bigInteger, .real: self
    case .boolean(let truth): .integer(truth ? 1 : 0)
    case .string(let text): PropertyList(leading: text)
    default: nil
    }
  }

  /// Parses the number at the start of a string and ignores whitespace before it.
  ///
  /// The format is `[+-]digits[.digits][e[+-]digits]`.
  private init?(leading text: String) {
    let text = Array(text.utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) })
    func has(_ one: String, at index: Int) -> Bool {
      index < text.count && one.utf8.contains(text[index])
    }
    func digits(from start: Int) -> Int {
      start + text.dropFirst(start).prefix { (0x30...0x39).contains($0) }.count
    }
    var end = digits(from: has("+-", at: 0) ? 1 : 0)
    if has(".", at: end) {
      let fraction = digits(from: end + 1)
      if fraction > end + 1 { end = fraction }
    }
    if has("eE", at: end) {
      let start = has("+-", at: end + 1) ? end + 2 : end + 1
      let exponent = digits(from: start)
      if exponent > start { end = exponent }
    }
    let word = String(decoding: text[..<end], as: UTF8.self)
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
}

extension String {
  /// A Boolean value that indicates whether Foundation's `bool(forKey:)` returns `true` for the
  /// string.
  ///
  /// For example, Foundation treats `YES`, `true`, `1`, and `-07` as true, but not `on`.
  var isTrueToFoundation: Bool {
    var rest = utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
    rest = rest.drop { $0 == 0x30 }
    guard let first = rest.first else { return false }
    return "tTyY123456789".utf8.contains(first)
  }
}
