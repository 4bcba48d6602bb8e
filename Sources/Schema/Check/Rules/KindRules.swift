import SetteeValues

// Rules for specific types of controls, such as toggles, numbers, choices, and text fields.

extension CheckRule {
  // MARK: Toggles

  static let equalToggleValues = element("equal-toggle-values", .error) { element, report in
    guard case .toggle(let toggle) = element.control.content, toggle.on.matches(toggle.off) else {
      return
    }
    let place = (element["FalseValue"] ?? element["TrueValue"])?.place ?? element.place
    report.add(
      place, "\(element.name) has the same value for on and off; use different values")
  }

  static let halfToggle = element("half-toggle", .warning) { element, report in
    guard element.type == .toggle else { return }
    switch (element["TrueValue"], element["FalseValue"]) {
    case (let on?, nil) where on.value.bool == nil:
      report.add(on.place, "TrueValue without FalseValue; add FalseValue")
    case (nil, let off?) where off.value.bool == nil:
      report.add(off.place, "FalseValue without TrueValue; add TrueValue")
    default: break
    }
  }

  static let toggleDefault = element("toggle-default", .warning) { element, report in
    guard case .toggle(let toggle) = element.control.content, let node = element["DefaultValue"],
      !toggle.accepts(node.value)
    else { return }
    let written =
      "DefaultValue \(ValueFormatter.quoted(node.value)) isn't one of the toggle's values"
    let text = ValueFormatter.short(node.value)
    let counterpart = [toggle.on, toggle.off].first { ValueFormatter.short($0).isSame(as: text) }
    if let isOn = toggle.isOn(node.value) {
      report.add(node.place, "\(written); use <\(isOn)/>")
    } else if let counterpart {
      report.add(
        node.place, "\(written): it differs in type; use \(counterpart.typePhrase), as in TrueValue"
      )
    } else {
      report.add(
        node.place,
        "\(written); use \(ValueFormatter.short(toggle.on)) or \(ValueFormatter.short(toggle.off))")
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
        "\(low) \(ValueFormatter.plain(from)) isn't less than \(high) \(ValueFormatter.plain(to)); swap or correct them"
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
      "DefaultValue \(ValueFormatter.plain(number)) is out of range; use \(bounds.phrase(for: "a number"))"
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
        "\(element.name) has \(values.count) Values but \(list.count) \(key); use one for each value"
      )
    }
  }

  static let repeatedValue = element("repeated-value", .warning) { element, report in
    guard element.offered != nil else { return }
    var seen = Set<Key>()
    for value in element["Values"]?.elements ?? [] {
      guard let text = value.value.asTitle,
        !seen.insert(Key("\(value.value.typePhrase) \(text)")).inserted
      else { continue }
      report.add(
        value.place,
        "duplicate value \(ValueFormatter.quoted(text)); use a different value for each choice"
      )
    }
  }

  static let noChoices = element("no-choices", .warning) { element, report in
    guard element.offered?.isEmpty == true else { return }
    report.add(
      element["Values"]?.place ?? element.place,
      "\(element.name) has no Values; add them, unless the app provides them at run time")
  }

  /// A rule that detects a default that isn't among the choices of its row.
  static let defaultNotAChoice = element("default-not-a-choice", .error) { element, report in
    guard let (node, list) = element.strayDefault, list.meaning(of: node.value) == nil else {
      return
    }
    report.add(
      node.place,
      "DefaultValue \(ValueFormatter.quoted(node.value)) isn't one of the Values; use \(list.phrase)"
    )
  }

  static let defaultNearAChoice = element("default-near-a-choice", .warning) { element, report in
    guard let (node, list) = element.strayDefault, let advice = list.meaning(of: node.value) else {
      return
    }
    report.add(
      node.place, "DefaultValue \(ValueFormatter.quoted(node.value)) matches no value: \(advice)")
  }

  // MARK: Text fields

  /// A rule that detects secrets with a default value, which everyone could read in the bundle.
  static let secureDefault = element("secure-default", .warning) { element, report in
    guard element.control.isSecure, let node = element["DefaultValue"],
      node.value.asTitle?.isEmpty == false
    else { return }
    report.add(node.place, "the default of a secret is readable by anyone; remove DefaultValue")
  }

  static let badPattern = element("bad-pattern", .error) { element, report in
    guard let node = element["SetteePattern"], let pattern = node.value.string else { return }
    if let fault = Pattern.fault(in: pattern) {
      report.add(node.place, "invalid pattern \(ValueFormatter.quoted(pattern)): \(fault)")
    }
  }

  static let defaultAgainstRules = element("default-against-rules", .error) { element, report in
    let control = element.control
    guard control.kind == .text || control.kind == .textview, let node = element["DefaultValue"],
      let text = node.value.string, !text.isEmpty, control.input.check(text, of: control) != nil
    else { return }
    report.add(
      node.place,
      "DefaultValue \(ValueFormatter.quoted(text)) is invalid for its row; use \(control.allowedPhrase)"
    )
  }
}

extension CheckedElement {
  fileprivate var offered: [Choice]? {
    switch control.content {
    case .choice(let list), .radio(let list): list
    default: nil
    }
  }

  /// The default of a row that isn't exactly the same as any of its choices, with the choices.
  fileprivate var strayDefault: (PropertyListNode, [Choice])? {
    guard let list = offered, !list.isEmpty, let node = self["DefaultValue"],
      !list.accepts(node.value)
    else { return nil }
    return (node, list)
  }
}

extension [Choice] {
  /// Returns a suggestion if a value probably represents a choice, for example because it is the
  /// choice's title.
  fileprivate func meaning(of value: PropertyList) -> String? {
    if let index = index(of: value) {
      let choice = self[index].value
      return "it is \(value.typePhrase), but the value is \(choice.typePhrase); use the same type"
    }
    if let text = value.string, let choice = first(where: { $0.title.isSame(as: text) }) {
      return "it is the title of \(ValueFormatter.quoted(choice.value)); use the value instead"
    }
    return value == .string("")
      ? "no choice is selected by default; use one or remove DefaultValue" : nil
  }
}
