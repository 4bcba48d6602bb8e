import Settee

/// An identifier for an item in the list of a pane, such as a row or a heading.
///
/// Each identifier refers to a group, a control, a choice, or a list item. Its identity doesn't
/// depend on values, so the focus and filters can refer to it.
enum RowID: Hashable, Sendable {
  /// The blank line above a group of rows.
  ///
  /// The group number -1 refers to the blank line below the last group, and -2 to the blank line
  /// below the notes about problems.
  case gap(Int)
  case heading(Int)
  /// The heading of a group that represents a list item, which the user can remove or move.
  case item(Int)
  case row(Int, Int)
  /// A choice in a radio group, which has a row for each choice.
  ///
  /// The choice number -1 represents a saved value that isn't one of the choices.
  case option(Int, Int, Int)
  case element(Int, Int, Int)
  case add(Int, Int)
  /// The note about a group, which is below the heading of the group, or below its rows.
  case footer(Int)
  /// A message that is shown instead of rows, or that describes an unreadable part of the settings
  /// file.
  case note(Int)
  case done
  case cloudHeading
  case push

  var group: Int? {
    switch self {
    case .gap(let group), .heading(let group), .item(let group), .row(let group, _),
      .option(let group, _, _),
      .element(let group, _, _), .add(let group, _), .footer(let group):
      group
    case .note, .done, .cloudHeading, .push: nil
    }
  }

  /// The group of which the item is the title, or `nil` for any other item.
  var sectionGroup: Int? {
    switch self {
    case .heading(let group), .item(let group): group
    default: nil
    }
  }

  /// A Boolean value that indicates whether the item is the heading of a list item or of a table
  /// without keys.
  var isItem: Bool { if case .item = self { true } else { false } }

  /// A Boolean value that indicates whether the item only introduces the rows below it.
  var isHeading: Bool {
    switch self {
    case .heading, .cloudHeading: true
    default: false
    }
  }

  /// The group and the index of the control that the item shows.
  var control: (group: Int, index: Int)? {
    switch self {
    case .row(let group, let index), .option(let group, let index, _),
      .element(let group, let index, _), .add(let group, let index):
      (group, index)
    default: nil
    }
  }

  /// A Boolean value that indicates whether the item can always have the focus, even if it is only
  /// one line tall.
  var isRow: Bool {
    switch self {
    case .item, .row, .option, .element, .add, .note, .done, .push: true
    case .gap, .heading, .footer, .cloudHeading: false
    }
  }
}

/// A step of the navigation path, which consists of a pane, its focused item, and its scroll
/// position.
struct NavigationEntry: Sendable {
  var pane: Int
  var title: String
  /// The list item whose entries the pane shows, or `nil` if the pane shows settings of the app.
  var element: ListItemScope?
  var focus: RowID?
  var focusLine = 0
  var top = 0
  var topLine = 0
}

/// A list item whose entries the user edits in a separate pane.
struct ListItemScope: Sendable {
  var list: SettingName
  /// The index of the list item, or `nil` for a new item that hasn't been added to the list yet.
  var index: Int?
  /// The index at which a new item is inserted, or `nil` for the end.
  var insertion: Int?
  /// The items of the list when it was last read, which are used to find this item again after
  /// changes.
  var seen: [PropertyList] = []
  /// The entries of a new list item that hasn't been added to the list yet.
  var draft = PropertyListDictionary()

  /// A Boolean value that indicates whether closing the pane would discard a new list item with
  /// entries.
  var isUnfinished: Bool { index == nil && !draft.isEmpty }
}

extension EditorState {
  /// Rebuilds the list of rows and headings after the pane, its values, or the filter has changed.
  ///
  /// The focus is preserved.
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
      let note: [RowID] = footer && filter == nil ? [.footer(group)] : []
      var isNoteFirst = false
      if filter != nil && rows.isEmpty { continue }
      if rows.isEmpty && pane.groups[group].title == nil && !footer { continue }
      if !items.isEmpty, hasGap(before: group) { items.append(.gap(group)) }
      if let title = pane.groups[group].title, !title.isEmpty,
        document.inlineTitle(of: group, in: pane.groups) == nil
      {
        items.append(pane.groups[group].item == nil ? .heading(group) : .item(group))
        isNoteFirst = (pane.groups[group].footer?.utf8.count ?? 0) <= Self.longestNote
      }
      items += isNoteFirst ? note + rows : rows + note
    }
    let isEmpty = !items.contains { $0.isRow || text(of: $0) != nil }
    if isEmpty, document.bundle.problems.isEmpty || !document.isFile { items.append(.note(0)) }
    let notes = problemNotes
    // The error of a settings file comes first, because the program that reads the file may ignore
    // all of its settings.
    let isFirst = document.isFile && !notes.isEmpty
    if isFirst { items.insert(contentsOf: isEmpty ? notes : notes + [.gap(-2)], at: 0) }
    items += (isFirst ? [] : notes) + tail()
    return items
  }

  /// The length of the longest note in bytes that is shown below the heading of its group.
  ///
  /// A longer text, such as a license, is below the rows, so that it doesn't hide them.
  private static let longestNote = 160

  /// Returns whether a blank line separates a group from the one before it.
  ///
  /// The sections of a table, such as `tool.ruff.lint` of `tool.ruff`, directly follow it.
  private func hasGap(before group: Int) -> Bool {
    guard frame.hasGaps else { return false }
    if group > 0, isInline(group) || isInline(group - 1) {
      return isInline(group) != isInline(group - 1)
    }
    return parentTitle(of: group) == nil
  }

  /// Returns whether the row of a group's only setting also shows the title of the group.
  private func isInline(_ group: Int) -> Bool {
    document.inlineTitle(of: group, in: groups) != nil
  }

  /// Returns the section that a row shows together with its setting, or `nil` if there is none.
  func inlineSection(_ id: RowID) -> Int? {
    // Such a section has only one row, so don't look up the sections of the other rows.
    guard case .row(let group, 0) = id, groups.indices.contains(group) else { return nil }
    return isInline(group) ? group : nil
  }

  /// The notes about problems, which the first pane shows.
  private var problemNotes: [RowID] {
    guard path.count == 1, filter == nil, place.element == nil else { return [] }
    return document.bundle.problems.indices.map { RowID.note($0 + 1) }
  }

  private func tail() -> [RowID] {
    if place.element?.index == nil, place.element != nil {
      return (frame.hasGaps ? [.gap(-1)] : []) + [.done]
    }
    guard path.count == 1, filter == nil, hasCloud else { return [] }
    return (frame.hasGaps ? [.gap(-1)] : []) + [.cloudHeading, .push]
  }

  func rows(of group: PaneGroup, _ number: Int) -> [RowID] {
    var rows: [RowID] = []
    rows.reserveCapacity(group.controls.count)
    for index in group.controls.indices {
      let conditions = group.controls[index].visibleWhen
      guard conditions.isEmpty || holds(conditions) else { continue }
      // Use a switch over the stored enum, because the computed property `kind` would copy the
      // control.
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

  /// Returns the first row at or after an index in the list, or the last row before it if there is
  /// none.
  func nearestRow(to index: Int) -> Int {
    let index = max(index, 0)
    return items.indices.dropFirst(index).first { items[$0].isRow }
      ?? items.indices.prefix(index).last { items[$0].isRow } ?? 0
  }

  /// Returns the rows of the pane that remain visible when the user filters by changed settings.
  ///
  /// The filter shows settings that are set in a file or whose value differs from the default.
  func filteredRows() -> Set<RowID> {
    var rows: Set<RowID> = []
    for (group, content) in pane.groups.enumerated() {
      for (index, control) in content.controls.enumerated() {
        let below = control.pane.flatMap(document.pane(named:)).map {
          (document.isFile ? setCount(from: $0) : changedCount(from: $0)) + stagedCount(from: $0)
        }
        guard
          (document.isFile ? isSet(control) : isChanged(control)) || waits(control)
            || below ?? 0 > 0
        else { continue }
        rows.insert(.row(group, index))
        rows.formUnion(options(of: control, group, index))
        rows.formUnion(elementRows(of: control, group, index))
      }
    }
    return rows
  }
}
