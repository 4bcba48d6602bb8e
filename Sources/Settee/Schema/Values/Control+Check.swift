extension Control {
  /// Why a value must not be stored under this control's key; nil when it may.
  ///
  /// Rows that take no value from the user have nothing to say: they refuse no value either.
  public func check(_ value: PropertyList) -> Refusal? {
    switch kind {
    case .toggle:
      value.matches(on) || value.matches(off) ? nil : refusal(of: value, "is neither on nor off")
    case .slider: checkNumber(value)
    case .text: checkText(value, as: input.type)
    case .textview: checkText(value, as: .string)
    case .choice, .radio: checkChoice(value)
    case .date: value.date == nil ? refusal(of: value, "is no date") : nil
    case .list: value.array == nil ? refusal(of: value, "is no list") : nil
    case .title, .pane, .button, .link, .mail, .custom, .unknown: nil
    }
  }

  private func checkChoice(_ value: PropertyList) -> Refusal? {
    let isOne = choices.isEmpty || choices.contains { $0.value.matches(value) }
    return isOne ? nil : refusal(of: value, "is none of the choices")
  }

  private func checkNumber(_ value: PropertyList) -> Refusal? {
    switch value {
    case .integer, .bigInteger, .real:
      bounds.contains(value.asNumber ?? .nan) ? nil : refusal(of: value, "is out of range")
    default: refusal(of: value, "is no number")
    }
  }

  private func checkText(_ value: PropertyList, as type: TextType) -> Refusal? {
    switch (type, value) {
    case (.string, .string(let text)), (.path, .string(let text)): return checkRules(text)
    case (.integer, .integer), (.integer, .bigInteger), (.real, _): return checkNumber(value)
    case (.list, .array(let lines)): return checkLines(lines)
    case (.integer, _): return refusal(of: value, "is no whole number")
    case (.list, _): return refusal(of: value, "is no list of texts")
    case (.string, _), (.path, _): return refusal(of: value, "is no text")
    }
  }

  private func checkLines(_ lines: [PropertyList]) -> Refusal? {
    if lines.isEmpty, rules.isRequired { return Refusal("a value is required: \(allowedPhrase)") }
    for line in lines {
      guard let text = line.string else { return refusal(of: line, "is no text") }
      if let refusal = checkRules(text) { return refusal }
    }
    return nil
  }

  /// Checks a text; one that is empty without being required is left alone by the other rules.
  func checkRules(_ text: String) -> Refusal? {
    guard !text.isEmpty else {
      return rules.isRequired ? Refusal("a value is required: \(allowedPhrase)") : nil
    }
    let length = text.count
    if let least = rules.minimumLength, length < least {
      return Refusal("too short by \(least - length): give \(allowedPhrase)")
    }
    if let most = rules.maximumLength, length > most {
      return Refusal("too long by \(length - most): give \(allowedPhrase)")
    }
    // A pattern that cannot be read refuses nothing: `check` reports it, and ``advice(on:)`` says so.
    guard let pattern = rules.pattern, let compiled = try? Pattern(pattern) else { return nil }
    switch compiled.matches(text) {
    case true?: return nil
    case false?: return refusal(of: .string(text), "does not match")
    case nil: return Refusal("too long to be held against its pattern: give \(allowedPhrase)")
    }
  }

  /// A refusal that quotes the value, unless it is a secret, and names what is allowed.
  func refusal(of value: PropertyList, _ problem: String) -> Refusal {
    let quoted = isSecure ? "the value" : Quotation.of(RowText.of(value))
    return Refusal("\(quoted) \(problem): give \(allowedPhrase)")
  }
}

/// Values in quotation marks, short enough for a sentence.
enum Quotation {
  private static let longest = 40

  /// The text in quotation marks, cut where it is long.
  static func of(_ text: String) -> String {
    let short = text.count > longest ? text.prefix(longest - 1) + "…" : text[...]
    return "“\(short)”"
  }
}
