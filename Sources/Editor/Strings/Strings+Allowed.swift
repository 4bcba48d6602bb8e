import Settee

/// Descriptions of allowed values and of validation errors, in the user's language.
///
/// For the command line, the schema module provides the same descriptions in English.
extension Strings {
  func allowed(_ control: Control) -> String {
    guard language != "en" else { return control.allowed }
    let phrase = allowedPhrase(control)
    return self(.sentence, phrase.prefix(1).uppercased() + phrase.dropFirst())
  }

  /// Returns a description of the values that a control allows, shown after the user entered an
  /// invalid value.
  func refused(_ refusal: SetteeError, by control: Control) -> String {
    guard control.kind.isEditable else { return refusal.message }
    return self(.enter, language == "en" ? control.allowedPhrase : allowedPhrase(control))
  }

  /// Returns a warning about text that is valid but probably a mistake.
  func advice(on text: String, in control: Control) -> String? {
    let advice = control.advice(on: text)
    guard advice != nil, language != "en", control.patternFault == nil else { return advice }
    return switch control.input.keyboard {
    case .numberPad, .decimalPad: self(.adviceNumber)
    case .emailAddress: self(.adviceAddress)
    default: advice
    }
  }

  private func allowedPhrase(_ control: Control) -> String {
    switch control.kind {
    case .toggle: self(.allowedSwitch)
    case .slider: number(.allowedNumber, control.bounds)
    case .text: text(control, as: control.input.type)
    case .textview: text(control, as: .string)
    case .choice, .radio: self(.allowedOneOf, control.choices.map(\.title).joined(separator: ", "))
    case .date: self(.allowedDate, date(control))
    case .list: self(.allowedLines)
    case .title, .pane, .button, .link, .mail, .custom, .unknown: self(.allowedNothing)
    }
  }

  private func number(_ noun: Phrase, _ bounds: Bounds) -> String {
    let unit = bounds.unit.map { " " + $0 } ?? ""
    let least = bounds.minimum.map { ValueFormatter.plain($0) + unit }
    let most = bounds.maximum.map { ValueFormatter.plain($0) + unit }
    return switch (least, most) {
    case (let least?, let most?): self(.allowedBetween, self(noun), least, most)
    case (let least?, nil): self(.allowedFrom, self(noun), least)
    case (nil, let most?): self(.allowedUpTo, self(noun), most)
    case (nil, nil): self(noun)
    }
  }

  private func text(_ control: Control, as type: TextType) -> String {
    let rules = control.input.rules
    var phrase =
      switch type {
      case .integer: number(.allowedWhole, control.bounds)
      case .real: number(.allowedNumber, control.bounds)
      case .path: self(.allowedPath)
      case .scalar: self(.allowedScalar)
      case .list: self(.allowedLines)
      case .string: self(control.isRequired ? .allowedSomeText : .allowedText)
      }
    switch (rules.minimumLength, rules.maximumLength) {
    // The length limits of a list refer to its number of items.
    case (let least, let most) where type == .list && (least ?? most) != nil:
      let range = "\(least.map(String.init) ?? "")–\(most.map(String.init) ?? "")"
      phrase += least == most ? " (\(most ?? 0))" : " (\(range))"
    case (let least?, let most?):
      phrase = self(.allowedLength, phrase, least == most ? "\(most)" : "\(least)–\(most)")
    case (let least?, nil): phrase = self(.allowedAtLeast, phrase, String(least))
    case (nil, let most?): phrase = self(.allowedAtMost, phrase, String(most))
    case (nil, nil): break
    }
    return rules.pattern.map { self(.allowedPattern, phrase, $0) } ?? phrase
  }

  private func date(_ control: Control) -> String {
    switch control.picker.mode {
    case .date: "2026-03-14"
    case .time: "09:30"
    case .dateAndTime: "2026-03-14 09:30"
    }
  }
}
