extension Finding {
  /// The line of a text file and the column in it; a binary file is one line, its bytes the columns.
  public var lineAndColumn: (line: Int, column: Int) {
    switch place {
    case .text(let line, let column): (line, column)
    case .offset(let offset): (1, offset + 1)
    }
  }

  /// `file:line:col: error: sentence [rule]`, as compilers write it; no line breaks.
  public var text: String {
    let (line, column) = lineAndColumn
    return "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(rule)]".onOneLine
  }

  /// An annotation for GitHub's workflow runner.
  ///
  /// NB: `%` and line ends are escaped everywhere, `:` and `,` in the properties too, or the text
  /// of a file could add annotations of its own.
  public var gitHubAnnotation: String {
    let (line, column) = lineAndColumn
    return "::\(severity.rawValue) file=\(Self.property(file)),line=\(line),"
      + "col=\(column),title=\(Self.property(rule))::\(Self.data(message))"
  }

  private static func data(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }

  private static func property(_ text: String) -> String {
    data(text).unicodeScalars.map { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: String(scalar)
      }
    }.joined()
  }
}

extension [Finding] {
  /// The findings as `check --json` prints them.
  public var json: JSON {
    .array(
      map { finding in
        let (line, column) = finding.lineAndColumn
        return .object([
          ("file", .string(finding.file)), ("line", .integer(Int64(line))),
          ("column", .integer(Int64(column))), ("severity", .string(finding.severity.rawValue)),
          ("rule", .string(finding.rule)), ("message", .string(finding.message)),
        ])
      })
  }
}

extension String {
  /// The text with what could move a cursor written as escapes, for one line of output.
  fileprivate var onOneLine: String {
    unicodeScalars.map { scalar in
      let isControl = scalar.properties.generalCategory == .control
      return isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}
