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
        findings += Self.findings(in: bundle)
      }
    }
    return findings
  }

  package static var rules: [(id: String, severity: Severity)] {
    CheckRule.everyRule.map { ($0.id, $0.severity) }
  }

  private static func findings(in bundle: CheckedBundle) -> [Finding] {
    CheckRule.everyRule.flatMap { rule in
      var report = RuleReport(rule)
      rule.check(bundle, &report)
      return report.findings
    }.inOrder
  }
}
