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
