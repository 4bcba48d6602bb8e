import SetteeTerminal

// What pictures are made of, whatever they show: a canvas of cells, lines of pieces that have roles
// (`Look.swift` has the looks), lists, how a screen is divided, and texts that fit (`Fitting.swift`).

/// A screen being drawn: lines of styles become cells of styles.
struct Canvas {
  var screen: Screen
  let look: Look

  init(size: Size, look: Look) {
    self.look = look
    screen = Screen(size: size, lettering: look.lettering)
    screen.theme = look.theme
  }

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
        style: span.style)
    }
    return column
  }

  /// Draws a line across the screen, such as the header.
  mutating func drawBar(_ line: Line, row: Int, _ style: Style) {
    screen.put(
      String(repeating: " ", count: columns), row: row, column: 0, style: style)
    draw(line, row: row)
  }

  /// Shows that columns of a row belong to the focus.
  mutating func showFocus(row: Int, columns: Range<Int>, mark: Bool = true) {
    screen.restyle(row: row, columns: columns) { $0.surface = .band }
    guard mark else { return }
    screen.put(look.glyphs.focus, row: row, column: 0, style: Style(.text, on: .band))
  }

  /// Draws the mark of the focus alone, beside a field.
  mutating func drawMark(row: Int) {
    screen.put(look.glyphs.focus, row: row, column: 0, style: .key)
  }

  mutating func moveCursor(row: Int, column: Int) { screen.moveCursor(row: row, column: column) }
}

/// A piece of a line with one look.
struct Span: Sendable {
  var text: String
  var style: Style

  init(_ text: String, _ style: Style = .text) {
    self.text = text
    self.style = style
  }
}

/// A line of the screen before it has a place: pieces from the left and pieces from the right.
struct Line: Sendable {
  var left: [Span]
  var right: [Span]
  /// The column at which the left pieces begin.
  var indent = 0
  /// Where the line leads outside the terminal, as a terminal may open it.
  var link: String?
  /// Where the caret stands: how many columns into the right pieces, or into the left ones.
  var caret: Caret?

  enum Caret: Sendable, Equatable {
    case left(Int)
    case right(Int)
  }

  init(_ left: [Span] = [], right: [Span] = [], indent: Int = 0) {
    self.left = left
    self.right = right
    self.indent = indent
  }

  init(_ text: String, _ style: Style = .text, indent: Int = 0) {
    self.init([Span(text, style)], indent: indent)
  }
}

/// How the screen is divided: what stands where for a size.
struct Frame: Sendable {
  enum Layout: Sendable {
    /// Title at the left, value at the right.
    case wide
    /// A sentence at the left margin.
    case near
    /// One item on the whole screen.
    case single
  }

  let columns: Int
  let layout: Layout
  /// The rows of the screen that hold the list.
  let list: Range<Int>
  /// The row that says what is stored, or what happened; nil where there is no room.
  let status: Int?
  /// The row that names the keys; nil where there is no room.
  let hints: Int?

  init(_ size: Size, isNear: Bool) {
    columns = size.columns
    let isTiny = size.columns < 30 || size.rows < 6
    layout = isTiny ? .single : size.columns < 60 || isNear ? .near : .wide
    let top = size.rows < 3 ? 0 : size.rows < 16 ? 1 : 2
    let hasHints = size.rows >= 4
    let hasStatus = size.rows >= 6 && size.columns >= 30
    let end = size.rows - (hasHints ? 1 : 0) - (hasStatus ? 1 : 0)
    list = top..<max(end, top + 1)
    status = hasStatus ? end : nil
    hints = hasHints ? size.rows - 1 : nil
  }

  /// Where a sentence goes: beside the rows where there is room, else over the header.
  ///
  /// Only an error may cover the last row of a screen that has room for nothing else.
  func messageRow(isError: Bool) -> Int? {
    if let row = status ?? hints { return row }
    if list.lowerBound > 0 { return 0 }
    return isError ? list.upperBound - 1 : nil
  }
}

/// Where one is in a list: the focused entry, and the first one on the screen.
struct ListPlace: Sendable {
  var focus = 0
  var top = 0

  /// Moves the focus as a command asks; false for commands that move nothing.
  mutating func move(_ command: Command, count: Int, page: Int) -> Bool {
    switch command {
    case .up: focus -= 1
    case .down: focus += 1
    case .pageUp: focus -= page
    case .pageDown: focus += page
    case .first: focus = 0
    case .last: focus = count - 1
    default: return false
    }
    focus = min(max(focus, 0), max(count - 1, 0))
    return true
  }

  /// Puts the focus on an entry, and scrolls no more than needed to see it.
  mutating func settle(count: Int, rows: Int) {
    focus = min(max(focus, 0), max(count - 1, 0))
    let wanted = min(max(top, focus - max(rows, 1) + 1), focus)
    top = max(min(wanted, count - max(rows, 1)), 0)
  }
}

extension Canvas {
  /// Draws the entries of a list that are on the screen, the cursor at the focused one.
  mutating func drawList(
    _ place: ListPlace, count: Int, rows: Range<Int>, line: (_ index: Int) -> Line
  ) {
    for (row, index) in zip(rows, place.top..<max(count, place.top)) {
      let covered = draw(line(index), row: row)
      guard index == place.focus else { continue }
      showFocus(row: row, columns: covered)
      moveCursor(row: row, column: 0)
    }
  }
}
