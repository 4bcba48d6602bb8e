package import SetteeValues

/// A problem in a bundle or a settings file that the command `check` has found.
package struct Finding: Sendable, Equatable {
  /// The path of the file with the problem, in the form in which the user specified it.
  package let file: String
  package let place: SourcePlace
  package let severity: Severity
  /// The identifier of the rule that found the problem, such as `duplicate-key`.
  package let rule: String
  /// A sentence that describes the problem and suggests a solution.
  package let message: String

  package init(
    file: String, place: SourcePlace, severity: Severity, rule: String, message: String
  ) {
    (self.file, self.place, self.severity) = (file, place, severity)
    (self.rule, self.message) = (rule, message)
  }
}

/// The severity of a finding.
package enum Severity: String, Sendable, CaseIterable {
  /// The problem affects users of the app, for example because a row is missing or doesn't work.
  case error
  /// The file works on devices, but only because they tolerate the problem.
  case warning
}

extension Finding {
  /// The line and the column at which the problem is located.
  ///
  /// For a binary file, the line is always 1, and the column is the position of the byte.
  fileprivate var lineAndColumn: (line: Int, column: Int) {
    switch place {
    case .text(let line, let column): (line, column)
    case .offset(let offset): (1, offset + 1)
    }
  }

  /// The problem as a line in the format of compilers, `file:line:col: error: sentence [rule]`.
  package var text: String {
    let (line, column) = lineAndColumn
    return SafeText.line(
      "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(rule)]")
  }

  /// The problem in the format of an annotation for GitHub Actions.
  ///
  /// Percent signs and line breaks are escaped in the entire annotation, and `:` and `,` only in
  /// its properties. Otherwise, text from a file could inject other annotations.
  package var gitHubAnnotation: String {
    let (line, column) = lineAndColumn
    return "::\(severity.rawValue) file=\(Self.property(file)),line=\(line),"
      + "col=\(column),title=\(Self.property(rule))::\(message.escaped { "%\r\n".utf8.contains($0) })"
  }

  private static func property(_ text: String) -> String {
    text.escaped { "%\r\n:,".utf8.contains($0) }
  }
}

extension [Finding] {
  /// The problems, sorted by file and by location in the file.
  ///
  /// Problems at the same location keep the order in which they were found.
  package var inOrder: [Finding] {
    enumerated().map { index, finding in
      let (line, column) = finding.lineAndColumn
      return (key: (finding.file, line, column, index), finding: finding)
    }.sorted { $0.key < $1.key }.map(\.finding)
  }

  /// The problems as JSON, in the format of `check --json`.
  package var json: JSON {
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
