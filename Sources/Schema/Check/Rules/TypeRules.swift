import SetteeValues

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
    guard element.type == nil, let type = element["Type"], let near = element.nearestType else {
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
      element.nearestType == nil
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
    for (key, node, word) in element.unknownWords where !key.name.hasPrefix("Settee") {
      report.addUnknownWord(
        word, of: key, at: node, nearest: Suggestion.nearest(toName: word, among: key.words))
    }
  }

  static let unknownSetteeWord = element("unknown-settee-word", .error) { element, report in
    for (key, node, word) in element.unknownWords where key.name.hasPrefix("Settee") {
      report.addUnknownWord(word, of: key, at: node, nearest: nil)
    }
  }
}

extension RuleReport {
  fileprivate mutating func addUnknownWord(
    _ word: String, of key: ElementKey, at node: PropertyListNode, nearest: String?
  ) {
    let advice = nearest ?? "one of: \(key.words.joined(separator: ", "))"
    add(node.place, "unknown \(key.name) \(ValueFormatter.quoted(word)); use \(advice)")
  }
}

extension CheckedElement {
  /// The name of the element type that was probably meant, or `nil` if the type isn't similar to a
  /// known type.
  fileprivate var nearestType: String? {
    guard let name = self["Type"]?.value.string else { return nil }
    var words = Suggestion(among: SpecifierType.allCases.map(\.rawValue))
    return SpecifierType.allCases.first { $0.documentation.aliases.contains(name) }?.rawValue
      ?? words.nearest(to: name) ?? words.nearest(to: "PS\(name)Specifier")
  }

  /// The values in an element that aren't among the words that are allowed for their key.
  fileprivate var unknownWords: [(key: ElementKey, node: PropertyListNode, word: String)] {
    node.entries.compactMap { name, node in
      guard let key = ElementKey.ofElement(name), !key.words.isEmpty, let word = node.value.string,
        !key.words.contains(word)
      else { return nil }
      return (key, node, word)
    }
  }

  /// The values in an element that have the wrong type for their key, and titles that aren't
  /// strings.
  fileprivate var oddValues: [(key: String, node: PropertyListNode, type: KeyType)] {
    let values = node.entries.compactMap { key, node in
      ElementKey.ofElement(key)?.type.map { (key: key, node: node, type: $0) }
    }
    let titles = ["Titles", "ShortTitles"].flatMap { self[$0]?.elements ?? [] }
    return (values + titles.map { ("a title", $0, KeyType.title) })
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
