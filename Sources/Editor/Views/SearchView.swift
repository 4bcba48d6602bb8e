import Settee
import SetteeTerminal

extension Canvas {
  /// Draws what is looked for and what was found, the cursor at the focused hit.
  mutating func drawSearch(_ searching: Searching, _ state: EditorState) {
    let rows = state.frame.list
    let count = state.words(
      .countHits, String(searching.hits.count), String(searching.total))
    let room = columns - look.columns(of: count) - 6
    let (query, caret) = state.window(
      searching.query.characters, caret: searching.query.caret, columns: max(room, 5))
    draw(
      Line([Span("/ ", .key), Span(query, .field)], right: [Span(count, .quiet)], indent: 1),
      row: rows.lowerBound)
    moveCursor(row: rows.lowerBound, column: 3 + caret)
    let body = (rows.lowerBound + 1)..<max(rows.upperBound - 1, rows.lowerBound + 1)
    for (offset, row) in body.enumerated() {
      let index = searching.top + offset
      guard searching.hits.indices.contains(index) else { break }
      let columns = draw(state.searchLine(searching.hits[index]), row: row)
      if index == searching.focus { showFocus(row: row, columns: columns) }
    }
    let note = state.searchNote(searching)
    if rows.count > 2 {
      draw(Line(look.clip(note, to: columns - 4), .quiet, indent: 3), row: rows.upperBound - 1)
    }
  }
}

extension EditorState {
  /// A hit: mark, title, value, and where it stands.
  func searchLine(_ hit: SearchHit) -> Line {
    guard let control = control(at: hit) else { return Line() }
    let name = document.name(of: control, in: hit.pane)
    let isStaged = name.map { staged?[$0] != nil } ?? false
    let isModified = name.map { stored($0) != nil } ?? false
    let isWide = size.columns >= 60
    let path = isWide ? paneTitles(hit.pane) : ""
    let pathRoom = min(look.columns(of: path), size.columns / 3)
    let shown = control.kind == .pane ? look.glyphs.more : shownText(control, value(at: hit))
    let valueRoom = isWide ? size.columns / 4 : size.columns / 3
    let titleRoom = size.columns - 6 - pathRoom - valueRoom
    let title = look.clip(control.label, to: titleRoom)
    let blanks = max(titleRoom - look.columns(of: title) + 1, 1)
    return Line(
      [
        isStaged ? Span("+ ", .modified) : isModified ? Span("* ", .modified) : Span("  "),
        Span(title),
        Span(String(repeating: " ", count: blanks)), Span(look.clip(shown, to: valueRoom), .value),
      ], right: [Span(look.clipStart(path, to: pathRoom), .quiet)], indent: 1)
  }

  /// The control of a hit.
  func control(at hit: SearchHit) -> Control? {
    let panes = document.panes
    guard panes.indices.contains(hit.pane), panes[hit.pane].groups.indices.contains(hit.group),
      panes[hit.pane].groups[hit.group].controls.indices.contains(hit.index)
    else { return nil }
    return panes[hit.pane].groups[hit.group].controls[hit.index]
  }

  /// What the row of a hit shows.
  func value(at hit: SearchHit) -> PropertyList? {
    guard let control = control(at: hit) else { return nil }
    let name = document.name(of: control, in: hit.pane)
    return name.flatMap { value(named: $0) } ?? control.defaultValue
  }

  /// The titles on the way from the root to a pane.
  func paneTitles(_ pane: Int) -> String {
    document.way(to: pane).map { $0.title }.joined(separator: " \(look.glyphs.step) ")
  }

  /// That a search found nothing, and what may be the reason.
  var nothingFound: String { narrowing.map { words(.narrowed, $0) } ?? words(.nothingFound) }

  /// What the line below the hits says: where a match was found, or how to narrow the search.
  func searchNote(_ searching: Searching) -> String {
    guard searching.hits.indices.contains(searching.focus),
      let control = control(at: searching.hits[searching.focus])
    else {
      return searching.query.isEmpty ? words(.searchHint) : nothingFound
    }
    if let barrier = barrier(before: searching.hits[searching.focus].place) {
      return barrier.reason
    }
    switch searching.hits[searching.focus].field {
    case .help: return words(.matchedHelp, control.help ?? control.subtitle?.text ?? "")
    case .key: return words(.matchedKey, control.key ?? "")
    case .title, .value: return words(.searchHint)
    }
  }
}
