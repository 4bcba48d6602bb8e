#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that an XML property list would change, carried as the bytes of a binary one.
enum PackedValue {
  /// Whether XML would lose something: control characters, object references, far dates.
  static func isNeeded(for value: PropertyList) -> Bool {
    switch value {
    case .string(let text): !text.survivesXML
    case .uid: true
    case .date(let date): abs(date.timeIntervalSinceReferenceDate) > 6e10
    case .array(let values): values.contains(where: isNeeded)
    case .dictionary(let dictionary):
      dictionary.contains { !$0.key.survivesXML || isNeeded(for: $0.value) }
    default: false
    }
  }

  static func pack(_ value: PropertyList) -> Data? {
    (try? PropertyList.dictionary(["value": value]).binary()).map { Data($0) }
  }

  static func unpack(_ data: Data) -> PropertyList? {
    guard case .dictionary(let list)? = try? PropertyList(reading: Array(data)) else { return nil }
    return list["value"]
  }
}
