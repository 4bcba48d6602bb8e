extension Control {
  /// Reads what a user typed as a value of this control, checked; text stays as typed.
  ///
  /// A toggle takes its two stored values, then on, off, yes, no, true, false, 1 and 0; a choice
  /// takes a value before a title, and either exactly before a title in another case; a number may
  /// be followed by its unit; dates are ISO 8601, a day with its time in the user's
  /// time zone unless it names one.
  public func parse(_ text: String) -> Result<PropertyList, Refusal> {
    guard let value = value(of: text) else { return .failure(unreadable(text)) }
    if let refusal = check(value) { return .failure(refusal) }
    return .success(value)
  }

  /// The value that a text stands for, unchecked; nil when it stands for none.
  private func value(of text: String) -> PropertyList? {
    switch kind {
    case .toggle: toggleValue(of: text)
    case .slider: number(text).map { .real($0) }
    case .text: textValue(of: text)
    case .textview: .string(text)
    case .choice, .radio: choiceValue(of: text)
    case .date: DateText.date(text, mode: picker.mode).map { .date($0) }
    case .list: .array(Self.lines(of: text).map { .string($0) })
    case .title, .pane, .button, .link, .mail, .custom, .unknown: nil
    }
  }

  private func unreadable(_ text: String) -> Refusal {
    switch kind {
    case .title: Refusal("the value is only shown: the app sets it")
    case .pane, .button, .link, .mail: Refusal("the row holds no value that can be set")
    case .custom, .unknown: Refusal("only the app knows what this may hold: name the type")
    case .toggle: refusal(of: .string(text), "is neither on nor off")
    case .slider: refusal(of: .string(text), "is no number")
    case .choice, .radio: refusal(of: .string(text), "is none of the choices")
    case .date: refusal(of: .string(text), "is no date")
    case .text where input.type == .integer:
      // Digits alone that are not read are more than 64 bits hold.
      refusal(
        of: .string(text),
        Double(text).map { $0.magnitude >= 0x1p63 } == true
          ? "is beyond what 64 bits hold" : "is no whole number")
    case .text, .textview, .list: refusal(of: .string(text), "is no number")
    }
  }

  private func toggleValue(of text: String) -> PropertyList? {
    if PlainText.of(on).isSame(as: text) { return on }
    if PlainText.of(off).isSame(as: text) { return off }
    return FlagWord.flag(text.trimmed).map { $0 ? on : off }
  }

  private func textValue(of text: String) -> PropertyList? {
    switch input.type {
    case .string, .path: .string(text)
    case .integer: wholeNumber(text)
    case .real: number(text).map { .real($0) }
    case .list: .array(Self.lines(of: text).map { .string($0) })
    }
  }

  private func choiceValue(of text: String) -> PropertyList? {
    // Without choices there is nothing to compare with; the text is all that is known.
    if choices.isEmpty { return .string(text) }
    let exact =
      choices.first { $0.value.asTitle?.isSame(as: text) == true }
      ?? choices.first { $0.title.isSame(as: text) }
      ?? choices.first { $0.shortTitle?.isSame(as: text) == true }
      ?? Double(text).flatMap { number in choices.first { $0.value.isNumber(number) } }
    if let exact { return exact.value }
    let loose = choices.filter { $0.title.lowercased() == text.trimmed.lowercased() }
    return loose.count == 1 ? loose[0].value : nil
  }

  private func wholeNumber(_ text: String) -> PropertyList? {
    let digits = withoutUnit(text)
    if let number = Int64(digits) { return .integer(number) }
    return UInt64(digits).map { .bigInteger($0) }
  }

  private func number(_ text: String) -> Double? {
    let text = withoutUnit(text)
    // Swift also reads hexadecimal, `inf` and `nan`, which nobody means by a setting.
    guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private func withoutUnit(_ text: String) -> String {
    let text = text.trimmed
    guard let unit = bounds.unit, !unit.isEmpty, text.hasSuffix(unit) else { return text }
    return String(text.dropLast(unit.count)).trimmed
  }

  /// The lines of a text; the end of the last line adds no empty one.
  private static func lines(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map(String.init)
  }
}

extension PropertyList {
  /// Whether this is the number; text never is.
  fileprivate func isNumber(_ number: Double) -> Bool {
    matches(.real(number))
  }
}
