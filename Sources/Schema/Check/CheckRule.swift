import SetteeValues

// The files in this folder implement the command `check`. `CheckedFiles.swift` collects the files of
// a bundle, `CheckedBundle` prepares them, and each rule in `Rules` reports problems.

extension Finding {
  /// Returns all problems at the specified paths, sorted by path and by location in the file.
  ///
  /// A path can refer to a bundle, an app, a directory that contains bundles, or a single property
  /// list or string table. A missing path is an error.
  package static func all(at paths: [String], files: BundleFiles = .live) throws -> [Finding] {
    var findings: [Finding] = []
    for path in paths {
      for bundle in try files.checkedBundles(at: path) {
        findings += CheckRule.everyRule.flatMap { $0.findings(in: bundle) }.inOrder
      }
    }
    return findings
  }
}

/// A rule with which the command `check` detects one type of problem.
///
/// Each rule is declared as a static property in the folder `Rules`. To add a rule, add it to
/// ``everyRule`` and create a directory for it in the test fixtures. The command runs theme checks
/// and schema validation separately, because they aren't rules.
struct CheckRule: Sendable {
  /// The identifier of the rule, which is printed in brackets after each problem.
  let id: String
  let severity: Severity
  let check: @Sendable (CheckedBundle, inout RuleReport) -> Void

  init(
    _ id: String, _ severity: Severity,
    _ check: @escaping @Sendable (CheckedBundle, inout RuleReport) -> Void
  ) {
    (self.id, self.severity, self.check) = (id, severity, check)
  }

  /// Creates a rule that examines each pane of a bundle separately.
  static func pane(
    _ id: String, _ severity: Severity,
    _ check: @escaping @Sendable (CheckedPane, CheckedBundle, inout RuleReport) -> Void
  ) -> CheckRule {
    CheckRule(id, severity) { bundle, report in
      for pane in bundle.panes {
        report.file = pane.path
        check(pane, bundle, &report)
      }
    }
  }

  /// Creates a rule that examines each element of a pane separately.
  static func element(
    _ id: String, _ severity: Severity,
    _ check: @escaping @Sendable (CheckedElement, inout RuleReport) -> Void
  ) -> CheckRule {
    pane(id, severity) { pane, _, report in
      for element in pane.elements { check(element, &report) }
    }
  }

  func findings(in bundle: CheckedBundle) -> [Finding] {
    var report = RuleReport(rule: self)
    check(bundle, &report)
    return report.findings
  }

  /// All rules for bundles.
  ///
  /// If a file has several problems at the same location, they are reported in the order of this
  /// list.
  static let everyRule: [CheckRule] = [
    unreadableFile, outsideFile, lostStatement, brokenText, oddFormat, repeatedKey,
    missingRoot, noSpecifiers, emptyPane, elementForm, missingType, unknownType,
    foreignType,
    missingKey, missingPart, wrongType, looseType, emptyKey, spacesInKey,
    misspeltKey, unknownWord, unknownSetteeWord, duplicateKey,
    equalToggleValues, halfToggle, toggleDefault, boundsOrder, defaultOutOfRange,
    countsDiffer, repeatedValue, noChoices, defaultNotAChoice, defaultNearAChoice,
    missingFile, fileForm, paneCycle, unreachablePane,
    secureDefault, badPattern, defaultAgainstRules,
    conditionForm, conditionKey,
    programKeys, programPath, programFormat, programDomain, knownKeys, keyPlace,
    missingTable, untranslated, unusedString,
  ]
}

/// Collects the problems that a rule finds.
struct RuleReport {
  let rule: CheckRule
  var file = ""
  private(set) var findings: [Finding] = []

  mutating func add(_ place: SourcePlace, _ message: String) {
    findings.append(
      Finding(file: file, place: place, severity: rule.severity, rule: rule.id, message: message))
  }
}
