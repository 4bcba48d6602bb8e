/// One fault that `check` knows: an id, how bad it is, and how to find it.
protocol CheckRule: Sendable {
  /// The id that stands in brackets behind a finding.
  static var id: String { get }
  /// How bad the fault is.
  static var severity: Severity { get }
  /// Reports every place that has the fault.
  func check(_ bundle: CheckedBundle, _ report: inout RuleReport)
}

/// A rule that looks at one element of a pane at a time.
protocol ElementRule: CheckRule {
  /// Reports the faults of an element.
  func check(_ element: CheckedElement, _ report: inout RuleReport)
}

extension ElementRule {
  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for pane in bundle.panes {
      report.file = pane.path
      for element in pane.elements { check(element, &report) }
    }
  }
}

/// Collects what one rule finds.
struct RuleReport {
  let rule: String
  let severity: Severity
  /// The file that the next finding stands in.
  var file = ""
  private(set) var findings: [Finding] = []

  init(rule: String, severity: Severity) {
    self.rule = rule
    self.severity = severity
  }

  /// Reports a fault in the present file.
  mutating func add(_ place: SourcePlace, _ message: String) {
    findings.append(
      Finding(file: file, place: place, severity: severity, rule: rule, message: message))
  }
}
