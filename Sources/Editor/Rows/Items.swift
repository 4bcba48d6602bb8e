import Settee

/// What one item of a pane's list is, by its place in the pane: group, control, choice or element.
///
/// It stays the same while values change, so focus and filters can hold on to it.
enum RowID: Hashable, Sendable {
  /// The blank line above a group; -1 is what stands below all of them.
  case gap(Int)
  case heading(Int)
  case row(Int, Int)
  /// A choice of a radio group; -1 is a stored value that is none of the choices.
  case option(Int, Int, Int)
  case element(Int, Int, Int)
  case add(Int, Int)
  case footer(Int)
  /// A sentence where there are no rows, or about what could not be read.
  case note(Int)
  case done
  case cloudHeading
  case push

  var group: Int? {
    switch self {
    case .gap(let group), .heading(let group), .row(let group, _), .option(let group, _, _),
      .element(let group, _, _), .add(let group, _), .footer(let group):
      group
    case .note, .done, .cloudHeading, .push: nil
    }
  }

  /// The control that the item shows, as group and place in it.
  var control: (group: Int, index: Int)? {
    switch self {
    case .row(let group, let index), .option(let group, let index, _),
      .element(let group, let index, _), .add(let group, let index):
      (group, index)
    default: nil
    }
  }

  /// Whether the focus can stand on the item whatever its size.
  var isRow: Bool {
    switch self {
    case .row, .option, .element, .add, .note, .done, .push: true
    case .gap, .heading, .footer, .cloudHeading: false
    }
  }
}

/// One step of the path through the panes, with what was focused there and how far it was scrolled.
struct PaneVisit: Sendable {
  var pane: Int
  var title: String
  /// The element of a list that the pane's keys look into; nil for the domain itself.
  var element: ElementScope?
  var focus: RowID?
  var focusLine = 0
  var top = 0
  var topLine = 0
}

/// An element of a list whose entries are edited on a pane of their own.
struct ElementScope: Sendable {
  var list: SettingName
  /// Which element; nil for one that is not in the list yet.
  var index: Int?
  /// The list's elements when they were last looked at, to know this one again.
  var seen: [PropertyList] = []
  /// The entries so far, of an element that is not in the list yet.
  var draft = PropertyListDictionary()
}

extension EditorState {
  /// Lists the pane on the screen anew, after values, filter or pane changed; keeps the focus.
  mutating func rebuildItems() {
    followElements()
    let oldIndex = place.focus == nil ? 0 : focusIndex
    items = listItems()
    let index = place.focus.flatMap(items.firstIndex(of:))
    focusIndex = index ?? nearestRow(to: min(oldIndex, items.count - 1))
    if index == nil { place.focusLine = 0 }
    place.focus = focused
  }

  private func listItems() -> [RowID] {
    let pane = pane
    var items: [RowID] = []
    items.reserveCapacity(pane.groups.reduce(8) { $0 + $1.controls.count + 3 })
    for group in pane.groups.indices where holds(pane.groups[group].visibleWhen) {
      var rows = rows(of: pane.groups[group], group)
      if let filter { rows = rows.filter(filter.contains) }
      let footer = pane.groups[group].footer?.isEmpty == false
      if filter != nil && rows.isEmpty { continue }
      if rows.isEmpty && pane.groups[group].title == nil && !footer { continue }
      if !items.isEmpty, frame.hasGaps { items.append(.gap(group)) }
      if let title = pane.groups[group].title, !title.isEmpty { items.append(.heading(group)) }
      items += rows
      if footer, filter == nil { items.append(.footer(group)) }
    }
    let isEmpty = !items.contains { $0.isRow || text(of: $0) != nil }
    if isEmpty, document.bundle.faults.isEmpty || !document.isFile { items.append(.note(0)) }
    items += tail()
    return items
  }

  private func tail() -> [RowID] {
    if place.element?.index == nil, place.element != nil {
      return (frame.hasGaps ? [.gap(-1)] : []) + [.done]
    }
    guard path.count == 1, filter == nil else { return [] }
    let faults = document.bundle.faults.indices.map { RowID.note($0 + 1) }
    guard hasCloud else { return faults }
    return faults + (frame.hasGaps ? [.gap(-1)] : []) + [.cloudHeading, .push]
  }

  private func rows(of group: PaneGroup, _ number: Int) -> [RowID] {
    var rows: [RowID] = []
    rows.reserveCapacity(group.controls.count)
    for index in group.controls.indices {
      let conditions = group.controls[index].visibleWhen
      guard conditions.isEmpty || holds(conditions) else { continue }
      // What is stored: to work out its kind would copy the control, with all that it holds.
      switch group.controls[index].content {
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
    return control.list.add == nil && !rows.isEmpty ? rows : rows + [.add(group, index)]
  }

  /// The row that is nearest to an index, forward first.
  func nearestRow(to index: Int) -> Int {
    let index = max(index, 0)
    return items.indices.dropFirst(index).first { items[$0].isRow }
      ?? items.indices.prefix(index).last { items[$0].isRow } ?? 0
  }

  /// The rows of the pane that the user has set, for the filter.
  func modifiedRows() -> Set<RowID> {
    var rows: Set<RowID> = []
    for (group, content) in pane.groups.enumerated() {
      for (index, control) in content.controls.enumerated() {
        let below = control.pane.flatMap(document.pane(named:)).map {
          modifiedCount(from: $0) + stagedCount(from: $0)
        }
        guard isModified(control) || waits(control) || below ?? 0 > 0 else { continue }
        rows.insert(.row(group, index))
        rows.formUnion(options(of: control, group, index))
        rows.formUnion(elementRows(of: control, group, index))
      }
    }
    return rows
  }
}
