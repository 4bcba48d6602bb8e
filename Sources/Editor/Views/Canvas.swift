import SetteeTerminal

/// A screen being drawn: lines of roles become cells of styles.
struct Canvas {
  /// The screen so far.
  private(set) var screen: Screen
  /// How things are drawn.
  let look: Look

  init(size: Size, look: Look) {
    self.look = look
    screen = Screen(size: size, lettering: look.lettering)
  }

  /// The number of columns.
  var columns: Int { screen.size.columns }

  /// Draws a line, its left pieces first, its right pieces one column from the right edge.
  mutating func draw(_ line: Line, row: Int, margin: Int = 1) {
    let rightColumns = line.right.reduce(0) { $0 + look.columns(of: $1.text, limit: columns) }
    let rightStart = max(columns - margin - rightColumns, 0)
    let leftEnd = line.right.isEmpty ? columns : rightStart
    put(line.left, row: row, column: line.indent, end: leftEnd)
    put(line.right, row: row, column: rightStart, end: columns)
    switch line.caret {
    case .left(let offset): screen.moveCursor(row: row, column: line.indent + offset)
    case .right(let offset): screen.moveCursor(row: row, column: rightStart + offset)
    case nil: break
    }
  }

  private mutating func put(_ spans: [Span], row: Int, column: Int, end: Int) {
    var column = column
    for span in spans where column < end {
      let text = look.prefix(of: span.text, columns: end - column)
      column = screen.put(
        text, row: row, column: column, width: end - column, style: look.palette.style(span.role))
    }
  }

  /// Draws a line across the screen, such as the header.
  mutating func drawBar(_ line: Line, row: Int, _ role: Role) {
    screen.put(
      String(repeating: " ", count: columns), row: row, column: 0, style: look.palette.style(role))
    draw(line, row: row)
  }

  /// Shows that a row of the screen belongs to the focus.
  mutating func showFocus(row: Int, mark: Bool) {
    screen.restyle(row: row, columns: 0..<columns, look.palette.focus)
    guard mark else { return }
    var style = look.palette.style(.text)
    look.palette.focus(&style)
    screen.put(look.glyphs.focus, row: row, column: 0, style: style)
  }

  /// Draws the mark of the focus alone, beside a field.
  mutating func drawMark(row: Int) {
    screen.put(look.glyphs.focus, row: row, column: 0, style: look.palette.style(.key))
  }

  /// Puts the cursor somewhere.
  mutating func moveCursor(row: Int, column: Int) { screen.moveCursor(row: row, column: column) }
}
