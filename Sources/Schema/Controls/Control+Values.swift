package import SetteePropertyLists

// What values mean to a control: each kind is asked here, and answers in its own file.

extension Control {
  /// Reads what a user typed as a value of this control, checked; text stays as typed.
  ///
  /// A toggle takes its two stored values, then on, off, yes, no, true, false, 1 and 0; a choice
  /// takes a value before a title, and either exactly before a title in another case; a number may
  /// be followed by its unit; dates are ISO 8601, a day with its time in the user's
  /// time zone unless it names one.
  package func parse(_ text: String) -> Result<PropertyList, Refusal> {
    switch content {
    case .toggle(let toggle): checked(toggle.value(of: text), text, "is neither on nor off")
    case .slider(let slider): checked(slider.bounds.real(of: text), text, "is no number")
    case .text(let input), .textview(let input):
      checked(input.value(of: text), text, input.problem(with: text))
    case .choice(let list), .radio(let list):
      checked(list.value(of: text), text, "is none of the choices")
    case .date(let picker): checked(picker.value(of: text), text, picker.problem)
    case .list: .success(.array(text.lines.map { .string($0) }))
    case .title: .failure(Refusal("the value is only shown: the app sets it"))
    case .pane, .button, .link, .mail: .failure(Refusal("the row holds no value that can be set"))
    case .custom, .unknown:
      .failure(Refusal("only the app knows what this may hold: name the type"))
    }
  }

  private func checked(
    _ value: PropertyList?, _ text: String, _ problem: String
  ) -> Result<PropertyList, Refusal> {
    guard let value else { return .failure(refusal(of: .string(text), problem)) }
    return check(value).map { .failure($0) } ?? .success(value)
  }

  /// Why a value must not be stored under this control's key; nil when it may.
  ///
  /// Rows that take no value from the user have nothing to say: they refuse no value either.
  package func check(_ value: PropertyList) -> Refusal? {
    if case .text(let input) = content { return input.check(value, of: self) }
    if case .textview(let input) = content { return input.check(value, of: self) }
    return problem(with: value).map { refusal(of: value, $0) }
  }

  private func problem(with value: PropertyList) -> String? {
    switch content {
    case .toggle(let toggle): toggle.problem(with: value)
    case .slider(let slider): slider.bounds.problem(with: value)
    case .choice(let list), .radio(let list): list.problem(with: value)
    case .date(let picker): value.date == nil ? picker.problem : nil
    case .list: value.array == nil ? "is no list" : nil
    case .text, .textview, .title, .pane, .button, .link, .mail, .custom, .unknown: nil
    }
  }

  /// A refusal that quotes the value, unless it is a secret, and names what is allowed.
  func refusal(of value: PropertyList, _ problem: String) -> Refusal {
    let quoted = isSecure ? "the value" : Quotation.of(value)
    return Refusal("\(quoted) \(problem): give \(allowedPhrase)")
  }

  /// What the control accepts, as a sentence.
  package var allowed: String {
    let phrase = allowedPhrase
    return phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
  }

  var allowedPhrase: String {
    switch content {
    case .toggle(let toggle): toggle.phrase
    case .slider(let slider): slider.bounds.phrase(for: "a number")
    case .text(let input), .textview(let input): input.phrase(isRequired: isRequired)
    case .choice(let list), .radio(let list): list.phrase
    case .date(let picker): picker.phrase
    case .list: "a list of values"
    case .title: "nothing: the value is shown, and only the app sets it"
    case .pane, .button, .link, .mail: "nothing: the row holds no value"
    case .custom, .unknown: "what the app itself understands"
    }
  }

  /// What the row shows for a value: a title of a choice, On or Off, bullets for a secret.
  ///
  /// A value that is no choice, or neither on nor off, is shown as it is. No value is no text.
  package func text(of value: PropertyList?) -> String {
    guard let value else { return "" }
    if isSecure { return value == .string("") ? "" : Self.bullets }
    let text: String? =
      switch content {
      case .toggle(let toggle): toggle.isOn(value).map { $0 ? "On" : "Off" }
      case .choice(let list), .radio(let list), .title(let list): list.text(of: value)
      case .slider(let slider):
        slider.bounds.withUnit(value.asNumber.map(PlainText.of) ?? RowText.of(value))
      case .text(let input): input.bounds.withUnit(RowText.of(value))
      case .date(let picker): picker.text(of: value)
      case .textview, .pane, .button, .link, .mail, .list, .custom, .unknown: nil
      }
    return text ?? RowText.of(value)
  }

  /// What stands for every secret, whatever its length.
  private static let bullets = String(repeating: "\u{2022}", count: 8)

  /// A day alone, or a time alone, as such; nil for every other value.
  package func zonelessText(of value: PropertyList) -> String? {
    guard case .date(let picker) = content, picker.mode != .dateAndTime else { return nil }
    return picker.text(of: value)
  }

  /// Whether a toggle with this value is on; nil when the value means neither, or there is none.
  package func isOn(_ value: PropertyList?) -> Bool? { value.flatMap(toggle.isOn) }

  /// Which of the choices a value means: the one that matches, else the one with the same text.
  package func choiceIndex(of value: PropertyList?) -> Int? {
    value.flatMap(ChoiceList(choices).index)
  }
}

/// Why a value is not taken: one sentence that names what is allowed.
package struct Refusal: Error, Sendable, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
