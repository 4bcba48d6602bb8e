extension SetReflection {
  /// Creates the panes that show the settings of a set, from their declarations in code.
  ///
  /// The first pane is named `Root`, as in a bundle. The panes have a group for each section and
  /// each `@SettingGroup`, and a child pane for each group whose style is `.pane`.
  func panes(_ strings: PaneStrings, title: String, domain: String?) -> [Pane] {
    var panes = [Pane(file: "Root", title: strings.said(title), domain: domain)]
    /// For each pane, the `@SettingGroup` to which its last row belongs.
    var owners: [[String]?] = [nil]
    var known: [[String]: Int] = [[]: 0]
    let groups = Dictionary(self.groups.map { ($0.properties, $0.group) }) { first, _ in first
    }
    /// Adds a row for a setting to a pane.
    ///
    /// The row starts a new group in the pane if it belongs to a different `@SettingGroup` or
    /// starts a section.
    func add(_ control: Control, to index: Int, of owner: [String], section: String?) {
      if owner != owners[index] || section != nil || panes[index].groups.isEmpty {
        panes[index].groups.append(opening(owner, section: section, groups, strings))
        owners[index] = owner
      }
      panes[index].groups[panes[index].groups.count - 1].controls.append(control)
    }
    /// Returns the index of the pane that shows the settings of a group.
    ///
    /// If the group is shown on a separate pane, this method also adds a link to this pane.
    func pane(of owner: [String]) -> Int {
      if let index = known[owner] { return index }
      let outer = Array(owner.dropLast())
      let around = pane(of: outer)
      known[owner] = around
      guard let group = groups[owner], group.style == .pane else { return around }
      let (file, title) = (
        owner.joined(separator: "."), group.title ?? readableTitle(of: owner.last ?? "")
      )
      let link = Control(.pane(file: file, pane: file), title: strings.said(title))
      add(link, to: around, of: outer, section: group.section)
      panes.append(Pane(file: file, title: strings.said(title), domain: domain))
      owners.append(nil)
      known[owner] = panes.count - 1
      return panes.count - 1
    }
    for (setting, slot) in entries {
      let field = setting.field(at: slot)
      add(
        field.control(strings), to: pane(of: slot.group), of: slot.group, section: field.section)
    }
    return panes
  }

  private func opening(
    _ owner: [String], section: String?, _ groups: [[String]: any AnyGroup],
    _ strings: PaneStrings
  ) -> PaneGroup {
    let group = groups[owner]
    // Don't show the title of a group above its rows if the group has a separate pane, which shows
    // the title already.
    let named = group?.style == .section ? group?.title ?? readableTitle(of: owner.last ?? "") : nil
    let title = (section ?? named).flatMap { $0.isEmpty ? nil : $0 }
    return PaneGroup(title: title.map(strings.said), footer: group?.footer.map(strings.said))
  }
}

extension PaneStrings {
  /// Returns the translation of a string in the code, or the string itself.
  fileprivate func said(_ text: String) -> String { title(text) ?? text }
}

extension SettingLocation {
  /// The names of the properties that declare the groups around the setting, from the outside in.
  var group: [String] { property.split(separator: ".").dropLast().map(String.init) }
}

// The control of a setting.

extension SettingField {
  /// Creates the control that edits the setting, with the translations of the strings in the code.
  func control(_ strings: PaneStrings) -> Control {
    var content = content
    if case .choice(var choices) = content {
      for index in choices.indices { choices[index].title = strings.said(choices[index].title) }
      content = .choice(choices)
    }
    var control = Control(content, key: slot.path.text, title: strings.said(title))
    control.type = control.kind.specifierType
    control.defaultValue = initial
    control.help = help.map(strings.said)
    control.isSecure = slot.traits.contains(.secret)
    control.sync = slot.traits.contains(.synced) ? .user : .machine
    control.needsRestart = slot.traits.contains(.requiresRestart)
    return control
  }

  /// The type of control that edits the setting, with the limits that are declared in code.
  var content: ControlContent {
    if !choices.isEmpty { return .choice(choices) }
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

  /// The choices of an enum or a `.oneOf` rule, with their titles.
  var choices: [Choice] {
    var declared: [Choice] = []
    if case .choice(let cases) = form { declared = cases.map { Choice($0.title, value: $0.value) } }
    guard let allowed = limits.choices else { return declared }
    return allowed.map { value in
      declared.first { $0.value == value }
        ?? Choice(String(settingValue: value) ?? "", value: value)
    }
  }

  var bounds: Bounds {
    let own = ownBounds
    var bounds = limits.bounds
    bounds.minimum = bounds.minimum ?? own.minimum
    bounds.maximum = bounds.maximum ?? own.maximum
    return bounds
  }

  /// The minimum and maximum of an integer type, unless a `Double` can't represent them exactly.
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
  /// The name of the control's type in a settings bundle, such as `PSToggleSwitchSpecifier`.
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
