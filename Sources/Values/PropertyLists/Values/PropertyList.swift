/// A value in an XML, binary, or old-style property list.
///
/// The operator `==` requires the same type and content. Strings are compared by code units, so `é`
/// and `e` + U+0301 differ as they do in a file. NaN equals NaN. To test whether a saved value
/// represents a choice in a settings pane, use `matches(_:)`.
public enum PropertyList: Sendable {
  /// A string.
  case string(String)
  /// A signed 64-bit integer.
  case integer(Int64)
  /// An integer greater than `Int64.max`.
  case bigInteger(UInt64)
  /// A floating-point number.
  case real(Double)
  /// A Boolean value.
  case boolean(Bool)
  /// A date and time.
  case date(Date)
  /// Binary data.
  // `Data` stored inline would make every copy of a value slower, even of a string.
  indirect case data(Data)
  /// An array of values.
  case array([PropertyList])
  /// A dictionary of values by key, in file order.
  case dictionary(PropertyListDictionary)
  /// A reference to another object in a keyed archive, which other property lists don't contain.
  ///
  /// Object references occur only in binary property lists. Settee preserves existing references
  /// but never creates new ones.
  case uid(UInt64)
}

extension PropertyList: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyList: ExpressibleByStringInterpolation {}

extension PropertyList: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension PropertyList: ExpressibleByFloatLiteral {
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyList: ExpressibleByBooleanLiteral {
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension PropertyList: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: PropertyList...) { self = .array(elements) }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary.
  ///
  /// If the literal repeats a key, the last value takes precedence.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self = .dictionary(PropertyListDictionary(elements))
  }
}

extension PropertyList {
  /// Returns the property list as XML with the same bytes as Foundation's
  /// PropertyListSerialization.
  ///
  /// The file is indented with tabs. Keys are sorted by UTF-16 code units, floating-point numbers
  /// have 17 digits, and dates have a resolution of one second. This method throws an error for
  /// dates whose year doesn't fit into 32 bits, and for values that are nested too deeply.
  package func xml() throws -> [UInt8] {
    // Reserve enough capacity for typical keys and values, because growing the buffer while writing
    // is 10% slower.
    var writer = XMLWriter(capacity: 4096 + 96 * (dictionary?.count ?? 0))
    try writer.document(self)
    return writer.bytes
  }

  /// Returns the property list as the contents of a binary file (`bplist00`).
  ///
  /// Equal strings, numbers, and data are stored only once. The order of keys is preserved. This
  /// method throws an error for values that are nested too deeply.
  package func binary() throws -> [UInt8] {
    var writer = BinaryWriter()
    return try writer.document(self)
  }
}

extension PropertyList: Equatable {
  /// Returns whether two property-list values have the same type and content.
  ///
  /// Strings are compared by code units, NaN equals NaN, and 0.0 equals -0.0. The order of keys
  /// doesn't matter. The values `.integer(1)` and `.real(1)` are different.
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

  /// Returns whether two property-list values are equivalent, even if their number types differ.
  ///
  /// Numbers and Boolean values match as in `NSNumber`, so 1, 1.0, and `true` are equivalent.
  /// Strings match by code units. Arrays and dictionaries match if their values match.
  package func matches(_ other: PropertyList) -> Bool {
    switch (self, other) {
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.matches($1) }
    case (.dictionary(let a), .dictionary(let b)):
      return a.count == b.count
        && a.entries.allSatisfy { key, value in b[key].map(value.matches) ?? false }
    case (.real(let a), let b), (let b, .real(let a)):
      guard let b = b.wholeNumber else { return self == other }
      return Int128(exactly: a) == b
    default:
      guard let a = wholeNumber, let b = other.wholeNumber else { return self == other }
      return a == b
    }
  }

  /// An integer or a Boolean value as a number, or `nil` if the value has another type.
  private var wholeNumber: Int128? {
    switch self {
    case .integer(let number): Int128(number)
    case .bigInteger(let number): Int128(number)
    case .boolean(let flag): flag ? 1 : 0
    default: nil
    }
  }
}

extension PropertyList {
  /// Creates an integer value with the `integer` case if the number fits, or with the `bigInteger`
  /// case.
  package init(_ number: UInt64) {
    if let small = Int64(exactly: number) {
      self = .integer(small)
    } else {
      self = .bigInteger(number)
    }
  }

  /// The value as a string, or `nil` if the value has another type.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value as an integer, or `nil` if the value has another type or doesn't fit into an `Int`.
  public var int: Int? {
    if case .integer(let number) = self { Int(exactly: number) } else { nil }
  }

  /// The value as an unsigned integer, or `nil` if the value has another type or is negative.
  package var uint: UInt64? {
    switch self {
    case .integer(let number): UInt64(exactly: number)
    case .bigInteger(let number): number
    default: nil
    }
  }

  /// The value as a floating-point number, or `nil` if the value has another type, including an
  /// integer.
  public var double: Double? {
    if case .real(let number) = self { number } else { nil }
  }

  /// The value as a `Bool`, or `nil` if the value has another type.
  public var bool: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  /// The value as a date and time, or `nil` if the value has another type.
  public var date: Date? {
    if case .date(let moment) = self { moment } else { nil }
  }

  /// The value as binary data, or `nil` if the value has another type.
  public var data: Data? {
    if case .data(let bytes) = self { bytes } else { nil }
  }

  /// The value as an array, or `nil` if the value has another type.
  public var array: [PropertyList]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The value as a dictionary, or `nil` if the value has another type.
  public var dictionary: PropertyListDictionary? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}
