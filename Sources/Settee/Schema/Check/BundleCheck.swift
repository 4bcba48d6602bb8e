/// Finds the faults of bundles and property lists: what `settee check` runs.
public enum BundleCheck {
  /// Every finding in the files at the paths, by path, then by place.
  ///
  /// A path is a bundle, an app's folder, a folder that holds some, a `.plist` or a `.strings` file.
  /// A path that is not there is an error of its own.
  public static func findings(
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

  /// The id of every rule, with what it is worth.
  public static var rules: [(id: String, severity: Severity)] {
    everyRule.map { (type(of: $0).id, type(of: $0).severity) }
  }

  private static func findings(in bundle: CheckedBundle) -> [Finding] {
    let findings = everyRule.flatMap { rule in
      var report = RuleReport(rule: type(of: rule).id, severity: type(of: rule).severity)
      rule.check(bundle, &report)
      return report.findings
    }
    // By file and place; of one place the rules keep their order.
    return findings.enumerated().sorted { left, right in
      left.element.sortKey == right.element.sortKey
        ? left.offset < right.offset : left.element.sortKey < right.element.sortKey
    }.map(\.element)
  }
}

extension Finding {
  fileprivate var sortKey: (String, Int, Int) {
    switch place {
    case .text(let line, let column): (file, line, column)
    case .offset(let offset): (file, 0, offset)
    }
  }
}
