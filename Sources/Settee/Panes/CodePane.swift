/// The pane of a set that is declared in code: its titles, help, ranges and choices need no plist.
struct CodePane {
  /// Looks a text up in the user's language; nil where there is no translation.
  let translate: @Sendable (String) -> String?

  /// One pane of all settings: a group for each section and each `@SettingGroup`, in order.
  func pane(of reflection: SetReflection, title: String, domain: String?) -> Pane {
    var groups: [PaneGroup] = []
    var current: [String]?
    for (setting, slot) in reflection.entries {
      let field = setting.field(at: slot)
      let owner = slot.group
      if owner != current || field.section != nil {
        groups.append(opening(owner, section: field.section, in: reflection))
        current = owner
      }
      groups[groups.count - 1].controls.append(control(of: field))
    }
    return Pane(file: "Root", title: said(title), domain: domain, groups: groups)
  }

  private func opening(
    _ owner: [String], section: String?, in reflection: SetReflection
  ) -> PaneGroup {
    let group = reflection.groups.first { $0.properties == owner }?.group
    let named = group.map { $0.title ?? readableTitle(of: owner.last ?? "") }
    let title = (section ?? named).flatMap { $0.isEmpty ? nil : $0 }
    return PaneGroup(title: title.map(said), footer: group?.footer.map(said))
  }

  func control(of field: SettingField) -> Control {
    var content = field.content
    if case .choice(var list) = content {
      for index in list.choices.indices {
        list.choices[index].title = said(list.choices[index].title)
      }
      content = .choice(list)
    }
    var control = Control(content, key: field.slot.path.text, title: said(field.title))
    control.type = control.kind.specifierType
    control.defaultValue = field.initial
    control.help = field.help.map(said)
    control.isSecure = field.slot.traits.contains(.secret)
    control.sync = field.slot.traits.contains(.cloud) ? .user : .machine
    control.needsRestart = field.slot.traits.contains(.restart)
    return control
  }

  private func said(_ text: String) -> String { translate(text) ?? text }
}

extension SettingSlot {
  /// The properties of the groups around the setting.
  var group: [String] { property.split(separator: ".").dropLast().map(String.init) }
}

// Which control a setting is shown by.

extension SettingField {
  /// The sort of row, with the limits that are declared in code.
  var content: ControlContent {
    if !choices.isEmpty { return .choice(ChoiceList(choices)) }
    switch form {
    case .toggle: return .toggle
    case .real where limits.bounds.minimum != nil && limits.bounds.maximum != nil:
      return .slider(Slider(bounds: bounds))
    case .integer, .real, .text, .url, .list(.text): return .text(textInput)
    case .date: return .date
    case .localDate: return .date(DatePicker(.date))
    case .data, .list, .choice, .other: return .title
    }
  }

  /// The cases of an enum, or the values of `.oneOf`, with their titles.
  var choices: [Choice] {
    var declared: [Choice] = []
    if case .choice(let cases) = form { declared = cases.map { Choice($0.title, value: $0.value) } }
    guard let allowed = limits.choices else { return declared }
    return allowed.map { value in
      declared.first { $0.value == value }
        ?? Choice(String.from(settingValue: value) ?? "", value: value)
    }
  }

  var bounds: Bounds {
    let own = ownBounds
    var bounds = limits.bounds
    bounds.minimum = bounds.minimum ?? own.minimum
    bounds.maximum = bounds.maximum ?? own.maximum
    return bounds
  }

  /// The bounds of the type, where a `Double` says them exactly.
  private var ownBounds: Bounds {
    guard case .integer(let least, let greatest) = form else { return Bounds() }
    func exact(_ value: PropertyList) -> Double? { value.int.flatMap { Double(exactly: $0) } }
    let isWide = greatest.int.map { $0 > 1 << 53 } ?? true
    return Bounds(
      minimum: isWide && least != 0 ? nil : exact(least), maximum: isWide ? nil : exact(greatest))
  }

  private var textInput: TextInput {
    var input = TextInput(rules: limits.text, bounds: bounds)
    switch form {
    case .integer: input.type = .integer
    case .real: input.type = .real
    case .list: input.type = .list
    case .url: input.keyboard = .url
    default: break
    }
    return input
  }
}

extension ControlKind {
  /// The specifier that a settings bundle has for a row that is declared in code.
  var specifierType: String {
    switch self {
    case .toggle: "PSToggleSwitchSpecifier"
    case .slider: "PSSliderSpecifier"
    case .choice: "PSMultiValueSpecifier"
    case .date: "IASKDatePickerSpecifier"
    case .text: "PSTextFieldSpecifier"
    default: "PSTitleValueSpecifier"
    }
  }
}
