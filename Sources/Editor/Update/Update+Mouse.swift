import SetteeTerminal

extension EditorState {
  /// Focuses what is under the mouse; pressed again, does what the row is there for.
  mutating func press(_ position: Position) -> [Effect] {
    switch mode {
    case nil where showsApps: return pressInApps(position)
    case nil: return pressInRows(position)
    case .choosing(var choosing):
      guard let index = entry(at: position, choosing.list) else { return [] }
      if index == choosing.list.focus { return perform(.keep) }
      choosing.list.focus(on: index)
      top = .choosing(choosing)
    case .menu(var menu):
      guard let index = entry(at: position, menu.list) else { return [] }
      if index == menu.list.focus { return perform(.keep) }
      menu.list.focus(on: index)
      top = .menu(menu)
    case .search(var searching):
      let index = searching.top + position.row - frame.list.lowerBound - 1
      guard searching.hits.indices.contains(index), position.row > frame.list.lowerBound else {
        return []
      }
      if index == searching.focus { return perform(.open) }
      searching.focus = index
      top = .search(searching)
    default: break
    }
    return []
  }

  private func entry<ID>(at position: Position, _ list: PickList<ID>) -> Int? {
    guard position.row > frame.list.lowerBound, position.row < frame.list.upperBound else {
      return nil
    }
    let index = list.top + position.row - frame.list.lowerBound - 1
    return list.shown.indices.contains(index) ? index : nil
  }

  private mutating func pressInApps(_ position: Position) -> [Effect] {
    guard let list = apps?.list, let index = entry(at: position, list) else { return [] }
    if index == list.focus { return perform(.open) }
    apps?.list.focus(on: index)
    return []
  }

  private mutating func pressInRows(_ position: Position) -> [Effect] {
    guard frame.list.contains(position.row), frame.layout != .single else { return [] }
    var row = frame.list.lowerBound - place.topLine
    var index = place.top
    while items.indices.contains(index), row < frame.list.upperBound {
      let count = block(at: index).count
      if (row..<row + count).contains(position.row) {
        if index == focusIndex, items[index].isRow { return perform(.activate) }
        if canFocus(index) { focus(on: index, line: items[index].isRow ? 0 : position.row - row) }
        return []
      }
      row += count
      index += 1
    }
    return []
  }
}
