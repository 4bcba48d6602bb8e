extension JSON {
  /// How a text is laid out.
  public enum Layout: Sendable {
    /// All on one line, a space after each comma and colon.
    case line
    /// A line for each member and element, two spaces deeper for each level.
    case pretty
  }

  /// The JSON text of the value, without a line break at its end.
  ///
  /// Control characters of any kind, the ones that turn the direction of text among them, are
  /// written as escapes, so a text is safe to show in a terminal.
  public func text(_ layout: Layout = .line) -> String {
    var writer = JSONWriter(isPretty: layout == .pretty)
    writer.write(self, depth: 0)
    return writer.text
  }
}

private struct JSONWriter {
  let isPretty: Bool
  var text = ""

  mutating func write(_ value: JSON, depth: Int) {
    switch value {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .bigInteger(let number): text += String(number)
    case .real(let number): text += number.isFinite ? number.description : "null"
    case .string(let string): write(string)
    case .array(let elements):
      list("[", "]", count: elements.count, depth: depth) { writer, index in
        writer.write(elements[index], depth: depth + 1)
      }
    case .object(let members):
      list("{", "}", count: members.count, depth: depth) { writer, index in
        writer.write(members[index].key)
        writer.text += ": "
        writer.write(members[index].value, depth: depth + 1)
      }
    }
  }

  private mutating func list(
    _ open: String, _ close: String, count: Int, depth: Int,
    _ element: (inout JSONWriter, Int) -> Void
  ) {
    text += open
    for index in 0..<count {
      if index > 0 { text += isPretty ? "," : ", " }
      breakLine(depth: depth + 1)
      element(&self, index)
    }
    if count > 0 { breakLine(depth: depth) }
    text += close
  }

  private mutating func breakLine(depth: Int) {
    guard isPretty else { return }
    text += "\n"
    for _ in 0..<depth { text += "  " }
  }

  private mutating func write(_ string: String) {
    text += "\""
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      text += string
    } else {
      for scalar in string.unicodeScalars { write(scalar) }
    }
    text += "\""
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where scalar.isUnsafeToShow:
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    default: text.unicodeScalars.append(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal could act on it instead of showing it: C0, DEL, C1, line and paragraph
  /// separators, and the characters that override the direction of the text around them.
  public var isUnsafeToShow: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
