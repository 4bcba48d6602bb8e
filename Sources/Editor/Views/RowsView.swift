import SetteeTerminal

extension Canvas {
  /// Draws the rows of the pane, with the cursor at the focused one, or at the caret.
  mutating func drawRows(_ state: EditorState) {
    let list = state.frame.list
    var row = list.lowerBound - state.place.topLine
    var index = state.place.top
    while row < list.upperBound, state.items.indices.contains(index) {
      let block = state.block(at: index)
      for line in 0..<block.count {
        guard list.contains(row + line) else {
          if row + line >= list.upperBound { break }
          continue
        }
        draw(block.line(line), at: (index, line), row: row + line, state)
      }
      row += block.count
      index += 1
      if state.frame.layout == .single { break }
    }
  }

  private mutating func draw(
    _ line: Line, at place: (index: Int, line: Int), row: Int, _ state: EditorState
  ) {
    let columns = draw(line, row: row)
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
