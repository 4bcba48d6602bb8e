import SetteeTerminal

extension Canvas {
  /// Draws the field for the path of a file, with what one has to know, or what Tab offers.
  mutating func drawPath(_ asking: PathAsking, _ state: EditorState) {
    let rows = state.frame.list
    let words = state.words
    var row = rows.lowerBound
    if rows.count > 1 {
      draw(
        Line(look.clip(words(asking.phrases.question), to: columns - 2), .heading, indent: 1),
        row: row)
      row += 1
    }
    let width = max(columns - 4, 3)
    let (text, caret) = state.window(
      asking.line.characters, caret: asking.line.caret, columns: width)
    let blank = String(repeating: "_", count: max(width - look.columns(of: text), 0))
    draw(
      Line(
        [Span("[", .key), Span(text, .field), Span(blank, .quiet), Span("]", .key)], indent: 1),
      row: row)
    moveCursor(row: row, column: caret + 2)
    row += 1
    let room = rows.upperBound - row
    for line in state.pathNotes(asking, room: room) {
      draw(Line(line, .quiet, indent: 1), row: row)
      row += 1
    }
  }
}

extension EditorState {
  /// What stands below the field of a path: what can be typed on, else what one has to know.
  fileprivate func pathNotes(_ asking: PathAsking, room: Int) -> [String] {
    let width = size.columns - 2
    guard room > 0 else { return [] }
    guard !asking.completions.isEmpty else {
      return look.wrapAndClip(words(asking.phrases.note), to: width, lines: room)
    }
    let offered = asking.completions.map { look.clip($0, to: width) }
    guard offered.count > room else { return offered }
    return offered.prefix(room - 1) + [words(.andMore, String(offered.count - room + 1))]
  }
}
