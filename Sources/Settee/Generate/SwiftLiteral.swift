// Literals and comments for generated Swift code.

extension String {
  /// The text as a Swift string literal in which invisible and invalid characters are escaped.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
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

  /// Returns the text as the lines of a Swift comment, up to a maximum number of lines.
  ///
  /// The limit is necessary because the footer of a bundle can be a complete license.
  func swiftComment(prefix: String = "///", lines limit: Int = 12) -> [String] {
    let lines = split(whereSeparator: \.isNewline).map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.filter { !$0.isUnsafeToShow }))
    }.filter { !$0.isEmpty }
    let kept = lines.prefix(limit).map { $0.count > 300 ? $0.prefix(300) + "…" : $0 }
    return (kept + (lines.count > limit ? ["…"] : [])).map { "\(prefix) \($0)" }
  }
}

extension Double {
  var swiftLiteral: String {
    if isNaN { return ".nan" }
    if isInfinite { return self < 0 ? "-.infinity" : ".infinity" }
    return "\(self)"
  }
}

extension PropertyList {
  /// A Swift literal of the value's own type, such as `Double` or `Date`.
  var plainSwiftLiteral: String {
    switch self {
    case .real(let real): real.swiftLiteral
    case .date(let date):
      "Date(timeIntervalSinceReferenceDate: \(date.timeIntervalSinceReferenceDate.swiftLiteral))"
    case .data(let data) where data.isEmpty: "Data()"
    case .data(let data):
      "Data(base64Encoded: \(data.base64EncodedString().swiftLiteral)) ?? Data()"
    default: swiftLiteral
    }
  }

  /// A Swift literal of type `PropertyList`.
  var swiftLiteral: String {
    switch self {
    case .string(let string): string.swiftLiteral
    case .integer(let integer): "\(integer)"
    case .bigInteger(let integer): ".bigInteger(\(integer))"
    case .real: ".real(\(plainSwiftLiteral))"
    case .boolean(let truth): "\(truth)"
    case .date: ".date(\(plainSwiftLiteral))"
    case .data: ".data(\(plainSwiftLiteral))"
    case .uid(let reference): ".uid(\(reference))"
    case .array(let elements): "[\(elements.map(\.swiftLiteral).joined(separator: ", "))]"
    case .dictionary(let entries) where entries.isEmpty: "[:]"
    case .dictionary(let entries):
      "["
        + entries.map { "\($0.key.swiftLiteral): \($0.value.swiftLiteral)" }.joined(separator: ", ")
        + "]"
    }
  }
}
