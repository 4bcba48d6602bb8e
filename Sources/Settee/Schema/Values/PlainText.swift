#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values in the words that `get` prints: text as it is, numbers in their shortest exact form.
enum PlainText {
  /// The text of a value; an array or dictionary has none.
  static func of(_ value: PropertyList) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bigInteger(let number): String(number)
    case .real(let number): of(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): ISO8601.text(of: date)
    case .data(let bytes): bytes.base64EncodedString()
    case .uid(let number): String(number)
    case .array, .dictionary: ""
    }
  }

  /// The text of a number, without `.0`.
  static func of(_ number: Double) -> String {
    number.rounded() == number && abs(number) < 0x1p53 ? String(Int64(number)) : String(number)
  }
}
