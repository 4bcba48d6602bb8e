/// The content of the screen as a value, which consists of cells and the position of the cursor.
///
/// The content doesn't depend on a terminal, so tests can compare it.
package struct Screen: Sendable, Hashable {
  package let size: Size
  package let lettering: GlyphSet
  package var theme = Theme()
  /// The cells of each row.
  ///
  /// Rows that haven't changed since the previous screen share its storage, so comparing them is
  /// fast.
  package private(set) var rows: [[Cell]]
  /// The target of the hyperlink in each row, keyed by the row number.
  package private(set) var links: [Int: String] = [:]
  /// The position of the cursor, which is always inside the screen.
  package private(set) var cursor = Position(row: 0, column: 0)

  package init(size: Size, lettering: GlyphSet = .unicode) {
    self.size = size
    self.lettering = lettering
    rows = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  /// Copies cells that were drawn earlier into a row of the screen.
  ///
  /// Cells that extend beyond the end of the row are ignored.
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

  /// Erases a range of columns in a row, and the hyperlink of the row.
  package mutating func erase(row: Int, columns: Range<Int>) {
    replace(
      row: row, from: columns.lowerBound, with: Array(repeating: Cell(), count: columns.count))
  }

  /// Turns a range of columns in a row into a hyperlink.
  ///
  /// All hyperlinks in a row have the same target.
  package mutating func link(row: Int, columns: Range<Int>, to target: String) {
    guard rows.indices.contains(row) else { return }
    links[row] = target
    restyle(row: row, columns: columns) { $0.attributes.insert(.link) }
  }

  /// Writes text to a row of the screen and returns the column after the text.
  ///
  /// Text that extends beyond the screen or the specified width is cut off. A wide character that
  /// fits only partially is omitted.
  @discardableResult
  package mutating func put(
    _ text: String, row: Int, column: Int, width: Int = .max, style: Style = .plain
  ) -> Int {
    guard row >= 0, row < size.rows, width > 0 else { return column }
    let end = min(size.columns, width > size.columns ? size.columns : column + width)
    return rows[row].put(text, lettering, from: column, to: end, style: style)
  }

  package mutating func restyle(
    row: Int, columns: Range<Int>, _ change: (inout Style) -> Void
  ) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      var cell = rows[row][column]
      // Changing the style of a cell preserves its hyperlink.
      let link = cell.style.attributes.intersection(.link)
      change(&cell.style)
      cell.style.attributes.formUnion(link)
      rows[row][column] = cell.settled
    }
  }

  /// Moves the cursor to a position, or to the nearest position on the screen.
  package mutating func moveCursor(row: Int, column: Int) {
    cursor = Position(
      row: min(max(0, row), size.rows - 1), column: min(max(0, column), size.columns - 1))
  }

  /// The rows of the screen as plain text, without trailing spaces.
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

extension [Cell] {
  /// Writes text to the cells of a row and returns the column after the text.
  fileprivate mutating func put(
    _ text: String, _ lettering: GlyphSet, from column: Int, to end: Int, style: Style
  ) -> Int {
    // Check only once whether the row is shared with another screen.
    withUnsafeMutableBufferPointer { cells in
      var position = column
      lettering.forEachGlyph(of: text) { glyph in
        guard position + Int(glyph.width) <= end else { return false }
        if position >= 0 { cells.set(glyph, column: position, style: style) }
        position += Int(glyph.width)
        return true
      }
      return position
    }
  }
}

extension UnsafeMutableBufferPointer<Cell> {
  fileprivate func set(_ glyph: Glyph, column: Int, style: Style) {
    // If the text overwrites half of a wide character, erase the other half of the character.
    if self[column].glyph.width == 0, column > 0 { self[column - 1].glyph = .blank }
    let next = column + Int(glyph.width)
    if next < count, self[next].glyph.width == 0 { self[next].glyph = .blank }
    self[column] = Cell(glyph: glyph, style: style).settled
    if glyph.width == 2 { self[column + 1] = Cell(glyph: .covered, style: style) }
  }
}
