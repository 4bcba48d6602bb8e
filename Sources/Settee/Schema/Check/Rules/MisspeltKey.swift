/// A key of an element or file that is nearly a known one.
struct MisspeltKey: CheckRule {
  static let id = "misspelt-key"
  static let severity = Severity.warning

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    var ofFiles = Spelling(of: KnownKeys.ofFiles)
    var ofElements = Spelling(of: KnownKeys.ofElements)
    for pane in bundle.panes {
      report.file = pane.path
      check(pane.root, &ofFiles, &report)
      for element in pane.elements { check(element.node, &ofElements, &report) }
    }
  }

  private func check(
    _ node: PropertyListNode, _ spelling: inout Spelling, _ report: inout RuleReport
  ) {
    for (key, value) in node.entries where !spelling.known.contains(key) {
      guard let place = value.keyPlace else { continue }
      if let right = spelling.right(for: key), node[right] == nil {
        report.add(place, "the key \(Quotation.of(key)) means nothing; write \(right)")
      } else if key.hasPrefix("Settee") {
        report.add(place, "Settee has no key \(Quotation.of(key)); remove it or correct it")
      }
    }
  }
}

/// The known keys, and what unknown ones were meant to be: a bundle repeats its mistakes.
private struct Spelling {
  let known: Set<String>
  private let words: NearestWord
  private var met: [String: String?] = [:]
  private var effort = NearestWord.effort

  init(of known: [String]) {
    self.known = Set(known)
    words = NearestWord(among: known)
  }

  mutating func right(for key: String) -> String? {
    if let alias = KnownKeys.aliases[key], known.contains(alias) { return alias }
    if let right = met[key] { return right }
    let right = words.nearest(to: key, effort: &effort)
    met[key] = .some(right)
    return right
  }
}
