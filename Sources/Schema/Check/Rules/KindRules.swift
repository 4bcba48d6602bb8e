import SetteeFormats
import SetteePropertyLists

// Rules for specific controls: toggles, numbers, choices, and text fields.

extension CheckRule {
  // MARK: Toggles

  static let equalToggleValues = element("equal-toggle-values", .error) { element, report in
    guard case .toggle(let toggle) = element.control.content, toggle.on.matches(toggle.off) else {
      return
    }
    let place = (element["FalseValue"] ?? element["TrueValue"])?.place ?? element.place
    report.add(
      place, "\(element.name) stores \(RowText.of(toggle.on)) for on and off; make them differ")
  }

  static let halfToggle = element("half-toggle", .warning) { element, report in
    guard element.type == .toggle else { return }
    switch (element["TrueValue"], element["FalseValue"]) {
    case (let on?, nil) where on.value.bool == nil:
      report.add(on.place, "there is a TrueValue and no FalseValue; add it")
    case (nil, let off?) where off.value.bool == nil:
      report.add(off.place, "there is a FalseValue and no TrueValue; add it")
    default: break
    }
  }

  static let toggleDefault = element("toggle-default", .warning) { element, report in
    guard case .toggle(let toggle) = element.control.content, let node = element["DefaultValue"],
      toggle.problem(with: node.value) != nil
    else { return }
    let written = "DefaultValue \(Quotation.of(node.value)) is neither value of the toggle"
    let text = RowText.of(node.value)
    let twin = [toggle.on, toggle.off].first { RowText.of($0).isSame(as: text) }
    if let isOn = toggle.isOn(node.value) {
      report.add(node.place, "\(written); write <\(isOn)/>")
    } else if let twin {
      report.add(
        node.place, "\(written): equal only as text; make it \(twin.typePhrase) as in TrueValue")
    } else {
      report.add(
        node.place, "\(written); write \(RowText.of(toggle.on)) or \(RowText.of(toggle.off))")
    }
  }

  // MARK: Numbers

  static let boundsOrder = element("bounds-order", .error) { element, report in
    for (low, high) in [
      ("MinimumValue", "MaximumValue"), ("SetteeMinimum", "SetteeMaximum"),
      ("SetteeMinimumLength", "SetteeMaximumLength"),
    ] {
      guard let least = element[low], let from = least.value.asNumber,
        let to = element[high]?.value.asNumber,
        !(from < to || low == "SetteeMinimumLength" && from == to)
      else { continue }
      report.add(
        least.place,
        "\(low) \(PlainText.of(from)) is not below \(high) \(PlainText.of(to)); swap or correct them"
      )
    }
  }

  static let defaultOutOfRange = element("default-out-of-range", .error) { element, report in
    let bounds = element.control.bounds
    guard bounds.minimum ?? -.infinity < bounds.maximum ?? .infinity,
      let node = element["DefaultValue"], let number = node.value.asNumber,
      number.isFinite, !bounds.contains(number)
    else { return }
    report.add(
      node.place,
      "DefaultValue \(PlainText.of(number)) is out of range; give \(bounds.phrase(for: "a number"))"
    )
  }

  // MARK: Choices

  static let countsDiffer = element("counts-differ", .error) { element, report in
    guard let values = element["Values"]?.value.array else { return }
    for key in ["Titles", "ShortTitles"] {
      guard let titles = element[key], let list = titles.value.array, list.count != values.count
      else { continue }
      report.add(
        titles.place,
        "\(element.name) has \(values.count) Values and \(list.count) \(key); give each value one")
    }
  }

  static let repeatedValue = element("repeated-value", .warning) { element, report in
    guard element.offered != nil else { return }
    var seen = Set<Name>()
    for value in element["Values"]?.elements ?? [] {
      guard let text = value.value.asTitle,
        !seen.insert(Name("\(value.value.typePhrase) \(text)")).inserted
      else { continue }
      report.add(
        value.place, "two choices store \(Quotation.of(text)), so one cannot be told from the other"
      )
    }
  }

  static let noChoices = element("no-choices", .warning) { element, report in
    guard element.offered?.choices.isEmpty == true else { return }
    report.add(
      element["Values"]?.place ?? element.place,
      "\(element.name) offers no Values; add them, unless the app does so while it runs")
  }

  /// A default that doesn't represent any choice, even with lenient matching.
  static let defaultNotAChoice = element("default-not-a-choice", .error) { element, report in
    guard let (node, list) = element.strayDefault, list.meaning(of: node.value) == nil else {
      return
    }
    report.add(
      node.place,
      "DefaultValue \(Quotation.of(node.value)) is none of the Values; give \(list.phrase)")
  }

  static let defaultNearAChoice = element("default-near-a-choice", .warning) { element, report in
    guard let (node, list) = element.strayDefault, let advice = list.meaning(of: node.value) else {
      return
    }
    report.add(node.place, "DefaultValue \(Quotation.of(node.value)) equals no value: \(advice)")
  }

  // MARK: Text fields

  /// A secret with a default, which is readable in the bundle.
  static let secureDefault = element("secure-default", .warning) { element, report in
    guard element.control.isSecure, let node = element["DefaultValue"],
      node.value.asTitle?.isEmpty == false
    else { return }
    report.add(node.place, "a secret has a default that anyone can read; remove DefaultValue")
  }

  static let badPattern = element("bad-pattern", .error) { element, report in
    guard let node = element["SetteePattern"], let pattern = node.value.string else { return }
    do throws(PatternError) { _ = try Pattern(pattern) } catch {
      report.add(
        node.place,
        "the pattern \(Quotation.of(pattern)) cannot be read: \(error.message); correct it")
    }
  }

  static let defaultAgainstRules = element("default-against-rules", .error) { element, report in
    let control = element.control
    guard control.kind == .text || control.kind == .textview, let node = element["DefaultValue"],
      let text = node.value.string, !text.isEmpty,
      let refusal = control.input.check(text, of: control)
    else { return }
    report.add(node.place, "the row's own rules refuse DefaultValue: \(refusal.message)")
  }
}

extension CheckedElement {
  fileprivate var offered: ChoiceList? {
    switch control.content {
    case .choice(let list), .radio(let list): list
    default: nil
    }
  }

  /// A choice's default that doesn't equal any of its values, with the choices.
  fileprivate var strayDefault: (PropertyListNode, ChoiceList)? {
    guard let list = offered, !list.choices.isEmpty, let node = self["DefaultValue"],
      list.problem(with: node.value) != nil
    else { return nil }
    return (node, list)
  }
}

extension ChoiceList {
  /// Returns a suggestion for a value that likely means one of the choices, or `nil` if there is
  /// none.
  fileprivate func meaning(of value: PropertyList) -> String? {
    if let index = index(of: value) {
      let choice = choices[index].value
      return "it is \(value.typePhrase) and the value is \(choice.typePhrase); make them one type"
    }
    if let text = value.string, let choice = choices.first(where: { $0.title.isSame(as: text) }) {
      return "it is the title of \(Quotation.of(choice.value)); write that value"
    }
    return value == .string("") ? "no choice is chosen at first; name one or remove it" : nil
  }
}
