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
