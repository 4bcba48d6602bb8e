extension JSON {
  /// The layout of JSON text.
  package enum Formatting: Sendable {
    /// The JSON text is on a single line, with a space after each comma and colon.
    case line
    /// Each member and each item of the JSON text has its own line, indented by two spaces per
    /// level.
    case pretty
  }

  /// Returns the value as JSON text without a trailing newline.
  ///
  /// Control characters and bidirectional formatting characters are escaped, so the text is safe to
  /// show in a terminal.
  package func text(_ layout: Formatting = .line) -> String {
    String(decoding: bytes(layout), as: UTF8.self)
  }

  package func bytes(_ layout: Formatting = .line) -> [UInt8] {
    var writer = JSONWriter(isPretty: layout == .pretty)
    writer.write(self, depth: 0)
    return writer.bytes
  }
}

/// A serializer that converts JSON values to text.
private struct JSONWriter {
  let isPretty: Bool
  var bytes: [UInt8] = []

  mutating func write(_ value: JSON, depth: Int) {
    switch value {
    case .null: append("null")
    case .boolean(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(String(number))
    case .bigInteger(let number): append(String(number))
    case .real(let number): append(number.isFinite ? number.description : "null")
    case .string(let string): write(string)
    case .array(let elements):
      list("[", "]", count: elements.count, depth: depth) { writer, index in
        writer.write(elements[index], depth: depth + 1)
      }
    case .object(let members):
      list("{", "}", count: members.count, depth: depth) { writer, index in
        writer.write(members[index].key)
        writer.append(": ")
        writer.write(members[index].value, depth: depth + 1)
      }
    }
  }

  private mutating func list(
    _ open: String, _ close: String, count: Int, depth: Int,
    _ element: (inout JSONWriter, Int) -> Void
  ) {
    append(open)
    for index in 0..<count {
      if index > 0 { append(isPretty ? "," : ", ") }
      breakLine(depth: depth + 1)
      element(&self, index)
    }
    if count > 0 { breakLine(depth: depth) }
    append(close)
  }

  private mutating func breakLine(depth: Int) {
    guard isPretty else { return }
    append("\n")
    for _ in 0..<depth { append("  ") }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func write(_ string: String) {
    append("\"")
    // Copy a string without special characters in one piece, because the requests and responses of
    // a mirror contain long strings.
    let isPlain = string.withCodeUnits { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    }
    if isPlain {
      append(string)
    } else {
      for scalar in string.unicodeScalars { write(scalar) }
    }
    append("\"")
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case _ where scalar.isUnsafeToShow:
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      }
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }
}
