import Settee

extension EditorState {
  /// What an edit of an item changes; nil for items that hold no value.
  func target(of id: RowID) -> Target? {
    guard let control = control(of: id), let name = name(of: control) else { return nil }
    switch id {
    case .row, .option:
      return Target(
        control: control, name: name, steps: elementSteps(control), title: control.label)
    case .element(_, _, let index):
      guard let item = control.list.item else { return nil }
      let element = elements(of: control)
      let isEntries = element.indices.contains(index) && element[index].dictionary != nil
      let entry = item.key.map { isEntries ? [ValueStep.entry($0)] : [] } ?? []
      return Target(
        control: item, name: name, steps: [.element(index)] + entry,
        title: item.title ?? control.label)
    case .add:
      guard let add = control.list.add else { return nil }
      let isEntries = elements(of: control).contains { $0.dictionary != nil }
      let entry = add.key.map { isEntries ? [ValueStep.entry($0)] : [] } ?? []
      return Target(
        control: add, name: name, steps: [.append] + entry, title: add.title ?? control.label)
    case .gap, .heading, .footer, .note, .done, .cloudGap, .cloudHeading, .push: return nil
    }
  }

  /// The way to an entry of the element that the pane on the screen edits.
  private func elementSteps(_ control: Control) -> [ValueStep] {
    guard let element = place.element, let key = control.key else { return [] }
    return [element.index.map(ValueStep.element) ?? .append, .entry(key)]
  }

  /// The value that a target has now.
  func value(of target: Target) -> PropertyList? {
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

  /// The text that a field begins with: the value as a user would type it.
  func editableText(_ target: Target) -> String {
    guard !target.control.isSecure, let value = value(of: target) else { return "" }
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .real(let number): return Number.text(number)
    case .array(let elements): return elements.compactMap(\.string).joined(separator: "\n")
    default: return target.control.text(of: value)
    }
  }
}
