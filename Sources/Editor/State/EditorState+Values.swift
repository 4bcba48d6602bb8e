import Settee

extension EditorState {
  /// The control that an item shows.
  func control(of id: RowID) -> Control? { withControl(of: id) { $0 } }

  /// Lends the control that an item shows, without a copy of it and of its pane; nil where there is
  /// none.
  func withControl<Result>(of id: RowID, _ body: (Control) -> Result) -> Result? {
    guard let (group, index) = id.control, document.panes.indices.contains(place.pane),
      document.panes[place.pane].groups.indices.contains(group),
      document.panes[place.pane].groups[group].controls.indices.contains(index)
    else { return nil }
    return body(document.panes[place.pane].groups[group].controls[index])
  }

  /// The name of the stored value that a control of the pane on the screen belongs to.
  func name(of control: Control) -> SettingName? {
    place.element?.list ?? document.name(of: control, in: place.pane)
  }

  /// What the store says of a control's value.
  func reading(of control: Control) -> Reading? { name(of: control).flatMap { readings[$0] } }

  /// What a control shows: the staged value, else the effective one, else the default.
  func value(of control: Control) -> PropertyList? {
    guard let key = control.key else { return nil }
    if let element = place.element {
      return elementValue(element).dictionary?[key] ?? control.defaultValue
    }
    guard let name = name(of: control) else { return control.defaultValue }
    return value(named: name) ?? control.defaultValue
  }

  /// The staged value of a name, else the effective one.
  func value(named name: SettingName) -> PropertyList? {
    let reading = readings[name]
    guard let change = staged?[name] else { return reading?.value }
    if let new = change.new { return reading?.isManaged == true ? reading?.value : new }
    return reading?.stored == nil ? reading?.value : nil
  }

  /// What the layer that the editor writes has under a name, staged changes counted.
  func stored(_ name: SettingName) -> PropertyList? {
    if let change = staged?[name] { return change.new }
    return readings.stored(name)
  }

  /// The element whose entries the pane on the screen edits.
  func elementValue(_ element: ElementScope) -> PropertyList {
    guard let index = element.index else { return .dictionary(element.draft) }
    let array = value(named: element.list)?.array ?? []
    return array.indices.contains(index) ? array[index] : .dictionary([:])
  }

  /// Whether the user has set a control's value.
  func isModified(_ control: Control) -> Bool {
    guard let name = name(of: control), control.kind != .pane else { return false }
    if let element = place.element, let key = control.key {
      return elementValue(element).dictionary?[key] != nil
    }
    return stored(name) != nil
  }

  /// Whether a change of a control's value waits to be stored.
  func waits(_ control: Control) -> Bool {
    guard control.kind != .pane, let name = name(of: control) else { return false }
    return staged?[name] != nil
  }

  /// The elements of a list.
  func elements(of control: Control) -> [PropertyList] { value(of: control)?.array ?? [] }
}

extension EditorState {
  /// Whether every condition holds.
  func holds(_ conditions: [Condition]) -> Bool { holds(conditions, in: place.pane) }

  /// Whether every condition holds that rows of a pane name.
  func holds(_ conditions: [Condition], in pane: Int) -> Bool {
    conditions.allSatisfy { $0.holds(for: conditionValue($0.key, in: pane)) }
  }

  private func conditionValue(_ key: String, in number: Int) -> PropertyList? {
    if number == place.pane, let element = place.element,
      let value = elementValue(element).dictionary?[key]
    {
      return value
    }
    let name = conditionName(key, in: number)
    return value(named: name) ?? document.control(named: name)?.defaultValue
  }

  /// The name of the value that a condition of a pane's row looks at.
  func conditionName(_ key: String, in number: Int) -> SettingName {
    let panes = document.panes
    return SettingName(
      domain: panes.indices.contains(number) ? panes[number].domain : nil, key: key)
  }

  /// Why a control cannot be changed now, as a sentence; nil when it can.
  func obstacle(of control: Control) -> String? {
    if let fault = control.fault { return fault }
    if let reading = reading(of: control), reading.isManaged {
      return words(.managedValue, control.label)
    }
    let groups = pane.groups
    let group = focused.group.flatMap { groups.indices.contains($0) ? groups[$0] : nil }
    let conditions = (group?.enabledWhen ?? []) + control.enabledWhen
    return conditions.first { !holds([$0]) }.map {
      reason($0, conditionName($0.key, in: place.pane))
    }
  }

  /// Whether a row can be used, for its look.
  func isEnabled(_ control: Control, group: Int) -> Bool {
    let groups = pane.groups
    let own = groups.indices.contains(group) ? groups[group].enabledWhen : []
    return control.fault == nil && holds(own) && holds(control.enabledWhen)
  }

  /// Why a row cannot be used, as a sentence.
  func reason(_ condition: Condition, _ name: SettingName) -> String {
    let (title, values) = facts(of: condition, name)
    return words(condition.isNegated ? .neededNot : .needed, title, values)
  }

  /// The title of the row that decides on a condition, and the values that it asks for.
  func facts(of condition: Condition, _ name: SettingName) -> (title: String, values: String) {
    let control = document.control(named: name)
    let values = condition.values.map { value in
      guard let control else { return Literal.text(value) }
      // In words: a box is for eyes that see the row.
      if control.kind == .toggle, let isOn = control.isOn(value) { return words(isOn ? .on : .off) }
      return shownText(control, value)
    }
    return (control?.title ?? condition.key, values.joined(separator: ", "))
  }
}
