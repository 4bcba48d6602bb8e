/// A whole screen as a value: cells, and the place of the cursor.
///
/// It knows no terminal.
public struct Screen: Sendable, Hashable {
  /// The size.
  public let size: Size
  /// Which characters it may show.
  public let lettering: Lettering
  /// The cells of each row.
  ///
  /// Rows that nobody has drawn, or that were taken over whole, share their memory with others, and
  /// are then equal at a glance.
  public private(set) var rows: [[Cell]]
  /// Where rows lead outside the terminal, by row: what a terminal opens when it is told to.
  public private(set) var links: [Int: String] = [:]
  /// Where the cursor stands; always within the screen.
  public private(set) var cursor = Position(row: 0, column: 0)

  /// Makes an empty screen.
  public init(size: Size, lettering: Lettering = .unicode) {
    self.size = size
    self.lettering = lettering
    rows = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  /// The cell at a place within the screen.
  public subscript(_ row: Int, _ column: Int) -> Cell { rows[row][column] }

  /// Takes over a row that was drawn before; one of another width, or outside the screen, is left.
  public mutating func replace(row: Int, with cells: [Cell], link: String? = nil) {
    guard rows.indices.contains(row), cells.count == size.columns else { return }
    rows[row] = cells
    if link != nil || !links.isEmpty { links[row] = link }
  }

  /// Has columns of a row lead somewhere; a row leads to one place.
  public mutating func link(row: Int, columns: Range<Int>, to target: String) {
    guard rows.indices.contains(row) else { return }
    links[row] = target
    restyle(row: row, columns: columns) { $0.attributes.insert(.link) }
  }

  /// Lends each row that does not share its memory with the same row of another screen of this size.
  ///
  /// NB: the rows are compared as what they are in memory, a reference each: to take them out of
  /// their arrays would count each reference up and down, and touch all rows for two that differ.
  func forEachRow(
    unlike other: Screen, _ body: (_ row: Int, _ own: [Cell], _ other: [Cell]) -> Void
  ) {
    let count = min(rows.count, other.rows.count)
    rows.withUnsafeBytes { own in
      other.rows.withUnsafeBytes { others in
        for row in 0..<count {
          let place = row * MemoryLayout<[Cell]>.stride
          let isSame =
            own.load(fromByteOffset: place, as: UInt.self)
            == others.load(fromByteOffset: place, as: UInt.self)
          if !isSame { body(row, rows[row], other.rows[row]) }
        }
      }
    }
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
    if let position = putPlain(text, row: row, column: column, end: end, style: style) {
      return position
    }
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
    let columns = columns.clamped(to: 0..<size.columns)
    rows[row].withUnsafeMutableBufferPointer { cells in
      for column in columns {
        // Another look leads to the same place.
        let link = cells[column].style.attributes.intersection(.link)
        change(&cells[column].style)
        cells[column].style.attributes.formUnion(link)
      }
    }
  }

  /// Puts the cursor somewhere; outside the screen it stops at the edge.
  public mutating func moveCursor(row: Int, column: Int) {
    cursor = Position(
      row: min(max(0, row), size.rows - 1), column: min(max(0, column), size.columns - 1))
  }

  /// Puts text that is printable ASCII, as most is, without looking at each character twice.
  ///
  /// - Returns: The column after it; nil when the text is another, or would touch half of a wide
  ///   character.
  private mutating func putPlain(
    _ text: String, row: Int, column: Int, end: Int, style: Style
  ) -> Int? {
    guard column >= 0, column < end else { return nil }
    return text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      let shown = bytes.prefix(end - column)
      // What follows the last byte may be a mark on it.
      let looked = bytes.prefix(shown.count + 1)
      guard looked.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
      let last = column + shown.count
      guard rows[row][column].glyph.width == 1, rows[row][max(last - 1, column)].glyph.width == 1
      else { return nil }
      rows[row].withUnsafeMutableBufferPointer { cells in
        for (offset, byte) in shown.enumerated() {
          cells[column + offset] = Cell(Glyph(UInt32(byte), width: 1), style: style)
        }
      }
      return last
    } ?? nil
  }

  private mutating func set(_ glyph: Glyph, row: Int, column: Int, style: Style) {
    // Half a wide character cannot stay.
    if rows[row][column].glyph.width == 0, column > 0 { rows[row][column - 1].glyph = .blank }
    let last = column + Int(glyph.width) - 1
    if last + 1 < size.columns, rows[row][last + 1].glyph.width == 0 {
      rows[row][last + 1].glyph = .blank
    }
    rows[row][column] = Cell(glyph, style: style)
    if glyph.width == 2 { rows[row][column + 1] = Cell(.covered, style: style) }
  }
}
