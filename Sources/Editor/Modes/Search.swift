import Settee
import SetteeTerminal

struct SearchMode: ModeContent {
  var query: LineText
  var hits: [SearchHit] = []
  var total = 0
  var place = ListPlace()
  /// Whether the query is still the one of the last search, which typing replaces.
  var isFormer = false
  /// The path before the search, to come back to.
  var origin: [PaneVisit]

  var asMode: Mode { .search(self) }
  var context: KeyContext { .search }
  func title(_ words: Words) -> String? { words(.search) }

  private var focused: SearchHit? { hits.indices.contains(place.focus) ? hits[place.focus] : nil }

  // MARK: Keys

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    var mode = self
    if mode.place.move(command, count: hits.count, page: max(state.listRows - 3, 1)) {
      return mode.stay(in: &state)
    }
    switch command {
    case .open: return goToHit(in: &state)
    case .changeHere: return changeHit(in: &state)
    case .cancel:
      _ = leave(&state)
      state.path = origin
      state.arrive()
      return []
    default:
      mode.query.perform(command)
      mode.isFormer = false
      if mode.query.text != query.text { mode.find(in: state) }
    }
    return mode.stay(in: &state)
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    var mode = self
    // What was looked for before is there to go on from, not to be deleted first.
    if isFormer { mode.query = LineText() }
    mode.isFormer = false
    mode.query.insert(LineText.oneLine(text))
    mode.find(in: state)
    return mode.stay(in: &state)
  }

  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    let rows = state.frame.list
    let index = place.top + position.row - rows.lowerBound - 1
    guard hits.indices.contains(index), position.row > rows.lowerBound else { return [] }
    if index == place.focus { return goToHit(in: &state) }
    var mode = self
    mode.place.focus = index
    return mode.stay(in: &state)
  }

  mutating func find(in state: EditorState) {
    hits = state.hits(SearchQuery(query.text))
    place = ListPlace()
  }

  mutating func focus(on index: Int) { place.focus = index }

  mutating func scroll(in state: EditorState) {
    place.settle(count: hits.count, rows: state.listRows - 2)
  }

  private func goToHit(in state: inout EditorState) -> [Effect] {
    guard let focused else { return state.say(.nothingFound) }
    state.lastSearch = self
    _ = leave(&state)
    state.go(to: focused.place)
    return []
  }

  /// Changes the row of a hit, and comes back to the search.
  private func changeHit(in state: inout EditorState) -> [Effect] {
    guard let focused else { return state.say(.nothingFound) }
    // What is not there cannot be changed: the row that hides it is shown instead, as for Enter.
    if state.barrier(before: focused.place) != nil { return goToHit(in: &state) }
    state.lastSearch = self
    state.go(to: focused.place)
    guard let kind = state.control(of: state.focused)?.kind, kind.isEditable, kind != .list,
      kind != .radio
    else { return leave(&state) }
    return state.edit(state.focused)
  }

  // MARK: Drawing

  /// Draws what is looked for and what was found, the cursor at the focused hit.
  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (rows, look, columns) = (state.frame.list, state.look, state.size.columns)
    let count = state.words(.countHits, String(hits.count), String(total))
    let room = columns - look.columns(of: count) - 6
    let (text, caret) = state.window(query.characters, caret: query.caret, columns: max(room, 5))
    canvas.draw(
      Line([Span("/ ", .key), Span(text, .field)], right: [Span(count, .quiet)], indent: 1),
      row: rows.lowerBound)
    let body = (rows.lowerBound + 1)..<max(rows.upperBound - 1, rows.lowerBound + 1)
    canvas.drawList(place, count: hits.count, rows: body) { line(of: hits[$0], state) }
    canvas.moveCursor(row: rows.lowerBound, column: 3 + caret)
    guard rows.count > 2 else { return }
    let note = look.clip(note(state), to: columns - 4)
    canvas.draw(Line(note, .quiet, indent: 3), row: rows.upperBound - 1)
  }

  /// A hit: mark, title, value, and where it stands.
  private func line(of hit: SearchHit, _ state: EditorState) -> Line {
    let control = state.document.control(at: hit.place)
    let (look, columns) = (state.look, state.size.columns)
    let name = state.document.name(of: control, in: hit.place.pane)
    let isStaged = name.map { state.staged?[$0] != nil } ?? false
    let isModified = name.map { state.stored($0) != nil } ?? false
    let isWide = columns >= 60
    let step = " \(look.glyphs.step) "
    let path =
      isWide ? state.document.way(to: hit.place.pane).map(\.title).joined(separator: step) : ""
    let pathRoom = min(look.columns(of: path), columns / 3)
    let shown =
      control.kind == .pane ? look.glyphs.more : state.shownText(control, state.value(at: hit))
    let valueRoom = isWide ? columns / 4 : columns / 3
    let titleRoom = columns - 6 - pathRoom - valueRoom
    let title = look.clip(control.label, to: titleRoom)
    let blanks = max(titleRoom - look.columns(of: title) + 1, 1)
    return Line(
      [
        isStaged ? Span("+ ", .modified) : isModified ? Span("* ", .modified) : Span("  "),
        Span(title),
        Span(String(repeating: " ", count: blanks)), Span(look.clip(shown, to: valueRoom)),
      ], right: [Span(look.clipStart(path, to: pathRoom), .quiet)], indent: 1)
  }

  /// What the line below the hits says: where a match was found, or how to narrow the search.
  private func note(_ state: EditorState) -> String {
    let words = state.words
    guard let focused else { return query.isEmpty ? words(.searchHint) : state.nothingFound }
    let control = state.document.control(at: focused.place)
    if let barrier = state.barrier(before: focused.place) { return barrier.reason }
    switch focused.field {
    case .help: return words(.matchedHelp, control.help ?? control.subtitle?.text ?? "")
    case .key: return words(.matchedKey, control.key ?? "")
    case .title, .value: return words(.searchHint)
    }
  }
}

extension EditorState {
  /// Opens the search, with what was looked for last.
  mutating func openSearch() {
    prepareIndex()
    var mode = SearchMode(query: lastSearch?.query ?? LineText(), origin: path)
    mode.total = index?.entries.count ?? 0
    mode.find(in: self)
    mode.place.focus = lastSearch?.place.focus ?? 0
    mode.isFormer = lastSearch != nil
    modes.append(.search(mode))
  }

  /// Goes to the next or the previous hit of the last search.
  mutating func goToMatch(_ step: Int) -> [Effect] {
    guard var search = lastSearch, !search.hits.isEmpty else { return say(.noSearchYet) }
    let count = search.hits.count
    search.place.focus = ((search.place.focus + step) % count + count) % count
    lastSearch = search
    go(to: search.hits[search.place.focus].place)
    return []
  }

  func value(at hit: SearchHit) -> PropertyList? { value(at: hit.place) }

  /// That a search found nothing, and what may be the reason.
  var nothingFound: String { narrowing.map { words(.narrowed, $0) } ?? words(.nothingFound) }
}
