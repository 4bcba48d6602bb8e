import SetteePropertyLists

// Rules for the types of elements and the types of their values.

extension CheckRule {
  static let missingType = element("missing-type", .error) { element, report in
    guard let type = element["Type"] else {
      return report.add(element.place, "missing Type, so devices don't show the element; add it")
    }
    guard type.value == .string("") else { return }
    report.add(type.place, "empty Type, so devices don't show the element; specify one")
  }

  static let unknownType = element("unknown-type", .error) { element, report in
    guard element.type == nil, let type = element["Type"], let near = TypeNames.nearest(type) else {
      return
    }
    let name = ValueFormatter.quoted(type.value)
    report.add(type.place, "unknown type \(name), so devices don't show it; did you mean \(near)?")
  }

  /// A rule that detects elements of an unknown type, which only the app itself might be able to
  /// show.
  ///
  /// If the type is probably a misspelling of a known type, another rule reports it.
  static let foreignType = element("foreign-type", .warning) { element, report in
    // An empty type, or a type that isn't a string, is reported by other rules.
    guard element.type == nil, let type = element["Type"], type.value.string?.isEmpty == false,
      TypeNames.nearest(type) == nil
    else { return }
    let name = ValueFormatter.quoted(type.value)
    report.add(
      type.place, "unknown type \(name); only the app itself can show it")
  }

  /// A rule that detects values that devices can't use because of their type.
  static let wrongType = element("wrong-type", .error) { element, report in
    for (key, node, type) in element.oddValues where !type.isTaken(node.value) {
      report.add(node.place, "\(key) must be \(type.phrase), not \(node.value.typePhrase)")
    }
    if let node = element["DefaultValue"], !element.canBeginWith(node.value) {
      report.add(
        node.place,
        "DefaultValue is \(node.value.typePhrase); use \(element.control.allowedPhrase)")
    }
  }

  /// A rule that detects values that have the wrong type but that devices accept anyway.
  static let looseType = element("loose-type", .warning) { element, report in
    for (key, node, type) in element.oddValues where type.isTaken(node.value) {
      report.add(node.place, "\(key) should be \(type.phrase), not \(node.value.typePhrase)")
    }
    if let node = element["DefaultValue"], let advice = element.looseDefault(node.value) {
      report.add(
        node.place,
        "DefaultValue should be \(advice.type), not \(node.value.typePhrase)\(advice.why)")
    }
  }

  static let unknownWord = element("unknown-word", .warning) { element, report in
    report.addUnknownWords(of: element, among: words) { Suggestion.nearest(toName: $0, among: $1) }
  }

  private static let words: [String: [String]] = [
    "KeyboardType": Keyboard.allCases.map(\.rawValue),
    "AutocapitalizationType": ["None", "Sentences", "Words", "AllCharacters"],
    "AutocorrectionType": ["Default", "No", "Yes"],
    "DatePickerMode": DatePicker.Mode.allCases.map(\.rawValue),
    "DatePickerStyle": ["Compact", "Wheels", "Inline"],
    "IASKTextAlignment": ["Left", "Center", "Right", "Natural"].map { "IASKUITextAlignment\($0)" },
    "IASKToggleStyle": ["Switch", "Checkmark"],
  ]

  static let unknownSetteeWord = element("unknown-settee-word", .error) { element, report in
    report.addUnknownWords(of: element, among: setteeWords) { _, _ in nil }
  }

  private static let setteeWords = [
    "SetteeType": TextType.allCases.map(\.rawValue),
    "SetteeItemType": ["string", "integer", "real", "scalar"],
    "SetteeSync": SyncMark.allCases.map(\.rawValue),
  ]
}

extension RuleReport {
  /// Reports values that aren't among the words that are allowed for their key.
  fileprivate mutating func addUnknownWords(
    of element: CheckedElement, among known: [String: [String]],
    nearest: (_ word: String, _ words: [String]) -> String?
  ) {
    for (key, node) in element.node.entries {
      guard let words = known[key], let word = node.value.string, !words.contains(word) else {
        continue
      }
      let advice = nearest(word, words) ?? "one of: \(words.joined(separator: ", "))"
      add(node.place, "unknown \(key) \(ValueFormatter.quoted(word)); use \(advice)")
    }
  }
}

/// The names of the known element types, and common misspellings of these names.
private enum TypeNames {
  static func nearest(_ type: PropertyListNode) -> String? {
    guard let name = type.value.string else { return nil }
    var words = Suggestion(among: SpecifierType.allCases.map(\.rawValue))
    return otherNames[name]?.rawValue
      ?? words.nearest(to: name) ?? words.nearest(to: "PS\(name)Specifier")
  }

  private static let otherNames: [String: SpecifierType] = [
    "PSSwitchSpecifier": .toggle, "PSToggleSpecifier": .toggle, "Toggle": .toggle,
    "Switch": .toggle, "Group": .group, "Button": .button, "PSButtonSpecifier": .button,
    "Slider": .slider, "TextField": .text, "Title": .title, "MultiValue": .choice,
    "ChildPane": .pane, "PSTitleSpecifier": .title, "PSTextSpecifier": .text,
    "PSRadioSpecifier": .radio, "PSTextViewSpecifier": .textview, "PSLinkSpecifier": .link,
  ]
}

extension CheckedElement {
  /// The values in an element that have the wrong type for their key, and titles that aren't
  /// strings.
  fileprivate var oddValues: [(key: String, node: PropertyListNode, type: KeyType)] {
    let values = node.entries.compactMap { key, node in
      KnownKeys.types[key].map { (key: key, node: node, type: $0) }
    }
    let titles = ["Titles", "ShortTitles"].flatMap { self[$0]?.elements ?? [] }
    return (values + titles.map { ("a title", $0, KnownKeys.title) })
      .filter { !$0.type.isRight($0.node.value) }
  }

  /// Returns whether a row can show a default value of a specific type.
  fileprivate func canBeginWith(_ value: PropertyList) -> Bool {
    switch control.content {
    case .slider: value.asNumber != nil
    case .text(let input), .textview(let input):
      switch input.type {
      case .string, .path: value.asTitle != nil
      case .integer: value.isNumber && value.double == nil
      case .real: value.isNumber
      case .scalar: value.array == nil && value.dictionary == nil
      case .list: value.array != nil
      }
    default: true
    }
  }

  fileprivate func looseDefault(_ value: PropertyList) -> (type: String, why: String)? {
    switch control.content {
    case .slider where !value.isNumber && value.asNumber != nil: ("a number", "")
    case .text(let input)
    where input.type == .string && value.string == nil && canBeginWith(value):
      ("a string", "; text fields store strings")
    default: nil
    }
  }
}
