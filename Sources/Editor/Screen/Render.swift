import Settee
import SetteeTerminal

// Functions that draw the editor's state on a screen without changing the state. Cached output
// belongs to the renderer.

/// Returns the content of the screen for a state of the editor.
///
/// If a renderer is specified, it caches the drawn lines for the next call. The result is the same
/// without a renderer.
func render(_ state: EditorState, remembering renderer: Renderer? = nil) -> Screen {
  var canvas = Canvas(size: state.size, look: state.look)
  if state.boxes.isEmpty {
    canvas.drawPage(state, renderer)
  } else {
    var page = state
    (page.modes, page.message) = ([], nil)
    canvas.drawPage(page, renderer)
    canvas.drawBoxes(state)
  }
  if state.message != nil { canvas.drawMessage(state) }
  canvas.screen.theme = state.shownTheme
  return canvas.screen
}

extension Canvas {
  fileprivate mutating func drawPage(_ state: EditorState, _ renderer: Renderer?) {
    if let front = state.front, !state.showsRows {
      drawHeader(state)
      draw(in: state.area(of: front), on: .page) { front.draw(on: &$0, state) }
    } else {
      if let frame = renderer?.frame(state) { screen = frame } else { drawFrame(state, renderer) }
      drawSidebar(state)
      drawInspector(state)
      drawStrip(state)
      drawFocused(state, renderer)
    }
    guard let row = state.frame.hints else { return }
    if let cells = renderer?.hints(state) {
      screen.replace(row: row, with: cells)
    } else {
      draw(state.hintLine, row: row)
    }
  }

  /// Draws the parts of the screen that don't depend on which row has the focus.
  ///
  /// The header, the rows of the pane, and the separator are drawn in the same way for every
  /// focused row.
  fileprivate mutating func drawFrame(_ state: EditorState, _ renderer: Renderer?) {
    drawHeader(state)
    drawRule(state)
    drawRows(state, renderer)
  }

  /// Draws the rows of the current pane, except for the focused row during an edit.
  ///
  /// While the user edits the focused row, its text field is drawn separately.
  private mutating func drawRows(_ state: EditorState, _ renderer: Renderer?) {
    let frame = state.frame
    draw(in: Area(rows: frame.list, columns: frame.pane), on: .page) { canvas in
      var row = -state.place.topLine
      var index = state.place.top
      while row < canvas.rows, state.items.indices.contains(index) {
        let isLeftOut = index == state.focusIndex && state.mode != nil
        row +=
          isLeftOut
          ? state.lineCount(at: index) : canvas.drawItem(index, row: row, state, renderer)
        index += 1
        if frame.layout == .single { break }
      }
    }
    guard let column = frame.thumb, let thumb = state.thumb else { return }
    for row in thumb { put(look.glyphs.thumb, row: row, column: column, style: .rail) }
  }

  /// Draws the focused row with its highlight, and moves the cursor to the row or to its text
  /// caret.
  private mutating func drawFocused(_ state: EditorState, _ renderer: Renderer?) {
    let (top, index) = (state.place.top, state.focusIndex)
    guard top <= index, state.items.indices.contains(index) else { return }
    let row = (top..<index).reduce(-state.place.topLine) { $0 + state.lineCount(at: $1) }
    draw(in: Area(rows: state.frame.list, columns: state.frame.pane), on: .page) {
      $0.drawItem(index, row: row, state, renderer, isFocused: true)
    }
  }

  /// Draws those lines of an item that are visible, starting at the specified row of the list.
  ///
  /// This method returns the total number of lines in the item.
  @discardableResult
  private mutating func drawItem(
    _ index: Int, row: Int, _ state: EditorState, _ renderer: Renderer?, isFocused: Bool = false
  ) -> Int {
    let drawn = renderer?.lines(at: index, state)
    let count = drawn?.count ?? state.lineCount(at: index)
    let first = max(-row, 0)
    let seen = first..<max(min(count, rows - row), first)
    let lines = drawn == nil ? state.lines(at: index, seen) : []
    for line in seen {
      let isNote: Bool
      if let drawn {
        screen.replace(
          row: area.rows.lowerBound + row + line, from: area.columns.lowerBound,
          with: drawn[line].cells, link: drawn[line].link)
        isNote = drawn[line].isNote
      } else {
        draw(lines[line - first], row: row + line)
        isNote = lines[line - first].isNote
      }
      if isFocused, !isNote { showFocus(onLine: line, row: row + line, state) }
    }
    return count
  }

  private mutating func showFocus(onLine line: Int, row: Int, _ state: EditorState) {
    let isFocusLine = line == state.place.focusLine
    // In a long text, highlight only the current line.
    if state.text(of: state.focused) != nil, !isFocusLine { return }
    // While the pane tree has the focus, no row is highlighted.
    if state.mode is PanesDialog { return }
    guard state.fieldMode == nil else {
      // A text field already shows that it has the focus, so draw only the focus marker.
      if isFocusLine { put(look.glyphs.focus, row: row, column: 0, style: .key) }
      return
    }
    showFocus(row: row, mark: isFocusLine)
    if isFocusLine { moveCursor(row: row, column: 0) }
  }
}

extension EditorState {
  var showsRows: Bool {
    front == nil || front is PanesDialog || fieldMode != nil
  }

  /// The rows of the scroll bar that its thumb covers, or `nil` if all items are visible.
  var thumb: Range<Int>? {
    let rows = frame.list
    guard frame.thumb != nil, place.top > 0 || place.topLine > 0 || isLongerThanScreen else {
      return nil
    }
    // Estimate the length of the list by its number of items, because counting the lines of
    // thousands of items would be slow.
    var (line, seen) = (-place.topLine, 0)
    while line < rows.count, items.indices.contains(place.top + seen) {
      line += lineCount(at: place.top + seen)
      seen += 1
    }
    let thumb = ListSelection.thumb(
      rows: rows.count, top: place.top, count: items.count, seen: seen)
    return (rows.lowerBound + thumb.lowerBound)..<(rows.lowerBound + thumb.upperBound)
  }

  private var isLongerThanScreen: Bool {
    var left = listRows
    return items.indices.contains { index in
      left -= lineCount(at: index)
      return left < 0
    }
  }
}

/// A line of a row in its final form, ready to be copied to the screen.
struct DrawnLine {
  let cells: [Cell]
  let isNote: Bool
  let link: String?
}

/// A renderer that draws the editor's screen and caches the lines that it has drawn.
///
/// The cache pays off because moving the focus changes only two rows. The method `render` must
/// produce the same screens without a cache, which randomized tests verify.
final class Renderer {
  private var revision: Revision?
  /// The lines that have been drawn for each item of the list, by index.
  private var rows: [[DrawnLine]?] = []
  private var count = 0
  private var frame: (top: Int, topLine: Int, screen: Screen)?
  private var hints: (words: [Phrase?], cells: [Cell])?

  func draw(_ state: EditorState) -> Screen {
    // Clear the cache when it becomes too large, which can happen while the user scrolls.
    if revision !== state.revision || count > 8 * state.listRows {
      revision = state.revision
      rows = Array(repeating: nil, count: state.items.count)
      count = 0
      (frame, hints) = (nil, nil)
    }
    return render(state, remembering: self)
  }

  /// Returns the screen without the focused row, or `nil` while a dialog is open.
  func frame(_ state: EditorState) -> Screen? {
    guard state.front == nil else { return nil }
    let place = state.place
    if let frame, frame.top == place.top, frame.topLine == place.topLine { return frame.screen }
    var canvas = Canvas(size: state.size, look: state.look)
    canvas.drawFrame(state, self)
    frame = (place.top, place.topLine, canvas.screen)
    return canvas.screen
  }

  /// Returns the key hints as drawn cells, or `nil` if they can't be reused for other rows.
  func hints(_ state: EditorState) -> [Cell]? {
    guard state.front == nil, !state.hintsHavePosition else { return nil }
    let words = state.hintWords
    if let hints, hints.words == words { return hints.cells }
    var canvas = Canvas(size: Size(rows: 1, columns: state.size.columns), look: state.look)
    canvas.draw(state.hintLine, row: 0)
    hints = (words, canvas.screen.rows[0])
    return canvas.screen.rows[0]
  }

  /// Returns the drawn lines of an item, or `nil` for a text field or a long text, which aren't
  /// cached.
  func lines(at index: Int, _ state: EditorState) -> [DrawnLine]? {
    guard rows.indices.contains(index), index != state.focusIndex || state.mode == nil else {
      return nil
    }
    if let lines = rows[index] { return lines }
    guard state.lineCount(at: index) <= 12 else { return nil }
    let lines = state.lines(at: index).map { line in
      var canvas = Canvas(size: Size(rows: 1, columns: state.frame.pane.count), look: state.look)
      canvas.draw(line, row: 0)
      return DrawnLine(
        cells: canvas.screen.rows[0], isNote: line.isNote, link: canvas.screen.links[0])
    }
    rows[index] = lines
    count += 1
    return lines
  }
}

/// A token that is replaced whenever the data in the rows changes, so that caches can detect the
/// change.
final class Revision: Sendable {}
