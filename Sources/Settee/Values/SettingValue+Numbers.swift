extension SettingValue where Self: FixedWidthInteger & Codable {
  /// Reads a whole number, or a real one without its fraction; nil when it does not fit the type.
  public static func from(settingValue stored: PropertyList) -> Self? {
    switch stored.asStoredNumber {
    case .integer(let number): Self(exactly: number)
    case .bigInteger(let number): Self(exactly: number)
    case .real(let number): Self(exactly: number.rounded(.towardZero))
    default: nil
    }
  }

  /// The number as an integer.
  public var settingValue: PropertyList? { PropertyList(whole: self) }
}

extension SettingValue where Self: BinaryFloatingPoint & Codable {
  /// Reads a number of any kind.
  public static func from(settingValue stored: PropertyList) -> Self? {
    stored.asStoredNumber?.asNumber.map { Self($0) }
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
    return stored.asNumber.map { $0 != 0 }
  }

  /// The truth value itself.
  public var settingValue: PropertyList? { .boolean(self) }
}

extension PropertyList {
  /// The number that this is, whatever type it has in a file; nil where it is none.
  ///
  /// Follows Foundation's `UserDefaults`: `true` is 1, and text counts up to where it stops being a
  /// number (`12abc` is 12). Text without any number is no number, where Foundation says 0.
  fileprivate var asStoredNumber: PropertyList? {
    switch self {
    case .integer, .bigInteger, .real: self
    case .boolean(let truth): .integer(truth ? 1 : 0)
    case .string(let text): PropertyList(leading: text)
    default: nil
    }
  }

  /// The number that a text begins with, blanks skipped: `[+-]digits[.digits][e[+-]digits]`, as much
  /// of it as is there.
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
