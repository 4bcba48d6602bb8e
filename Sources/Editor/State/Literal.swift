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
    case .array(let elements): write(elements, to: &result, limit: limit)
    case .dictionary(let entries): write(entries, to: &result, limit: limit)
    }
  }

  private static func write(_ elements: [PropertyList], to result: inout String, limit: Int) {
    result += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { result += ", " }
      guard result.utf8.count <= limit else {
        result += "…"
        break
      }
      write(element, to: &result, limit: limit)
    }
    result += "]"
  }

  private static func write(
    _ entries: PropertyListDictionary, to result: inout String, limit: Int
  ) {
    result += "{"
    for (index, entry) in entries.enumerated() {
      if index > 0 { result += ", " }
      guard result.utf8.count <= limit else {
        result += "…"
        break
      }
      result += "\(entry.key.prefix(limit)): "
      write(entry.value, to: &result, limit: limit)
    }
    result += "}"
  }
}
