extension PropertyList: Equatable {
  /// Whether both are of the same type and content.
  ///
  /// Text is equal by its code units, reals by value with every NaN equal (and 0.0 equal to -0.0),
  /// dictionaries by content whatever the order of their keys. `.integer(1)` and `.real(1)` differ.
  public static func == (left: PropertyList, right: PropertyList) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): a.hasSameCodeUnits(as: b)
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
  public func matches(_ other: PropertyList) -> Bool {
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
