import SetteeTerminal

// Dialog boxes that are drawn over a dimmed page. Each dialog provides the size, the position, and
// the content of its box.

/// The title, size, and position of a dialog box.
struct BoxShape: Sendable {
  enum Anchor: Sendable {
    case centered
    /// The dialog box is directly below the header of the screen.
    case top
    /// The dialog box is below or above the focused row, at the column of the row's value.
    case atRow
  }

  /// The title that is shown in the top border of the dialog box.
  ///
  /// Questions have an empty title.
  let title: String
  var note = ""
  var columns: Int
  /// The number of rows for the content of the dialog box, excluding the border and the key hints.
  var rows: Int
  var place = Anchor.centered
  /// The indentation of text and key hints inside the dialog box.
  var indent = Canvas.boxIndent

  static let wide = 76
}

/// A dialog box with its position on the screen.
struct Box: Sendable {
  let shape: BoxShape
  let frame: Area

  /// The height of the blank lines above and below the content, or zero if the content needs all
  /// rows.
  private var margin: Int { frame.rows.count - shape.rows >= 5 ? 1 : 0 }

  /// The area inside of the border, except for the key hints.
  var content: Area {
    Area(
      rows: (frame.rows.lowerBound + 1 + margin)..<(frame.rows.upperBound - 2 - margin),
      columns: (frame.columns.lowerBound + 1)..<(frame.columns.upperBound - 1))
  }

  /// The area inside of the border.
  var inside: Area {
    Area(
      rows: (frame.rows.lowerBound + 1)..<(frame.rows.upperBound - 1),
      columns: (frame.columns.lowerBound + 1)..<(frame.columns.upperBound - 1))
  }

  var keys: Area {
    let row = frame.rows.upperBound - 2
    return Area(rows: row..<row + 1, columns: content.columns)
  }
}

extension EditorState {
  /// A Boolean value that indicates whether dialogs are drawn as boxes rather than on the entire
  /// screen.
  ///
  /// Dialogs use the entire screen if rows are shown as sentences or if text is written from right
  /// to left.
  var hasBoxes: Bool {
    size.columns >= 60 && size.rows >= 16 && frame.layout == .wide && !look.isRightToLeft
  }

  func box(of dialog: any Dialog) -> Box? {
    guard hasBoxes, let shape = dialog.shape(self) else { return nil }
    return Box(shape: shape, frame: area(of: shape))
  }

  /// Returns the area of the screen for the content of a dialog.
  ///
  /// This area is inside the dialog's box, or between the header and the footer if the dialog has
  /// no box.
  func area(of dialog: any Dialog) -> Area {
    box(of: dialog)?.content ?? Area(rows: frame.list, columns: 0..<size.columns)
  }

  func contentSize(of dialog: any Dialog) -> Size { area(of: dialog).size }

  private func area(of shape: BoxShape) -> Area {
    let columns = min(shape.columns, size.columns - 4)
    // The border, the key hints, and blank lines above and below the content.
    var rows = min(shape.rows + 5, size.rows - 4)
    var (top, left) = (2, (size.columns - columns) / 2)
    switch shape.place {
    case .top: break
    case .centered: top = 1 + (size.rows - 3 - rows) / 2
    case .atRow:
      let row = focusedRows
      // Keep the header and the two bottom rows of the screen visible.
      let (above, below) = (row.lowerBound - 1, size.rows - 2 - row.upperBound)
      let isBelow = below >= rows || below >= above
      rows = min(rows, max(isBelow ? below : above, 6))
      top = min(max(isBelow ? row.upperBound : row.lowerBound - rows, 1), size.rows - 2 - rows)
      left = min(valueColumn - 2, size.columns - columns - 1)
    }
    return Area(rows: top..<top + rows, columns: left..<left + columns)
  }

  var focusedRows: Range<Int> {
    var row = frame.list.lowerBound - place.topLine
    for index in place.top..<max(focusIndex, place.top) { row += lineCount(at: index) }
    let first = min(max(row, frame.list.lowerBound), frame.list.upperBound - 1)
    let end = min(max(row + lineCount(at: focusIndex), first + 1), frame.list.upperBound)
    return first..<end
  }

  /// The dialog boxes that are visible on the screen, ending with the topmost box.
  ///
  /// If a dialog box belongs to the focused row, the boxes below it are hidden so that they don't
  /// cover the row.
  var boxes: [(content: any Dialog, box: Box)] {
    guard hasBoxes, let front = dialog, box(of: front) != nil else { return [] }
    var boxes: [(content: any Dialog, box: Box)] = []
    for content in dialogs.reversed() {
      guard let box = box(of: content) else { break }
      boxes.insert((content, box), at: 0)
      if case .atRow = box.shape.place { break }
    }
    return boxes
  }

  // MARK: Keys and the mouse

  /// Returns as many key hints as fit at the bottom of a dialog, in the order of the key map.
  func hints(
    of content: any Dialog, columns: Int, where isShown: (Command) -> Bool = { _ in true }
  ) -> [Span] {
    var bound: [(keys: [Span], word: String, command: Command)] = []
    for binding in keys.lines(of: content.context) where isShown(binding.command) {
      guard let key = binding.keys.first, let hint = content.hint(for: binding, self) else {
        continue
      }
      let word = words.translation(of: hint)
      let span = Span(look.keyName(key), .key, .command(binding.command))
      if word == bound.last?.word {
        // Related keys share one label.
        let isArrow = span.text != key
        bound[bound.count - 1].keys += (isArrow ? [] : [Span(" ")]) + [span]
      } else {
        bound.append(([span], word, binding.command))
      }
    }
    let pieces = bound.enumerated().map { index, piece in
      // Always show the first hint of the row, and prefer the hints for help and for leaving over the
      // others.
      let isFirst = index == 0 && !piece.command.isGeneral
      let leaves = [.cancel, .quit].contains(piece.command)
      let rank = isFirst ? 0 : piece.command == .help ? 1 : leaves ? 2 : 3
      let width = look.columns(of: piece.keys) + look.columns(of: piece.word) + 3
      return (rank: rank, columns: width)
    }
    return Appearance.fitting(pieces, room: columns).flatMap { index in
      let (keys, word, command) = bound[index]
      // A hint for several keys doesn't respond to the mouse, because it is unclear which key the
      // user means.
      let press = keys.count == 1 ? Press.command(command) : nil
      return keys + [Span(" " + word, .quiet, press), Span("  ")]
    }
  }

  fileprivate func hintLine(of content: any Dialog, _ box: Box) -> Line {
    let indent = box.shape.indent
    let room = box.keys.columns.count - indent - Canvas.boxIndent
    return Line(hints(of: content, columns: room), indent: indent)
  }

  /// Returns the width that a dialog box needs to show its most important key hints.
  func hintColumns(of content: any Dialog) -> Int {
    look.columns(of: hints(of: content, columns: 40)) + 4
  }

  /// Handles a mouse press while a dialog box is open.
  ///
  /// A mouse press outside of the dialog box closes it.
  mutating func press(_ position: Position, on box: Box, of content: any Dialog) -> [Effect] {
    guard box.frame.contains(position) else { return perform(.cancel) }
    if box.keys.contains(position) {
      return press(on: hintLine(of: content, box), box.keys.place(of: position), in: box.keys)
    }
    guard box.content.contains(position) else { return [] }
    return content.press(box.content.place(of: position), in: &self)
  }
}

// MARK: Drawing

extension Canvas {
  /// The indentation of text in a dialog box, which leaves room for the focus marker.
  static let boxIndent = 2

  mutating func drawBoxes(_ state: EditorState) {
    for (content, box) in state.boxes {
      let lit = Area(rows: state.focusedRows, columns: state.frame.pane)
      shade(but: box.shape.place == .atRow ? lit : nil)
      // The frame has the color of the page, so that no color sticks out beyond it.
      draw(in: box.frame, on: .page) { $0.drawFrame(box.shape) }
      draw(in: box.inside, on: .sheet) { $0.clear() }
      draw(in: box.keys, on: .sheet) { $0.draw(state.hintLine(of: content, box), row: 0) }
      draw(in: box.content, on: .sheet) { content.draw(on: &$0, state) }
    }
  }

  /// Dims the screen behind a dialog box, except for the focused row.
  private mutating func shade(but lit: Area?) {
    for row in 0..<screen.size.rows {
      var dark = [0..<screen.size.columns]
      if let lit, lit.rows.contains(row) {
        dark = [0..<lit.columns.lowerBound, lit.columns.upperBound..<screen.size.columns]
        screen.restyle(row: row, columns: lit.columns) { style in
          if style.surface == .band { style.surface = .page }
        }
        let first = lit.columns.lowerBound
        screen.restyle(row: row, columns: first..<first + 1) { $0.ink = .accent }
      }
      for columns in dark {
        if look.theme.isStrong {
          let blanks = String(repeating: " ", count: columns.count)
          screen.put(blanks, row: row, column: columns.lowerBound)
        } else {
          screen.restyle(row: row, columns: columns) { $0 = Style(.shade) }
        }
      }
    }
  }

  private mutating func drawFrame(_ shape: BoxShape) {
    clear()
    let (corners, last) = (look.glyphs.frame.map(String.init), rows - 1)
    let rule = String(repeating: look.glyphs.rule, count: columns - 2)
    put("\(corners[0])\(rule)\(corners[1])", row: 0, column: 0, style: .knob)
    for row in 1..<last {
      for column in [0, columns - 1] { put(corners[4], row: row, column: column, style: .knob) }
    }
    put("\(corners[2])\(rule)\(corners[3])", row: last, column: 0, style: .knob)
    let note = look.clip(shape.note, to: columns / 2)
    let room = columns - 8 - (note.isEmpty ? 0 : look.columns(of: note) + 2)
    if !shape.title.isEmpty {
      put(" \(look.clip(shape.title, to: room)) ", row: 0, column: 2, style: Style(.text, .bold))
    }
    guard !note.isEmpty else { return }
    put(" \(note) ", row: 0, column: columns - 3 - look.columns(of: note), style: .quiet)
  }

  /// Draws a scroll bar at the right edge of a dialog if its content is longer than the dialog.
  mutating func drawThumb(rows: Range<Int>, top: Int, count: Int) {
    guard count > rows.count, !rows.isEmpty else { return }
    let thumb = ListSelection.thumb(rows: rows.count, top: top, count: count, seen: rows.count)
    let shown = (rows.lowerBound + thumb.lowerBound)..<(rows.lowerBound + thumb.upperBound)
    drawScrollBar(rows: rows, thumb: shown, column: columns - 1)
  }

  /// Draws a scroll bar, with a track along all rows.
  mutating func drawScrollBar(rows: Range<Int>, thumb: Range<Int>, column: Int) {
    let (glyphs, isBlank) = (look.glyphs, look.glyphs.thumb == " ")
    for row in rows {
      guard thumb.contains(row) else {
        put(glyphs.track, row: row, column: column, style: .rule)
        continue
      }
      // A reversed blank is solid. The block characters of many fonts leave gaps between the rows.
      put(
        glyphs.thumb, row: row, column: column,
        style: isBlank ? Style(.off, .reverse) : .rail)
    }
  }
}
