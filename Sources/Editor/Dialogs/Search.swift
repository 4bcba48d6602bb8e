import Settee
import SetteeTerminal

/// A search dialog with results.
struct SearchDialog: ListDialog {
  /// The text of all controls when the search was opened, or when their values were last read.
  var index: [IndexedControl]
  var query: LineText
  /// The controls that match the query, starting with the best match.
  var hits: [IndexedControl] = []
  var place = ListSelection()
  /// A Boolean value that indicates whether the search field still contains the query of the
  /// previous search.
  ///
  /// Typing replaces the previous query.
  var isFormer = false
  /// The panes that were open before the search, which are restored if the user cancels it.
  var origin: [NavigationEntry]

  var context: KeyContext { .search }
  func title(_ words: Strings) -> String? { words(.search) }

  private var focused: IndexedControl? {
    hits.indices.contains(place.focus) ? hits[place.focus] : nil
  }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    if let moved = move(command, in: &state) { return moved }
    switch command {
    case .open: return pick(in: &state)
    case .changeHere: return changeHit(in: &state)
    case .cancel:
      _ = dismiss(&state)
      state.path = origin
      state.arrive()
      return []
    default:
      var line = query
      line.perform(command)
      if line.text != query.text { return find(line, in: &state) }
      return keepOpen(in: &state) { ($0.query, $0.isFormer) = (line, false) }
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    // Typing replaces the query of the previous search so that the user doesn't need to delete it.
    var line = isFormer ? LineText() : query
    line.insert(LineText.oneLine(text))
    return find(line, in: &state)
  }

  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    guard position.row == rows(state).chips else { return pressEntry(position, in: &state) }
    let pressed = chips(state).first { $0.columns.contains(position.column) }
    guard let pressed else { return [] }
    var line = query
    line.replace(by: query.text(toggling: pressed.word))
    return find(line, in: &state)
  }

  private func find(_ line: LineText, in state: inout EditorState) -> [Effect] {
    let hits = state.hits(SearchQuery(line.text), in: index)
    return keepOpen(in: &state) {
      ($0.query, $0.isFormer, $0.hits, $0.place) = (line, false, hits, ListSelection())
    }
  }

  func count(_ state: EditorState) -> Int { hits.count }

  func entryRows(_ state: EditorState) -> Range<Int> { rows(state).list }

  func pick(in state: inout EditorState) -> [Effect] {
    guard let focused else { return state.show(.nothingFound) }
    state.lastSearch = self
    _ = dismiss(&state)
    state.go(to: focused.place)
    return []
  }

  private func changeHit(in state: inout EditorState) -> [Effect] {
    guard let focused else { return state.show(.nothingFound) }
    // If the found row is hidden by a condition, show the row that controls the condition, as Enter
    // does.
    if state.barrier(before: focused.place) != nil { return pick(in: &state) }
    state.lastSearch = self
    state.go(to: focused.place)
    guard let kind = state.control(of: state.focused)?.kind, kind.isEditable, kind != .list,
      kind != .radio
    else { return dismiss(&state) }
    return state.edit(state.focused)
  }

  func shape(_ state: EditorState) -> BoxShape? {
    BoxShape(
      title: state.words(.search), note: count(in: state),
      columns: state.size.columns >= 100 ? 96 : 72, rows: min(state.size.rows - 9, 24),
      place: .top, indent: 3)
  }

  private func count(in state: EditorState) -> String {
    state.words(.countHits, String(hits.count), String(index.count))
  }

  /// Returns the rows of the search dialog for the results, the note about the focused result, and
  /// the filters.
  private func rows(_ state: EditorState) -> (list: Range<Int>, note: Int?, chips: Int?) {
    let rows = state.contentSize(of: self).rows
    guard state.box(of: self) != nil else {
      let end = max(rows - 1, 1)
      return (1..<end, rows > 2 ? rows - 1 : nil, nil)
    }
    return (2..<rows - 3, rows - 3, rows - 2)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (list, note, chips) = rows(state)
    let (look, columns) = (state.look, canvas.columns)
    let isBox = chips != nil
    let count = isBox ? "" : count(in: state)
    let indent = columns < 30 ? 1 : Canvas.boxIndent
    if isBox {
      let blanks = String(repeating: " ", count: columns - 2 * indent)
      canvas.put(blanks, row: 0, column: indent, style: .field)
    }
    let room = columns - look.columns(of: count) - 6
    let (text, caret) = state.window(query.characters, caret: query.caret, columns: max(room, 5))
    let slash = Span(isBox ? " / " : "/ ", Style(.accent, on: .field, .bold))
    canvas.draw(
      Line([slash, Span(text, .field)], right: [Span(count, .quiet)], indent: indent), row: 0)
    let query = SearchQuery(query.text)
    canvas.drawList(place, count: hits.count, rows: list) {
      line(of: hits[$0], query, columns, state)
    }
    canvas.moveCursor(row: 0, column: indent + look.columns(of: slash.text) + caret)
    let margin = isBox ? 3 : indent
    if let note {
      let text = look.clip(self.note(state, isBox: isBox), to: columns - 2 * margin)
      canvas.draw(Line(text, .quiet, indent: margin), row: note)
    }
    guard let chips else { return }
    canvas.draw(Line(state.words(.narrow), .quiet, indent: margin), row: chips)
    for chip in self.chips(state) {
      let isOn = self.query.text.split(separator: " ").contains { $0 == chip.word }
      let style = isOn ? Style(.accent, .reverse) : .field
      canvas.put(" \(chip.word) ", row: chips, column: chip.columns.lowerBound, style: style)
    }
  }

  /// Returns the search filters and the columns that they cover, so that they can be drawn and
  /// pressed.
  private func chips(_ state: EditorState) -> [(word: String, columns: Range<Int>)] {
    var column = 4 + state.look.columns(of: state.words(.narrow))
    return SearchQuery.facts.map { word in
      let end = column + state.look.columns(of: word) + 2
      defer { column = end + 1 }
      return (word, column..<end)
    }
  }

  /// Returns a line for a search result, with its marker, title, value, and path.
  ///
  /// Matching characters are highlighted.
  private func line(
    of hit: IndexedControl, _ query: SearchQuery, _ columns: Int, _ state: EditorState
  ) -> Line {
    let (group, control) = state.document.content(at: hit.place)
    let look = state.look
    let name = state.document.name(of: control, in: hit.place.pane)
    let isStaged = name.map { state.staged?[$0] != nil } ?? false
    let isChanged = name.map { state.tally.changed.contains($0) } ?? false
    let steps = state.document.way(to: hit.place.pane).map(\.title) + [group.title ?? ""]
    let way = columns >= 52 ? steps.filter { !$0.isEmpty } : []
    let shown =
      control.kind == .pane
      ? look.glyphs.more : state.shownText(control, state.value(at: hit.place))
    let indent = columns < 30 ? 0 : 1
    // Use fixed widths so that the columns of the search results stay aligned while the user types.
    let room = columns - indent - 2 - Canvas.boxIndent - 2
    let valueRoom = way.isEmpty ? room * 2 / 5 : room * 3 / 10
    let titleRoom = way.isEmpty ? room - valueRoom : room * 3 / 8
    let keyName = control.title == nil || titleRoom < 18 ? "" : control.key ?? ""
    let keyRoom = keyName.isEmpty ? 0 : min(look.columns(of: keyName), titleRoom / 3) + 2
    let title = look.clip(control.label, to: titleRoom - keyRoom)
    let key = look.clip(keyName, to: titleRoom - look.columns(of: title) - 2)
    let keySpans = keyName.isEmpty ? [] : [Span("  ")] + query.spans(of: key, .quiet)
    let value = look.clip(shown, to: valueRoom)
    let pathRoom = way.isEmpty ? 0 : room - titleRoom - look.columns(of: value) - 2
    let blanks = max(titleRoom - look.columns(of: title) - look.columns(of: keySpans) + 1, 1)
    let mark = isStaged ? "+" : isChanged ? look.glyphs.changed : " "
    return Line(
      [Span(mark + " ", .modified)] + query.spans(of: title, .text) + keySpans
        + [Span(String(repeating: " ", count: blanks))]
        + (hit.matchedField(query) == .value ? query.spans(of: value, .text) : [Span(value)]),
      right: [Span(path(way[...], look, room: pathRoom), .quiet)], indent: indent)
  }

  private func path(_ way: ArraySlice<String>, _ look: Appearance, room: Int, isCut: Bool = false)
    -> String
  {
    let step = " \(look.glyphs.step) "
    let text = (isCut ? look.glyphs.ellipsis + step : "") + way.joined(separator: step)
    if way.count < 2 || look.columns(of: text) <= room { return look.clipStart(text, to: room) }
    return path(way.dropFirst(), look, room: room, isCut: true)
  }

  /// Returns the note that the search dialog shows below its results.
  ///
  /// The note contains the text that matched the query, or explains how to use filters.
  private func note(_ state: EditorState, isBox: Bool) -> String {
    let words = state.words
    guard let focused else { return query.isEmpty ? words(.searchHint) : state.nothingFound }
    let control = state.document.control(at: focused.place)
    if let barrier = state.barrier(before: focused.place) { return barrier.reason }
    switch focused.matchedField(SearchQuery(query.text)) {
    case .help: return words(.matchedHelp, control.help ?? control.subtitle?.text ?? "")
    case .key: return words(.matchedKey, control.key ?? "")
    case .title, .value, nil: return isBox ? "" : words(.searchHint)
    }
  }
}

extension LineText {
  fileprivate func text(toggling word: String) -> String {
    let words = text.split(separator: " ").map(String.init)
    if words.contains(word) { return words.filter { $0 != word }.joined(separator: " ") }
    return (words + [word]).joined(separator: " ")
  }
}

extension EditorState {
  mutating func openSearch() {
    let index = searchIndex
    let query = lastSearch?.query ?? LineText()
    dialogs.append(
      SearchDialog(
        index: index, query: query, hits: hits(SearchQuery(query.text), in: index),
        place: ListSelection(focus: lastSearch?.place.focus ?? 0), isFormer: lastSearch != nil,
        origin: path))
  }

  mutating func goToMatch(_ step: Int) -> [Effect] {
    guard var search = lastSearch, !search.hits.isEmpty else { return show(.noSearchYet) }
    let count = search.hits.count
    search.place.focus = ((search.place.focus + step) % count + count) % count
    lastSearch = search
    go(to: search.hits[search.place.focus].place)
    return []
  }

  /// The message for a search without results, which mentions active filters as a possible reason.
  var nothingFound: String { narrowing.map { words(.narrowed, $0) } ?? words(.nothingFound) }
}
