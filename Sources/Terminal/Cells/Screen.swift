/// A whole screen as a value: cells, and the place of the cursor.
///
/// It knows no terminal.
public struct Screen: Sendable, Hashable {
  /// The size.
  public let size: Size
  /// Which characters it may show.
  public let lettering: Lettering
  /// The cells, row by row.
  public private(set) var cells: [Cell]
  /// Where the cursor stands; always within the screen.
  public private(set) var cursor = Position(row: 0, column: 0)

  /// Makes an empty screen.
  public init(size: Size, lettering: Lettering = .unicode) {
    self.size = size
    self.lettering = lettering
    cells = Array(repeating: Cell(), count: size.rows * size.columns)
  }

  /// The cell at a place within the screen.
  public subscript(_ row: Int, _ column: Int) -> Cell { cells[row * size.columns + column] }

  /// The cells of a row.
  public func row(_ row: Int) -> ArraySlice<Cell> {
    cells[(row * size.columns)..<((row + 1) * size.columns)]
  }

  /// Puts text into a row and returns the column after it.
  ///
  /// What would stand outside the row or beyond the width is left out; a wide character that fits
  /// by half is left out too.
  ///
  /// - Parameters:
  ///   - text: Any text; see ``Lettering`` for what becomes of it.
  ///   - row: The row; outside the screen nothing happens.
  ///   - column: Where it begins.
  ///   - width: The most columns that it may cover.
  ///   - style: How it looks.
  /// - Returns: The column after the text.
  @discardableResult
  public mutating func put(
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

  /// Gives a stretch of a row another look.
  public mutating func restyle(
    row: Int, columns: Range<Int>, _ change: (inout Style) -> Void
  ) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      change(&cells[row * size.columns + column].style)
    }
  }

  /// Puts the cursor somewhere; outside the screen it stops at the edge.
  public mutating func moveCursor(row: Int, column: Int) {
    cursor = Position(
      row: min(max(0, row), size.rows - 1), column: min(max(0, column), size.columns - 1))
  }

  private mutating func set(_ glyph: Glyph, row: Int, column: Int, style: Style) {
    let start = row * size.columns
    let index = start + column
    // Half a wide character cannot stay.
    if cells[index].glyph.width == 0, column > 0 { cells[index - 1].glyph = .blank }
    let last = index + Int(glyph.width) - 1
    if last + 1 < start + size.columns, cells[last + 1].glyph.width == 0 {
      cells[last + 1].glyph = .blank
    }
    cells[index] = Cell(glyph, style: style)
    if glyph.width == 2 { cells[index + 1] = Cell(.covered, style: style) }
  }
}
