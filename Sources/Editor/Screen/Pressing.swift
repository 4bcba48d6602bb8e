import Settee
import SetteeTerminal

// The handling of mouse presses. It uses the same lines as drawing, so the two can't disagree.

extension EditorState {
  /// Handles a mouse press outside of dialogs.
  mutating func pressPage(_ position: Position) -> [Effect] {
    let page = Area(size)
    if position.row == 0, frame.list.lowerBound > 0 {
      return press(on: headerLine, position, in: page)
    }
    if position.row == frame.hints { return press(on: hintLine, position, in: page) }
    guard showsRows else { return [] }
    if let sidebar = frame.sidebar, sidebar.contains(position.column) {
      return outlineIndex(atRow: position.row).map { perform(.outline($0), 0) } ?? []
    }
    guard frame.list.contains(position.row) else { return [] }
    if position.column == frame.thumb, let thumb {
      if thumb.contains(position.row) { return [] }
      return perform(position.row < thumb.lowerBound ? .pageUp : .pageDown)
    }
    return pressInRows(position)
  }

  /// Performs the action at a position within a line.
  mutating func press(on line: Line, _ place: Position, in area: Area) -> [Effect] {
    line.press(at: place.column, look, columns: area.columns.count).map {
      perform($0.press, $0.offset)
    } ?? []
  }

  /// Focuses the row at a position, or performs the pressed action if the row already has the
  /// focus.
  private mutating func pressInRows(_ position: Position) -> [Effect] {
    guard frame.layout != .single || focused.isRow else { return [] }
    guard let (index, line) = item(atRow: position.row) else { return [] }
    guard index == focusIndex, items[index].isRow else {
      if canFocus(index) { focus(on: index, line: items[index].isRow ? 0 : line) }
      return []
    }
    let lines = lines(at: index)
    guard lines.indices.contains(line), !lines[line].isNote else { return [] }
    let pane = Area(rows: frame.list, columns: frame.pane)
    return press(on: lines[line], pane.place(of: position), in: pane)
  }

  private func item(atRow wanted: Int) -> (index: Int, line: Int)? {
    var row = frame.list.lowerBound - place.topLine
    for index in items.indices.dropFirst(place.top) where row < frame.list.upperBound {
      let count = lineCount(at: index)
      if (row..<row + count).contains(wanted) { return (index, wanted - row) }
      row += count
      if frame.layout == .single { break }
    }
    return nil
  }

  /// Performs the effect of a press.
  ///
  /// The parameter `offset` is the column within the pressed span.
  private mutating func perform(_ press: Press, _ offset: Int) -> [Effect] {
    switch press {
    case .activate: return perform(.activate)
    case .command(let command): return perform(command)
    case .crumb(let step): return go(toStep: step)
    case .outline(let index):
      if mode is OutlineDialog { modes.removeLast() }
      return open(outline: index)
    case .rail(let start, let count): return setSlider(start + offset, of: count)
    }
  }

  private mutating func setSlider(_ cell: Int, of count: Int) -> [Effect] {
    guard let target = target(of: focused), count > 1,
      let slider = SliderFace(target.control, at: nil)
    else { return [] }
    if let obstacle = obstacle(of: target.control) { return fail(obstacle) }
    let wanted = slider.low + (slider.high - slider.low) * Double(cell) / Double(count - 1)
    return write(target, target.control.nearest(to: wanted))
  }

  /// Goes back to a step of the path.
  ///
  /// From the first pane, the first step opens the home screen.
  private mutating func go(toStep step: Int) -> [Effect] {
    if showsHome || path.count == 1 { return home == nil || showsHome ? [] : leaveApp() }
    guard path.indices.contains(step), step < path.count - 1, mode == nil else { return [] }
    if path.contains(where: { $0.element?.index == nil && $0.element?.draft.isEmpty == false }) {
      return askDropElement()
    }
    while path.count > step + 1 { leavePane() }
    return []
  }
}
