import Settee

extension EditorState {
  /// Lists the pane on the screen anew, after values, filter or pane changed; keeps the focus.
  mutating func rebuildItems() {
    followElements()
    let oldIndex = place.focus == nil ? 0 : focusIndex
    drawn.forget()
    items = listItems()
    let index = place.focus.flatMap(items.firstIndex(of:))
    focusIndex = index ?? nearestRow(to: min(oldIndex, items.count - 1))
    if index == nil { place.focusLine = 0 }
    place.focus = focused
  }

  private func listItems() -> [RowID] {
    var items: [RowID] = []
    let pane = pane
    for group in pane.groups.indices where holds(pane.groups[group].visibleWhen) {
      var rows = rows(of: pane.groups[group], group)
      if let filter { rows = rows.filter(filter.contains) }
      let footer = pane.groups[group].footer.map { !$0.isEmpty } ?? false
      if filter != nil && rows.isEmpty { continue }
      if rows.isEmpty && pane.groups[group].title == nil && !footer { continue }
      if !items.isEmpty { items.append(.gap(group)) }
      if let title = pane.groups[group].title, !title.isEmpty { items.append(.heading(group)) }
      items += rows
      if footer, filter == nil { items.append(.footer(group)) }
    }
    if !items.contains(where: \.isRow) { items.append(.note(0)) }
    return items + tail()
  }

  private func tail() -> [RowID] {
    if place.element?.index == nil, place.element != nil { return [.gap(-1), .done] }
    guard path.count == 1, filter == nil else { return [] }
    let faults = document.bundle.faults.indices.map { RowID.note($0 + 1) }
    return faults + [.cloudGap, .cloudHeading, .push]
  }

  private func rows(of group: PaneGroup, _ number: Int) -> [RowID] {
    var rows: [RowID] = []
    rows.reserveCapacity(group.controls.count)
    for index in group.controls.indices {
      let conditions = group.controls[index].visibleWhen
      guard conditions.isEmpty || holds(conditions) else { continue }
      switch group.controls[index].kind {
      case .radio: rows += options(of: group.controls[index], number, index)
      case .list: rows += elementRows(of: group.controls[index], number, index)
      default: rows.append(.row(number, index))
      }
    }
    return rows
  }

  private func options(of control: Control, _ group: Int, _ index: Int) -> [RowID] {
    let value = value(of: control)
    let isStrange = value != nil && control.choiceIndex(of: value) == nil
    let strange: [RowID] = isStrange ? [.option(group, index, -1)] : []
    return strange + control.choices.indices.map { .option(group, index, $0) }
  }

  private func elementRows(of control: Control, _ group: Int, _ index: Int) -> [RowID] {
    let rows = elements(of: control).indices.map { RowID.element(group, index, $0) }
    if control.list.add != nil || rows.isEmpty { return rows + [.add(group, index)] }
    return rows
  }

  /// The row that is nearest to an index, forward first.
  func nearestRow(to index: Int) -> Int {
    let index = max(index, 0)
    return items.indices.dropFirst(index).first { items[$0].isRow }
      ?? items.indices.prefix(index).last { items[$0].isRow } ?? 0
  }

  /// The rows of the pane that the user has set, for the filter.
  func modifiedRows() -> Set<RowID> {
    let pane = pane
    var rows: Set<RowID> = []
    for group in pane.groups.indices {
      for index in pane.groups[group].controls.indices {
        let control = pane.groups[group].controls[index]
        guard isModified(control) || waits(control) || hasModifiedBelow(control) else { continue }
        rows.insert(.row(group, index))
        rows.formUnion(options(of: control, group, index))
        rows.formUnion(elementRows(of: control, group, index))
      }
    }
    return rows
  }

  private func hasModifiedBelow(_ control: Control) -> Bool {
    guard let pane = control.pane.flatMap(document.pane(named:)) else { return false }
    return modifiedCount(from: pane) + stagedCount(from: pane) > 0
  }
}
