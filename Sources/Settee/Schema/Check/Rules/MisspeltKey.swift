/// A key of an element or file that is nearly a known one.
struct MisspeltKey: CheckRule {
  static let id = "misspelt-key"
  static let severity = Severity.warning

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for pane in bundle.panes {
      report.file = pane.path
      check(pane.root, KnownKeys.ofFiles, &report)
      for element in pane.elements { check(element.node, KnownKeys.ofElements, &report) }
    }
  }

  private func check(_ node: PropertyListNode, _ known: [String], _ report: inout RuleReport) {
    for (key, value) in node.entries where !known.contains(key) {
      guard let place = value.keyPlace else { continue }
      if let right = right(for: key, among: known), node[right] == nil {
        report.add(place, "the key \(Quotation.of(key)) means nothing; write \(right)")
      } else if key.hasPrefix("Settee") {
        report.add(place, "Settee has no key \(Quotation.of(key)); remove it or correct it")
      }
    }
  }

  private func right(for key: String, among known: [String]) -> String? {
    if let alias = KnownKeys.aliases[key], known.contains(alias) { return alias }
    return NearestWord.of(key, among: known)
  }
}
