import Settee

/// The reason why a row is hidden, and the setting that the user must change to show the row.
typealias HiddenReason = (reason: String, name: SettingName)

extension EditorState {
  /// Shows a row.
  ///
  /// If a condition hides the row, this method instead shows the row that controls the condition,
  /// with the reason.
  mutating func go(to row: RowPlace) {
    let wasFiltered = filter != nil
    filter = nil
    var row = row
    var seen = [row]
    var reasons: [String] = []
    while let barrier = barrier(before: row) {
      reasons.append(barrier.reason)
      // The row that controls the condition might be hidden by another condition, so continue with
      // that condition. Stop if the conditions are circular.
      guard let next = document.row(named: barrier.name), !seen.contains(next) else { break }
      seen.append(next)
      row = next
    }
    path = document.way(by: steps(to: row.pane))
    rebuildItems()
    let found = items.firstIndex { $0.control.map { $0 == (row.group, row.index) } ?? false }
    focus(on: found ?? nearestRow(to: 0))
    showAround()
    if reasons.isEmpty, wasFiltered { _ = show(.filterOff) }
    guard !reasons.isEmpty else { return }
    if found != nil, let obstacle = control(of: focused).flatMap(obstacle) {
      reasons.append(obstacle)
    }
    _ = show(error: reasons.joined(separator: " "))
  }

  /// Returns the reason why a row is hidden, or `nil` if the row is visible.
  func barrier(before row: RowPlace) -> HiddenReason? {
    for case let link? in steps(to: row.pane).map(\.link) {
      if let closed = closing(link) { return closed }
    }
    return hiding(row)
  }

  func barrier(toPane pane: Int) -> HiddenReason? {
    steps(to: pane).lazy.compactMap { $0.link.flatMap(closing) }.first
  }

  /// Returns a path to a pane that uses only available links, or the shortest path if there is
  /// none.
  private func steps(to pane: Int) -> [PaneTree.RouteStep] {
    let steps = document.steps(to: pane)
    let isClosed = { (link: RowPlace) in closing(link) != nil }
    guard steps.contains(where: { $0.link.map(isClosed) ?? false }) else { return steps }
    let open = document.steps(to: pane) { !isClosed($0) }
    return open.last?.link == nil ? steps : open
  }

  /// Returns the reason why the user can't open a link to a pane, which is hidden or disabled.
  private func closing(_ link: RowPlace) -> HiddenReason? {
    if let hiding = hiding(link) { return hiding }
    let (group, control) = document.content(at: link)
    return failing(group.enabledWhen + control.enabledWhen, in: link.pane).map {
      (words(.labeled, control.label, reason($0.condition, $0.name)), $0.name)
    }
  }

  private func hiding(_ row: RowPlace) -> HiddenReason? {
    let (group, control) = document.content(at: row)
    return failing(group.visibleWhen + control.visibleWhen, in: row.pane).map { condition, name in
      let (title, values) = facts(of: condition, name)
      let phrase: Phrase = condition.isNegated ? .shownWhenNot : .shownWhen
      return (words(phrase, control.label, title, values), name)
    }
  }

  /// Returns the first condition of a row that isn't met, and the setting that the condition tests.
  func failing(
    _ conditions: [Condition], in pane: Int
  ) -> (condition: Condition, name: SettingName)? {
    conditions.first { !holds([$0], in: pane) }.map { ($0, conditionName($0.key, in: pane)) }
  }
}
