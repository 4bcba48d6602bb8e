import SetteeTerminal

/// A screen being drawn: lines of roles become cells of styles.
struct Canvas {
  /// The screen so far.
  var screen: Screen
  /// How things are drawn.
  let look: Look

  init(size: Size, look: Look) {
    self.look = look
    screen = Screen(size: size, lettering: look.lettering)
  }

  /// The number of columns.
  var columns: Int { screen.size.columns }

  /// Draws a line, its left pieces first, its right pieces one column from the right edge.
  ///
  /// - Returns: The columns that the focus covers: those of the title, so that moving the focus
  ///   sends two titles and not two rows.
  @discardableResult
  mutating func draw(_ line: Line, row: Int, margin: Int = 1) -> Range<Int> {
    let rightColumns = line.right.reduce(0) { $0 + look.columns(of: $1.text, limit: columns) }
    let rightStart = max(columns - margin - rightColumns, 0)
    let leftEnd = line.right.isEmpty ? columns : rightStart
    let titleEnd = put(line.left, row: row, column: line.indent, end: leftEnd)
    let rightEnd = put(line.right, row: row, column: rightStart, end: columns)
    switch line.caret {
    case .left(let offset): screen.moveCursor(row: row, column: line.indent + offset)
    case .right(let offset): screen.moveCursor(row: row, column: rightStart + offset)
    case nil: break
    }
    if let link = line.link {
      screen.link(row: row, columns: line.indent..<titleEnd, to: link)
      screen.link(row: row, columns: rightStart..<rightEnd, to: link)
    }
    let isMirrored = look.isRightToLeft && !line.right.isEmpty
    return isMirrored ? rightStart..<rightEnd : 0..<titleEnd
  }

  private mutating func put(_ spans: [Span], row: Int, column: Int, end: Int) -> Int {
    var column = column
    for span in spans where column < end {
      column = screen.put(
        span.text, row: row, column: column, width: end - column,
        style: look.palette.style(span.role))
    }
    return column
  }

  /// Draws a line across the screen, such as the header.
  mutating func drawBar(_ line: Line, row: Int, _ role: Role) {
    screen.put(
      String(repeating: " ", count: columns), row: row, column: 0, style: look.palette.style(role))
    draw(line, row: row)
  }

  /// Shows that columns of a row belong to the focus.
  mutating func showFocus(row: Int, columns: Range<Int>, mark: Bool = true) {
    screen.restyle(row: row, columns: columns, look.palette.focus)
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
