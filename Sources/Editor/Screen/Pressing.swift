import Settee
import SetteeTerminal

// Mouse handling. It uses the same lines as drawing, so the two always agree.

extension EditorState {
  /// Handles a mouse press on the page while no dialog is open.
  mutating func pressPage(_ position: Position) -> [Effect] {
    let page = Area(size)
    if position.row == 0, frame.list.lowerBound > 0 {
      return press(on: headerLine, position, in: page)
    }
    if position.row == frame.hints { return press(on: hintLine, position, in: page) }
    guard showsRows else { return [] }
    if let sidebar = frame.sidebar, sidebar.contains(position.column) {
      // The row of an open field keeps the focus, because Enter saves to its setting.
      guard fieldDialog == nil else { return [] }
      if position.row == addRow { return addSetting() }
      return outlineIndex(atRow: position.row).map { perform(.outline($0), 0) } ?? []
    }
    guard frame.list.contains(position.row) else { return [] }
    if position.column == frame.thumb, let thumb {
      if thumb.contains(position.row) { return [] }
      return perform(position.row < thumb.lowerBound ? .pageUp : .pageDown)
    }
    return pressInRows(position)
  }

  /// Performs the action of the text that the user pressed in a line.
  mutating func press(on line: Line, _ place: Position, in area: Area) -> [Effect] {
    line.press(at: place.column, look, columns: area.columns.count).map {
      perform($0.press, $0.offset)
    } ?? []
  }

  /// Focuses the row that the user pressed, or performs the action of the pressed text if the row
  /// already has the focus.
  private mutating func pressInRows(_ position: Position) -> [Effect] {
    guard frame.layout != .single || focused.isRow else { return [] }
    guard let (index, line) = item(atRow: position.row), fieldDialog == nil || index == focusIndex
    else { return [] }
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

  /// Performs the action of a mouse press.
  ///
  /// The parameter `offset` is the pressed column, relative to the start of the text that responds
  /// to presses.
  private mutating func perform(_ press: Press, _ offset: Int) -> [Effect] {
    switch press {
    case .activate: return perform(.activate)
    case .command(let command): return perform(command)
    case .crumb(let step): return go(toStep: step)
    case .outline(let index):
      if dialog is OutlineDialog { dialogs.removeLast() }
      return open(outline: index)
    case .rail(let start, let count): return setSlider(start + offset, of: count)
    }
  }

  private mutating func setSlider(_ cell: Int, of count: Int) -> [Effect] {
    guard let target = target(of: focused), count > 1,
      let slider = SliderFace(target.control, at: nil)
    else { return [] }
    if let obstacle = obstacle(of: target.control) { return show(error: obstacle) }
    let wanted = slider.low + (slider.high - slider.low) * Double(cell) / Double(count - 1)
    return write(target, target.control.nearest(to: wanted))
  }

  /// Goes back to the pane of a step in the breadcrumb path.
  ///
  /// If the first pane is open, pressing the first step opens the app list.
  private mutating func go(toStep step: Int) -> [Effect] {
    guard fieldDialog == nil else { return [] }
    if showsHome || path.count == 1 { return home == nil || showsHome ? [] : leaveApp() }
    guard path.indices.contains(step), step < path.count - 1, dialog == nil else { return [] }
    if path.contains(where: { $0.element?.index == nil && $0.element?.draft.isEmpty == false }) {
      return askDropElement()
    }
    while path.count > step + 1 { leavePane() }
    return []
  }
}
