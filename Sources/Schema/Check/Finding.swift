package import SetteePropertyLists

/// One fault that `check` found: where, how bad, which rule, and what to do.
package struct Finding: Sendable, Equatable {
  /// The path of the file, as the user named its bundle.
  package let file: String
  package let place: SourcePlace
  package let severity: Severity
  /// The id of the rule, such as `duplicate-key`.
  package let rule: String
  /// What is wrong and what to do: one sentence.
  package let message: String

  package init(
    file: String, place: SourcePlace, severity: Severity, rule: String, message: String
  ) {
    (self.file, self.place, self.severity) = (file, place, severity)
    (self.rule, self.message) = (rule, message)
  }
}

package enum Severity: String, Sendable, CaseIterable {
  /// The app's user meets it: a row that is missing, wrong, or does not work.
  case error
  /// It works on a device, by luck or by leniency.
  case warning
}

extension Finding {
  /// The line of a text file and the column in it; a binary file is one line, its bytes the columns.
  fileprivate var lineAndColumn: (line: Int, column: Int) {
    switch place {
    case .text(let line, let column): (line, column)
    case .offset(let offset): (1, offset + 1)
    }
  }

  /// `file:line:col: error: sentence [rule]`, as compilers write it; no line breaks.
  package var text: String {
    let (line, column) = lineAndColumn
    return SafeText.line(
      "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(rule)]")
  }

  /// An annotation for GitHub's workflow runner.
  ///
  /// NB: `%` and line ends are escaped everywhere, `:` and `,` in the properties too, or the text
  /// of a file could add annotations of its own.
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
  /// The findings by file and place; those of one place keep their order.
  package var inOrder: [Finding] {
    enumerated().map { index, finding in
      let (line, column) = finding.lineAndColumn
      return (key: (finding.file, line, column, index), finding: finding)
    }.sorted { $0.key < $1.key }.map(\.finding)
  }

  /// The findings as `check --json` prints them.
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
