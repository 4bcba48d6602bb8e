#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import Settee

extension Date {
  /// When something happened, in ISO 8601 to the millisecond.
  var shownText: String {
    let seconds = (timeIntervalSinceReferenceDate * 1000).rounded() / 1000
    return ISO8601.text(of: Date(timeIntervalSinceReferenceDate: seconds))
  }
}

/// Values as `get` prints them.
package enum ValueText {
  /// The text of a value: a string as it is, a number in its shortest exact form, a date as ISO
  /// 8601, data as base64, arrays and dictionaries as JSON.
  package static func plain(_ value: PropertyList) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bigInteger(let number): String(number)
    case .real(let number): real(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): ISO8601.text(of: date)
    case .data(let data): data.base64EncodedString()
    case .array, .dictionary, .uid: JSON(value).text()
    }
  }

  /// The value as JSON, or the mark that stands for a secret.
  package static func json(_ value: PropertyList, isSecret: Bool) -> JSON {
    isSecret ? .secret : JSON(value)
  }

  /// The value in a sentence or a line for people: JSON, bullets for a secret, a word for none.
  package static func shown(_ value: PropertyList?, isSecret: Bool) -> String {
    guard let value else { return "(unset)" }
    return isSecret ? "********" : JSON(value).text()
  }

  /// NB: 5e15 as `5000000000000000`, and 0.5 as `0.5`: the shortest text that reads back the same.
  private static func real(_ number: Double) -> String {
    guard number.isFinite, number.rounded() == number, abs(number) < 0x1p53 else {
      return number.isNaN ? "nan" : number.description
    }
    return number == 0 && number.sign == .minus ? "-0" : String(Int64(number))
  }
}
