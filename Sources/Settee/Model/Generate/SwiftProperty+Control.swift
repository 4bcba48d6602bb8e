extension SwiftProperty {
  /// The property of a control; nil for a row that holds no value.
  init?(of control: Control) {
    switch control.kind {
    case .toggle: self = .toggle(control)
    case .slider: self = .slider(control)
    case .choice, .radio: self = .choice(control)
    case .text: self = .field(control)
    case .textview: self = .text(control.defaultValue)
    case .date: self = .date(control.defaultValue)
    case .title, .list, .custom, .unknown: self = .any(control.defaultValue)
    case .pane, .button, .link, .mail:
      // A row that acts can still say what its key begins as.
      guard let value = control.defaultValue else { return nil }
      self = .any(value)
    }
  }

  /// A switch is a `Bool` where it stores what means true and false, else an enum of two cases.
  private static func toggle(_ control: Control) -> SwiftProperty {
    if control.on.matches(true), control.off.matches(false) { return .truth(control.defaultValue) }
    var twoCases = control
    twoCases.choices = [Choice("On", value: control.on), Choice("Off", value: control.off)]
    return .choice(twoCases)
  }

  private static func slider(_ control: Control) -> SwiftProperty {
    var property = real(control.defaultValue)
    property.addBounds(of: control.bounds, number: SwiftLiteral.number)
    return property
  }

  private static func field(_ control: Control) -> SwiftProperty {
    switch control.input.type {
    case .integer:
      var property = integer(control.defaultValue)
      property.addBounds(of: control.bounds) { "\(Int64(exactly: $0.rounded()) ?? 0)" }
      return property
    case .real: return slider(control)
    case .list:
      let lines = control.defaultValue.flatMap([String].from)
      guard let lines else { return .absent("[String]") }
      let literal = lines.map { SwiftLiteral.text($0) }.joined(separator: ", ")
      return SwiftProperty(
        "[\(literal)]", type: "[String]", stored: .array(lines.map(PropertyList.string)))
    case .string, .path:
      var property = text(control.defaultValue)
      property.addTextRules(control.rules)
      return property
    }
  }

  private static func choice(_ control: Control) -> SwiftProperty {
    guard let choices = SwiftEnum(of: control.choices) else { return oneOf(control) }
    guard let value = control.defaultValue else {
      var property = SwiftProperty("nil", type: "?", stored: nil)
      property.choices = choices
      return property
    }
    guard let (name, stored) = choices.name(of: value, among: control.choices) else {
      var property = any(value)
      property.notes = ["its default is none of its choices, so it takes any value"]
      return property
    }
    var property = SwiftProperty(".\(name)", type: "", stored: stored)
    property.choices = choices
    return property
  }

  /// Choices of several types, or of one that no enum can have.
  private static func oneOf(_ control: Control) -> SwiftProperty {
    guard let value = control.defaultValue else { return .absent("PropertyList") }
    var property = SwiftProperty(SwiftLiteral.value(value), type: "PropertyList", stored: value)
    let values = control.choices.map(\.value)
    if values.contains(value) {
      property.rules = [".oneOf([\(values.map(SwiftLiteral.value).joined(separator: ", "))])"]
    }
    return property
  }

  private mutating func addBounds(of bounds: Bounds, number: (Double) -> String) {
    let value = stored.flatMap(Double.from)
    let holds = value.map { $0 >= bounds.minimum ?? $0 && $0 <= bounds.maximum ?? $0 } ?? true
    switch (bounds.minimum, bounds.maximum) {
    case (let least?, let greatest?) where least > greatest:
      notes.append("its range is empty, so it takes any number")
    case _ where !holds: notes.append("its default is outside of its range, so it takes any number")
    case (let least?, let greatest?):
      rules.append(".range(\(number(least))...\(number(greatest)))")
    case (let least?, nil): rules.append(".range(\(number(least))...)")
    case (nil, let greatest?): rules.append(".range(...\(number(greatest)))")
    case (nil, nil): break
    }
    if let step = bounds.step { rules.append(".step(\(number(step)))") }
    if let unit = bounds.unit { rules.append(".unit(\(SwiftLiteral.text(unit)))") }
  }

  private mutating func addTextRules(_ wanted: TextRules) {
    let value = stored?.string
    let least = max(wanted.minimumLength ?? 0, wanted.isRequired ? 1 : 0)
    let greatest = wanted.maximumLength ?? .max
    if least > 0 || greatest < .max, least <= greatest {
      let bounds = greatest == .max ? "\(least)..." : "\(least)...\(greatest)"
      if value.map({ (least...greatest).contains($0.count) }) ?? true {
        rules.append(".length(\(bounds))")
      } else {
        notes.append("its default has a length outside of its own rule")
      }
    }
    guard let text = wanted.pattern else { return }
    guard let pattern = try? Pattern(text) else {
      return notes.append("its pattern cannot be read")
    }
    if value.map({ pattern.matches($0) ?? false }) ?? true {
      rules.append(".matching(\(SwiftLiteral.text(text)))")
    } else {
      notes.append("its default does not match its own pattern")
    }
  }
}
