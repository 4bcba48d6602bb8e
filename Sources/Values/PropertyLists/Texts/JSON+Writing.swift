extension JSON {
  /// Returns the value as JSON text without a trailing newline.
  ///
  /// Text on a single line has a space after each comma and colon. In pretty text, each member and
  /// each item has its own line, indented by two spaces per level.
  ///
  /// Control characters and bidirectional formatting characters are escaped, so the text is safe to
  /// show in a terminal.
  package func text(isPretty: Bool = false) -> String {
    String(decoding: bytes(isPretty: isPretty), as: UTF8.self)
  }

  package func bytes(isPretty: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(self, isPretty: isPretty, depth: 0)
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ value: JSON, isPretty: Bool, depth: Int) {
    switch value {
    case .null: append(text: "null")
    case .boolean(let flag): append(text: flag ? "true" : "false")
    case .integer(let number): append(text: String(number))
    case .bigInteger(let number): append(text: String(number))
    case .real(let number): append(text: number.isFinite ? number.description : "null")
    case .string(let string): append(quoted: string)
    case .array(let elements):
      appendList("[", "]", count: elements.count, isPretty: isPretty, depth: depth) {
        $0.append(elements[$1], isPretty: isPretty, depth: depth + 1)
      }
    case .object(let members):
      appendList("{", "}", count: members.count, isPretty: isPretty, depth: depth) {
        $0.append(quoted: members[$1].key)
        $0.append(text: ": ")
        $0.append(members[$1].value, isPretty: isPretty, depth: depth + 1)
      }
    }
  }

  private mutating func appendList(
    _ open: String, _ close: String, count: Int, isPretty: Bool, depth: Int,
    _ appendElement: (inout [UInt8], Int) -> Void
  ) {
    func lineBreak(_ depth: Int) -> String {
      isPretty ? "\n" + String(repeating: "  ", count: depth) : ""
    }
    append(text: open)
    for index in 0..<count {
      if index > 0 { append(text: isPretty ? "," : ", ") }
      append(text: lineBreak(depth + 1))
      appendElement(&self, index)
    }
    if count > 0 { append(text: lineBreak(depth)) }
    append(text: close)
  }

  private mutating func append(text: String) { self += text.utf8 }

  private mutating func append(quoted string: String) {
    append(text: "\"")
    // Copy a string without special characters in one piece, because the requests and responses of
    // a mirror contain long strings.
    let isPlain = string.withCodeUnits { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    }
    if isPlain {
      append(text: string)
    } else {
      for scalar in string.unicodeScalars { append(escaped: scalar) }
    }
    append(text: "\"")
  }

  private mutating func append(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append(text: "\\\"")
    case "\\": append(text: "\\\\")
    case "\n": append(text: "\\n")
    case "\r": append(text: "\\r")
    case "\t": append(text: "\\t")
    case _ where scalar.isUnsafeToShow:
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        append(text: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      }
    default: append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }
}
