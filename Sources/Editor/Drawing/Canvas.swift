import SetteeTerminal

// Drawing tools that don't depend on the content, such as the canvas, styled lines, and lists.

/// A drawing surface that writes styled text to a rectangular area of the screen.
struct Canvas {
  var screen: Screen
  let look: Appearance
  /// The area of the screen that the canvas can draw on.
  ///
  /// The rows and columns of the canvas start at the top-left corner of this area.
  var area: Area
  /// The background color for text whose style doesn't specify a background.
  var surface = Background.page

  init(size: Size, look: Appearance) {
    self.init(Screen(size: size, lettering: look.lettering), look: look)
    screen.theme = look.theme
  }

  /// Creates a canvas that draws over a screen.
  init(_ screen: Screen, look: Appearance) {
    (self.screen, self.look) = (screen, look)
    area = Area(screen.size)
  }

  var columns: Int { area.columns.count }
  var rows: Int { area.rows.count }

  mutating func draw(in area: Area, on surface: Background, _ body: (inout Canvas) -> Void) {
    let outer = (self.area, self.surface)
    (self.area, self.surface) = (area, surface)
    body(&self)
    (self.area, self.surface) = outer
  }

  /// Draws a line of styled text in a row of the canvas.
  ///
  /// The left part of the text starts at the line's indentation. The right part is aligned to the
  /// right, `margin` columns from the edge.
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

  /// Writes text to a row, clipped to the canvas, and returns the column after the text.
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
    let blanks = String.blanks(columns)
    for row in 0..<rows { put(blanks, row: row, column: 0) }
  }

  /// Restores an area of the screen to its state before anything is drawn on it.
  mutating func erase(_ area: Area) {
    for row in area.rows { screen.erase(row: row, columns: area.columns) }
  }

  /// Highlights a row of the canvas to show that it has the focus.
  ///
  /// The highlight replaces the color of text unless the color has a meaning, such as an error.
  mutating func showFocus(row: Int) {
    guard (0..<rows).contains(row) else { return }
    screen.restyle(row: area.rows.lowerBound + row, columns: area.columns) { style in
      guard !style.attributes.contains(.reverse) else { return }
      if style.surface != .field || surface == .field { style.surface = .band }
      switch style.ink {
      case .quiet, .off, .line: style.ink = .text
      default: break
      }
    }
    put(look.glyphs.focus, row: row, column: 0, style: Style(.text, on: .band))
  }

  mutating func moveCursor(row: Int, column: Int) {
    screen.moveCursor(
      row: area.rows.lowerBound + min(max(row, 0), rows - 1),
      column: area.columns.lowerBound + min(max(column, 0), columns - 1))
  }
}

/// A rectangle on the screen.
struct Area: Sendable, Hashable {
  var rows: Range<Int>
  var columns: Range<Int>

  var size: Size { Size(rows: rows.count, columns: columns.count) }

  func contains(_ position: Position) -> Bool {
    rows.contains(position.row) && columns.contains(position.column)
  }

  /// Converts a position on the screen to a position relative to the top-left corner of the canvas.
  func place(of position: Position) -> Position {
    Position(row: position.row - rows.lowerBound, column: position.column - columns.lowerBound)
  }
}

extension Area {
  init(_ size: Size) { self.init(rows: 0..<size.rows, columns: 0..<size.columns) }
}

/// The action that a mouse press on a part of the screen performs.
enum Press: Sendable, Equatable {
  case activate
  /// A press on the rail of a slider, with the pressed column and the length of the rail.
  case rail(Int, of: Int)
  case command(Command)
  /// A press on a step of the breadcrumb path, which opens the pane of the step.
  case crumb(Int)
  /// The press opens a pane or a section in the sidebar.
  case outline(Int)
}

/// A piece of text that is drawn in a single style.
struct Span: Sendable {
  var text: String
  var style: Style
  /// The action that pressing the text performs, or `nil` if the text doesn't respond to the mouse.
  var press: Press?

  init(_ text: String, _ style: Style = .text, _ press: Press? = nil) {
    self.text = text
    self.style = style
    self.press = press
  }
}

/// A line of styled text with a left-aligned and a right-aligned part, before it is drawn at a
/// specific width.
struct Line: Sendable {
  var left: [Span]
  var right: [Span]
  var indent = 0
  /// The URL of the line, which the terminal shows as a hyperlink.
  var link: String?
  /// The offset of the text caret within the line, in columns.
  ///
  /// The offset is relative to the start of the left-aligned text, or of the right-aligned text if
  /// the line has only that.
  var caret: Int?
  /// A Boolean value that indicates whether the line is a note that belongs to the row above it.
  ///
  /// When the row has the focus, its notes aren't highlighted.
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
    _ look: Appearance, columns: Int, margin: Int = 1
  ) -> (left: Range<Int>, right: Range<Int>) {
    let wide = right.reduce(0) { $0 + look.columns(of: $1.text, limit: columns) }
    let start = max(columns - margin - wide, 0)
    let end = right.isEmpty ? columns : start
    return (min(indent, end)..<end, start..<max(min(start + wide, columns), start))
  }

  /// Returns the action for a mouse press on a column of the line, and the offset of the column
  /// within the pressed text.
  func press(at column: Int, _ look: Appearance, columns: Int) -> (press: Press, offset: Int)? {
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

/// The state of a list on the screen, which consists of its focused item and its first visible
/// item.
struct ListSelection: Sendable {
  var focus = 0
  var top = 0

  /// Moves the focus of the list, or returns `false` if the command doesn't move the focus.
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

  /// Moves the focus to an existing item and scrolls the list as little as possible to show it.
  mutating func settle(count: Int, rows: Int) {
    focus = min(max(focus, 0), max(count - 1, 0))
    let wanted = min(max(top, focus - max(rows, 1) + 1), focus)
    top = max(min(wanted, count - max(rows, 1)), 0)
  }
}

extension Canvas {
  mutating func drawList(
    _ place: ListSelection, count: Int, rows: Range<Int>, line: (_ index: Int) -> Line
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

extension ListSelection {
  /// Returns the rows that the thumb of a scroll bar covers.
  ///
  /// The parameter `count` is the number of items in the list, and `seen` is the number of visible
  /// items.
  static func thumb(rows: Int, top: Int, count: Int, seen: Int) -> Range<Int> {
    let length = min(max(rows * seen / max(count, 1), 1), rows)
    let start = min(top * (rows - length) / max(count - seen, 1), rows - length)
    return start..<start + length
  }
}
