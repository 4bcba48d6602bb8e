import SetteePropertyLists

// This folder: `settee check`. A bundle is gathered (`CheckedFiles`), laid out for the rules
// (`CheckedBundle`), and each rule of `Rules` adds its findings.

/// Finds the faults of bundles and property lists: what `settee check` runs.
package enum BundleCheck {
  /// Every finding in the files at the paths, by path, then by place.
  ///
  /// A path is a bundle, an app's folder, a folder that holds some, a `.plist` or a `.strings` file.
  /// A path that is not there is an error of its own.
  package static func findings(
    at paths: [String], files: BundleFiles = .live
  ) throws(BundleError) -> [Finding] {
    var findings: [Finding] = []
    for path in paths {
      for bundle in try CheckedFiles(files).bundles(at: path) {
        findings += CheckRule.everyRule.flatMap { $0.findings(in: bundle) }.inOrder
      }
    }
    return findings
  }
}

/// One fault that `check` knows: an id, how bad it is, and how to find it.
///
/// The rules stand in `Rules`, as static members of this type; a new one is added to
/// ``everyRule`` and gets a folder of its own among the tests' fixtures. What `check` says of themes
/// and of files held against a schema is none of them: the verb asks others for it.
struct CheckRule: Sendable {
  /// The id that stands in brackets behind a finding.
  let id: String
  let severity: Severity
  let check: @Sendable (CheckedBundle, inout RuleReport) -> Void

  init(
    _ id: String, _ severity: Severity,
    _ check: @escaping @Sendable (CheckedBundle, inout RuleReport) -> Void
  ) {
    (self.id, self.severity, self.check) = (id, severity, check)
  }

  /// A rule that looks at one pane at a time.
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

  /// A rule that looks at one element of a pane at a time.
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

  /// Every rule, in the order in which their findings stand at one place.
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

struct RuleReport {
  let rule: CheckRule
  var file = ""
  private(set) var findings: [Finding] = []

  mutating func add(_ place: SourcePlace, _ message: String) {
    findings.append(
      Finding(file: file, place: place, severity: rule.severity, rule: rule.id, message: message))
  }
}
