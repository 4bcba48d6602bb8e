import SetteeTerminal

extension Canvas {
  /// Draws the rows of the pane, with the cursor at the focused one, or at the caret.
  mutating func drawRows(_ state: EditorState) {
    let list = state.frame.list
    var row = list.lowerBound - state.place.topLine
    var index = state.place.top
    while row < list.upperBound, state.items.indices.contains(index) {
      if let drawn = state.drawnLines(at: index) {
        for (line, content) in drawn.enumerated() where list.contains(row + line) {
          take(content, row: row + line)
          showFocus(of: (index, line), columns: content.columns, row: row + line, state)
        }
        row += drawn.count
      } else {
        row += draw(state.block(at: index), of: index, row: row, state)
      }
      index += 1
      if state.frame.layout == .single { break }
    }
  }

  private mutating func draw(_ block: Block, of index: Int, row: Int, _ state: EditorState) -> Int {
    let list = state.frame.list
    let first = max(list.lowerBound - row, 0)
    for line in first..<max(min(block.count, list.upperBound - row), first) {
      let columns = draw(block.line(line), row: row + line)
      showFocus(of: (index, line), columns: columns, row: row + line, state)
    }
    return block.count
  }

  private mutating func showFocus(
    of place: (index: Int, line: Int), columns: Range<Int>, row: Int, _ state: EditorState
  ) {
    guard place.index == state.focusIndex else { return }
    let isFocusLine = place.line == state.place.focusLine
    guard isFocusLine || state.isNearRow(place.index) else { return }
    // A field shows by its own look where the typing goes.
    let isEdited = state.isEditing(state.focused)
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
