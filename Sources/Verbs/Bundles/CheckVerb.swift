import Settee

extension Verb {
  package static let check = Verb(
    "check", "Find problems in bundles, property lists, settings files, and themes",
    operands: [Operand("PATH", .path, .some)],
    options: [
      VerbOption("strict", "exit 1 on warnings too"), .json,
      VerbOption("schema", "validate settings files against this JSON Schema", .text("FILE|URL")),
      VerbOption("require-schema", "exit 1 if the values of a settings file weren't checked"),
      VerbOption("format", "output format (default: text)", .oneOf(["text", "github"])),
    ],
    notes: [
      "Problems are printed as 'file:line:column: error|warning: message [rule]'. Exits 1 if there are errors. --format github prints annotations for GitHub Actions. For a theme, also prints the contrast ratio of every pair of colors.",
      "A settings file is validated against the bundle that describes it, and against the JSON Schema of --schema, of its adopted bundle, or of the local file that it names ($schema, #:schema). Rules that can't be checked are counted. Standard error says for each settings file what was checked.",
    ],
    examples: ["check Settings.bundle", "check --strict --format github App/Settings.bundle"]
  ) { call in
    let themes = call.invocation.operands.compactMap(ThemeCheck.init)
    // Without the variable HOME, Settee can't look for apps, but it can still check the specified
    // paths.
    let finder = try? call.finder()
    let schema = try SchemaSource(call).map { try $0.schema(reading: try $0.bytes(call)) }
    var unchecked: [String: Int] = [:]
    var summaries: [String] = []
    var areValuesChecked = true
    let findings = try call.invocation.operands.flatMap { path in
      if let theme = themes.first(where: { $0.path == path }) { return theme.findings }
      let named = finder?.settingsFile(named: path) ?? path
      if let finder, let file = try FileCheck(named, finder, schema: schema) {
        let (all, unjudged) = try file.findings()
        summaries.append(file.summary(of: all))
        areValuesChecked = areValuesChecked && file.checksValues
        unchecked.merge(unjudged, uniquingKeysWith: +)
        return all
      }
      if BundleFiles.live.kind(path) == .missing { throw AppFinder.missingPath(path) }
      let found = try BundleCheck.findings(at: [path])
      if found.isEmpty, let names = finder?.settingsFiles(in: path), !names.isEmpty {
        summaries.append(
          "\(path): Its settings files weren't checked: \(names.joined(separator: ", ")).")
      }
      return found
    }
    let isForGitHub = call.value(of: "format") == "github"
    // Escape control characters, because the names and values come from files that might not be
    // trustworthy.
    try call.answer(
      findings.json,
      findings.map { SafeText.line(isForGitHub ? $0.gitHubAnnotation : $0.text) }
        + (isForGitHub ? [] : themes.flatMap(\.ratios)))
    if !unchecked.isEmpty {
      let reasons = unchecked.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
      call.console.report("Not checked: \(reasons.joined(separator: ", ")).")
    }
    summaries.forEach(call.console.report)
    let isStrict = call.has("strict")
    let hasErrors = findings.contains { isStrict || $0.severity == .error }
    return hasErrors || call.has("require-schema") && !areValuesChecked ? .no : .done
  }
}
