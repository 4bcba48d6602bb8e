/// Values and titles of different counts.
struct CountsDiffer: ElementRule {
  static let id = "counts-differ"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let values = element["Values"], values.value.array != nil else { return }
    for key in ["Titles", "ShortTitles"] {
      guard let titles = element[key], let list = titles.value.array,
        list.count != values.elements.count
      else { continue }
      report.add(
        titles.place,
        "\(element.name) has \(values.elements.count) Values and \(list.count) \(key); "
          + "give each value one")
    }
  }
}

/// A value that two choices store.
struct RepeatedValue: ElementRule {
  static let id = "repeated-value"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard [.choice, .radio].contains(element.control.kind) else { return }
    var seen = Set<ExactText>()
    for value in element["Values"]?.elements ?? [] {
      guard let text = value.value.asTitle,
        !seen.insert(ExactText("\(value.value.typePhrase) \(text)")).inserted
      else { continue }
      report.add(
        value.place, "two choices store \(Quotation.of(text)), so one cannot be told from the other"
      )
    }
  }
}

/// A choice without anything to choose.
struct NoChoices: ElementRule {
  static let id = "no-choices"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard [.choice, .radio].contains(element.control.kind), element.control.choices.isEmpty else {
      return
    }
    report.add(
      element["Values"]?.place ?? element.place,
      "\(element.name) offers no Values; add them, unless the app does so while it runs")
  }
}

/// A default that is none of the choices.
struct DefaultNotAChoice: ElementRule {
  static let id = "default-not-a-choice"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let node = element.strayDefault, element.control.isFarFrom(node.value) else { return }
    report.add(
      node.place,
      "DefaultValue \(Quotation.of(RowText.of(node.value))) is none of the Values; "
        + "give \(element.control.allowedPhrase)")
  }
}

/// A default that means a choice and does not equal it.
struct DefaultNearAChoice: ElementRule {
  static let id = "default-near-a-choice"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let node = element.strayDefault, let advice = advice(node.value, element.control) else {
      return
    }
    report.add(
      node.place, "DefaultValue \(Quotation.of(RowText.of(node.value))) equals no value: \(advice)")
  }

  private func advice(_ value: PropertyList, _ control: Control) -> String? {
    if let index = control.choiceIndex(of: value) {
      let choice = control.choices[index].value
      return "it is \(value.typePhrase) and the value is \(choice.typePhrase); make them one type"
    }
    if let choice = control.choice(titled: value) {
      return "it is the title of \(Quotation.of(RowText.of(choice.value))); write that value"
    }
    return value == .string("") ? "no choice is chosen at first; name one or remove it" : nil
  }
}

extension CheckedElement {
  /// The default of a choice that equals none of its values.
  fileprivate var strayDefault: PropertyListNode? {
    guard [.choice, .radio].contains(control.kind), !control.choices.isEmpty,
      let node = self["DefaultValue"],
      !control.choices.contains(where: { $0.value.matches(node.value) })
    else { return nil }
    return node
  }
}

extension Control {
  fileprivate func choice(titled value: PropertyList) -> Choice? {
    value.string.flatMap { text in choices.first { $0.title.isSame(as: text) } }
  }

  /// Whether a value means no choice by any reading.
  fileprivate func isFarFrom(_ value: PropertyList) -> Bool {
    choiceIndex(of: value) == nil && choice(titled: value) == nil && value != .string("")
  }
}
