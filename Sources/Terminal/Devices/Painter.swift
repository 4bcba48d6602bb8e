/// Turns one screen into another with the bytes of a row-wise difference.
///
/// Each frame starts and ends with the plain style and without a hyperlink, so the output depends
/// only on the old and the new screen. It consists of ANSI X3.64 escape sequences. The terminal
/// database decides only which of them a terminal supports.
struct Painter: Sendable {
  // The features of the terminal:

  /// The attributes that text can have.
  var attributes: Style.Attributes = [.bold, .italic, .underline, .reverse]
  /// The attributes that colored text can have.
  var attributesInColor: Style.Attributes = [.bold, .italic, .underline, .reverse]
  /// A Boolean value that indicates whether a single attribute or color can be turned off.
  ///
  /// Other terminals can only reset all of them together.
  var resetsSingly = true
  /// A Boolean value that indicates whether erased cells get the current background color.
  var erasesInColor = true
  /// A Boolean value that indicates whether the cursor wraps as soon as a row is full.
  ///
  /// In the last row, that scrolls the screen, so its last cell isn't written.
  var wrapsAtOnce = false
  /// A Boolean value that indicates whether the terminal understands or ignores hyperlinks.
  var hasLinks = true

  /// Returns the bytes that turn a screen into another one of the same size.
  ///
  /// The result is empty if the screens are equal. If the content of the terminal is unknown, `old`
  /// is `nil`, and the terminal is cleared first.
  func bytes(from old: Screen?, to new: Screen, palette: Palette) -> [UInt8] {
    var frame = DrawnFrame(painter: self, palette: palette)
    var cleared: [Cell]?
    if old == nil, frame.clear() { cleared = Array(repeating: Cell(), count: new.size.columns) }
    for (row, cells) in new.rows.enumerated() {
      let link = hasLinks ? new.links[row] : nil
      // A target is a part of the cells of its hyperlink, so a new one means that they differ.
      let hasOtherLink = hasLinks && link != old?.links[row]
      let before = hasOtherLink ? nil : old?.rows[row] ?? cleared
      guard before != cells else { continue }
      let isLast = row == new.size.rows - 1
      frame.paint(cells, over: before, row: row, link: link, isLast: isLast)
    }
    guard !frame.bytes.isEmpty || old?.cursor != new.cursor else { return [] }
    frame.finish(cursor: new.cursor)
    return frame.bytes
  }
}

/// The colors and the attributes of text as a terminal shows them.
private struct CellStyle: Equatable {
  var ink = TerminalColor.own
  var surface = TerminalColor.own
  var attributes: Style.Attributes = []

  /// A Boolean value that indicates whether blanks show only the background color.
  var hidesInk: Bool { attributes.isDisjoint(with: [.underline, .reverse]) }
}

/// The bytes of a frame, and the state of the terminal after them.
private struct DrawnFrame {
  let painter: Painter
  let palette: Palette
  var bytes: [UInt8] = []
  var style = CellStyle()
  var link: String?
  var cursor: Position?
  /// A Boolean value that indicates whether the terminal's cursor may be in another column.
  var isCursorUncertain = false

  /// The maximum number of unchanged cells that are rewritten rather than skipped.
  private static let widestGap = 4

  /// Clears the screen.
  ///
  /// This method returns `false` if the cleared screen doesn't have the color of the page.
  mutating func clear() -> Bool {
    // Another program may have changed the style.
    bytes += "\u{1B}[m".utf8
    let page = style(of: Style.plain)
    if painter.erasesInColor { use(page) }
    bytes += "\u{1B}[H\u{1B}[J".utf8
    return canErase(page)
  }

  mutating func finish(cursor: Position) {
    use(link: nil)
    use(CellStyle())
    move(to: cursor)
  }

  /// Paints the cells of a row that differ from its current cells, or all cells if those are
  /// unknown.
  mutating func paint(
    _ cells: [Cell], over old: [Cell]?, row: Int, link: String?, isLast: Bool
  ) {
    func differs(_ column: Int) -> Bool { old.map { $0[column] != cells[column] } ?? true }
    var end = cells.count
    while end > 0, !differs(end - 1) { end -= 1 }
    // Blanks at the end of the row are erased if the terminal can do that in their color.
    var text = end
    if let last = cells.last, last == Cell(style: Style(on: last.style.surface)),
      canErase(style(of: last.style))
    {
      var blanks = cells.count
      while blanks > 0, cells[blanks - 1] == last { blanks -= 1 }
      if end - blanks > Self.widestGap { text = blanks }
    }
    for column in 0..<text where differs(column) {
      let written = cursor?.row == row ? cursor?.column ?? -1 : -1
      // The second column of a wide character was written with the first one.
      if column < written { continue }
      var first = written >= 0 && column - written <= Self.widestGap ? written : column
      while first > max(written, 0), cells[first].glyph.width == 0 || old?[first].glyph.width == 0 {
        first -= 1
      }
      for column in first...column where cells[column].glyph.width > 0 {
        let end = column + Int(cells[column].glyph.width)
        if isLast, painter.wrapsAtOnce, end == cells.count { break }
        move(to: Position(row: row, column: column))
        put(cells[column], link: link)
      }
    }
    guard text < end, let last = cells.last else { return }
    move(to: Position(row: row, column: text))
    use(forBlank: style(of: last.style))
    use(link: nil)
    bytes += "\u{1B}[K".utf8
  }

  private mutating func put(_ cell: Cell, link: String?) {
    use(link: cell.style.attributes.contains(.link) ? link : nil)
    let wanted = style(of: cell.style)
    if cell.glyph == .blank { use(forBlank: wanted) } else { use(wanted) }
    let base = cell.glyph.base
    put(base)
    if cell.glyph.hasMarks { for mark in cell.glyph.marks { put(mark) } }
    cursor?.column += Int(cell.glyph.width)
    // Terminals disagree on the width of emoji and of combined characters.
    isCursorUncertain = base > 0xFFFF || cell.glyph.hasMarks
  }

  private mutating func put(_ character: UInt32) {
    if character < 0x80 {
      bytes.append(UInt8(character))
    } else if let scalar = Unicode.Scalar(character) {
      bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }

  private mutating func put(number: Int) {
    if number > 9 { put(number: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func move(to position: Position) {
    guard position != cursor || isCursorUncertain else { return }
    bytes += "\u{1B}[".utf8
    put(number: position.row + 1)
    bytes.append(UInt8(ascii: ";"))
    put(number: position.column + 1)
    bytes.append(UInt8(ascii: "H"))
    (cursor, isCursorUncertain) = (position, false)
  }

  // MARK: Hyperlinks

  private mutating func use(link target: String?) {
    guard target != link else { return }
    link = target
    // Control characters would end the sequence, and terminals limit its length.
    let isSafe = target?.utf8.allSatisfy { 0x21...0x7E ~= $0 } ?? true
    let shown = isSafe ? target?.prefix(2048) ?? "" : ""
    bytes += "\u{1B}]8;;\(shown)\u{1B}\\".utf8
  }

  // MARK: Styles

  private func style(of style: Style) -> CellStyle {
    let pen = palette[style]
    let isColored = pen.ink != .own || pen.surface != .own
    let supported = isColored ? painter.attributesInColor : painter.attributes
    return CellStyle(
      ink: pen.ink, surface: pen.surface,
      attributes: pen.attributes(of: style).intersection(supported))
  }

  private func canErase(_ style: CellStyle) -> Bool {
    style.hidesInk && (painter.erasesInColor || style.surface == .own)
  }

  /// Switches to a style for blanks, and keeps what isn't visible in them.
  private mutating func use(forBlank wanted: CellStyle) {
    guard wanted.hidesInk, style.hidesInk else { return use(wanted) }
    var next = style
    next.surface = wanted.surface
    use(next)
  }

  private static let attributes: [(bit: Style.Attributes, on: Int, off: Int)] = [
    (.bold, 1, 22), (.italic, 3, 23), (.underline, 4, 24), (.reverse, 7, 27),
  ]

  /// Switches to a style with a sequence that contains only what changes.
  private mutating func use(_ wanted: CellStyle) {
    guard wanted != style else { return }
    bytes += "\u{1B}[".utf8
    let hasLess =
      !style.attributes.isSubset(of: wanted.attributes)
      || (style.ink != wanted.ink && wanted.ink == .own)
      || (style.surface != wanted.surface && wanted.surface == .own)
    if wanted == CellStyle() || (hasLess && !painter.resetsSingly) {
      style = CellStyle()
      put(code: 0)
    }
    for (bit, on, off) in Self.attributes
    where style.attributes.contains(bit) != wanted.attributes.contains(bit) {
      put(code: wanted.attributes.contains(bit) ? on : off)
    }
    if style.ink != wanted.ink { put(wanted.ink, base: 30) }
    if style.surface != wanted.surface { put(wanted.surface, base: 40) }
    // The codes end with semicolons, the last of which is replaced.
    bytes[bytes.count - 1] = UInt8(ascii: "m")
    style = wanted
  }

  private mutating func put(code: Int) {
    put(number: code)
    bytes.append(UInt8(ascii: ";"))
  }

  private mutating func put(_ color: TerminalColor, base: Int) {
    switch color {
    case .own: put(code: base + 9)
    case .number(let number) where number < 8: put(code: base + Int(number))
    case .number(let number):
      for code in [base + 8, 5, Int(number)] { put(code: code) }
    case .rgb(let color):
      for code in [base + 8, 2, Int(color.red), Int(color.green), Int(color.blue)] {
        put(code: code)
      }
    }
  }
}
