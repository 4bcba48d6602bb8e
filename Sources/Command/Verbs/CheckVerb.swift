import Settee
import SetteeEditor

extension Verb {
  /// `check`: the faults of bundles and property lists.
  static let check = Verb(
    "check", "finds faults in bundles and property lists",
    operands: [Operand("PATH", .path, .some)],
    options: [
      VerbOption("strict", "exit 1 on warnings too"), .json,
      VerbOption("format", "how findings are printed", .oneOf(["text", "github"])),
    ],
    notes: [
      "A finding is a line: file:line:column: error or warning: what is wrong and what to do [rule]. It exits 1 when there are errors. --format github makes annotations for GitHub's CI."
    ],
    examples: ["check Settings.bundle", "check --strict --format github App/Settings.bundle"]
  ) { call in
    let findings = try BundleCheck.findings(at: call.invocation.operands)
    if call.has("json") {
      try call.write(.array(findings.map(\.object)))
    } else {
      let isForGitHub = call.value(of: "format") == "github"
      for finding in findings {
        try call.console.line(isForGitHub ? finding.annotation : finding.line)
      }
    }
    let isStrict = call.has("strict")
    return findings.contains { isStrict || $0.severity == .error } ? .no : .done
  }
}

extension Finding {
  private var lineAndColumn: (line: Int, column: Int) {
    switch place {
    case .text(let line, let column): (line, column)
    // A binary file has no lines: the first line, and the byte as its column.
    case .offset(let offset): (1, offset + 1)
    }
  }

  /// The line that compilers print: `file:line:col: error: sentence [rule]`.
  fileprivate var line: String {
    let (line, column) = lineAndColumn
    return SafeText.line("\(file):\(line):\(column): \(severity.rawValue): \(message) [\(rule)]")
  }

  fileprivate var object: JSON {
    let (line, column) = lineAndColumn
    return [
      "file": .string(file), "line": .integer(Int64(line)), "column": .integer(Int64(column)),
      "severity": .string(severity.rawValue), "rule": .string(rule), "message": .string(message),
    ]
  }

  /// A workflow command; its own separators stand as escapes.
  fileprivate var annotation: String {
    let (line, column) = lineAndColumn
    let file = Self.escaped(file, alsoSeparators: true)
    let place = "file=\(file),line=\(line),col=\(column),title=\(rule)"
    return "::\(severity.rawValue) \(place)::\(Self.escaped(message, alsoSeparators: false))"
  }

  private static func escaped(_ text: String, alsoSeparators: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where alsoSeparators: result += "%3A"
      case "," where alsoSeparators: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return SafeText.line(result)
  }
}
