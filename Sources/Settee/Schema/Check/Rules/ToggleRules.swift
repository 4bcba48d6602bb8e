/// A toggle that stores the same value for on and off.
struct EqualToggleValues: ElementRule {
  static let id = "equal-toggle-values"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    let control = element.control
    guard element.type == .toggle, control.on.matches(control.off) else { return }
    let place = (element["FalseValue"] ?? element["TrueValue"])?.place ?? element.place
    report.add(
      place, "\(element.name) stores \(RowText.of(control.on)) for on and off; make them differ")
  }
}

/// A toggle that names only one of its two values.
struct HalfToggle: ElementRule {
  static let id = "half-toggle"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard element.type == .toggle else { return }
    switch (element["TrueValue"], element["FalseValue"]) {
    case (let on?, nil) where on.value.bool == nil:
      report.add(on.place, "there is a TrueValue and no FalseValue; add it")
    case (nil, let off?) where off.value.bool == nil:
      report.add(off.place, "there is a FalseValue and no TrueValue; add it")
    default: break
    }
  }
}

/// A toggle whose default is neither of its values.
struct ToggleDefault: ElementRule {
  static let id = "toggle-default"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    let control = element.control
    guard element.type == .toggle, let node = element["DefaultValue"],
      !node.value.matches(control.on), !node.value.matches(control.off)
    else { return }
    report.add(node.place, message(node.value, control))
  }

  private func message(_ value: PropertyList, _ control: Control) -> String {
    let written = "DefaultValue \(Quotation.of(RowText.of(value))) is neither value of the toggle"
    if let isOn = control.isOn(value) { return "\(written); write <\(isOn)/>" }
    let text = RowText.of(value)
    if let near = [control.on, control.off].first(where: { RowText.of($0).isSame(as: text) }) {
      return "\(written): equal only as text; make it \(near.typePhrase) as in TrueValue"
    }
    return "\(written); write \(RowText.of(control.on)) or \(RowText.of(control.off))"
  }
}
