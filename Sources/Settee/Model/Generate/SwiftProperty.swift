/// One property of a generated set: its type, its default and its rules.
struct SwiftProperty {
  /// The type; nil where the default says it.
  var type: String?
  /// The default as source.
  var literal: String
  /// What the default stores; nil for nil.
  var stored: PropertyList?
  /// The rules as source.
  var rules: [String] = []
  /// The enum that the property brings along.
  var choices: SwiftEnum?
  /// What the code cannot say of the control.
  var notes: [String] = []

  init(_ literal: String, type: String? = nil, stored: PropertyList?) {
    self.literal = literal
    self.type = type
    self.stored = stored
  }

  /// Nobody says what the value is at first.
  static func absent(_ type: String) -> SwiftProperty {
    SwiftProperty("nil", type: "\(type)?", stored: nil)
  }

  static func text(_ value: PropertyList?) -> SwiftProperty {
    switch value {
    case nil: .absent("String")
    case .string(let text)?:
      SwiftProperty(SwiftLiteral.text(text), stored: .string(text))
    case .some(let value):
      String.from(settingValue: value).map {
        SwiftProperty(SwiftLiteral.text($0), stored: .string($0))
      } ?? .any(value)
    }
  }

  static func integer(_ value: PropertyList?) -> SwiftProperty {
    guard let value else { return .absent("Int") }
    return Int.from(settingValue: value).map { SwiftProperty("\($0)", stored: .integer(Int64($0))) }
      ?? .absent("Int")
  }

  static func real(_ value: PropertyList?) -> SwiftProperty {
    guard let value, let number = Double.from(settingValue: value) else { return .absent("Double") }
    return SwiftProperty(SwiftLiteral.number(number), type: "Double", stored: .real(number))
  }

  static func truth(_ value: PropertyList?) -> SwiftProperty {
    guard let value, let truth = Bool.from(settingValue: value) else { return .absent("Bool") }
    return SwiftProperty("\(truth)", stored: .boolean(truth))
  }

  static func date(_ value: PropertyList?) -> SwiftProperty {
    guard let date = value?.date else { return .absent("Date") }
    return SwiftProperty(SwiftLiteral.date(date), stored: .date(date))
  }

  /// A value whose type only its default tells.
  static func any(_ value: PropertyList?) -> SwiftProperty {
    switch value {
    case nil: .absent("PropertyList")
    case .string?: .text(value)
    case .integer?: .integer(value)
    case .real?: .real(value)
    case .boolean?: .truth(value)
    case .date?: .date(value)
    case .data(let data)?: SwiftProperty(SwiftLiteral.data(data), type: "Data", stored: value)
    case .some(let value):
      SwiftProperty(SwiftLiteral.value(value), type: "PropertyList", stored: value)
    }
  }
}

/// An enum for the choices of a control.
struct SwiftEnum {
  /// A case: its name, its raw value as source, its title.
  typealias Case = (name: String, literal: String, title: String)

  var name = ""
  let rawType: String
  let cases: [Case]

  /// The cases of some choices; nil where an enum cannot hold them.
  init?(of choices: [Choice]) {
    guard let rawType = Self.rawType(of: choices.map(\.value)) else { return nil }
    var names = SwiftNames()
    var seen: Set<String> = []
    var cases: [Case] = []
    for (index, choice) in choices.enumerated() {
      let literal = Self.literal(choice.value)
      // NB: Swift compares raw values as `String` does, so two spellings of é would be one case.
      guard seen.insert(choice.value.string ?? literal).inserted else { return nil }
      let isName = choice.value.string?.utf8.contains { $0 != UInt8(ascii: " ") } == true
      let base = isName ? choice.value.string ?? "" : choice.title
      var name = names.lower(base, else: "")
      if name.isEmpty || name == "2" {
        name = names.lower(choice.title, else: "choice\(index + 1)")
      }
      cases.append((name, literal, choice.title))
    }
    self.rawType = rawType
    self.cases = cases
  }

  /// The case of a value, compared as a pane compares.
  func name(of value: PropertyList, among choices: [Choice]) -> (
    name: String, stored: PropertyList
  )? {
    let index =
      choices.firstIndex { $0.value.matches(value) }
      ?? choices.firstIndex { PlainText.of($0.value) == PlainText.of(value) }
    return index.map { (cases[$0].name, choices[$0].value) }
  }

  /// The declaration.
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
      lines += cases.map { "    case .\($0.name): \(SwiftLiteral.text($0.title))" }
      lines += ["    }", "  }"]
    }
    return lines + ["}"]
  }

  private static func rawType(of values: [PropertyList]) -> String? {
    if values.isEmpty { return nil }
    if values.allSatisfy({ $0.string != nil }) { return "String" }
    return values.allSatisfy { $0.int != nil } ? "Int" : nil
  }

  private static func literal(_ value: PropertyList) -> String {
    value.string.map { SwiftLiteral.text($0) } ?? SwiftLiteral.value(value)
  }
}
