/// One column of one row: a glyph and how it looks.
public struct Cell: Sendable, Hashable {
  /// What it shows.
  public var glyph: Glyph
  /// How it looks.
  public var style: Style

  /// Makes a cell.
  public init(_ glyph: Glyph = .blank, style: Style = .plain) {
    self.glyph = glyph
    self.style = style
  }
}

/// A number of rows and columns.
public struct Size: Sendable, Hashable {
  /// How many rows.
  public var rows: Int
  /// How many columns.
  public var columns: Int

  /// Makes a size; the smallest is one row and one column.
  public init(rows: Int, columns: Int) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
  }
}

/// A place on the screen, counted from zero.
public struct Position: Sendable, Hashable {
  /// The row.
  public var row: Int
  /// The column.
  public var column: Int

  /// Makes a position.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
