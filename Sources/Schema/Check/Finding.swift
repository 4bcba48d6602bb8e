package import SetteePropertyLists

/// A problem found by `settee check`.
package struct Finding: Sendable, Equatable {
  /// The path of the file, based on the path specified by the user.
  package let file: String
  package let place: SourcePlace
  package let severity: Severity
  /// The identifier of the rule, such as `duplicate-key`.
  package let rule: String
  /// A sentence that describes the problem and its solution.
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
  /// The problem affects users, because a row is missing, wrong, or doesn't work.
  case error
  /// The file works on devices only by accident or because the devices are lenient.
  case warning
}

extension Finding {
  /// The line and the column of the finding.
  ///
  /// A binary file is treated as a single line whose columns are the bytes of the file.
  fileprivate var lineAndColumn: (line: Int, column: Int) {
    switch place {
    case .text(let line, let column): (line, column)
    case .offset(let offset): (1, offset + 1)
    }
  }

  /// The finding on a single line in the format of compilers, `file:line:col: error: sentence
  /// [rule]`.
  package var text: String {
    let (line, column) = lineAndColumn
    return SafeText.line(
      "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(rule)]")
  }

  /// The finding as an annotation for GitHub Actions.
  ///
  /// Percent signs and line breaks are escaped everywhere, and `:` and `,` are escaped in
  /// properties. Otherwise, text from a file could inject other annotations.
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
  /// The findings sorted by file and location.
  ///
  /// Findings at the same location keep their original order.
  package var inOrder: [Finding] {
    enumerated().map { index, finding in
      let (line, column) = finding.lineAndColumn
      return (key: (finding.file, line, column, index), finding: finding)
    }.sorted { $0.key < $1.key }.map(\.finding)
  }

  /// The findings in the format of `check --json`.
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
