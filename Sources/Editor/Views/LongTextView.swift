import Settee
import SetteeTerminal

extension Canvas {
  /// Draws the text that is edited, with the caret, and below it what is wrong or allowed.
  mutating func drawLongText(_ editing: LongTextEditing, _ state: EditorState) {
    let rows = state.frame.list
    let last = max(rows.upperBound - 1, rows.lowerBound + 1)
    for (offset, row) in (rows.lowerBound..<last).enumerated() {
      let index = editing.top + offset
      guard editing.lines.indices.contains(index) else { break }
      let line = editing.lines[index]
      let isCurrent = index == editing.current
      let caret = isCurrent ? line.caret : 0
      let (text, column) = state.window(line.characters, caret: caret, columns: columns - 2)
      draw(Line(text, indent: 1), row: row)
      if isCurrent { moveCursor(row: row, column: 1 + column) }
    }
    guard last < rows.upperBound else { return }
    var note = Span(state.words.allowed(editing.target.control), .quiet)
    if let refusal = editing.refusal { note = Span("! " + refusal, .error) }
    if let foreign = editing.foreign {
      note = Span("! " + state.words(.changedMeanwhile, look.clip(foreign, to: 30)), .error)
    }
    draw(Line([Span(look.clip(note.text, to: columns - 2), note.role)], indent: 1), row: last)
  }
}

extension EditorState {
  /// How many rows of the screen show the text that is edited.
  var longTextRows: Int { max(listRows - 1, 1) }
}
