import Settee

extension EditorState {
  func control(of id: RowID) -> Control? { withControl(of: id) { $0 } }

  /// Passes the control of an item to a closure, because returning the control would copy it.
  ///
  /// If an item has no control, such as a heading, the closure isn't called, and the result is
  /// `nil`.
  func withControl<Result>(of id: RowID, _ body: (Control) -> Result) -> Result? {
    guard let (group, index) = id.control,
      document.has(RowPlace(pane: place.pane, group: group, index: index))
    else { return nil }
    return body(document.panes[place.pane].groups[group].controls[index])
  }

  func group(_ number: Int?) -> PaneGroup? {
    let groups = groups
    guard let number, groups.indices.contains(number) else { return nil }
    return groups[number]
  }

  /// Returns the name of the setting that a control in the current pane edits.
  func name(of control: Control) -> SettingName? {
    place.element?.list ?? document.name(of: control, in: place.pane)
  }

  /// Returns the value that a control shows.
  ///
  /// An unsaved value takes precedence over the effective value, which takes precedence over the
  /// default.
  func value(of control: Control) -> PropertyList? {
    value(of: control, name(of: control).flatMap { readings[$0] })
  }

  /// Returns the value that a control shows, given the state of its setting.
  func value(of control: Control, _ reading: SettingState?) -> PropertyList? {
    guard let key = control.key else { return nil }
    if let element = place.element {
      return elementValue(element).dictionary?[key] ?? control.defaultValue
    }
    guard let name = name(of: control) else { return control.defaultValue }
    return value(named: name, reading) ?? control.defaultValue
  }

  /// Returns the unsaved value of a setting, or its effective value if it has no unsaved change.
  func value(named name: SettingName) -> PropertyList? { value(named: name, readings[name]) }

  private func value(named name: SettingName, _ reading: SettingState?) -> PropertyList? {
    guard let change = staged?[name] else { return reading?.value }
    if let new = change.new { return reading?.isManaged == true ? reading?.value : new }
    return reading?.stored == nil ? reading?.value : nil
  }

  /// Returns the value of a setting in the layer that the editor writes to, including unsaved
  /// changes.
  func stored(_ name: SettingName) -> PropertyList? {
    if let change = staged?[name] { return change.new }
    return readings.stored(name)
  }

  func elementValue(_ element: ListItemScope) -> PropertyList {
    guard let index = element.index else { return .dictionary(element.draft) }
    let array = value(named: element.list)?.array ?? []
    return array.indices.contains(index) ? array[index] : .dictionary([:])
  }

  /// Returns whether a control's setting has a value in the layer that the editor writes to, or in
  /// the open list item.
  func isSet(_ control: Control) -> Bool { ownValue(of: control) != nil }

  /// Returns whether the user has set a control to a value that differs from its default.
  ///
  /// If the default is unknown, a setting is never considered changed.
  func isChanged(_ control: Control) -> Bool { isChanged(control, ownValue(of: control)) }

  func isChanged(_ control: Control, _ value: PropertyList?) -> Bool {
    guard control.defaultValue != nil, let value else { return false }
    return !control.isDefault(value)
  }

  func ownValue(of control: Control) -> PropertyList? {
    guard let name = name(of: control), control.kind != .pane else { return nil }
    if let element = place.element, let key = control.key {
      return elementValue(element).dictionary?[key]
    }
    return stored(name)
  }

  func waits(_ control: Control) -> Bool {
    guard control.kind != .pane, let name = name(of: control) else { return false }
    return staged?[name] != nil
  }

  /// Returns the items of the list that a control shows.
  ///
  /// If a repeated key occurs only once in the file, its value is the only item.
  func elements(of control: Control) -> [PropertyList] {
    guard let value = value(of: control) else { return [] }
    return value.array ?? (document.isFile ? [value] : [])
  }

  func holds(_ conditions: [Condition]) -> Bool { holds(conditions, in: place.pane) }

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

  func conditionName(_ key: String, in number: Int) -> SettingName {
    SettingName(domain: document.domain(of: number), key: key)
  }

  /// Returns a sentence that explains why the user can't change a control, or `nil` if the user
  /// can.
  func obstacle(of control: Control) -> String? {
    if let fault = control.error { return fault }
    if let reason = control.readOnlyReason {
      return words(.readOnlyBecause, control.label, reason).asSentence
    }
    if isManaged(control) { return words(.managedValue, control.label) }
    return unmet(control).map { reason($0.condition, $0.name) }
  }

  func isManaged(_ control: Control) -> Bool {
    name(of: control).flatMap { readings[$0] }?.isManaged ?? false
  }

  /// Returns the unmet condition that disables a control in the focused group, and the setting that
  /// it tests.
  func unmet(_ control: Control) -> (condition: Condition, name: SettingName)? {
    failing((group(focused.group)?.enabledWhen ?? []) + control.enabledWhen, in: place.pane)
  }

  func isEnabled(_ control: Control, group: Int) -> Bool {
    control.error == nil && holds(self.group(group)?.enabledWhen ?? [])
      && holds(control.enabledWhen)
  }

  func reason(_ condition: Condition, _ name: SettingName) -> String {
    let (title, values) = facts(of: condition, name)
    return words(condition.isNegated ? .neededNot : .needed, title, values)
  }

  /// Returns the title of the row that a condition tests, and the values that the condition
  /// requires.
  func facts(of condition: Condition, _ name: SettingName) -> (title: String, values: String) {
    let control = document.control(named: name)
    let values = condition.values.map { value in
      guard let control else { return value.literal() }
      // Describe a check box as on or off, because its symbol makes sense only within a row.
      if control.kind == .toggle, let isOn = control.isOn(value) { return words(isOn ? .on : .off) }
      return shownText(control, value)
    }
    return (control?.title ?? condition.key, values.joined(separator: ", "))
  }
}

/// The numbers of changed settings, which are updated after each change rather than for each frame.
struct ChangeCounts: Sendable {
  /// The settings that have a saved value.
  ///
  /// Unsaved changes are counted separately.
  var set: [SettingName] = []
  /// The settings whose saved value differs from the default.
  var changed: [SettingName] = []
  /// The number of changed settings on each pane, excluding the panes below it.
  ///
  /// A setting that has several rows is counted only once.
  var ofPane: [Int: Int] = [:]
  /// The number of changed settings in each group of each pane.
  var ofGroup: [Int: [Int: Int]] = [:]
  var unpushed = 0
}

extension EditorState {
  /// Updates the list of rows and the numbers of changed settings after values have changed.
  mutating func relist() {
    recount()
    rebuildItems()
  }

  private mutating func recount() {
    (tally.set, tally.changed) = ([], [])
    if !readings.storeNothing, document.hasDefaults {
      for name in document.rowsByName.keys {
        guard let value = readings.stored(name) else { continue }
        tally.set.append(name)
        if let control = document.control(named: name), control.defaultValue != nil,
          !control.isDefault(value)
        {
          tally.changed.append(name)
        }
      }
    }
    (tally.ofPane, tally.ofGroup) = ([:], [:])
    for name in tally.changed {
      guard let row = document.row(named: name) else { continue }
      tally.ofPane[row.pane, default: 0] += 1
      tally.ofGroup[row.pane, default: [:]][row.group, default: 0] += 1
    }
    tally.unpushed =
      readings.pushNothing || !hasCloud
      ? 0 : document.rowsByName.keys.count { readings.isUnpushed($0) }
  }

  func changedCount(from pane: Int) -> Int { count(of: tally.changed, from: pane) }

  func setCount(from pane: Int) -> Int { count(of: tally.set, from: pane) }

  func stagedCount(from pane: Int) -> Int {
    count(of: staged?.map(\.name) ?? [], from: pane)
  }

  private func count(of names: [SettingName], from pane: Int) -> Int {
    guard !names.isEmpty else { return 0 }
    let below = Set(document.panes(from: pane))
    return names.count { name in
      document.rows(named: name).contains { below.contains($0.pane) }
    }
  }
}

/// The value that the user is editing, with its control.
struct EditTarget: Sendable {
  var control: Control
  var name: SettingName
  /// The path to the part of the setting's value that the user is editing.
  ///
  /// If the user is editing the entire value of the setting, the path is empty.
  var steps: [ValueStep] = []
  /// The index at which a new list item is inserted, or `nil` to add it at the end.
  var insertion: Int?
  var title: String
}

/// A step of a path into a value, which is the index of a list item, a key, or a new list item.
enum ValueStep: Sendable, Equatable {
  case element(Int)
  case entry(String)
  case append
}

extension EditorState {
  /// Returns the value that an item lets the user edit, or `nil` if the item has no value.
  func target(of id: RowID) -> EditTarget? {
    guard let control = control(of: id), let name = name(of: control) else { return nil }
    switch id {
    case .row, .option:
      var target = EditTarget(control: control, name: name, title: control.label)
      if let element = place.element, let key = control.key {
        target.steps = [element.index.map(ValueStep.element) ?? .append, .entry(key)]
      }
      return target
    case .element(_, _, let index):
      let (elements, item) = (elements(of: control), control.list.item)
      let hasEntries = elements.indices.contains(index) && elements[index].dictionary != nil
      return target(item, .element(index), of: control, name, hasEntries: hasEntries)
    case .add:
      let hasEntries = elements(of: control).contains { $0.dictionary != nil }
      return target(control.list.add, .append, of: control, name, hasEntries: hasEntries)
    case .gap, .heading, .item, .footer, .note, .done, .cloudHeading, .push: return nil
    }
  }

  private func target(
    _ item: Control?, _ step: ValueStep, of list: Control, _ name: SettingName, hasEntries: Bool
  ) -> EditTarget? {
    guard let item else { return nil }
    let entry = hasEntries ? item.key.map { [ValueStep.entry($0)] } : nil
    return EditTarget(
      control: item, name: name, steps: [step] + (entry ?? []), title: item.title ?? list.label)
  }

  /// Returns the value that the user is editing, or the default value for a new list item.
  func value(of target: EditTarget) -> PropertyList? {
    if target.steps.isEmpty { return value(of: target.control) }
    if let element = place.element, case .entry(let key)? = target.steps.last {
      return elementValue(element).dictionary?[key] ?? target.control.defaultValue
    }
    let control = document.control(named: target.name)
    var value = self.value(named: target.name) ?? control?.defaultValue
    for step in target.steps {
      switch step {
      case .element(let index):
        let array = value?.array ?? []
        value = array.indices.contains(index) ? array[index] : nil
      case .entry(let key): value = value?.dictionary?[key]
      case .append: return target.control.defaultValue
      }
    }
    return value
  }

  /// Returns the text that a text field starts with, which is the value in the form that a user
  /// would type.
  func editableText(_ target: EditTarget) -> String {
    guard !target.control.isSecure, let value = value(of: target) else { return "" }
    switch value {
    case .string, .integer, .real: return ValueFormatter.plain(value)
    case .array(let elements):
      // A single line of text can't contain several values.
      if target.control.kind == .text, target.control.input.type != .list { return "" }
      return elements.map { ValueFormatter.plain($0) }.joined(separator: "\n")
    default: return target.control.text(of: value)
    }
  }
}
