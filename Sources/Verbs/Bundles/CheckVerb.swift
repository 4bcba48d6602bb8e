import Settee

extension Verb {
  /// `check`: the faults of bundles and property lists.
  package static let check = Verb(
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
      try call.write(findings.json)
    } else {
      let isForGitHub = call.value(of: "format") == "github"
      for finding in findings {
        // Names and texts of the files are printed: nothing in them may steer a terminal.
        try call.console.line(SafeText.line(isForGitHub ? finding.gitHubAnnotation : finding.text))
      }
    }
    let isStrict = call.has("strict")
    return findings.contains { isStrict || $0.severity == .error } ? .no : .done
  }
}
