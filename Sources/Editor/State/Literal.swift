import Settee

/// Stored values as literals: text in quotes, lists in brackets, never longer than a line needs.
enum Literal {
  /// The literal of a value, cut where it grows too long to be read.
  static func text(_ value: PropertyList, limit: Int = 300) -> String {
    var result = ""
    write(value, to: &result, limit: limit)
    return result
  }

  private static func write(_ value: PropertyList, to result: inout String, limit: Int) {
    guard result.utf8.count <= limit else { return }
    switch value {
    case .string(let text):
      result += "\"\(text.prefix(limit))\(text.utf8.count > limit * 4 ? "…" : "")\""
    case .integer(let number): result += String(number)
    case .bigInteger(let number): result += String(number)
    case .real(let number): result += String(number)
    case .boolean(let flag): result += flag ? "true" : "false"
    case .date(let date): result += Control(.date).text(of: .date(date))
    case .data(let data): result += "<\(data.count) bytes>"
    case .uid(let number): result += "uid \(number)"
    case .array(let elements):
      write(elements, between: "[", "]", to: &result, limit: limit) {
        write($0, to: &$1, limit: limit)
      }
    case .dictionary(let entries):
      write(entries, between: "{", "}", to: &result, limit: limit) { entry, result in
        result += "\(entry.key.prefix(limit)): "
        write(entry.value, to: &result, limit: limit)
      }
    }
  }

  private static func write<Parts: Sequence>(
    _ parts: Parts, between open: String, _ close: String, to result: inout String, limit: Int,
    _ write: (Parts.Element, inout String) -> Void
  ) {
    result += open
    for (index, part) in parts.enumerated() {
      if index > 0 { result += ", " }
      guard result.utf8.count <= limit else {
        result += "…"
        break
      }
      write(part, &result)
    }
    result += close
  }
}

enum Number {
  /// The shortest text that reads back as the number; whole numbers without a point.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return String(number) }
    return number.rounded() == number && abs(number) < 0x1p53
      ? String(Int64(number)) : String(number)
  }

  /// Reads a number as typed: digits of any script, a comma for a point.
  static func read(_ text: String) -> Double? {
    let plain = KeyLayouts.plainNumber(text).replacing(",", with: ".")
    guard let number = Double(plain), number.isFinite else { return nil }
    return number
  }
}

extension PropertyList {
  /// The number that a value stands for, whole or not; text counts when all of it is one.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .bigInteger(let number): Double(number)
    case .real(let number): number
    case .string(let text): Double(text)
    case .boolean, .date, .data, .array, .dictionary, .uid: nil
    }
  }
}
