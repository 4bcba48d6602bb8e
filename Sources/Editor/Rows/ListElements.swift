import Settee

extension EditorState {
  mutating func openElement() -> [Effect] {
    guard case .element(_, _, let index) = focused, let control = control(of: focused),
      let name = name(of: control)
    else { return [] }
    guard let item = control.list.item, canOpenElement(focused) else {
      return show(.readOnly, "\(control.label)[\(index)]")
    }
    let title = face(of: focused)?.title ?? item.label
    return open(item, title, ListItemScope(list: name, index: index))
  }

  /// Returns whether the user can edit a list item, which can't be a list itself in a file.
  func canOpenElement(_ id: RowID) -> Bool {
    guard case .element(_, _, let index) = id, let control = control(of: id),
      let item = control.list.item
    else { return false }
    let isInFile = place.element == nil && document.hasOpenKeys
    let elements = elements(of: control)
    return !isInFile || item.kind == .pane
      || elements.indices.contains(index) && elements[index].asTitle != nil
  }

  mutating func addElement() -> [Effect] {
    guard let (group, index) = focused.control, let control = control(of: focused),
      control.kind == .list, let name = name(of: control)
    else { return addBelow() }
    guard let add = control.list.add else { return show(.cannotAdd) }
    if let obstacle = obstacle(of: control) { return show(error: obstacle) }
    var below: Int?
    if case .element(_, _, let index) = focused { below = index + 1 }
    if let row = items.firstIndex(of: .add(group, index)) { focus(on: row) }
    let effects = open(add, add.title ?? words(.add), ListItemScope(list: name))
    if var field = dialog as? any EditingDialog {
      field.target.insertion = below
      dialogs[dialogs.count - 1] = field
    } else if let element = place.element, element.list == name, element.index == nil {
      place.element?.insertion = below
    }
    return effects
  }

  /// Opens the pane for a list item, or edits the item directly in its row if it has no pane.
  private mutating func open(
    _ item: Control, _ title: String, _ element: ListItemScope
  ) -> [Effect] {
    guard item.kind == .pane else { return edit(focused) }
    guard let pane = item.pane.flatMap(document.pane(named:)) else {
      return show(error: item.error ?? words(.needsAppSentence, item.label))
    }
    enter(NavigationEntry(pane: pane, title: title, element: element))
    return []
  }

  /// Adds the new item that the user has entered to its list, if all of its values are valid.
  mutating func finishElement() -> [Effect] {
    guard let element = place.element, element.index == nil else { return [] }
    for control in pane.controls where control.kind.isEditable {
      let value = control.key.flatMap { element.draft[$0] ?? control.defaultValue }
      if value == nil, control.isRequired {
        return show(error: words(.labeled, control.label, words.allowed(control)))
      }
      if let refusal = value.flatMap({ control.check($0) }) {
        return show(error: words(.labeled, control.label, words.refused(refusal, by: control)))
      }
    }
    let title = place.title
    leavePane()
    let new = PropertyList.dictionary(element.draft)
    var list = elements(of: element.list)
    list.insert(new, at: min(element.insertion ?? list.count, list.count))
    let all = PropertyList.array(list)
    let change = ValueChange(name: element.list, old: stored(element.list), new: all)
    let named = document.control(named: element.list).map { name(of: new, in: $0) }
    return make(
      UndoableEdit(changes: [change], title: title, said: words(.itemAdded, named ?? title)), .edit)
  }

  mutating func deleteElement() -> [Effect] {
    guard case .element(_, _, let index) = focused, let control = control(of: focused) else {
      return removeFocused()
    }
    guard control.list.isDeletable else { return show(.cannotDelete) }
    let words = words
    return changeElements(control, index, { words(.itemDeleted, $0) }, .remove(index)) {
      $0.remove(at: index)
    }
  }

  mutating func moveElement(by count: Int) -> [Effect] {
    guard case .element(let group, let row, let index) = focused,
      let control = control(of: focused)
    else { return moveFocused(by: count) }
    let new = index + count
    guard elements(of: control).indices.contains(new) else { return show(.cannotMove) }
    let words = words
    let effects = changeElements(
      control, index, { words(.itemMoved, $0, String(new + 1)) }, .move(index, to: new),
      { $0.swapAt(index, new) })
    if let item = items.firstIndex(of: .element(group, row, new)) { focus(on: item) }
    return effects
  }

  private mutating func changeElements(
    _ control: Control, _ index: Int, _ said: (_ element: String) -> String,
    _ action: ListEdit.Operation, _ change: (inout [PropertyList]) -> Void
  ) -> [Effect] {
    if let obstacle = obstacle(of: control) { return show(error: obstacle) }
    guard let name = name(of: control) else { return [] }
    var array = elements(of: control)
    let element = self.name(of: array[index], in: control)
    change(&array)
    let title = words(.labeled, control.label, element)
    return write(
      EditTarget(control: control, name: name, title: title), .array(array), saying: said(element),
      action)
  }

  /// Moves the focus to a newly added list item, if the row for adding items has the focus.
  mutating func focusElement(of edit: UndoableEdit) {
    guard let element = edit.focusedElement, case .add(let group, let row) = focused,
      let item = items.firstIndex(of: .element(group, row, element))
    else { return }
    focus(on: item)
  }

  /// Returns a message about the list item that an edit adds or changes, or `nil` for any other
  /// edit.
  func news(_ target: EditTarget, _ value: PropertyList?) -> String? {
    guard place.element == nil, let value else { return nil }
    let new = namedText(target.control, value)
    switch target.steps.first {
    case .append?: return words(.itemAdded, new)
    case .element?:
      return words(.itemChanged, namedText(target.control, self.value(of: target)), new)
    case .entry?, nil: return nil
    }
  }

  private func name(of element: PropertyList, in control: Control) -> String {
    guard let item = control.list.item else { return element.literal() }
    guard let shown = value(of: element, by: item) else { return item.label }
    return item.kind == .pane ? item.text(of: shown) : namedText(item, shown)
  }

  /// Returns the value that the row of a list item shows, which is the item itself or one of its
  /// entries.
  func value(of element: PropertyList, by item: Control) -> PropertyList? {
    guard let entries = element.dictionary else { return element }
    return item.key.flatMap { entries[$0] }
  }

  /// Returns the items of a list, even if the current pane doesn't show the list.
  private func elements(of list: SettingName) -> [PropertyList] {
    (value(named: list) ?? document.control(named: list)?.defaultValue)?.array ?? []
  }

  /// Updates the index of each list item that is open in a pane, after its list has changed.
  ///
  /// If a list item was removed, this method also closes its pane.
  mutating func followElements() {
    for step in path.indices {
      guard let element = path[step].element, let index = element.index else { continue }
      let (old, new) = (element.seen, elements(of: element.list))
      path[step].element?.seen = new
      guard old != new, old.indices.contains(index) else { continue }
      let others = { (list: [PropertyList]) in list[..<index] + list[(index + 1)...] }
      // All other items are the same, so the item was edited in place and its index is still
      // correct.
      if old.count == new.count, others(old) == others(new) { continue }
      guard let place = old.place(of: index, in: new) else {
        dialogs = []
        _ = show(error: words(.itemGone, path[step].title))
        path.removeSubrange(step...)
        return
      }
      path[step].element?.index = place
    }
  }

  /// Keeps the focus on its list item after another program has changed the list.
  ///
  /// If the list item was removed, the next command for the focused row only informs the user.
  mutating func followFocus(of name: SettingName, from old: [PropertyList]) {
    let new = value(named: name)?.array ?? []
    guard place.element == nil, old != new, case .element(let group, let row, let index) = focused,
      control(of: focused).flatMap(self.name(of:)) == name, old.indices.contains(index)
    else { return }
    guard let place = old.position(of: index, in: new) else {
      lostItem = control(of: focused).map { self.name(of: old[index], in: $0) }
      return
    }
    rebuildItems()
    if let item = items.firstIndex(of: .element(group, row, place)) { focus(on: item) }
  }

  /// Keeps an open text field on its list item after another program has changed the list.
  mutating func followField(of name: SettingName, from old: [PropertyList]) {
    let new = value(named: name)?.array ?? []
    guard place.element == nil, old != new else { return }
    for index in dialogs.indices.reversed() {
      guard var field = dialogs[index] as? any EditingDialog, field.target.name == name,
        case .element(let element)? = field.target.steps.first, old.indices.contains(element)
      else { continue }
      var others = (old, new)
      if old.count == new.count {
        others.0.remove(at: element)
        others.1.remove(at: element)
        // All other items are the same, so the index is still correct, and the text field reports
        // the new value.
        if others.0 == others.1 { continue }
      }
      if let place = old.place(of: element, in: new) {
        field.target.steps[0] = .element(place)
        dialogs[index] = field
      } else {
        dialogs.remove(at: index)
        _ = show(error: words(.itemGone, field.target.title))
      }
    }
  }
}

extension [PropertyList] {
  /// Returns the index of an item after its list was changed, or `nil` if the item was removed.
  ///
  /// An item that was edited in place keeps its index.
  fileprivate func position(of index: Int, in new: [PropertyList]) -> Int? {
    let shift = new.count - count
    if self[index...].elementsEqual(new.dropFirst(Swift.max(index + shift, 0))), index + shift >= 0
    {
      return index + shift
    }
    if self[...index].elementsEqual(new.prefix(index + 1)) { return index }
    let others = { (list: [PropertyList]) in list[..<index] + list[(index + 1)...] }
    if shift == 0, others(self) == others(new) { return index }
    return place(of: index, in: new)
  }

  /// Returns the index of an item in a changed version of its list, or `nil` unless exactly one
  /// item matches.
  ///
  /// List items are compared in the same way as in ``ItemFinder``.
  func place(of element: Int, in new: [PropertyList]) -> Int? {
    func only(_ isIt: (PropertyList) -> Bool) -> Int? {
      let found = new.indices.filter { isIt(new[$0]) }
      return found.count == 1 ? found[0] : nil
    }
    for key in ["name", "key", "id"] {
      let values = compactMap { $0.dictionary?[key] }
      guard values.count == count,
        values.allSatisfy({ value in values.count { $0 == value } == 1 })
      else { continue }
      return only { $0.dictionary?[key] == values[element] }
    }
    return only { $0 == self[element] }
  }
}
