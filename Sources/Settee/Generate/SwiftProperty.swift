/// A property in generated Swift code that declares a setting, with its type, default, and rules.
struct SwiftProperty {
  var literal: String
  /// The type of the property, or `nil` if Swift can infer the type from the default value.
  var type: String?
  /// The default value as it would be stored in a file, or `nil` if the default is `nil`.
  var stored: PropertyList?
  var rules: [String] = []
  var display: [String] = []
  /// The enum that is generated for the choices of a control, or `nil` if the type isn't an enum.
  var choices: SwiftEnum?
  /// Notes about properties of the control that Swift code can't express.
  var notes: [String] = []

  /// Returns the declaration of an optional property without a default value.
  static func absent(_ type: String) -> SwiftProperty {
    SwiftProperty(literal: "nil", type: "\(type)?")
  }

  /// Returns a property with a specific type, which is optional unless the default value has this
  /// type.
  static func typed<Value: SettingValue>(_ found: PropertyList?, _ type: Value.Type)
    -> SwiftProperty
  {
    guard let stored = found.flatMap(Value.init(settingValue:))?.storedOrNil else {
      return .absent("\(type)")
    }
    let isNamed = type is Double.Type || type is Data.Type
    return SwiftProperty(
      literal: stored.plainSwiftLiteral, type: isNamed ? "\(type)" : nil, stored: stored)
  }

  /// Returns a string property.
  ///
  /// If the default can't be converted to a string, the type of the property is the type of the
  /// default.
  static func text(_ value: PropertyList?) -> SwiftProperty {
    value.map(String.init(settingValue:)) == .some(nil) ? any(value) : typed(value, String.self)
  }

  /// Returns a declaration for a property of type `PropertyList`.
  static func list(_ value: PropertyList) -> SwiftProperty {
    SwiftProperty(literal: value.swiftLiteral, type: "PropertyList", stored: value)
  }

  /// Returns a property whose type is the type of its default value.
  static func any(_ value: PropertyList?) -> SwiftProperty {
    switch value {
    case nil: .absent("PropertyList")
    case .string?: .typed(value, String.self)
    case .integer?: .typed(value, Int.self)
    case .real?: .typed(value, Double.self)
    case .boolean?: .typed(value, Bool.self)
    case .date?: .typed(value, Date.self)
    case .data?: .typed(value, Data.self)
    case .some(let value): .list(value)
    }
  }
}

/// An enum in generated Swift code whose cases are the choices of a control.
struct SwiftEnum {
  /// A case of the generated enum, with its name, its raw value as a literal, and its title.
  typealias Case = (name: String, literal: String, title: String)

  var name = ""
  let rawType: String
  let cases: [Case]

  /// Creates an enum for choices, or returns `nil` if their values can't be the raw values of an
  /// enum.
  init?(of choices: [Choice]) {
    guard let rawType = Self.rawType(of: choices.map(\.value)) else { return nil }
    var names = SwiftNames()
    var seen: Set<String> = []
    var cases: [Case] = []
    for (index, choice) in choices.enumerated() {
      let literal =
        rawType == "Double"
        ? (choice.value.asNumber ?? 0).swiftLiteral : choice.value.swiftLiteral
      // Skip the enum if Swift would treat two raw values as equal because they differ only in the
      // encoding of accents.
      guard seen.insert(choice.value.string ?? literal).inserted else { return nil }
      let isName = choice.value.string?.utf8.contains { $0 != UInt8(ascii: " ") } == true
      let base = isName ? choice.value.string ?? "" : choice.title
      let name = names.lower(base, choice.title, else: "choice\(index + 1)")
      cases.append((name, literal, choice.title))
    }
    self.rawType = rawType
    self.cases = cases
  }

  var source: [String] {
    let isTitled = cases.contains { readableTitle(of: $0.name) != $0.title }
    let protocols = "\(rawType), CaseIterable, SettingValue" + (isTitled ? ", TitledChoice" : "")
    var lines = ["enum \(name): \(protocols) {"]
    lines += cases.map { entry in
      let isName = entry.literal == "\"\(entry.name)\""
      return "  case \(SwiftNames.quoted(entry.name))" + (isName ? "" : " = \(entry.literal)")
    }
    if isTitled {
      lines += ["", "  var choiceTitle: String {", "    switch self {"]
      lines += cases.map { "    case .\($0.name): \($0.title.swiftLiteral)" }
      lines += ["    }", "  }"]
    }
    return lines + ["}"]
  }

  private static func rawType(of values: [PropertyList]) -> String? {
    if values.isEmpty { return nil }
    if values.allSatisfy({ $0.string != nil }) { return "String" }
    if values.allSatisfy({ $0.int != nil }) { return "Int" }
    let numbers = values.compactMap { $0.double ?? $0.int.map(Double.init) }
    return numbers.count == values.count && numbers.allSatisfy(\.isFinite) ? "Double" : nil
  }
}

extension SwiftProperty {
  /// Creates the property for a control, or returns `nil` if the control doesn't have a value.
  init?(of control: Control) {
    switch control.kind {
    case .toggle: self = .toggle(control)
    case .slider: self = .slider(control)
    case .choice, .radio: self = .choice(control)
    case .text: self = .field(control)
    case .textview: self = .text(control.defaultValue)
    case .date: self = .date(control)
    case .title, .list, .custom, .unknown: self = .any(control.defaultValue)
    case .pane, .button, .link, .mail:
      // A row that opens a pane or a link can still specify a default value for a key.
      guard let value = control.defaultValue else { return nil }
      self = .any(value)
    }
  }

  /// Returns a property of type `Bool` for a toggle that stores Boolean values.
  ///
  /// If the toggle stores other values, the type of the property is an enum with two cases.
  private static func toggle(_ control: Control) -> SwiftProperty {
    let toggle = control.toggle
    if toggle.on.matches(true), toggle.off.matches(false) {
      return .typed(control.defaultValue, Bool.self)
    }
    var twoCases = control
    let values = [Choice("On", value: toggle.on), Choice("Off", value: toggle.off)]
    twoCases.content = .choice(values)
    return .choice(twoCases)
  }

  /// Returns a property of type `LocalDate` for a date without a time, or of type `Date` if its
  /// default has a time.
  private static func date(_ control: Control) -> SwiftProperty {
    guard control.picker.mode == .date else { return .typed(control.defaultValue, Date.self) }
    guard let value = control.defaultValue else { return .absent("LocalDate") }
    guard let day = LocalDate(settingValue: value), day.settingValue == value else {
      var property = typed(value, Date.self)
      property.notes = ["its default has a time, so its type is Date"]
      return property
    }
    return SwiftProperty(
      literal: "LocalDate(year: \(day.year), month: \(day.month), day: \(day.day))", stored: value)
  }

  private static func slider(_ control: Control) -> SwiftProperty {
    var property = typed(control.defaultValue, Double.self)
    property.addBounds(of: control.bounds, number: \.swiftLiteral)
    return property
  }

  private static func field(_ control: Control) -> SwiftProperty {
    switch control.input.type {
    case .integer:
      var property = typed(control.defaultValue, Int.self)
      property.addBounds(of: control.bounds) { "\(Int64(exactly: $0.rounded()) ?? 0)" }
      return property
    case .real: return slider(control)
    case .list:
      let lines = control.defaultValue.flatMap([String].init(settingValue:))
      guard let lines else {
        var property = SwiftProperty.absent("[String]")
        property.addLengthRule(".count", of: control, length: nil)
        return property
      }
      let literal = lines.map(\.swiftLiteral).joined(separator: ", ")
      var property = SwiftProperty(
        literal: "[\(literal)]", type: "[String]", stored: .array(lines.map(PropertyList.string)))
      property.addLengthRule(".count", of: control, length: lines.count)
      return property
    case .string, .path, .scalar:
      var property = text(control.defaultValue)
      property.addTextRules(of: control)
      return property
    }
  }

  private static func choice(_ control: Control) -> SwiftProperty {
    guard let choices = SwiftEnum(of: control.choices) else { return oneOf(control) }
    guard let value = control.defaultValue else {
      return SwiftProperty(literal: "nil", type: "?", choices: choices)
    }
    guard let index = control.choiceIndex(of: value) else {
      var property = any(value)
      property.notes = ["its default isn't one of its choices, so any value is allowed"]
      return property
    }
    return SwiftProperty(
      literal: ".\(choices.cases[index].name)", type: "",
      stored: choices.rawType == "Double"
        ? control.choices[index].value.asNumber.map(PropertyList.real)
        : control.choices[index].value,
      choices: choices)
  }

  /// Returns a property for choices that can't be an enum, for example because their values have
  /// different types.
  private static func oneOf(_ control: Control) -> SwiftProperty {
    guard let value = control.defaultValue else { return .absent("PropertyList") }
    var property = list(value)
    let values = control.choices.map(\.value)
    if values.contains(value) {
      property.rules = [".oneOf([\(values.map(\.swiftLiteral).joined(separator: ", "))])"]
    }
    return property
  }

  private mutating func addBounds(of bounds: Bounds, number: (Double) -> String) {
    let value = stored.flatMap(Double.init(settingValue:))
    let holds = value.map { $0 >= bounds.minimum ?? $0 && $0 <= bounds.maximum ?? $0 } ?? true
    switch (bounds.minimum, bounds.maximum) {
    case (let least?, let greatest?) where least > greatest:
      notes.append("its range is empty, so any number is allowed")
    case _ where !holds:
      notes.append("its default is outside its range, so any number is allowed")
    case (let least?, let greatest?):
      rules.append(".range(\(number(least))...\(number(greatest)))")
    case (let least?, nil): rules.append(".range(\(number(least))...)")
    case (nil, let greatest?): rules.append(".range(...\(number(greatest)))")
    case (nil, nil): break
    }
    if let step = bounds.step { display.append(".step(\(number(step)))") }
    if let unit = bounds.unit { display.append(".unit(\(unit.swiftLiteral))") }
  }

  /// Adds a rule for the length of a value, unless the default value would break the rule.
  private mutating func addLengthRule(_ rule: String, of control: Control, length: Int?) {
    let wanted = control.input.rules
    let least = max(wanted.minimumLength ?? 0, control.isRequired ? 1 : 0)
    let greatest = wanted.maximumLength ?? .max
    guard least > 0 || greatest < .max, least <= greatest else { return }
    let bounds = greatest == .max ? "\(least)..." : "\(least)...\(greatest)"
    if length.map({ (least...greatest).contains($0) }) ?? true {
      rules.append("\(rule)(\(bounds))")
    } else {
      notes.append("the length of its default violates its rule, so any length is allowed")
    }
  }

  private mutating func addTextRules(of control: Control) {
    let value = stored?.string
    addLengthRule(".length", of: control, length: value?.count)
    guard let text = control.input.rules.pattern else { return }
    guard let pattern = try? Pattern(text) else {
      return notes.append("its pattern is invalid")
    }
    if value.map({ pattern.matches($0) ?? false }) ?? true {
      rules.append(".matching(\(text.swiftLiteral))")
    } else {
      notes.append("its default doesn't match its pattern, so any text is allowed")
    }
  }
}
