/// Bounds whose minimum is not below their maximum.
struct BoundsOrder: ElementRule {
  static let id = "bounds-order"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    check(element, "MinimumValue", "MaximumValue", &report)
    check(element, "SetteeMinimum", "SetteeMaximum", &report)
    check(element, "SetteeMinimumLength", "SetteeMaximumLength", mayBeEqual: true, &report)
  }

  private func check(
    _ element: CheckedElement, _ low: String, _ high: String, mayBeEqual: Bool = false,
    _ report: inout RuleReport
  ) {
    guard let least = element[low], let most = element[high], let from = least.value.asNumber,
      let to = most.value.asNumber, !(from < to || mayBeEqual && from == to)
    else { return }
    report.add(
      least.place,
      "\(low) \(PlainText.of(from)) is not below \(high) \(PlainText.of(to)); swap or correct them")
  }
}

/// A default that the row's own bounds refuse.
struct DefaultOutOfRange: ElementRule {
  static let id = "default-out-of-range"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    let bounds = element.control.bounds
    let isBounded = bounds.minimum ?? -.infinity < bounds.maximum ?? .infinity
    guard isBounded, [.slider, .text].contains(element.control.kind),
      let node = element["DefaultValue"], let number = node.value.asNumber,
      !bounds.contains(number)
    else { return }
    report.add(
      node.place,
      "DefaultValue \(PlainText.of(number)) is out of range; give \(bounds.phrase(for: "a number"))"
    )
  }
}
