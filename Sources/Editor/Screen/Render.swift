import Settee
import SetteeTerminal

// From state to screen. `render` draws the whole: the rows of a pane or what stands above them, and the
// lines around that (`Bars.swift`). It only reads the state; what is remembered is the renderer's.

/// Draws the state: the only way from state to screen, and it reads nothing else.
///
/// A renderer remembers rows, so that they need not be drawn again.
func render(_ state: EditorState, remembering renderer: Renderer? = nil) -> Screen {
  var canvas = Canvas(size: state.size, look: state.look)
  canvas.screen.theme = state.shownTheme
  if state.boxes.isEmpty {
    canvas.drawPage(state, renderer)
  } else {
    var page = state
    (page.modes, page.message) = ([], nil)
    canvas.drawPage(page, renderer)
    canvas.drawBoxes(state)
  }
  if state.message != nil { canvas.drawMessage(state) }
  return canvas.screen
}

extension Canvas {
  fileprivate mutating func drawPage(_ state: EditorState, _ renderer: Renderer?) {
    drawHeader(state)
    if let front = state.front?.content, !state.showsRows {
      draw(in: state.area(of: front), on: .page) { front.draw(on: &$0, state) }
    } else {
      drawSidebar(state)
      drawInspector(state)
      drawStrip(state)
      drawRows(state, renderer)
    }
    if let row = state.frame.hints { draw(state.hintLine, row: row) }
  }

  /// Draws the rows of the pane, with the cursor at the focused one, or at the caret.
  fileprivate mutating func drawRows(_ state: EditorState, _ renderer: Renderer?) {
    let frame = state.frame
    draw(in: Area(rows: frame.list, columns: frame.pane), on: .page) { canvas in
      var row = -state.place.topLine
      var index = state.place.top
      while row < canvas.rows, state.items.indices.contains(index) {
        let drawn = renderer?.lines(at: index, state)
        let count = drawn?.count ?? state.lineCount(at: index)
        let first = max(-row, 0)
        let seen = first..<max(min(count, canvas.rows - row), first)
        let lines = drawn == nil ? state.lines(at: index, seen) : []
        for line in seen {
          let isNote: Bool
          if let drawn {
            canvas.screen.replace(
              row: canvas.area.rows.lowerBound + row + line, from: canvas.area.columns.lowerBound,
              with: drawn[line].cells, link: drawn[line].link)
            isNote = drawn[line].isNote
          } else {
            canvas.draw(lines[line - first], row: row + line)
            isNote = lines[line - first].isNote
          }
          guard index == state.focusIndex, !isNote else { continue }
          canvas.showFocus(onLine: line, row: row + line, state)
        }
        row += count
        index += 1
        if frame.layout == .single { break }
      }
    }
    guard let column = frame.thumb, let thumb = state.thumb else { return }
    for row in thumb { put(look.glyphs.thumb, row: row, column: column, style: .rail) }
  }

  private mutating func showFocus(onLine line: Int, row: Int, _ state: EditorState) {
    let isFocusLine = line == state.place.focusLine
    // Of a long text, the one line has the focus.
    if state.text(of: state.focused) != nil, !isFocusLine { return }
    // The tree of panes has the cursor.
    if case .panes? = state.mode { return }
    guard state.fieldMode == nil else {
      // A field shows by its own look where the typing goes.
      if isFocusLine { put(look.glyphs.focus, row: row, column: 0, style: .key) }
      return
    }
    showFocus(row: row, mark: isFocusLine)
    if isFocusLine { moveCursor(row: row, column: 0) }
  }
}

extension EditorState {
  /// Whether the rows of the pane are on the screen, and not a page in their place.
  var showsRows: Bool {
    if case .panes? = front { return true }
    return front == nil || fieldMode != nil
  }

  /// The rows of the screen on which the thumb of the scroll bar stands; nil where all is seen.
  var thumb: Range<Int>? {
    let rows = frame.list
    guard frame.thumb != nil, place.top > 0 || place.topLine > 0 || isLongerThanScreen else {
      return nil
    }
    // By items: to count the lines of thousands would take longer than to draw what is seen.
    var (line, seen) = (-place.topLine, 0)
    while line < rows.count, items.indices.contains(place.top + seen) {
      line += lineCount(at: place.top + seen)
      seen += 1
    }
    let thumb = ListPlace.thumb(rows: rows.count, top: place.top, count: items.count, seen: seen)
    return (rows.lowerBound + thumb.lowerBound)..<(rows.lowerBound + thumb.upperBound)
  }

  private var isLongerThanScreen: Bool {
    var left = listRows
    for index in items.indices {
      left -= lineCount(at: index)
      if left < 0 { return true }
    }
    return false
  }
}

/// A line as it stands on the screen while nothing is edited.
struct DrawnLine {
  let cells: [Cell]
  /// Whether the focus leaves the line out.
  let isNote: Bool
  /// Where the row leads outside the terminal.
  let link: String?
}

/// Draws the states of one editor, each after the other, and remembers the rows that it has drawn.
///
/// A key that moves changes two rows of twenty: without this memory, it takes 0.1 ms longer from an
/// arrow key to the paint. `render` is the same without a memory, and tests that walk at random hold
/// the one against the other.
final class Renderer {
  private var revision: Revision?
  /// The lines of the items that were drawn, by their places in the list.
  private var rows: [[DrawnLine]?] = []
  private var count = 0

  func draw(_ state: EditorState) -> Screen {
    // Scrolling gathers no memory.
    if revision !== state.revision || count > 8 * state.listRows {
      revision = state.revision
      rows = Array(repeating: nil, count: state.items.count)
      count = 0
    }
    return render(state, remembering: self)
  }

  /// The lines of an item; nil for a field, which looks different with every key, and for long texts.
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

/// Tells whether rows may look different than before: another one, as soon as anything has changed
/// that they show.
final class Revision: Sendable {}
