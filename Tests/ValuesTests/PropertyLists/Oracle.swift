import Foundation
import SetteeValues

/// Foundation's PropertyListSerialization, with which the tests compare this codec.
enum Oracle {
  static func read(_ bytes: [UInt8]) -> PropertyList? {
    guard
      let value = try? PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil)
    else { return nil }
    return PropertyList(foundation: value)
  }

  static func write(
    _ value: PropertyList, _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> [UInt8] {
    Array(
      try PropertyListSerialization.data(
        fromPropertyList: value.foundation, format: format, options: 0))
  }
}

extension PropertyList {
  /// The value as a Foundation object.
  var foundation: Any {
    switch self {
    case .string(let text): text
    case .integer(let number): NSNumber(value: number)
    case .bigInteger(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .boolean(let flag): flag
    case .date(let moment): moment
    case .data(let bytes): bytes
    case .array(let values): values.map(\.foundation)
    case .dictionary(let values):
      NSDictionary(
        objects: values.entries.map(\.value.foundation),
        forKeys: values.entries.map { NSString(string: $0.key) })
    case .uid: "a reference"
    }
  }

  /// Creates a value from a Foundation object, or returns nil if it isn't a property list.
  init?(foundation value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let moment as Date: self = .date(moment)
    case let bytes as Data: self = .data(bytes)
    case let values as [Any]: self = .array(values.compactMap { PropertyList(foundation: $0) })
    case let values as NSDictionary:
      var dictionary = PropertyListDictionary()
      for case (let key as NSString, let value) in values {
        dictionary[key as String] = PropertyList(foundation: value)
      }
      self = .dictionary(dictionary)
    case let number as NSNumber: self.init(number: number)
    default: return nil
    }
  }

  private init(number: NSNumber) {
    switch String(cString: number.objCType) {
    case "c", "B": self = .boolean(number.boolValue)
    case "d", "f": self = .real(number.doubleValue)
    case "Q": self = PropertyList(number.uint64Value)
    default: self = .integer(number.int64Value)
    }
  }
}
