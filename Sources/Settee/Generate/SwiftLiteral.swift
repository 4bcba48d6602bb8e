/// Formats values as literals for generated Swift code.
enum SwiftLiteral {
  /// Returns a Swift string literal in which invisible and invalid characters are escaped.
  static func text(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.isUnsafeToShow || scalar.properties.isWhitespace && scalar != " ":
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  static func number(_ number: Double) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
    return "\(number)"
  }

  /// Returns a Swift literal for a value, which has the value's type, such as `Double` or `Date`.
  static func plain(_ value: PropertyList) -> String {
    switch value {
    case .real(let real): number(real)
    case .date(let date):
      "Date(timeIntervalSinceReferenceDate: \(number(date.timeIntervalSinceReferenceDate)))"
    case .data(let data) where data.isEmpty: "Data()"
    case .data(let data): "Data(base64Encoded: \(text(data.base64EncodedString()))) ?? Data()"
    default: self.value(value)
    }
  }

  /// Returns a Swift literal of type `PropertyList` for a value.
  static func value(_ value: PropertyList) -> String {
    switch value {
    case .string(let string): text(string)
    case .integer(let integer): "\(integer)"
    case .bigInteger(let integer): ".bigInteger(\(integer))"
    case .real: ".real(\(plain(value)))"
    case .boolean(let truth): "\(truth)"
    case .date: ".date(\(plain(value)))"
    case .data: ".data(\(plain(value)))"
    case .uid(let reference): ".uid(\(reference))"
    case .array(let elements): "[\(elements.map { self.value($0) }.joined(separator: ", "))]"
    case .dictionary(let entries) where entries.isEmpty: "[:]"
    case .dictionary(let entries):
      "[" + entries.map { "\(text($0.key)): \(self.value($0.value))" }.joined(separator: ", ") + "]"
    }
  }

  /// Returns text as the lines of a Swift comment, up to a maximum number of lines.
  ///
  /// The limit is necessary because the footer of a bundle can be a complete license.
  static func comment(_ text: String, prefix: String, lines limit: Int = 12) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.filter { !$0.isUnsafeToShow }))
    }.filter { !$0.isEmpty }
    let kept = lines.prefix(limit).map { $0.count > 300 ? $0.prefix(300) + "…" : $0 }
    return (kept + (lines.count > limit ? ["…"] : [])).map { "\(prefix) \($0)" }
  }
}
