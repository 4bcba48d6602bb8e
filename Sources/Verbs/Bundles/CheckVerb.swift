import Settee
import SetteeValues

extension Verb {
  package static let check = Verb(
    "check", "Find problems in bundles, property lists, settings files, and themes",
    operands: [Operand("PATH", .path, .some)],
    options: [
      VerbOption("strict", "exit 1 on warnings too"), .json,
      VerbOption("schema", "validate settings files against this JSON Schema", .text("FILE|URL")),
      VerbOption("require-schema", "exit 1 if the values of a settings file weren't checked"),
      VerbOption(
        "format",
        "output format, which is text or github (default: text), or the format of the files, such as toml or augeas:Nginx",
        .text("F")),
    ],
    notes: [
      "Problems are printed as 'file:line:column: error|warning: message [rule]'. If there are errors, the exit status is 1. --format github prints annotations for GitHub Actions.",
      "The syntax of a settings file is always checked. Its values are checked against the bundle of its program and against a JSON Schema: the one given with --schema, the one from which 'settee adopt' made the bundle, or the local file that the settings file names in $schema or #:schema. For each settings file, a line on standard error reports what was checked, and how many rules of the schema weren't.",
      "For a theme, the contrast ratio of every pair of colors is printed too.",
    ],
    examples: [
      "check pyproject.toml", "check --strict --format github App/Settings.bundle",
    ]
  ) { call in
    let themes = call.operands.compactMap(ThemeCheck.init)
    // Without the variable HOME, Settee can't look for apps, but it can still check the specified
    // paths.
    var finder = try? call.finder()
    let isForGitHub = call.value(of: "format") == "github"
    finder?.fileFormat = try call.formatOfFiles
    let schema = try SchemaSource(call).map { try $0.schema(reading: try $0.bytes(call)) }
    var unchecked: [String: Int] = [:]
    var summaries: [String] = []
    var areValuesChecked = true
    let findings = try call.operands.flatMap { path in
      if let theme = themes.first(where: { $0.path == path }) { return theme.findings }
      let named = finder?.settingsFile(named: path) ?? path
      if let finder, let file = try FileCheck(named, finder, schema: schema) {
        let (all, unjudged) = try file.findings()
        summaries.append(file.summary(of: all))
        areValuesChecked = areValuesChecked && file.checksValues
        unchecked.merge(unjudged, uniquingKeysWith: +)
        return all
      }
      if BundleFiles.live.kind(path) == nil { throw AppFinder.missingPath(path) }
      let found = try Finding.all(at: [path])
      if found.isEmpty, let names = finder?.settingsFiles(in: path), !names.isEmpty {
        areValuesChecked = false
        summaries.append(
          "\(path): Its settings files weren't checked: \(names.joined(separator: ", ")).")
      }
      return found
    }
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

extension Call {
  /// The format of the files to check, or `nil` if the option `--format` is the format of the output.
  fileprivate var formatOfFiles: String? {
    get throws {
      guard let word = value(of: "format"), !["text", "github"].contains(word) else { return nil }
      guard word != "json", Format(option: word) != nil else {
        throw SetteeError(
          .usage,
          word == "json"
            ? "For JSON output, use --json. To check a JSON file with comments, use --format jsonc."
            : "Invalid value '\(word)' for --format. Use text, github, or a format of the files, such as toml or augeas:Nginx."
        )
      }
      return word
    }
  }
}
