/// One value of a property list, of any of the formats: XML, binary or old-style text.
///
/// `==` is exact: the same type and the same content, text compared by its code units (so that
/// `é` and `e` + U+0301 differ, as they do in a file), reals by value with every NaN equal. To ask
/// whether a stored value *means* a choice of a settings pane, use `matches(_:)`.
public enum PropertyList: Sendable {
  /// Text.
  case string(String)
  /// A whole number that fits 64 signed bits.
  case integer(Int64)
  /// A whole number above `Int64.max`.
  case bigInteger(UInt64)
  /// A floating-point number.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// A moment.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values in order.
  case array([PropertyList])
  /// Values by key, in the order of the file.
  case dictionary(PropertyListDictionary)
  /// An object reference of a keyed archive, which only binary files hold; preserved, never made.
  case uid(UInt64)
}

extension PropertyList: ExpressibleByStringLiteral {
  /// Makes text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyList: ExpressibleByStringInterpolation {}

extension PropertyList: ExpressibleByIntegerLiteral {
  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension PropertyList: ExpressibleByFloatLiteral {
  /// Makes a real number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyList: ExpressibleByBooleanLiteral {
  /// Makes true or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension PropertyList: ExpressibleByArrayLiteral {
  /// Makes an array.
  public init(arrayLiteral elements: PropertyList...) { self = .array(elements) }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary; of a key given twice the last counts.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self = .dictionary(PropertyListDictionary(elements))
  }
}

extension PropertyList {
  /// The XML file of this value, byte for byte as Foundation's PropertyListSerialization writes it.
  ///
  /// That is indented by tabs, with keys sorted by their UTF-16 units, reals with 17 digits and
  /// dates to the second. Fails for a date beyond 32-bit years and for nesting that nothing reads.
  package func xml() throws(PropertyListError) -> [UInt8] {
    // Room for what most keys and values take: to grow while writing takes a tenth longer.
    var writer = XMLWriter(capacity: 4096 + 96 * (dictionary?.count ?? 0))
    try writer.document(self)
    return writer.sink.bytes
  }

  /// The binary file of this value (`bplist00`), with equal texts, numbers and data kept once.
  ///
  /// Keys stay in their order. Fails for nesting that nothing reads.
  package func binary() throws(PropertyListError) -> [UInt8] {
    var writer = BinaryWriter()
    return try writer.document(self)
  }
}

extension PropertyList: Equatable {
  /// Whether both are of the same type and content.
  ///
  /// Text is equal by its code units, reals by value with every NaN equal (and 0.0 equal to -0.0),
  /// dictionaries by content whatever the order of their keys. `.integer(1)` and `.real(1)` differ.
  public static func == (left: PropertyList, right: PropertyList) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): a.isSame(as: b)
    case (.integer(let a), .integer(let b)): a == b
    case (.bigInteger(let a), .bigInteger(let b)): a == b
    case (.integer(let a), .bigInteger(let b)), (.bigInteger(let b), .integer(let a)):
      UInt64(exactly: a) == b
    case (.real(let a), .real(let b)): a == b || (a.isNaN && b.isNaN)
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.uid(let a), .uid(let b)): a == b
    default: false
    }
  }

  /// Whether both mean the same, as NSNumber would say: 1, 1.0 and true match, and so do 0 and
  /// false; text matches by its code units; arrays and dictionaries match when their values do.
  package func matches(_ other: PropertyList) -> Bool {
    switch (self, other) {
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.matches($1) }
    case (.dictionary(let a), .dictionary(let b)):
      return a.count == b.count
        && a.entries.allSatisfy { key, value in b[key].map(value.matches) ?? false }
    default:
      guard let a = number, let b = other.number else { return self == other }
      return a.isSameNumber(as: b)
    }
  }

  private var number: Number? {
    switch self {
    case .integer(let number): .whole(Int128(number))
    case .bigInteger(let number): .whole(Int128(number))
    case .boolean(let flag): .whole(flag ? 1 : 0)
    case .real(let number): .real(number)
    default: nil
    }
  }
}

/// A number of a property list, whatever its type, to compare without rounding.
private enum Number {
  case whole(Int128)
  case real(Double)

  func isSameNumber(as other: Number) -> Bool {
    switch (self, other) {
    case (.whole(let a), .whole(let b)): a == b
    case (.real(let a), .real(let b)): a == b || (a.isNaN && b.isNaN)
    case (.whole(let a), .real(let b)), (.real(let b), .whole(let a)): Int128(exactly: b) == a
    }
  }
}

extension PropertyList {
  /// Makes a whole number, in the case that holds it.
  package init(_ number: UInt64) {
    if let small = Int64(exactly: number) {
      self = .integer(small)
    } else {
      self = .bigInteger(number)
    }
  }

  /// The text, nil when this is of another type.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, nil when this is of another type or does not fit.
  public var int: Int? {
    if case .integer(let number) = self { Int(exactly: number) } else { nil }
  }

  /// The whole number, nil when this is of another type or negative.
  package var uint: UInt64? {
    switch self {
    case .integer(let number): UInt64(exactly: number)
    case .bigInteger(let number): number
    default: nil
    }
  }

  /// The real number, nil when this is of another type; a whole number is not a real one.
  public var double: Double? {
    if case .real(let number) = self { number } else { nil }
  }

  /// True or false, nil when this is of another type.
  public var bool: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  /// The moment, nil when this is of another type.
  public var date: Date? {
    if case .date(let moment) = self { moment } else { nil }
  }

  /// The bytes, nil when this is of another type.
  public var data: Data? {
    if case .data(let bytes) = self { bytes } else { nil }
  }

  /// The values in order, nil when this is of another type.
  public var array: [PropertyList]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The values by key, nil when this is of another type.
  public var dictionary: PropertyListDictionary? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}
