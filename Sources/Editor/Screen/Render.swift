import Settee
import SetteeTerminal

// From state to screen. `render` draws the whole: the rows of a pane or what stands above them, and the
// lines around that (`Bars.swift`). It only reads the state; what is remembered is the renderer's.

/// Draws the state: the only way from state to screen, and it reads nothing else.
///
/// A renderer remembers rows, so that they need not be drawn again.
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
  if state.message != nil { canvas.drawStatus(state) }
  return canvas.screen
}

extension Canvas {
  /// Draws the page: the rows of a pane or what takes their place, and the lines around that.
  fileprivate mutating func drawPage(_ state: EditorState, _ renderer: Renderer?) {
    drawHeader(state)
    if let front = state.front?.content, state.fieldMode == nil {
      draw(in: state.area(of: front), on: .page) { front.draw(on: &$0, state) }
    } else {
      drawRows(state, renderer)
    }
    drawHints(state)
    if state.message == nil { drawStatus(state) }
  }
}

extension Canvas {
  /// Draws the rows of the pane, with the cursor at the focused one, or at the caret.
  mutating func drawRows(_ state: EditorState, _ renderer: Renderer? = nil) {
    let list = state.frame.list
    var row = list.lowerBound - state.place.topLine
    var index = state.place.top
    while row < list.upperBound, state.items.indices.contains(index) {
      let drawn = renderer?.lines(at: index, state)
      let count = drawn?.count ?? state.lineCount(at: index)
      let first = max(list.lowerBound - row, 0)
      let seen = first..<max(min(count, list.upperBound - row), first)
      let lines = drawn == nil ? state.lines(at: index, seen) : []
      for line in seen {
        let columns: Range<Int>
        if let drawn {
          columns = drawn[line].columns
          screen.replace(row: row + line, with: drawn[line].cells, link: drawn[line].link)
        } else {
          columns = draw(lines[line - first], row: row + line)
        }
        showFocus(of: (index, line), columns: columns, row: row + line, state)
      }
      row += count
      index += 1
      if state.frame.layout == .single { break }
    }
  }

  private mutating func showFocus(
    of place: (index: Int, line: Int), columns: Range<Int>, row: Int, _ state: EditorState
  ) {
    guard place.index == state.focusIndex else { return }
    let isFocusLine = place.line == state.place.focusLine
    guard isFocusLine || state.isNearRow(place.index) else { return }
    // A field shows by its own look where the typing goes.
    let isEdited = state.fieldMode != nil
    if !isEdited {
      showFocus(row: row, columns: columns, mark: isFocusLine)
    } else if isFocusLine {
      drawMark(row: row)
    }
    if isFocusLine, !isEdited { moveCursor(row: row, column: 0) }
  }
}

extension EditorState {
  /// Whether all lines of a row belong to its focus, as those of a wrapped sentence do.
  func isNearRow(_ index: Int) -> Bool {
    guard items.indices.contains(index), case .footer = items[index] else {
      return frame.layout != .wide
    }
    return false
  }
}

/// A line as it stands on the screen while nothing is edited.
struct DrawnLine {
  /// The cells of the whole row.
  let cells: [Cell]
  /// The columns that the focus covers when it comes here.
  let columns: Range<Int>
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
      var canvas = Canvas(size: Size(rows: 1, columns: state.size.columns), look: state.look)
      let columns = canvas.draw(line, row: 0)
      return DrawnLine(
        cells: canvas.screen.rows[0], columns: columns, link: canvas.screen.links[0])
    }
    rows[index] = lines
    count += 1
    return lines
  }
}

/// Tells whether rows may look different than before: another one, as soon as anything has changed
/// that they show.
final class Revision: Sendable {}
