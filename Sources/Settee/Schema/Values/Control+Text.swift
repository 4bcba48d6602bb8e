extension Control {
  /// What the row shows for a value: a title of a choice, On or Off, bullets for a secret.
  ///
  /// A value that is no choice, or neither on nor off, is shown as it is. No value is no text.
  public func text(of value: PropertyList?) -> String {
    guard let value else { return "" }
    if isSecure { return value == .string("") ? "" : Self.bullets }
    switch kind {
    case .toggle: return isOn(value).map { $0 ? "On" : "Off" } ?? RowText.of(value)
    case .choice, .radio, .title: return choiceText(of: value)
    case .slider: return withUnit(value.asNumber.map(PlainText.of) ?? RowText.of(value))
    case .text: return withUnit(RowText.of(value))
    case .date:
      return value.date.map { DateText.of($0, mode: picker.mode) } ?? RowText.of(value)
    case .textview, .pane, .button, .link, .mail, .list, .custom, .unknown: return RowText.of(value)
    }
  }

  /// A day alone, or a time alone, as such; nil for every other value.
  package func zonelessText(of value: PropertyList) -> String? {
    guard kind == .date, picker.mode != .dateAndTime, value.date != nil else { return nil }
    return text(of: value)
  }

  /// What stands for every secret, whatever its length.
  private static let bullets = String(repeating: "\u{2022}", count: 8)

  private func choiceText(of value: PropertyList) -> String {
    guard let index = choiceIndex(of: value) else { return RowText.of(value) }
    return choices[index].shortTitle ?? choices[index].title
  }

  private func withUnit(_ text: String) -> String {
    guard let unit = bounds.unit, !text.isEmpty else { return text }
    return "\(text) \(unit)"
  }
}
