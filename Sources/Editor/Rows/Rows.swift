import Settee
import SetteeTerminal

// The commands that the user can perform on the focused row while no dialog is open. The other
// files define the rows of a pane (`Items.swift`), their content (`RowModel.swift`), lines
// (`RowLines.swift`), and controls (`RowControls.swift`).

extension EditorState {
  /// Performs a command on the focused row of the pane.
  mutating func performInRows(_ command: Command) -> [Effect] {
    if let lost = lostFocus {
      lostFocus = nil
      // The user meant a setting that another program has just removed, so don't change a different
      // row.
      if command.usesFocusedRow { return show(error: words(.settingGone, lost.key)) }
    }
    if let lost = lostItem {
      lostItem = nil
      if command.usesFocusedRow { return show(error: words(.itemGone, lost)) }
    }
    switch command {
    case .up: moveFocus(by: -1)
    case .down: moveFocus(by: 1)
    case .pageUp: moveFocus(pages: -1)
    case .pageDown: moveFocus(pages: 1)
    case .first: moveFocus(toEnd: false)
    case .last: moveFocus(toEnd: true)
    case .nextGroup: moveFocus(groups: 1)
    case .previousGroup: moveFocus(groups: -1)
    case .open: return open()
    case .back: return goBack()
    case .outward: return goOutward()
    case .panes: openPanes()
    case .activate, .toggle: return activate()
    case .increase: return step(by: 1)
    case .decrease: return step(by: -1)
    case .reset: return reset()
    case .addElement: return addElement()
    case .deleteElement: return deleteElement()
    case .moveElementUp: return moveElement(by: -1)
    case .moveElementDown: return moveElement(by: 1)
    case .undo: return undo()
    case .redo: return redo()
    case .search: openSearch()
    case .nextMatch: return goToMatch(1)
    case .previousMatch: return goToMatch(-1)
    case .filterModified: return toggleFilter()
    case .info: return openInfo()
    case .history: return openHistory()
    case .changes: return openChanges()
    case .differences: return openDifferences()
    case .editFile:
      if let problem = focusedProblem { return [.editProblem(problem)] }
      return document.isFile ? [.editFile(at: control(of: focused).flatMap(name))] : []
    case .showSecret: return mark(asSecret: false)
    case .hideSecret: return mark(asSecret: true)
    case .copy: return copyRow()
    case .push: return planPush()
    case .applyStaged: return askStaged(.nowhere)
    case .resetPane: return askReset(wholeApp: false)
    case .resetAll: return askReset(wholeApp: true)
    case .exportValues: askExport()
    case .importValues: askImport()
    case .actions: openActions()
    case .language: return openLanguages()
    case .theme: openThemes()
    case .near, .contrast, .ascii: return changeLook(command)
    case .quit: return quit()
    default: break
    }
    return []
  }

  // MARK: Navigation

  /// Opens the pane, the list, or the text field of the focused row, but doesn't change its value.
  private mutating func open() -> [Effect] {
    guard let control = control(of: focused), !isAdding else { return [] }
    if case .element = focused { return activate() }
    return control.kind.affordance.opensWithArrow ? activate() : []
  }

  /// The problem that the focused row describes, or `nil` if its line in a file is unknown.
  var focusedProblem: ReadingProblem? {
    let problems = document.bundle.problems
    guard case .note(let number) = focused, problems.indices.contains(number - 1) else {
      return nil
    }
    return problems[number - 1].file == nil ? nil : problems[number - 1]
  }

  private var isAdding: Bool { if case .add = focused { true } else { false } }

  private mutating func activate() -> [Effect] {
    switch focused {
    case .push: return planPush()
    case .done: return finishElement()
    case .add: return addElement()
    case .element: return openElement()
    case .option(_, _, let choice):
      return control(of: focused).flatMap { openList($0) } ?? choose(choice)
    case .row: break
    case .note: return focusedProblem.map { [.editProblem($0)] } ?? []
    case .item, .footer, .gap, .heading, .cloudHeading: return []
    }
    guard let control = control(of: focused) else { return [] }
    return openList(control) ?? control.kind.affordance.activate(&self, control)
  }

  mutating func flip(_ control: Control) -> [Effect] {
    if let obstacle = obstacle(of: control) { return show(error: obstacle) }
    guard let target = target(of: focused) else { return show(.cannotReset) }
    let now = value(of: control)
    if now == nil, document.isFile, control.defaultValue == nil {
      return ask(
        words(.askSwitch, control.label), orElse: .stay,
        (words(.on), { $0.write(target, control.toggle.on) }),
        (words(.off), { $0.write(target, control.toggle.off) }))
    }
    return flip(target, now)
  }

  mutating func flip(_ target: EditTarget, _ now: PropertyList?) -> [Effect] {
    let (toggle, isOn) = (target.control.toggle, target.control.isOn(now) ?? false)
    return write(target, isOn ? toggle.off : toggle.on)
  }

  private mutating func choose(_ choice: Int) -> [Effect] {
    guard let target = target(of: focused), target.control.choices.indices.contains(choice)
    else { return [] }
    if let obstacle = obstacle(of: target.control) { return show(error: obstacle) }
    return write(target, target.control.choices[choice].value)
  }

  mutating func openPane(_ control: Control) -> [Effect] {
    if let obstacle = obstacle(of: control) { return show(error: obstacle) }
    guard let index = control.pane.flatMap(document.pane(named:)) else {
      guard let url = control.url else { return show(error: control.error ?? control.label) }
      return ask(toOpen: url)
    }
    enter(NavigationEntry(pane: index, title: control.label, element: place.element))
    return []
  }

  mutating func enter(_ visit: NavigationEntry) {
    path.append(visit)
    arrive()
  }

  mutating func arrive() {
    if filter != nil { filter = filteredRows() }
    rebuildItems()
  }

  /// Goes back to the previous pane, or quits the editor if the first pane is open.
  private mutating func goBack() -> [Effect] {
    if path.count > 1 {
      if place.element?.isUnfinished == true { return askDropElement() }
      return leavePane()
    }
    if filter != nil { return toggleFilter() }
    if isAway { return leaveOwnSettings() }
    if home != nil { return leaveApp() }
    return quit()
  }

  /// Goes back to the previous pane, or moves the focus to the sidebar if the first pane is open.
  ///
  /// This command never quits, because a user who holds down the key would quit the editor by
  /// accident.
  private mutating func goOutward() -> [Effect] {
    let isFirst = path.count == 1
    if !isFirst || frame.sidebar == nil && (filter != nil || isAway || home != nil) {
      return goBack()
    }
    if frame.sidebar != nil || document.tree.count > 1 { openPanes() }
    return []
  }

  /// Returns to the previous pane and focuses the row that had the focus there.
  @discardableResult
  mutating func leavePane() -> [Effect] {
    guard path.count > 1 else { return [] }
    let left = path.removeLast()
    // If a nested pane edits the same new list item, keep the entries that the user has entered
    // there.
    if let element = left.element, place.element?.list == element.list {
      place.element?.draft = element.draft
    }
    arrive()
    return []
  }

  // MARK: Changing the focused row

  /// Starts editing a row in the dialog for its type of value.
  mutating func edit(_ id: RowID) -> [Effect] {
    guard let target = target(of: id) else { return show(.cannotReset) }
    if let obstacle = obstacle(of: target.control) { return show(error: obstacle) }
    guard let edit = target.control.kind.affordance.edit else {
      return show(.readOnly, target.title)
    }
    return edit(&self, target)
  }

  private mutating func step(by count: Int) -> [Effect] {
    guard let target = target(of: focused) else { return show(.cannotStep) }
    let old = value(of: target) ?? target.control.defaultValue
    // A key that a file repeats has several values, which the user edits in a list.
    guard old?.array == nil, let new = target.control.stepped(old, by: count) else {
      return show(.cannotStep)
    }
    if let obstacle = obstacle(of: target.control) { return show(error: obstacle) }
    return write(target, new)
  }

  mutating func reset() -> [Effect] {
    if case .element = focused { return deleteElement() }
    if focused.isItem || isItem(focused) || isTable(focused) { return deleteElement() }
    guard let control = control(of: focused), let name = name(of: control), control.kind != .pane
    else { return show(.cannotReset) }
    if let obstacle = obstacle(of: control) { return show(error: obstacle) }
    if isAdding {
      let target = EditTarget(control: control, name: name, title: control.label)
      let old = namedText(control, value(of: control))
      let new = namedText(control, control.defaultValue)
      return write(target, nil, saying: words(.itemChanged, old, new))
    }
    guard let target = target(of: focused), isSet(control) else {
      return show(.alreadyDefault, control.label)
    }
    return document.hasOpenKeys && place.element == nil
      ? removeKey(target) : write(target, nil)
  }

  private mutating func toggleFilter() -> [Effect] {
    filter = filter == nil ? filteredRows() : nil
    rebuildItems()
    return show(filter == nil ? .filterOff : document.isFile ? .filterSetOn : .filterOn)
  }
}
