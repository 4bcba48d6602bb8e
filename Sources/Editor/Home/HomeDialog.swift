import Settee
import SetteeTerminal

/// The home screen, which is shown while no app is open.
struct HomeDialog: ListDialog {
  private(set) var entries: [HomeEntry] = []
  private(set) var changes: [HomeChange] = []
  /// A Boolean value that indicates whether all entries have been found.
  private(set) var isComplete = false
  var filter = HomeFilter.all { didSet { arrange() } }
  /// A Boolean value that indicates whether all programs without a file have separate rows.
  private(set) var showsMissing = false { didSet { arrange() } }
  /// The text that is searched for, or `nil` if the search field isn't open.
  var query: LineText? { didSet { arrange() } }
  /// The rows of the screen, including headings and blank lines.
  private(set) var rows: [HomeRow] = []
  /// The indexes of the rows that can be focused.
  private(set) var focusable: [Int] = []
  /// The focus, as an index into `focusable`, and the first visible row.
  var place = ListSelection()
  /// A Boolean value that indicates whether the sidebar has the focus.
  var isInSidebar = false
  var isShown = true
  /// A Boolean value that indicates whether the screen has room for blank lines between sections.
  private(set) var hasGaps = true { didSet { if hasGaps != oldValue { arrange() } } }
  /// The number of rows that are visible without scrolling.
  private(set) var visibleRows = 0 { didSet { if visibleRows != oldValue { arrange() } } }

  init(_ batch: HomeBatch = HomeBatch()) { add(batch) }

  var context: KeyContext { query == nil ? .home : .homeSearch }

  var focused: HomeRow? {
    focusable.indices.contains(place.focus) ? rows[focusable[place.focus]] : nil
  }

  /// The entry to which the focused row belongs.
  var focusedEntry: HomeEntry? {
    switch focused {
    case .entry(let index)?: entries[index]
    case .setting(let index, _)?: entries[index]
    case .change(let index)?: entries.first { $0.word == changes[index].word }
    case .heading?, .gap?, .more?, nil: nil
    }
  }

  // MARK: Loading

  /// Adds entries below the ones that are already shown, or replaces all of them.
  mutating func add(_ batch: HomeBatch) {
    let focused = focusedName
    if batch.isWhole { entries = [] }
    entries += batch.entries
    changes = batch.changes
    isComplete = isComplete || batch.isLast || batch.isWhole
    arrange()
    guard batch.isWhole, let focused else { return }
    place.focus = focusable.firstIndex { name(of: rows[$0]) == focused } ?? place.focus
  }

  /// The name of the focused row, which is the same after the entries have been loaded again.
  private var focusedName: String? { focused.map(name) }

  private func name(of row: HomeRow) -> String {
    switch row {
    case .entry(let index): entries[index].word
    case .setting(let index, let setting):
      entries[index].word + "\n" + entries[index].settings[setting].key
    case .change(let index): "\n\(changes[index].word)\n\(changes[index].key)"
    case .more: "\n"
    case .heading, .gap: ""
    }
  }

  private mutating func arrange() {
    rows = query.flatMap { found($0.text) } ?? allRows
    focusable = rows.indices.filter { rows[$0].isFocusable }
    place.focus = min(max(place.focus, 0), max(focusable.count - 1, 0))
  }

  // MARK: Keys

  func count(_ state: EditorState) -> Int { focusable.count }

  func entryRows(_ state: EditorState) -> Range<Int> { 1..<max(state.frame.list.count, 2) }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    if isInSidebar { return performInSidebar(command, in: &state) }
    if query != nil { return performSearching(command, in: &state) }
    switch command {
    case .search: return keepOpen(in: &state) { $0.startSearch() }
    case .filterModified:
      return keepOpen(in: &state) { $0.choose(filter == .changed ? .all : .changed) }
    case .panes, .outward: return openFilters(in: &state)
    case .nextGroup, .previousGroup:
      return keepOpen(in: &state) { $0.moveFocus(groups: command == .nextGroup ? 1 : -1) }
    case .quit, .back: return state.quit()
    default: return performInList(command, in: &state)
    }
  }

  private func performSearching(_ command: Command, in state: inout EditorState) -> [Effect] {
    switch command {
    case .cancel:
      return keepOpen(in: &state) { ($0.query, $0.place) = (nil, ListSelection()) }
    case .open, .keep: return pick(in: &state)
    default:
      if let moved = move(command, in: &state) { return moved }
      return keepOpen(in: &state) { $0.edit { $0.perform(command) } }
    }
  }

  private func performInSidebar(_ command: Command, in state: inout EditorState) -> [Effect] {
    let shown = HomeFilter.allCases.filter { isOffered($0) }
    var list = ListSelection(focus: shown.firstIndex(of: filter) ?? 0)
    if list.move(command, count: shown.count, page: shown.count) {
      return keepOpen(in: &state) { $0.choose(shown[list.focus]) }
    }
    switch command {
    case .quit: return state.quit()
    default: return keepOpen(in: &state) { $0.isInSidebar = false }
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    guard query != nil else { return [] }
    return keepOpen(in: &state) { $0.edit { $0.insert(LineText.oneLine(text)) } }
  }

  private mutating func startSearch() {
    (query, filter, place) = (LineText(), .all, ListSelection())
  }

  private mutating func edit(_ change: (inout LineText) -> Void) {
    guard var line = query else { return }
    let old = line.text
    change(&line)
    query = line
    if line.text != old { place = ListSelection() }
  }

  /// Shows the entries that match a filter.
  mutating func choose(_ filter: HomeFilter) {
    (self.filter, place) = (filter, ListSelection())
  }

  /// Moves the focus to the sidebar, or opens its filters as a menu if there is no sidebar.
  private func openFilters(in state: inout EditorState) -> [Effect] {
    guard state.frame.sidebar == nil else { return keepOpen(in: &state) { $0.isInSidebar = true } }
    let shown = HomeFilter.allCases.filter { isOffered($0) }
    let entries = shown.indices.map { index in
      MenuDialog.MenuItem(
        id: index, title: state.words(shown[index].phrase),
        detail: String(count(of: shown[index])))
    }
    state.openMenu(.homeFilterTitle, entries, focus: shown.firstIndex(of: filter)) {
      $1.home?.choose(shown[$0.id])
      return []
    }
    return []
  }

  /// Returns whether the sidebar offers a filter, which it does unless the filter hides everything.
  func isOffered(_ filter: HomeFilter) -> Bool {
    switch filter {
    case .all, .apps: true
    case .programs, .files, .changed, .faulty: filter == self.filter || count(of: filter) > 0
    }
  }

  func count(of filter: HomeFilter) -> Int { entries.count(where: filter.includes) }

  /// Moves the focus to the first row of the next or the previous section.
  private mutating func moveFocus(groups step: Int) {
    let firsts = focusable.indices.filter { index in
      index == 0 || focusable[index] - focusable[index - 1] > 1
    }
    let next =
      step > 0
      ? firsts.first { $0 > place.focus } : firsts.last { $0 < place.focus }
    place.focus = next ?? (step > 0 ? max(focusable.count - 1, 0) : 0)
  }

  func pick(in state: inout EditorState) -> [Effect] {
    state.isAway = false
    switch focused {
    case .entry(let index)?: return [.openApp(entries[index].word)]
    case .more?: return keepOpen(in: &state) { $0.showsMissing = true }
    case .setting(let index, let setting)?:
      return open(entries[index].word, at: entries[index].settings[setting].key, in: &state)
    case .change(let index)?: return open(changes[index].word, at: changes[index].key, in: &state)
    case .heading?, .gap?, nil: return query == nil ? [] : state.show(.nothingFound)
    }
  }

  private func open(_ word: String, at key: String, in state: inout EditorState) -> [Effect] {
    state.focusWishes = [key]
    return [.openApp(word)]
  }

  mutating func focus(on index: Int) { place.focus = index }

  mutating func scroll(in state: EditorState) {
    hasGaps = state.frame.hasGaps
    visibleRows = state.frame.list.count - (hasGaps ? 2 : 1)
    let visible = state.homeRows.count
    place.focus = min(max(place.focus, 0), max(focusable.count - 1, 0))
    guard focusable.indices.contains(place.focus) else { return place.top = 0 }
    let row = focusable[place.focus]
    // The heading of the section is shown together with its first row.
    var first = row
    while first > 0, !rows[first - 1].isFocusable { first -= 1 }
    place.top = min(max(place.top, row - visible + 1), first)
    place.top = max(min(place.top, rows.count - visible), 0)
  }

  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    if let sidebar = state.frame.sidebar, sidebar.contains(position.column) {
      let pressed = sidebarRows.first { $0.row == position.row }
      return pressed.map { pressed in keepOpen(in: &state) { $0.choose(pressed.filter) } } ?? []
    }
    let line = position.row + state.frame.list.lowerBound
    if state.showsSearchField, line == state.homeField {
      return query == nil ? keepOpen(in: &state) { $0.startSearch() } : []
    }
    guard state.homeRows.contains(line),
      let index = focusable.firstIndex(of: place.top + line - state.homeRows.lowerBound)
    else { return [] }
    if index == place.focus { return pick(in: &state) }
    return keepOpen(in: &state) { ($0.place.focus, $0.isInSidebar) = (index, false) }
  }

  func hint(for binding: KeyBinding, _ state: EditorState) -> String? {
    if binding.command == .filterModified, filter == .changed {
      return Phrase.hintAllSides.rawValue
    }
    return binding.hint
  }

  // The home screen has a layout of its own: see `drawHome`.
  func draw(on canvas: inout Canvas, _ state: EditorState) {}
}
