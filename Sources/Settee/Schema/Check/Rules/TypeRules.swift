/// An element without a type.
struct MissingType: ElementRule {
  static let id = "missing-type"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let type = element["Type"] else {
      return report.add(element.place, "the element has no Type, so no device shows it; add one")
    }
    guard type.value == .string("") else { return }
    report.add(type.place, "the Type is empty, so no device shows the element; name one")
  }
}

/// An element whose type is a slip of a known one.
struct UnknownType: ElementRule {
  static let id = "unknown-type"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard element.type == nil, let type = element["Type"], let near = Self.nearest(type) else {
      return
    }
    let name = Quotation.of(RowText.of(type.value))
    report.add(type.place, "there is no type \(name), so no device shows it; use \(near)")
  }

  /// The known type that was meant, by its letters or by what it is called elsewhere.
  static func nearest(_ type: PropertyListNode) -> String? {
    guard let name = type.value.string else { return nil }
    return otherNames[name]?.rawValue
      ?? words.nearest(to: name) ?? words.nearest(to: "PS\(name)Specifier")
  }

  private static let words = NearestWord(among: SpecifierType.allCases.map(\.rawValue))

  private static let otherNames: [String: SpecifierType] = [
    "PSSwitchSpecifier": .toggle, "PSToggleSpecifier": .toggle, "Toggle": .toggle,
    "Switch": .toggle, "Group": .group, "Button": .button, "PSButtonSpecifier": .button,
    "Slider": .slider, "TextField": .text, "Title": .title, "MultiValue": .choice,
    "ChildPane": .pane, "PSTitleSpecifier": .title, "PSTextSpecifier": .text,
    "PSRadioSpecifier": .radio, "PSTextViewSpecifier": .textview, "PSLinkSpecifier": .link,
  ]
}

/// An element of a type that is like no known one: perhaps the app's own.
struct ForeignType: ElementRule {
  static let id = "foreign-type"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    // An empty one is missing, and one that is no text is of the wrong type: other rules say so.
    guard element.type == nil, let type = element["Type"], type.value.string?.isEmpty == false,
      UnknownType.nearest(type) == nil
    else { return }
    let name = Quotation.of(RowText.of(type.value))
    report.add(
      type.place, "no settings app knows the type \(name); only the app itself could show it")
  }
}
