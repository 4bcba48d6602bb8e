import SetteeValues

/// A text field of a pane, with the type of its value and the rules for it.
package struct TextInput: Sendable {
  package var type: TextType
  package var keyboard: Keyboard = .alphabet
  /// The text that is shown in the field while it is empty, in the user's language.
  package var placeholder: String?
  package var rules: TextRules
  package var bounds: Bounds
  /// If the value of the field is a list, the type of each list item.
  package var itemType: TextType = .string
  /// A Boolean value that indicates whether the field also accepts numbers and Boolean values.
  package var takesScalars = false
  /// A Boolean value that indicates whether the field accepts both a text and a list of texts.
  package var takesLists = false

  package init(
    type: TextType = .string, rules: TextRules = TextRules(), bounds: Bounds = Bounds(),
    takesScalars: Bool = false
  ) {
    (self.type, self.rules, self.bounds) = (type, rules, bounds)
    self.takesScalars = takesScalars
  }

  init(_ specifier: Specifier) {
    self.init(longText: specifier)
    guard specifier.hasSetteeKeys else { return }
    type = specifier.word("SetteeType") ?? .string
    itemType = specifier.word("SetteeItemType") ?? .string
    takesScalars = itemType != .string
    bounds.read(specifier)
  }

  /// Creates a text field with several lines, whose value is always text.
  init(longText specifier: Specifier) {
    self.init()
    keyboard = specifier.word("KeyboardType") ?? .alphabet
    placeholder = specifier.localized("IASKPlaceholder")
    guard specifier.hasSetteeKeys else { return }
    rules.pattern = specifier.text("SetteePattern")
    rules.minimumLength = specifier.whole("SetteeMinimumLength")
    rules.maximumLength = specifier.whole("SetteeMaximumLength")
  }

  /// Returns whether an element specifies nothing about its text field except a title and a key.
  static func isPlain(_ specifier: Specifier) -> Bool {
    !specifier.has("KeyboardType") && !specifier.hasKitKeys && !specifier.hasSetteeKeys
  }
}

/// The type of value that a text field saves, as declared by `SetteeType`.
package enum TextType: String, Sendable, CaseIterable {
  case string
  case integer
  case real
  /// The path of a file, which is saved as text.
  ///
  /// The editor and the shell can complete paths while the user types.
  case path
  /// The text as a number or a Boolean value if it represents one, or else as a string.
  ///
  /// With double quotes around the text, the user can enter a number as a string.
  case scalar
  /// An array of strings, which the user enters with one string per line.
  case list
}

/// The rules for valid text in a field, such as the regular expression in `SetteePattern`.
///
/// For a list, the minimum and maximum length refer to the number of list items. The pattern
/// applies to each item.
package struct TextRules: Sendable, Equatable {
  /// A regular expression that the entire text must match.
  package var pattern: String?
  package var minimumLength: Int?
  package var maximumLength: Int?

  package init(pattern: String? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil) {
    self.pattern = pattern
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
  }
}

/// The expected type of text, as declared by `KeyboardType`, which devices use to choose a
/// keyboard.
package enum Keyboard: String, Sendable, CaseIterable {
  case alphabet = "Alphabet"
  case numbersAndPunctuation = "NumbersAndPunctuation"
  case numberPad = "NumberPad"
  case url = "URL"
  case emailAddress = "EmailAddress"
  case decimalPad = "DecimalPad"
  case phonePad = "PhonePad"
  case namePhonePad = "NamePhonePad"
  case asciiCapable = "AsciiCapable"
}

// MARK: Values

extension TextInput {
  func value(of text: String) -> PropertyList? {
    switch type {
    case .string, .path: .string(text)
    case .integer: bounds.whole(of: text)
    case .real: bounds.real(of: text)
    case .scalar: Self.scalar(of: text)
    case .list: list(of: text)
    }
  }

  private func list(of text: String) -> PropertyList? {
    let elements: [PropertyList?] = text.lines.map { line in
      switch itemType {
      case .integer: Bounds().whole(of: line)
      case .real: Bounds().real(of: line)
      case .scalar: Self.scalar(of: line)
      case .string, .path, .list: .string(line)
      }
    }
    return elements.contains { $0 == nil } ? nil : .array(elements.compactMap { $0 })
  }

  private static func scalar(of text: String) -> PropertyList {
    if text == "true" || text == "false" { return .boolean(text == "true") }
    if let whole = Int64(text) { return .integer(whole) }
    // Treat words such as `nan` as strings, although `Double.init` accepts them.
    if text.last?.isNumber == true, let number = Double(text), number.isFinite {
      return .real(number)
    }
    let isQuoted = text.count > 1 && text.first == "\"" && text.last == "\""
    return .string(isQuoted ? String(text.dropFirst().dropLast()) : text)
  }

  /// Returns whether a text is an integer that doesn't fit in 64 bits.
  func isTooLarge(_ text: String) -> Bool {
    guard type == .integer, value(of: text) == nil else { return false }
    return Double(text).map { $0.magnitude >= 0x1p63 } == true
  }

  func check(_ value: PropertyList, of control: Control) -> SetteeError? {
    switch (type, value) {
    case (.string, .string(let text)), (.path, .string(let text)):
      return check(text, of: control)
    case (.integer, .integer), (.integer, .bigInteger), (.real, _):
      return bounds.accepts(value) ? nil : control.refusal(of: value)
    case (.list, .array(let lines)): return check(lines, of: control)
    case (.string, .array(let lines)) where takesLists: return check(lines, of: control)
    case (.list, .string(let text)) where takesLists: return check(text, of: control)
    case (.scalar, .array), (.scalar, .dictionary):
      return control.refusal(of: value)
    case (.scalar, _): return check(ValueFormatter.plain(value), of: control)
    case (.integer, _): return control.refusal(of: value)
    case (.list, _): return control.refusal(of: value)
    case (.string, _) where takesScalars && value.array == nil && value.dictionary == nil:
      return check(ValueFormatter.plain(value), of: control)
    case (.string, _), (.path, _): return control.refusal(of: value)
    }
  }

  private func check(_ lines: [PropertyList], of control: Control) -> SetteeError? {
    if lines.isEmpty, let refusal = control.refusalOfNothing { return refusal }
    if let refusal = lengthRefusal(
      lines.count, "There are too few items", "There are too many items", of: control)
    {
      return refusal
    }
    for line in lines {
      let scalar = takesScalars && line.array == nil && line.dictionary == nil
      guard let text = line.string ?? (scalar ? ValueFormatter.plain(line) : nil) else {
        return control.refusal(of: line)
      }
      let refusal = text.isEmpty ? control.refusalOfNothing : patternRefusal(text, of: control)
      if let refusal { return refusal }
    }
    return nil
  }

  private func lengthRefusal(
    _ length: Int, _ less: String, _ more: String, of control: Control
  ) -> SetteeError? {
    if let least = rules.minimumLength, length < least {
      return SetteeError(.invalid, "\(less). \(control.instruction)")
    }
    if let most = rules.maximumLength, length > most {
      return SetteeError(.invalid, "\(more). \(control.instruction)")
    }
    return nil
  }

  /// Checks text that the user entered in the field.
  ///
  /// An empty text is valid unless the field requires a value.
  func check(_ text: String, of control: Control) -> SetteeError? {
    guard !text.isEmpty else { return control.refusalOfNothing }
    return lengthRefusal(
      text.count, "The value is too short", "The value is too long", of: control)
      ?? patternRefusal(text, of: control)
  }

  private func patternRefusal(_ text: String, of control: Control) -> SetteeError? {
    // Accept the text if the regular expression is invalid, because `settee check` and
    // ``advice(on:)`` report this problem.
    guard let pattern = rules.pattern, let compiled = try? Pattern(pattern) else { return nil }
    switch compiled.matches(text) {
    case true?: return nil
    case false?: return control.refusal(of: .string(text))
    case nil:
      return SetteeError(
        .invalid, "The value is too long to match against the pattern. \(control.instruction)")
    }
  }

  func phrase(isRequired: Bool) -> String {
    let noun =
      switch type {
      case .string: isRequired ? "non-empty text" : "any text"
      case .integer: bounds.phrase(for: "a whole number")
      case .real: bounds.phrase(for: "a number")
      case .path: "a path"
      case .scalar: "text, a number, true, or false"
      case .list:
        rules.length.map { "\($0) \(rules.isOfOne ? "item" : "items"), one per line" }
          ?? (isRequired ? "at least one line" : "one item per line")
      }
    let length = type == .list ? nil : rules.length.map { "of \($0) characters" }
    let matching = rules.pattern.map { "matching \($0)" }
    return [noun, length, matching].compactMap { $0 }.joined(separator: " ")
  }
}

extension TextRules {
  fileprivate var isOfOne: Bool { (maximumLength ?? minimumLength) == 1 }

  /// A description of the allowed lengths of the text, such as `1 to 5`.
  fileprivate var length: String? {
    switch (minimumLength, maximumLength) {
    case (let least?, let most?) where least == most: "\(least)"
    case (let least?, let most?): "\(least) to \(most)"
    case (let least?, nil): "at least \(least)"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): nil
    }
  }
}

extension Control {
  fileprivate var refusalOfNothing: SetteeError? {
    isRequired ? SetteeError(.invalid, "A value is required. \(instruction)") : nil
  }

  /// Returns a warning about text that is valid but unusual, such as a word in a field for numbers.
  ///
  /// The warning is based on `KeyboardType`, which doesn't restrict what users can enter on devices
  /// either.
  package func advice(on text: String) -> String? {
    if let patternFault {
      return "its pattern is invalid and isn't checked: \(patternFault)"
    }
    guard input.type == .string, !text.isEmpty else { return nil }
    switch input.keyboard {
    case .numberPad where !text.allSatisfy(\.isNumber): return "expected a number"
    case .decimalPad where Double(text) == nil: return "expected a number"
    case .emailAddress where !text.contains("@"): return "expected an email address"
    default: return nil
    }
  }

  /// The error in the field's regular expression, or `nil` if it is valid or the field doesn't have
  /// one.
  package var patternFault: String? {
    input.rules.pattern.flatMap(Pattern.fault)
  }
}
