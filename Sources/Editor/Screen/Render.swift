import Settee
import SetteeTerminal

// Functions that draw the editor's state on a screen without changing the state.

/// Returns the screen for a state.
func render(_ state: EditorState) -> Screen {
  var canvas = Canvas(size: state.size, look: state.look)
  if state.boxes.isEmpty {
    canvas.drawPage(state)
  } else {
    var page = state
    (page.dialogs, page.message) = ([], nil)
    canvas.drawPage(page)
    canvas.drawBoxes(state)
  }
  if state.message != nil { canvas.drawMessage(state) }
  canvas.screen.theme = state.shownTheme
  return canvas.screen
}

/// Returns the screen after the focus has moved between two rows of the list, given the screen before.
///
/// Moving the focus is frequent, and redrawing only what it changes takes half the time.
func render(_ state: EditorState, movedFrom index: Int, over screen: Screen) -> Screen {
  var canvas = Canvas(screen, look: state.look)
  let frame = state.frame
  for index in [index, state.focusIndex] {
    let row = frame.list.lowerBound + state.rowsAbove(index)
    let rows = row..<min(row + state.lineCount(at: index), frame.list.upperBound)
    canvas.erase(Area(rows: rows, columns: frame.pane))
    canvas.draw(in: Area(rows: frame.list, columns: frame.pane), on: .page) {
      _ = $0.drawItem(index, row: row - frame.list.lowerBound, state)
    }
  }
  canvas.drawInspector(state)
  canvas.erase(Area(rows: frame.help, columns: frame.pane))
  if frame.inspector == nil, let row = frame.facts {
    canvas.erase(Area(rows: row..<row + 1, columns: frame.pane))
  }
  canvas.drawStrip(state)
  if let row = frame.hints {
    canvas.erase(Area(rows: row..<row + 1, columns: canvas.area.columns))
    canvas.draw(state.hintLine, row: row)
  }
  return canvas.screen
}

extension Canvas {
  fileprivate mutating func drawPage(_ state: EditorState) {
    drawHeader(state)
    if let front = state.topDialog, !state.showsRows {
      if let home = front as? HomeDialog {
        drawHome(state, home)
      } else {
        draw(in: state.area(of: front), on: .page) { front.draw(on: &$0, state) }
      }
    } else {
      drawRule(state)
      drawSidebar(state)
      drawInspector(state)
      drawStrip(state)
      drawRows(state)
    }
    if let row = state.frame.hints { draw(state.hintLine, row: row) }
  }

  /// Draws the visible rows of the pane, and moves the cursor to the focused row or to the caret.
  private mutating func drawRows(_ state: EditorState) {
    let frame = state.frame
    draw(in: Area(rows: frame.list, columns: frame.pane), on: .page) { canvas in
      var row = -state.place.topLine
      var index = state.place.top
      while row < canvas.rows, state.items.indices.contains(index) {
        // A heading in the last line would introduce rows that aren't visible.
        let isLast = row == canvas.rows - 1 && row > 0 && index != state.focusIndex
        if isLast, state.items[index].isHeading { break }
        row += canvas.drawItem(index, row: row, state)
        index += 1
        if frame.layout == .single { break }
      }
    }
    guard let column = frame.thumb, let thumb = state.thumb else { return }
    drawScrollBar(rows: frame.list, thumb: thumb, column: column)
  }

  /// Draws those lines of an item that are visible, starting at the specified row of the list.
  ///
  /// This method returns the number of lines in the item up to the last visible one.
  fileprivate mutating func drawItem(_ index: Int, row: Int, _ state: EditorState) -> Int {
    let isFocused = index == state.focusIndex
    let first = max(-row, 0)
    let lines = state.lines(at: index, first..<max(rows - row, first))
    for (number, line) in zip(first..., lines) {
      draw(line, row: row + number)
      if isFocused, !line.isNote { showFocus(onLine: number, row: row + number, state) }
    }
    return first + lines.count
  }

  private mutating func showFocus(onLine line: Int, row: Int, _ state: EditorState) {
    let isFocusLine = line == state.place.focusLine
    // In a long text, highlight only the current line.
    if state.text(of: state.focused) != nil, !isFocusLine { return }
    // The cursor is in the sidebar.
    if state.dialog is OutlineDialog { return }
    showFocus(row: row)
    // While the row is edited, the cursor stays at the caret.
    if isFocusLine, state.fieldDialog == nil { moveCursor(row: row, column: 0) }
  }
}

extension EditorState {
  /// The visible rows and their focus, or `nil` if more than the focus can change with the next move.
  var list: (top: Int, topLine: Int, focus: Int)? {
    guard dialogs.isEmpty, !showsHome, message == nil, foreign.isEmpty, frame.layout != .single,
      items.indices.contains(focusIndex), items[focusIndex].isRow, place.focusLine == 0
    else { return nil }
    return (place.top, place.topLine, focusIndex)
  }

  /// Returns whether a key moves the focus by one row.
  func isMove(_ action: Action) -> Bool {
    guard case .key(let name, _) = action else { return false }
    return [.up, .down].contains(keys.command(for: name, in: .rows))
  }

  /// Returns whether the state before a move had the same visible rows and the same group, so that
  /// only the two rows and the facts about the focused one differ.
  func hasMoved(from old: (top: Int, topLine: Int, focus: Int)) -> Bool {
    guard let new = list, items.indices.contains(old.focus) else { return false }
    return (new.top, new.topLine) == (old.top, old.topLine)
      && items[old.focus].group == focused.group
  }

  /// The number of lines between the top of the list and a visible item below the top.
  func rowsAbove(_ index: Int) -> Int {
    (place.top..<max(index, place.top)).reduce(-place.topLine) { $0 + lineCount(at: $1) }
  }

  var showsRows: Bool {
    topDialog == nil || topDialog is OutlineDialog || fieldDialog != nil
  }

  /// The rows of the scroll bar that its thumb covers, or `nil` if all items are visible.
  var thumb: Range<Int>? {
    guard frame.thumb != nil else { return nil }
    let (rows, visible) = (frame.list, visibleItems)
    let isWhole = visible.indices.count == items.count && visible.lines <= rows.count
    if place.topLine == 0, isWhole { return nil }
    // Estimate the length of the list by its number of items, because counting the lines of
    // thousands of items would be slow.
    let thumb = ListSelection.thumb(
      rows: rows.count, top: place.top, count: items.count, seen: visible.indices.count)
    return (rows.lowerBound + thumb.lowerBound)..<(rows.lowerBound + thumb.upperBound)
  }

  /// The number of rows below the visible ones.
  ///
  /// A row is visible if its first line is.
  var rowsBelow: Int {
    guard frame.layout == .wide else { return 0 }
    return rowCount - items.prefix(visibleItems.indices.upperBound).count(where: \.isRow)
  }

  /// The items that are visible at least in part, and the number of their lines from the top of the
  /// list.
  private var visibleItems: (indices: Range<Int>, lines: Int) {
    var (line, index) = (-place.topLine, place.top)
    let rows = listRows
    while line < rows, items.indices.contains(index) {
      line += lineCount(at: index)
      index += 1
    }
    return (place.top..<index, line)
  }
}
