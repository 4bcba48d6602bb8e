/// A value of a type that no device can use for its key.
struct WrongType: ElementRule {
  static let id = "wrong-type"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    for (key, node) in element.node.entries {
      guard let expected = ValueTypes.expected(key), !expected.isRight(node.value),
        !expected.isTaken(node.value)
      else { continue }
      report.add(
        node.place, "\(key) has to be \(expected.phrase) and is \(node.value.typePhrase)")
    }
    checkDefault(of: element, &report)
    checkTitles(of: element, &report)
  }

  private func checkDefault(of element: CheckedElement, _ report: inout RuleReport) {
    guard let node = element["DefaultValue"] else { return }
    let isUsable =
      switch element.type {
      case .slider: node.value.asNumber != nil
      case .text, .textview: element.control.takesTyped(node.value)
      default: true
      }
    guard !isUsable else { return }
    report.add(
      node.place,
      "DefaultValue is \(node.value.typePhrase); give \(element.control.allowedPhrase)")
  }

  private func checkTitles(of element: CheckedElement, _ report: inout RuleReport) {
    for key in ["Titles", "ShortTitles"] {
      for title in element[key]?.elements ?? [] where title.value.asTitle == nil {
        report.add(title.place, "a title has to be a string and is \(title.value.typePhrase)")
      }
    }
  }
}

/// A value of the wrong type that devices take all the same.
struct LooseType: ElementRule {
  static let id = "loose-type"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    for (key, node) in element.node.entries {
      guard let expected = ValueTypes.expected(key), !expected.isRight(node.value),
        expected.isTaken(node.value)
      else { continue }
      report.add(
        node.place, "\(key) should be \(expected.phrase) and is \(node.value.typePhrase)")
    }
    checkDefault(of: element, &report)
    checkTitles(of: element, &report)
  }

  private func checkDefault(of element: CheckedElement, _ report: inout RuleReport) {
    guard let node = element["DefaultValue"] else { return }
    let control = element.control
    switch element.type {
    case .slider where !node.value.isNumber && node.value.asNumber != nil:
      report.add(
        node.place, "DefaultValue should be a number and is \(node.value.typePhrase)")
    case .text where node.value.string == nil && control.input.type == .string:
      guard control.takesTyped(node.value) else { return }
      report.add(
        node.place,
        "DefaultValue should be a string and is \(node.value.typePhrase); a field stores text")
    default: break
    }
  }

  private func checkTitles(of element: CheckedElement, _ report: inout RuleReport) {
    for key in ["Titles", "ShortTitles"] {
      for title in element[key]?.elements ?? []
      where title.value.string == nil && title.value.asTitle != nil {
        report.add(title.place, "a title should be a string and is \(title.value.typePhrase)")
      }
    }
  }
}

extension Control {
  /// Whether a field can start from a default of this type, whatever its rules say.
  fileprivate func takesTyped(_ value: PropertyList) -> Bool {
    switch kind == .textview ? .string : input.type {
    case .string, .path: value.asTitle != nil
    case .integer: value.isNumber && value.double == nil
    case .real: value.isNumber
    case .list: value.array != nil
    }
  }
}
