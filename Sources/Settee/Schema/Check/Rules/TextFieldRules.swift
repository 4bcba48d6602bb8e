/// A secret with a default that anyone can read in the bundle.
struct SecureDefault: ElementRule {
  static let id = "secure-default"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard element.control.isSecure, let node = element["DefaultValue"],
      node.value.asTitle?.isEmpty == false
    else { return }
    report.add(node.place, "a secret has a default that anyone can read; remove DefaultValue")
  }
}

/// A secret that is marked for the mirror, which takes none.
struct SecureSync: ElementRule {
  static let id = "secure-sync"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard element.control.isSecure, element.control.sync == .user, let node = element["SetteeSync"]
    else { return }
    report.add(node.place, "a secret is never mirrored; write machine or remove SetteeSync")
  }
}

/// A pattern that cannot be read.
struct BadPattern: ElementRule {
  static let id = "bad-pattern"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let node = element["SetteePattern"], let pattern = node.value.string else { return }
    do throws(PatternError) { _ = try Pattern(pattern) } catch {
      report.add(
        node.place,
        "the pattern \(Quotation.of(pattern)) cannot be read: \(error.message); correct it")
    }
  }
}

/// A default that the field's own rules refuse.
struct DefaultAgainstRules: ElementRule {
  static let id = "default-against-rules"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard [.text, .textview].contains(element.control.kind), let node = element["DefaultValue"],
      let text = node.value.string, !text.isEmpty, let refusal = element.control.checkRules(text)
    else { return }
    report.add(node.place, "the row's own rules refuse DefaultValue: \(refusal.message)")
  }
}
