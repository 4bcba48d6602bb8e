#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PropertyList {
  /// Makes a whole number, in the case that holds it.
  public init(_ number: UInt64) {
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
  public var uint: UInt64? {
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
