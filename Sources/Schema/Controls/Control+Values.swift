package import SetteeValues

// Methods that convert text to the value of a control, validate values, and format them. Each type
// of control implements them in its own file.

extension Control {
  /// Converts text that the user entered to a value of the control, and validates the value.
  ///
  /// For a toggle, the user can enter its values or words such as `on`, `off`, `yes`, and `no`. A
  /// choice prefers values to titles, and exact matches to matches that ignore case. A number can
  /// include its unit. Dates are in ISO 8601 format, and a date with a time is local unless it
  /// includes a time zone.
  package func parse(_ text: String) -> Result<PropertyList, SetteeError> {
    switch content {
    case .toggle(let toggle): checked(toggle.value(of: text), text)
    case .slider(let slider): checked(slider.bounds.real(of: text), text)
    case .text(let input), .textview(let input):
      input.isTooLarge(text)
        ? .failure(SetteeError(.invalid, "The number doesn't fit in 64 bits."))
        : checked(input.value(of: text), text)
    case .choice(let list), .radio(let list): checked(list.value(of: text), text)
    case .date(let picker): checked(picker.value(of: text), text)
    case .list: .success(.array(text.lines.map { .string($0) }))
    case .title: .failure(SetteeError(.invalid, "This setting is read-only."))
    case .pane, .button, .link, .mail:
      .failure(SetteeError(.invalid, "This row doesn't have a value."))
    case .custom, .unknown:
      .failure(SetteeError(.invalid, "Only the app can interpret this value. Specify its type."))
    }
  }

  private func checked(_ value: PropertyList?, _ text: String) -> Result<
    PropertyList, SetteeError
  > {
    guard let value else { return .failure(refusal(of: .string(text))) }
    return check(value).map { .failure($0) } ?? .success(value)
  }

  /// Returns the reason why a value is invalid for the control, or `nil` if the value is valid.
  ///
  /// A control that the user can't edit accepts all values.
  package func check(_ value: PropertyList) -> SetteeError? {
    if case .text(let input) = content { return input.check(value, of: self) }
    if case .textview(let input) = content { return input.check(value, of: self) }
    return accepts(value) ? nil : refusal(of: value)
  }

  private func accepts(_ value: PropertyList) -> Bool {
    switch content {
    case .toggle(let toggle): toggle.accepts(value)
    case .slider(let slider): slider.bounds.accepts(value)
    case .choice(let list), .radio(let list): list.accepts(value)
    case .date: value.date != nil
    case .list: value.array != nil
    case .text, .textview, .title, .pane, .button, .link, .mail, .custom, .unknown: true
    }
  }

  /// Returns the error for an invalid value, which mentions the value unless it is secret.
  func refusal(of value: PropertyList) -> SetteeError {
    let quoted =
      switch value {
      case .array: " (a list)"
      case .dictionary: " (a table)"
      default: isSecure ? "" : " " + ValueFormatter.quoted(value)
      }
    return SetteeError(.invalid, "Invalid value\(quoted). \(instruction)")
  }

  /// A sentence that tells the user which values to enter, shown after invalid input.
  var instruction: String {
    let verb =
      switch content {
      case .toggle: "Use"
      case .choice(let list) where !list.isEmpty: "Choose"
      case .radio(let list) where !list.isEmpty: "Choose"
      default: "Enter"
      }
    return "\(verb) \(allowedPhrase)."
  }

  /// A sentence that describes the values that the control allows.
  package var allowed: String {
    let phrase = allowedPhrase
    return phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
  }

  package var allowedPhrase: String {
    switch content {
    case .toggle(let toggle): toggle.phrase
    case .slider(let slider): slider.bounds.phrase(for: "a number")
    case .text(let input), .textview(let input): input.phrase(isRequired: isRequired)
    case .choice(let list), .radio(let list): list.phrase
    case .date(let picker): picker.phrase
    case .list: "a list of values"
    case .title: "read-only"
    case .pane, .button, .link, .mail: "no value"
    case .custom, .unknown: "a value that the app can interpret"
    }
  }

  /// Returns the value of a control as text for display.
  ///
  /// For example, the text is the title of a choice, "On" or "Off" for a toggle, or bullets for a
  /// secret. A value that is unsuitable for the control is shown as plain text. The text for `nil`
  /// is empty.
  package func text(of value: PropertyList?) -> String {
    guard let value else { return "" }
    if isSecure { return value == .string("") ? "" : Self.bullets }
    let text: String? =
      switch content {
      case .toggle(let toggle): toggle.isOn(value).map { $0 ? "On" : "Off" }
      case .choice(let list), .radio(let list), .title(let list): list.text(of: value)
      case .slider(let slider):
        slider.bounds.withUnit(
          value.asNumber.map(ValueFormatter.plain) ?? ValueFormatter.short(value))
      case .text(let input): input.bounds.withUnit(ValueFormatter.short(value))
      case .date(let picker): picker.text(of: value)
      case .textview, .pane, .button, .link, .mail, .list, .custom, .unknown: nil
      }
    return text ?? ValueFormatter.short(value)
  }

  /// The text that is shown instead of a secret, which doesn't reveal the length of the secret.
  private static let bullets = String(repeating: "\u{2022}", count: 8)

  /// Returns a date without time, or a time without date, as text, or `nil` for any other value.
  package func zonelessText(of value: PropertyList) -> String? {
    guard case .date(let picker) = content, picker.mode != .dateAndTime else { return nil }
    return picker.text(of: value)
  }

  /// Returns whether a value turns on a toggle, or `nil` if the value represents neither on nor
  /// off.
  package func isOn(_ value: PropertyList?) -> Bool? { value.flatMap(toggle.isOn) }

  /// Returns whether a value has the same meaning as the default value of the control.
  ///
  /// If the control has no default value, the result is `false`.
  package func isDefault(_ value: PropertyList) -> Bool {
    guard let defaultValue else { return false }
    if value == defaultValue { return true }
    if let number = value.asNumber, number == defaultValue.asNumber { return true }
    switch content {
    case .toggle: return isOn(value) != nil && isOn(value) == isOn(defaultValue)
    case .choice, .radio:
      return choiceIndex(of: value) != nil
        && choiceIndex(of: value) == choiceIndex(of: defaultValue)
    default: return false
    }
  }

  /// Returns the index of the choice that is equal to a value or has the same text.
  package func choiceIndex(of value: PropertyList?) -> Int? {
    value.flatMap { choices.index(of: $0) }
  }
}
