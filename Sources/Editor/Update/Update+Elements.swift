import Settee

extension EditorState {
  /// Opens an element of a list: its pane, its choices, or a field.
  mutating func openElement() -> [Effect] {
    guard case .element(_, _, let index) = focused, let control = control(of: focused),
      let name = name(of: control)
    else { return [] }
    guard let item = control.list.item else { return say(.readOnly, control.label) }
    guard item.kind == .pane else { return edit(focused) }
    guard let pane = item.pane.flatMap(document.pane(named:)) else {
      return fail(item.fault ?? words(.needsAppSentence, item.label))
    }
    let title = face(of: focused)?.title ?? item.label
    enter(PaneVisit(pane: pane, title: title, element: ElementScope(list: name, index: index)))
    return []
  }

  /// Begins a new element of the list that has the focus.
  mutating func addElement() -> [Effect] {
    guard let (group, index) = focused.control, let control = control(of: focused),
      control.kind == .list, let name = name(of: control)
    else { return say(.noElementHere) }
    guard let add = control.list.add else { return say(.cannotAdd) }
    if let obstacle = obstacle(of: control) { return fail(obstacle) }
    if let row = items.firstIndex(of: .add(group, index)) { focus(on: row) }
    guard add.kind == .pane else { return edit(focused) }
    guard let pane = add.pane.flatMap(document.pane(named:)) else {
      return fail(add.fault ?? words(.needsAppSentence, add.label))
    }
    enter(
      PaneVisit(
        pane: pane, title: add.title ?? words(.add), element: ElementScope(list: name, index: nil)))
    return []
  }

  /// Puts a new element into its list, once all its values are allowed.
  mutating func finishElement() -> [Effect] {
    guard let element = place.element, element.index == nil else { return [] }
    for control in pane.controls where control.kind.isEditable {
      guard let key = control.key, let value = element.draft[key] ?? control.defaultValue else {
        if control.rules.isRequired {
          return fail(words(.saved, control.label, words.allowed(control)))
        }
        continue
      }
      if let refusal = control.check(value) {
        return fail(words(.saved, control.label, words.refused(refusal, by: control)))
      }
    }
    let old = stored(element.list)
    let array =
      (value(named: element.list) ?? document.control(named: element.list)?.defaultValue)?.array
      ?? []
    let title = place.title
    leavePane()
    let change = ValueChange(
      name: element.list, old: old, new: .array(array + [.dictionary(element.draft)]))
    return make(Edit(changes: [change], title: title), .edit)
  }

  /// Takes the focused element out of its list; undo brings it back.
  mutating func deleteElement() -> [Effect] {
    guard case .element(_, _, let index) = focused, let control = control(of: focused) else {
      return say(.noElementHere)
    }
    guard control.list.isDeletable else { return say(.cannotDelete) }
    return changeElements(control) { $0.remove(at: index) }
  }

  /// Moves the focused element within its list.
  mutating func moveElement(by count: Int) -> [Effect] {
    guard case .element(let group, let row, let index) = focused,
      let control = control(of: focused)
    else { return say(.noElementHere) }
    let new = index + count
    guard elements(of: control).indices.contains(new) else { return [] }
    let effects = changeElements(control) { $0.swapAt(index, new) }
    if let item = items.firstIndex(of: .element(group, row, new)) { focus(on: item) }
    return effects
  }

  private mutating func changeElements(
    _ control: Control, _ change: (inout [PropertyList]) -> Void
  ) -> [Effect] {
    if let obstacle = obstacle(of: control) { return fail(obstacle) }
    guard let name = name(of: control) else { return [] }
    var array = elements(of: control)
    change(&array)
    return write(Target(control: control, name: name, title: control.label), .array(array))
  }
}
