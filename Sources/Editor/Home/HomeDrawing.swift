import Settee
import SetteeTerminal

extension EditorState {
  /// The row of the search field on the home screen.
  var homeField: Int { frame.list.lowerBound }

  /// A Boolean value that indicates whether the home screen has room for the search field.
  var showsSearchField: Bool {
    frame.layout != .single && (frame.list.count > 4 || home?.query != nil)
  }

  /// The rows of the home screen in which entries are shown.
  var homeRows: Range<Int> {
    let first = frame.list.lowerBound + (!showsSearchField ? 0 : frame.hasGaps ? 2 : 1)
    let end = frame.list.upperBound - (homeProblem == nil ? 0 : 1)
    return min(first, end - 1)..<end
  }

  /// The entry with a problem that small screens show below the list, which may not fit on them, or
  /// `nil` if there is none.
  var homeProblem: HomeEntry? {
    guard !frame.hasGaps, frame.list.count > 5, let home, home.query == nil, home.filter == .all,
      home.rows.count >= frame.list.count
    else { return nil }
    return home.entries.first { $0.fault != nil }
  }
}

extension EditorState {
  /// The number of entries below the visible ones.
  var homeRowsBelow: Int {
    guard let home else { return 0 }
    return home.rows.dropFirst(home.place.top + homeRows.count).count(where: \.isFocusable)
  }
}

extension HomeDialog {
  /// The position of the focused row among the entries, such as `2/5`, or among the results of a
  /// search.
  var position: String {
    if query != nil { return "\(place.focus + 1)/\(focusable.count)" }
    guard case .entry(let index)? = focused else { return "" }
    return "\(entries[...index].count(where: filter.includes))/\(count(of: filter))"
  }

  /// The markers that the entries have.
  fileprivate var marks: RowModel.RowFlags {
    var marks: RowModel.RowFlags = []
    if totals.changed > 0 { marks.insert(.changed) }
    if totals.unpushed > 0 { marks.insert(.unpushed) }
    if count(of: .faulty) > 0 { marks.insert(.fault) }
    return marks
  }

  /// The filters of the sidebar with their rows, relative to the first row of the list.
  var sidebarRows: [(row: Int, filter: HomeFilter)] {
    var row = -1
    return HomeFilter.allCases.filter { isOffered($0) }.map { filter in
      let isFirstState = filter == .changed || filter == .faulty && !isOffered(.changed)
      row += isFirstState ? 2 : 1
      return (row, filter)
    }
  }
}

extension Canvas {
  /// Draws the home screen below the header and above the key hints.
  mutating func drawHome(_ state: EditorState, _ home: HomeDialog) {
    let frame = state.frame
    drawHomeSidebar(state, home)
    drawHomePreview(state, home)
    drawRule(state)
    draw(in: Area(rows: 0..<rows, columns: frame.pane), on: .page) { canvas in
      if state.showsSearchField { canvas.drawHomeField(state, home) }
      canvas.drawHomeRows(state, home)
      canvas.drawHomeStrip(state, home)
    }
    drawHomeScrollBar(state, home)
  }

  private mutating func drawHomeSidebar(_ state: EditorState, _ home: HomeDialog) {
    guard let columns = state.frame.sidebar, let end = state.frame.hints else { return }
    drawSideEdge(rows: 1..<end, column: columns.upperBound)
    let first = state.frame.list.lowerBound - 1
    draw(in: Area(rows: 1..<end, columns: columns), on: .side) { canvas in
      canvas.clear()
      for (row, filter) in home.sidebarRows where row + first < canvas.rows {
        canvas.drawHomeFilter(filter, row: row + first, state, home)
      }
      let last = home.sidebarRows.last?.row ?? 0
      canvas.drawLegend(home.marks, state, from: last + first + 2, to: canvas.rows - 2)
    }
  }

  private mutating func drawHomeFilter(
    _ filter: HomeFilter, row: Int, _ state: EditorState, _ home: HomeDialog
  ) {
    let isHere = home.filter == filter
    let count = String(home.count(of: filter))
    let title = look.clip(state.words(filter.phrase), to: columns - 5 - look.columns(of: count))
    let style: Style =
      count == "0"
      ? .quiet
      : filter == .faulty ? Style(.bad, .bold) : filter == .changed ? .modified : .quiet
    let line = Line(
      [Span(title, isHere ? Style(.text, .bold) : .text)], right: [Span(count, style)], indent: 2)
    draw(line, row: row, margin: 2)
    if isHere { put(look.glyphs.focus, row: row, column: 0, style: Style(.accent)) }
    if isHere, home.isInSidebar { showEntry(row: row) }
  }

  /// Draws the search field, or the hint that starts a search.
  private mutating func drawHomeField(_ state: EditorState, _ home: HomeDialog) {
    let (row, indent) = (state.homeField, state.textIndent)
    // The field is shorter than the band of the focused row, so that the two differ in shape.
    let width = min(columns - indent + 1, 56)
    let room = max(width - 5, 1)
    // The field is less prominent until it has the focus.
    surface = home.query == nil ? .sheet : .field
    put(String(repeating: " ", count: max(width, 1)), row: row, column: indent - 1)
    defer { surface = .page }
    guard let query = home.query else {
      let long = state.words(.homeFindHint, String(home.settingCount))
      let hint =
        look.columns(of: long) > room ? state.words(.homeFindShort) : long
      let spans = [Span("/ ", .key), Span(look.clip(hint, to: room), .quiet)]
      return draw(spans.aligned(look, indent: indent), row: row)
    }
    let (text, caret) = state.window(
      query.characters, caret: query.caret, columns: max(room - 2, 5))
    draw(Line([Span("/ ", .key), Span(text)], indent: indent), row: row)
    moveCursor(row: row, column: indent + 2 + caret)
  }

  private mutating func drawHomeRows(_ state: EditorState, _ home: HomeDialog) {
    let rows = state.homeRows
    if home.rows.isEmpty {
      let phrase: Phrase? =
        home.query != nil || home.filter != .all
        ? .nothingFound : home.isComplete ? .noApps : nil
      if let phrase {
        let text = look.wrapAndClip(
          state.words(phrase), to: columns - state.textIndent - 1, lines: rows.count)
        for (row, line) in zip(rows, text) {
          draw([Span(line, .quiet)].aligned(look, indent: state.textIndent), row: row)
        }
      }
      if home.query == nil { moveCursor(row: rows.lowerBound, column: 0) }
      return
    }
    let words = home.query.map { SearchQuery($0.text) }
    for (row, index) in zip(rows, home.place.top..<home.rows.count) {
      // A heading in the last line would introduce entries that aren't visible.
      if row == rows.upperBound - 1, rows.count > 1, case .heading = home.rows[index] { break }
      draw(home.line(home.rows[index], columns: columns, words, state), row: row)
      guard home.focusable.indices.contains(home.place.focus), !home.isInSidebar,
        home.focusable[home.place.focus] == index
      else { continue }
      showFocus(row: row)
      if home.query == nil { moveCursor(row: row, column: 0) }
    }
  }

  private mutating func drawHomeScrollBar(_ state: EditorState, _ home: HomeDialog) {
    guard let column = state.frame.thumb else { return }
    let rows = state.homeRows
    guard home.rows.count > rows.count else { return }
    let thumb = ListSelection.thumb(
      rows: rows.count, top: home.place.top, count: home.rows.count, seen: rows.count)
    drawScrollBar(
      rows: rows, thumb: rows.lowerBound + thumb.lowerBound..<rows.lowerBound + thumb.upperBound,
      column: column)
  }

  /// Draws the facts about the focused entry below the list.
  private mutating func drawHomeStrip(_ state: EditorState, _ home: HomeDialog) {
    let (frame, indent) = (state.frame, state.textIndent)
    if let entry = state.homeProblem, let fault = entry.fault {
      let text = "\(look.glyphs.fault) \(home.title(of: entry))  \(fault.withoutAdvice)"
      let line = [Span(look.clip(text, to: columns - indent), .error)].aligned(look, indent: indent)
      let row = frame.list.upperBound - 1
      draw(in: Area(rows: row..<(row + 1), columns: 0..<state.size.columns), on: .bar) {
        $0.clear()
        $0.draw(line, row: 0, margin: 1)
      }
    }
    guard let entry = home.focusedEntry, frame.inspector == nil else { return }
    let position = home.position
    let room = columns - indent - 3 - look.columns(of: position)
    if let row = frame.help.first {
      let text = Span(home.summary(of: entry, columns: columns - indent - 1, state), .quiet)
      draw([text].aligned(look, indent: indent), row: row)
    }
    let text =
      entry.fault.map { Span(look.clip("\(look.glyphs.fault) \($0)", to: room), .error) }
      ?? Span(look.clip(home.facts(of: entry, state), to: room))
    var line = [text].aligned(look, indent: indent)
    if !look.isRightToLeft { line.right = [Span(position)] }
    drawFacts(line, state)
  }

  /// Draws the settings of the focused entry next to the list.
  private mutating func drawHomePreview(_ state: EditorState, _ home: HomeDialog) {
    guard let columns = state.frame.inspector, let end = state.frame.hints else { return }
    draw(in: Area(rows: 1..<end, columns: columns), on: .side) { canvas in
      canvas.clear()
      guard let entry = home.focusedEntry else { return }
      canvas.area.columns = (columns.lowerBound + 1)..<(columns.upperBound - 1)
      canvas.drawPreview(of: entry, home, state)
    }
  }

  private mutating func drawPreview(
    of entry: HomeEntry, _ home: HomeDialog, _ state: EditorState
  ) {
    draw(Line(look.clip(home.title(of: entry), to: columns), Style(.text, .bold)), row: 1)
    draw(Line(look.clipStart(entry.place, to: columns), .quiet), row: 2)
    draw(Line(look.clip(entry.size(state.words), to: columns), .quiet), row: 3)
    var row = 5
    for line in look.wrapAndClip(entry.fault ?? "", to: columns, lines: 4) where !line.isEmpty {
      draw(Line(line, .error), row: row)
      row += 1
    }
    if row > 5 { row += 1 }
    // With several panes, the panes come after the settings.
    let panes = entry.panes.count > 1 ? entry.panes.filter { $0.settings > 0 } : []
    let shown = entry.byImportance.filter { !$0.value.isEmpty }
    let titles = min(
      shown.map { look.columns(of: $0.title, limit: 30) }.max() ?? 0, (columns - 4) / 2)
    let room = max(rows - row - 1 - (panes.isEmpty ? 0 : panes.count + 3), 0)
    let fitting = shown.count > room ? max(room - 1, 0) : shown.count
    for setting in shown.prefix(fitting) {
      let mark = setting.isChanged ? Span(look.glyphs.changed + " ", .modified) : Span("  ")
      let title = look.clip(setting.title, to: titles)
      let gap = String(repeating: " ", count: titles + 2 - look.columns(of: title))
      let value = look.clip(setting.value, to: columns - titles - 4)
      let isUnset = setting.value == state.words(.notSet)
      let style: Style = setting.isSet ? .text : isUnset ? .explanation : .quiet
      draw(Line([mark, Span(title + gap), Span(value, style)]), row: row)
      row += 1
    }
    if fitting < shown.count {
      let more = state.words(.moreBelow, String(entry.settings.count - fitting))
      draw(Line("  \(look.glyphs.ellipsis) \(more)", .quiet), row: row)
      row += 1
    }
    guard !panes.isEmpty else { return }
    if !shown.isEmpty { row += 1 }
    draw(Line(state.words(.panesTitle), .heading), row: row)
    let names = min(
      max(panes.map { look.columns(of: $0.title, limit: 30) }.max() ?? 0, titles + 2), columns - 6)
    for (offset, pane) in panes.enumerated() where row + 1 + offset < rows {
      let title = look.clip(pane.title, to: names)
      let gap = String(repeating: " ", count: names + 2 - look.columns(of: title))
      draw(Line([Span(title + gap), Span(String(pane.settings), .quiet)]), row: row + 1 + offset)
    }
  }
}

extension HomeEntry {
  /// The number of settings in words, such as `54 settings in 7 panes`.
  fileprivate func size(_ words: Strings) -> String {
    guard panes.count > 1 else { return words.settings(settings.count) }
    return words(.homeCountInPanes, String(settings.count), String(panes.count))
  }

  /// The settings, starting with the changed ones, because users look for them.
  fileprivate var byImportance: [HomeSetting] {
    settings.filter(\.isChanged) + settings.filter { !$0.isChanged }
  }
}

extension HomeDialog {
  /// Returns the changed settings of an entry in one line, such as `2 changed: Signature, Sort by`, or
  /// else the settings that are set with their values, as far as they fit.
  fileprivate func summary(of entry: HomeEntry, columns: Int, _ state: EditorState) -> String {
    let (look, words) = (state.look, state.words)
    let set = entry.settings.filter { $0.isSet && !$0.value.isEmpty }
    let changed = set.filter(\.isChanged).map(\.title)
    if !changed.isEmpty {
      let count = words(.countChanged, String(changed.count))
      return look.clip(words(.labeled, count, changed.joined(separator: ", ")), to: columns)
    }
    let values = set.prefix(20).map { words(.labeled, $0.title, $0.value) }
    return look.clip(values.joined(separator: " \(look.glyphs.dot) "), to: columns)
  }

  /// Returns the facts about an entry in one line, such as
  /// `Mail · org.settee.mail · 54 settings in 7 panes`.
  fileprivate func facts(of entry: HomeEntry, _ state: EditorState) -> String {
    let isKnown = entry.place == title(of: entry) || state.frame.layout != .wide
    let place = entry.group == .files ? entry.format : isKnown ? "" : entry.place
    let facts = [title(of: entry), place, entry.size(state.words)]
    return facts.filter { !$0.isEmpty }.joined(separator: " \(state.look.glyphs.dot) ")
  }

  fileprivate func line(
    _ row: HomeRow, columns: Int, _ query: SearchQuery?, _ state: EditorState
  ) -> Line {
    let (look, words, indent) = (state.look, state.words, state.textIndent)
    switch row {
    case .gap: return Line()
    case .heading(let phrase):
      return state.heading([Span(look.clip(words(phrase), to: columns - indent), .heading)])
    case .entry(let index):
      return line(of: entries[index], columns: columns, query, state)
    case .more(let count):
      let text = "\(look.glyphs.ellipsis) \(words(.homeMoreMissing, String(count)))"
      return [Span(look.clip(text, to: columns - indent - 1), .quiet)]
        .aligned(look, indent: indent)
    case .setting(let index, let number):
      return line(
        of: entries[index].settings[number], in: entries[index], columns: columns, query, state)
    case .change(let index): return line(of: changes[index], columns: columns, state)
    }
  }

  /// The columns of a row: the title, the state, and the file.
  private static func cells(_ columns: Int) -> (title: Int, state: Int) {
    columns < 66 ? (20, 14) : columns < 100 ? (20, 15) : (28, 18)
  }

  private func line(
    of entry: HomeEntry, columns: Int, _ query: SearchQuery?, _ state: EditorState
  ) -> Line {
    let (look, words, indent) = (state.look, state.words, state.textIndent)
    let room = columns - indent - 1
    // The mark of a problem is before the title if there is room.
    let widths = HomeDialog.cells(columns)
    let isNarrow = frameIsNarrow(columns) || look.isRightToLeft
    let fault = entry.fault.map { (isNarrow ? "\(look.glyphs.fault) " : "") + $0.withoutAdvice }
    var states: [Span] = [Span(entry.states(words).joined(separator: ", "), .quiet)]
    if let fault { states = [Span(fault, Style(.bad, .bold))] }
    if entry.changed + entry.unpushed > 0, entry.fault == nil {
      states = countSpans(entry, state, isShort: frameIsNarrow(columns))
    }
    let style: Style = entry.isMissing ? .quiet : .text
    guard !isNarrow else {
      let title = look.clip(
        title(of: entry), to: max(room - (fault == nil ? look.columns(of: states) : 8) - 2, 8))
      let clipped = look.clip(states, to: room - look.columns(of: title) - 2)
      if look.isRightToLeft { return Line(right: [Span(title, style), Span("  ")] + clipped) }
      return Line([Span(title, style)], right: clipped, indent: indent)
    }
    let title = look.clip(title(of: entry), to: widths.title - 2)
    let mark = entry.fault == nil ? " " : look.glyphs.fault
    var spans = [Span(mark + " ", Style(.bad, .bold))]
    spans += query.map { $0.spans(of: title, style) } ?? [Span(title, style)]
    spans.append(Span(String(repeating: " ", count: widths.title - look.columns(of: title))))
    var owner =
      entry.group == .files ? entry.format : entry.isSystem ? words(.homeByRoot) : ""
    // The name of the file is more important.
    if room - widths.title - widths.state - look.columns(of: owner) < 22 { owner = "" }
    let left = room - widths.title - (owner.isEmpty ? 0 : look.columns(of: owner) + 2)
    let detail = entry.group == .files ? entry.place : entry.file
    let stateColumns = look.columns(of: states)
    if fault != nil || stateColumns > widths.state - 2 {
      spans += look.clip(states, to: left)
    } else {
      spans += states + [Span(String(repeating: " ", count: widths.state - stateColumns))]
      spans.append(Span(look.clipPath(detail, to: left - widths.state), .quiet))
    }
    return Line(spans, right: [Span(owner, .quiet)], indent: indent - 2)
  }

  private func frameIsNarrow(_ columns: Int) -> Bool { columns < 56 }

  private func countSpans(_ entry: HomeEntry, _ state: EditorState, isShort: Bool) -> [Span] {
    let glyphs = state.look.glyphs
    let counts = [
      (entry.changed, glyphs.changed, Style.modified, Phrase.countChanged),
      (entry.unpushed, glyphs.unpushed, Style.unpushed, .countUnpushed),
    ].filter { $0.0 > 0 }
    return counts.enumerated().flatMap { index, count in
      let text =
        isShort ? "\(count.1)\(count.0)" : "\(count.1) \(state.words(count.3, String(count.0)))"
      // In words, the counts are less important than the titles.
      let style = isShort ? count.2 : Style(count.2.ink)
      return (index > 0 ? [Span(isShort ? " " : "   ")] : []) + [Span(text, style)]
    }
  }

  private func line(
    of setting: HomeSetting, in entry: HomeEntry, columns: Int, _ query: SearchQuery?,
    _ state: EditorState
  ) -> Line {
    let (look, indent) = (state.look, state.textIndent)
    let room = columns - indent - 1
    let app = look.clip(title(of: entry), to: room / 4)
    let titleRoom = room * 2 / 5
    let title = look.clip(setting.title, to: titleRoom)
    let value = look.clip(setting.value, to: max(room - titleRoom - look.columns(of: app) - 4, 0))
    let gap = Span(String(repeating: " ", count: titleRoom + 2 - look.columns(of: title)))
    let marked = query.map { $0.spans(of: title, .text) } ?? [Span(title)]
    if look.isRightToLeft { return Line([Span(app, .quiet)], right: marked, indent: indent) }
    return Line(
      marked + [gap, Span(value, setting.isSet ? .text : .quiet)], right: [Span(app, .quiet)],
      indent: indent)
  }

  private func line(of change: HomeChange, columns: Int, _ state: EditorState) -> Line {
    let (look, indent) = (state.look, state.textIndent)
    let room = columns - indent - 1
    func cell(_ text: String, _ width: Int, _ style: Style = .text) -> [Span] {
      let text = look.clip(text, to: width - 2)
      return [
        Span(text, style), Span(String(repeating: " ", count: width - look.columns(of: text))),
      ]
    }
    // The new value is more important than the old one.
    let old = "\(change.old) \(look.glyphs.send) "
    if frameIsNarrow(columns) || look.isRightToLeft {
      let text = look.clip("\(change.title): \(old)\(change.new)", to: room)
      return [Span(text)].aligned(look, indent: indent)
    }
    // Align the changes with the entries above them.
    let widths = HomeDialog.cells(columns)
    let cells =
      cell(change.app, widths.title)
      + cell(change.title, widths.state, .quiet)
    let end = look.columns(of: change.time) + 2
    let values = look.clip(
      [Span(old, .quiet), Span(change.new)], to: max(room - widths.title - widths.state - end, 4))
    return Line(cells + values, right: [Span(change.time, .quiet)], indent: indent)
  }
}

extension String {
  /// The message without the column, as in `line 2: ...` instead of `line 2, column 5: ...`.
  fileprivate var withoutAdvice: String {
    String(withoutColumn.prefix { $0 != ";" })
  }

  private var withoutColumn: String {
    guard let start = firstRange(of: ", column ")?.lowerBound,
      let end = self[start...].firstIndex(of: ":")
    else { return self }
    return String(self[..<start] + self[end...])
  }
}

extension [Span] {
  /// Returns a line with the spans at its start, which is on the right in right-to-left text.
  func aligned(_ look: Appearance, indent: Int) -> Line {
    look.isRightToLeft ? Line(right: self) : Line(self, indent: indent)
  }
}
