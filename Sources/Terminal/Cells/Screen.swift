/// The content of a screen as a value, which consists of cells and the position of the cursor.
///
/// The content is independent of any terminal.
package struct Screen: Sendable, Hashable {
  package let size: Size
  package let lettering: GlyphSet
  package var theme = Theme()
  /// The cells of each row.
  ///
  /// Rows that are unchanged or were copied as a whole share storage, so they can be compared
  /// quickly.
  package private(set) var rows: [[Cell]]
  /// The hyperlink target of each row.
  package private(set) var links: [Int: String] = [:]
  /// The position of the cursor, which is always on the screen.
  package private(set) var cursor = Position(row: 0, column: 0)

  package init(size: Size, lettering: GlyphSet = .unicode) {
    self.size = size
    self.lettering = lettering
    rows = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  /// Copies previously drawn cells into a row.
  ///
  /// Cells that don't fit into the row are ignored.
  package mutating func replace(
    row: Int, from column: Int = 0, with cells: [Cell], link: String? = nil
  ) {
    guard rows.indices.contains(row), column >= 0, column + cells.count <= size.columns else {
      return
    }
    if cells.count == size.columns {
      rows[row] = cells
    } else {
      rows[row].replaceSubrange(column..<column + cells.count, with: cells)
    }
    if link != nil || !links.isEmpty { links[row] = link }
  }

  /// Turns a range of columns into a hyperlink.
  ///
  /// A row can have only one target.
  package mutating func link(row: Int, columns: Range<Int>, to target: String) {
    guard rows.indices.contains(row) else { return }
    links[row] = target
    restyle(row: row, columns: columns) { $0.attributes.insert(.link) }
  }

  /// Writes text to a row and returns the column after the text.
  ///
  /// Text that exceeds the screen or the specified width is clipped. A wide character that fits
  /// only partially is omitted.
  @discardableResult
  package mutating func put(
    _ text: String, row: Int, column: Int, width: Int = .max, style: Style = .plain
  ) -> Int {
    guard row >= 0, row < size.rows, width > 0 else { return column }
    let end = min(size.columns, width > size.columns ? size.columns : column + width)
    var position = column
    lettering.forEachGlyph(of: text) { glyph in
      guard position + Int(glyph.width) <= end else { return false }
      if position >= 0 { set(glyph, row: row, column: position, style: style) }
      position += Int(glyph.width)
      return true
    }
    return position
  }

  private mutating func set(_ glyph: Glyph, row: Int, column: Int, style: Style) {
    // Overwriting half of a wide character erases the other half.
    if rows[row][column].glyph.width == 0, column > 0 { rows[row][column - 1].glyph = .blank }
    let last = column + Int(glyph.width) - 1
    if last + 1 < size.columns, rows[row][last + 1].glyph.width == 0 {
      rows[row][last + 1].glyph = .blank
    }
    rows[row][column] = Cell(glyph: glyph, style: style).settled
    if glyph.width == 2 { rows[row][column + 1] = Cell(glyph: .covered, style: style) }
  }

  package mutating func restyle(
    row: Int, columns: Range<Int>, _ change: (inout Style) -> Void
  ) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      // Hyperlinks are preserved when the style changes.
      let link = rows[row][column].style.attributes.intersection(.link)
      change(&rows[row][column].style)
      rows[row][column].style.attributes.formUnion(link)
      rows[row][column] = rows[row][column].settled
    }
  }

  /// Moves the cursor to a position, clamped to the screen.
  package mutating func moveCursor(row: Int, column: Int) {
    cursor = Position(
      row: min(max(0, row), size.rows - 1), column: min(max(0, column), size.columns - 1))
  }

  /// The rows as plain text without trailing spaces.
  package var lines: [String] {
    rows.map { cells in
      var line = ""
      for cell in cells { line += cell.glyph.text }
      while line.utf8.last == 0x20 { line.removeLast() }
      return line
    }
  }

  package var text: String { lines.joined(separator: "\n") + "\n" }
}
