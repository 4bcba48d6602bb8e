import Settee

extension EditorState {
  /// Opens the search, with what was looked for last.
  mutating func openSearch() {
    prepareIndex()
    var searching = Searching(query: lastSearch?.query ?? LineText(), origin: path)
    searching.total = index?.entries.count ?? 0
    find(&searching)
    searching.focus = lastSearch?.focus ?? 0
    searching.isFormer = lastSearch != nil
    modes.append(.search(searching))
  }

  private func find(_ searching: inout Searching) {
    searching.hits = hits(SearchQuery(searching.query.text))
    searching.focus = 0
    searching.top = 0
  }

  /// Does what a command means in the search.
  mutating func perform(_ command: Command, _ searching: Searching) -> [Effect] {
    var searching = searching
    let page = max(listRows - 3, 1)
    switch command {
    case .up: searching.focus -= 1
    case .down: searching.focus += 1
    case .pageUp: searching.focus -= page
    case .pageDown: searching.focus += page
    case .first: searching.focus = 0
    case .last: searching.focus = searching.hits.count - 1
    case .open: return goToHit(searching)
    case .changeHere: return changeHit(searching)
    case .cancel:
      modes.removeLast()
      path = searching.origin
      arrive()
      return []
    default:
      let old = searching.query.text
      searching.query.perform(command)
      searching.isFormer = false
      if searching.query.text != old { find(&searching) }
    }
    top = .search(searching)
    return []
  }

  /// Types or pastes into the search.
  mutating func type(_ text: String, _ searching: Searching) -> [Effect] {
    var searching = searching
    // What was looked for before is there to go on from, not to be deleted first.
    if searching.isFormer { searching.query = LineText() }
    searching.isFormer = false
    searching.query.insert(EditorState.oneLine(text))
    find(&searching)
    top = .search(searching)
    return []
  }

  private mutating func goToHit(_ searching: Searching) -> [Effect] {
    guard searching.hits.indices.contains(searching.focus) else { return say(.nothingFound) }
    lastSearch = searching
    modes.removeLast()
    go(to: searching.hits[searching.focus].place)
    return []
  }

  /// Changes the row of a hit, and comes back to the search.
  private mutating func changeHit(_ searching: Searching) -> [Effect] {
    guard searching.hits.indices.contains(searching.focus) else { return say(.nothingFound) }
    let row = searching.hits[searching.focus].place
    // What is not there cannot be changed: the row that hides it is shown instead, as for Enter.
    if barrier(before: row) != nil { return goToHit(searching) }
    lastSearch = searching
    go(to: row)
    guard let kind = control(of: focused)?.kind, kind.isEditable, kind != .list, kind != .radio
    else {
      modes.removeLast()
      return []
    }
    return edit(focused)
  }

  /// Goes to the next or the previous hit of the last search.
  mutating func goToMatch(_ step: Int) -> [Effect] {
    guard var searching = lastSearch, !searching.hits.isEmpty else { return say(.noSearchYet) }
    let count = searching.hits.count
    searching.focus = ((searching.focus + step) % count + count) % count
    lastSearch = searching
    go(to: searching.hits[searching.focus].place)
    return []
  }
}
