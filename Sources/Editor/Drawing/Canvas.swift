import SetteeTerminal

// What pictures are made of, whatever they show: a canvas of cells, lines of pieces that have roles
// (`Look.swift` has the looks), lists, how a screen is divided, and texts that fit (`Fitting.swift`).

/// A screen being drawn: lines of styles become cells of styles.
struct Canvas {
  var screen: Screen
  let look: Look
  /// The part of the screen that is drawn on: rows and columns count from its corner, and nothing that
  /// is drawn leaves it.
  var area: Area
  /// What stands behind letters that bring no surface of their own.
  var surface = Surface.page

  init(size: Size, look: Look) {
    self.look = look
    screen = Screen(size: size, lettering: look.lettering)
    screen.theme = look.theme
    area = Area(size)
  }

  var columns: Int { area.columns.count }
  var rows: Int { area.rows.count }

  mutating func draw(in area: Area, on surface: Surface, _ body: (inout Canvas) -> Void) {
    let outer = (self.area, self.surface)
    (self.area, self.surface) = (area, surface)
    body(&self)
    (self.area, self.surface) = outer
  }

  /// Draws a line, its left pieces first, its right pieces one column from the right edge.
  mutating func draw(_ line: Line, row: Int, margin: Int = 1) {
    let places = line.places(look, columns: columns, margin: margin)
    put(line.left, row: row, columns: places.left)
    put(line.right, row: row, columns: places.right)
    if let caret = line.caret {
      let pieces = line.left.isEmpty ? places.right : places.left
      moveCursor(row: row, column: pieces.lowerBound + caret)
    }
    if let link = line.link, area.rows.count > row {
      let (row, origin) = (area.rows.lowerBound + row, area.columns.lowerBound)
      for place in [places.left, places.right] where !place.isEmpty {
        screen.link(
          row: row, columns: (place.lowerBound + origin)..<(place.upperBound + origin), to: link)
      }
    }
  }

  private mutating func put(_ spans: [Span], row: Int, columns: Range<Int>) {
    var column = columns.lowerBound
    for span in spans where column < columns.upperBound {
      let room = columns.upperBound - column
      column = put(span.text, row: row, column: column, width: room, style: span.style)
    }
  }

  /// Puts text into a row, as far as the area goes; returns the column after it.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, column: Int, width: Int = .max, style: Style = .text
  ) -> Int {
    guard (0..<rows).contains(row) else { return column }
    let (origin, room) = (area.columns.lowerBound, columns - column)
    var style = style
    if style.surface == .page, !style.attributes.contains(.reverse) { style.surface = surface }
    return screen.put(
      text, row: area.rows.lowerBound + row, column: origin + column, width: min(width, room),
      style: style) - origin
  }

  mutating func clear() {
    let blanks = String(repeating: " ", count: columns)
    for row in 0..<rows { put(blanks, row: row, column: 0) }
  }

  /// Shows that a row of the area has the focus: all of it stands on the band, and only what means
  /// something by its ink keeps it.
  mutating func showFocus(row: Int, mark: Bool = true) {
    guard (0..<rows).contains(row) else { return }
    screen.restyle(row: area.rows.lowerBound + row, columns: area.columns) { style in
      guard !style.attributes.contains(.reverse) else { return }
      if style.surface != .field || surface == .field { style.surface = .band }
      if [.quiet, .off, .line].contains(style.ink) { style.ink = .text }
    }
    guard mark else { return }
    put(look.glyphs.focus, row: row, column: 0, style: Style(.text, on: .band))
  }

  mutating func moveCursor(row: Int, column: Int) {
    screen.moveCursor(
      row: area.rows.lowerBound + min(max(row, 0), rows - 1),
      column: area.columns.lowerBound + min(max(column, 0), columns - 1))
  }
}

struct Area: Sendable, Hashable {
  var rows: Range<Int>
  var columns: Range<Int>

  var size: Size { Size(rows: rows.count, columns: columns.count) }

  func contains(_ position: Position) -> Bool {
    rows.contains(position.row) && columns.contains(position.column)
  }

  /// A place of the screen, counted from the corner of the area.
  func place(of position: Position) -> Position {
    Position(row: position.row - rows.lowerBound, column: position.column - columns.lowerBound)
  }
}

extension Area {
  init(_ size: Size) { self.init(rows: 0..<size.rows, columns: 0..<size.columns) }
}

/// What a press on a piece of the screen does.
enum Press: Sendable, Equatable {
  case activate
  /// The knob of a slider goes to the pressed place: so many places are before the piece.
  case rail(Int, of: Int)
  case command(Command)
  /// The pane on the screen becomes that step of the path.
  case crumb(Int)
  case tree(Int)
}

/// A piece of a line with one look.
struct Span: Sendable {
  var text: String
  var style: Style
  /// What a press on it does; nil where nothing looks as if it could be pressed.
  var press: Press?

  init(_ text: String, _ style: Style = .text, _ press: Press? = nil) {
    self.text = text
    self.style = style
    self.press = press
  }
}

/// A line of the screen before it has a place: pieces from the left and pieces from the right.
struct Line: Sendable {
  var left: [Span]
  var right: [Span]
  var indent = 0
  /// Where the line leads outside the terminal, as a terminal may open it.
  var link: String?
  /// Where the caret stands: how many columns into the left pieces, or the right ones where there are
  /// no others.
  var caret: Int?
  /// Whether the line says more about a row than the row itself: the focus leaves it out.
  var isNote = false

  init(_ left: [Span] = [], right: [Span] = [], indent: Int = 0) {
    self.left = left
    self.right = right
    self.indent = indent
  }

  init(_ text: String, _ style: Style = .text, indent: Int = 0) {
    self.init([Span(text, style)], indent: indent)
  }

  func places(
    _ look: Look, columns: Int, margin: Int = 1
  ) -> (left: Range<Int>, right: Range<Int>) {
    let wide = right.reduce(0) { $0 + look.columns(of: $1.text, limit: columns) }
    let start = max(columns - margin - wide, 0)
    let end = right.isEmpty ? columns : start
    return (min(indent, end)..<end, start..<max(min(start + wide, columns), start))
  }

  /// What a press on a column of the line does, and how far into its piece that is.
  func press(at column: Int, _ look: Look, columns: Int) -> (press: Press, offset: Int)? {
    let places = places(look, columns: columns)
    for (spans, place) in [(right, places.right), (left, places.left)]
    where place.contains(column) {
      var start = place.lowerBound
      for span in spans {
        let end = start + look.columns(of: span.text)
        if (start..<end).contains(column) { return span.press.map { ($0, column - start) } }
        start = end
      }
    }
    return nil
  }
}

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
  mutating func drawList(
    _ place: ListPlace, count: Int, rows: Range<Int>, line: (_ index: Int) -> Line
  ) {
    for (row, index) in zip(rows, place.top..<max(count, place.top)) {
      draw(line(index), row: row, margin: 2)
      if index == place.focus { showEntry(row: row) }
    }
    drawThumb(rows: rows, top: place.top, count: count)
  }

  mutating func showEntry(row: Int) {
    showFocus(row: row)
    moveCursor(row: row, column: 0)
  }
}

extension ListPlace {
  /// Where the thumb of a scroll bar stands among so many rows, of which `seen` of `count` entries
  /// are on the screen.
  static func thumb(rows: Int, top: Int, count: Int, seen: Int) -> Range<Int> {
    let length = min(max(rows * seen / max(count, 1), 1), rows)
    let start = min(top * (rows - length) / max(count - seen, 1), rows - length)
    return start..<start + length
  }
}
