extension Control {
  /// What the control accepts, as a sentence.
  public var allowed: String {
    let phrase = allowedPhrase
    return phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
  }

  /// What the control accepts, as a part of a sentence.
  var allowedPhrase: String {
    switch kind {
    case .toggle: togglePhrase
    case .slider: bounds.phrase(for: "a number")
    case .text, .textview: textPhrase
    case .choice, .radio: choicePhrase
    case .date: datePhrase
    case .list: "a list of values"
    case .title: "nothing: the value is shown, and only the app sets it"
    case .pane, .button, .link, .mail: "nothing: the row holds no value"
    case .custom, .unknown: "what the app itself understands"
    }
  }

  private var togglePhrase: String {
    guard on.bool != true || off.bool != false else { return "on or off" }
    return "on (\(RowText.of(on))) or off (\(RowText.of(off)))"
  }

  private var choicePhrase: String {
    let names = choices.map { choice in
      let value = RowText.of(choice.value)
      return value.isSame(as: choice.title) || value.isEmpty
        ? choice.title : "\(value) (\(choice.title))"
    }
    guard !names.isEmpty else { return "any value" }
    return "one of " + names.joined(separator: ", ")
  }

  private var datePhrase: String {
    switch picker.mode {
    case .date: "a day such as 2026-03-14"
    case .time: "a time such as 09:30"
    case .dateAndTime: "a day and time such as 2026-03-14 09:30"
    }
  }

  private var textPhrase: String {
    let parts = [lengthPhrase, rules.pattern.map { "matching \($0)" }].compactMap { $0 }
    return ([typePhrase] + parts).joined(separator: " ")
  }

  private var typePhrase: String {
    switch kind == .textview ? .string : input.type {
    case .string: rules.isRequired ? "text that is not empty" : "any text"
    case .integer: bounds.phrase(for: "a whole number")
    case .real: bounds.phrase(for: "a number")
    case .path: rules.isRequired ? "a path that is not empty" : "a path"
    case .list: rules.isRequired ? "at least one line" : "a text a line"
    }
  }

  private var lengthPhrase: String? {
    switch (rules.minimumLength, rules.maximumLength) {
    case (let least?, let most?) where least == most: "of \(least) characters"
    case (let least?, let most?): "of \(least) to \(most) characters"
    case (let least?, nil): "of at least \(least) characters"
    case (nil, let most?): "of at most \(most) characters"
    case (nil, nil): nil
    }
  }
}

extension Bounds {
  /// What is within the bounds, as `a number from 10 to 24 px`.
  func phrase(for noun: String) -> String {
    let unit = unit.map { " \($0)" } ?? ""
    return switch (minimum, maximum) {
    case (let least?, let most?):
      "\(noun) from \(PlainText.of(least)) to \(PlainText.of(most))\(unit)"
    case (let least?, nil): "\(noun) from \(PlainText.of(least))\(unit) up"
    case (nil, let most?): "\(noun) up to \(PlainText.of(most))\(unit)"
    case (nil, nil): self.unit.map { "\(noun) of \($0)" } ?? noun
    }
  }

  /// Whether a number is within the bounds.
  public func contains(_ number: Double) -> Bool {
    number.isFinite && number >= minimum ?? -.infinity && number <= maximum ?? .infinity
  }
}
