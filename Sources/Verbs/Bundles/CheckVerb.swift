import Settee

extension Verb {
  /// `check`: the faults of bundles, property lists, settings files and themes.
  package static let check = Verb(
    "check", "finds faults in bundles, property lists, settings files and themes",
    operands: [Operand("PATH", .path, .some)],
    options: [
      VerbOption("strict", "exit 1 on warnings too"), .json,
      VerbOption("format", "how findings are printed", .oneOf(["text", "github"])),
    ],
    notes: [
      "A finding is a line: file:line:column: error or warning: what is wrong and what to do [rule]. It exits 1 when there are errors. --format github makes annotations for GitHub's CI. Of a theme it prints the contrast of every pair of colours."
    ],
    examples: ["check Settings.bundle", "check --strict --format github App/Settings.bundle"]
  ) { call in
    let themes = call.invocation.operands.compactMap(ThemeCheck.init)
    // Without a home there is nothing to find, and what is named is checked all the same.
    let finder = try? call.finder()
    let findings = try call.invocation.operands.flatMap { path in
      if let theme = themes.first(where: { $0.path == path }) { return theme.findings }
      let file = finder?.settingsFile(named: path) ?? path
      if let file = finder.flatMap({ FileCheck(file, $0) }) { return file.findings }
      return try BundleCheck.findings(at: [path])
    }
    if call.has("json") {
      try call.write(findings.json)
    } else {
      let isForGitHub = call.value(of: "format") == "github"
      for finding in findings {
        // Names and texts of the files are printed: nothing in them may steer a terminal.
        try call.console.line(SafeText.line(isForGitHub ? finding.gitHubAnnotation : finding.text))
      }
      if !isForGitHub {
        for line in themes.flatMap(\.ratios) { try call.console.line(line) }
      }
    }
    let isStrict = call.has("strict")
    return findings.contains { isStrict || $0.severity == .error } ? .no : .done
  }
}
