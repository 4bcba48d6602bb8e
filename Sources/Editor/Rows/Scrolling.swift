import Settee
import SetteeTerminal

extension EditorState {
  var listRows: Int { frame.list.count }

  /// Returns whether an item in the list can have the focus.
  ///
  /// Besides rows, a text can have the focus if it is taller than half the list, so that the user
  /// can scroll through it. If the pane has no rows, any text can be focused.
  func canFocus(_ index: Int) -> Bool {
    guard items.indices.contains(index) else { return false }
    if items[index].isRow { return true }
    guard let text = text(of: items[index]) else { return false }
    if case .footer = items[index], frame.layout == .single { return true }
    // Check the length of the text first, because wrapping it is slow.
    let mayBeLong = text.utf8.count >= listRows / 2 || text.utf8.contains(0x0A)
    return rowCount == 0 || mayBeLong && lineCount(at: index) > max(listRows / 2, 2)
  }

  mutating func focus(on index: Int, line: Int = 0) {
    guard items.indices.contains(index) else { return }
    // After the focus leaves a row, no longer show which program changed the row's value.
    if index != focusIndex, !foreign.isEmpty, let name = withControl(of: focused, name) ?? nil {
      foreign[name] = nil
    }
    focusIndex = index
    // Assign each property directly, because changing the entire navigation step would copy it.
    path[path.count - 1].focus = items[index]
    path[path.count - 1].focusLine = line
  }

  /// Moves the focus by a number of rows, or by lines within a text that is taller than the screen.
  mutating func moveFocus(by count: Int) {
    for _ in 0..<abs(count) where !stepFocus(count > 0 ? 1 : -1) { return }
  }

  private mutating func stepFocus(_ step: Int) -> Bool {
    if text(of: focused) != nil {
      let line = place.focusLine + step
      if line >= 0, line < lineCount(at: focusIndex) {
        place.focusLine = line
        return true
      }
    }
    var index = focusIndex + step
    while items.indices.contains(index), !canFocus(index) { index += step }
    guard items.indices.contains(index) else { return false }
    focus(on: index, line: step < 0 ? lastLine(at: index) : 0)
    return true
  }

  mutating func moveFocus(pages: Int) {
    let step = pages > 0 ? 1 : -1
    var left = max(listRows - 1, 1)
    while left > 0 {
      let before = (focusIndex, place.focusLine)
      guard stepFocus(step) else { return }
      left -= before.0 == focusIndex ? 1 : distance(before.0, focusIndex, limit: left)
    }
  }

  private func distance(_ from: Int, _ to: Int, limit: Int) -> Int {
    var lines = 0
    for index in min(from, to)..<max(from, to) where lines < limit {
      lines += lineCount(at: index)
    }
    return max(lines, 1)
  }

  mutating func moveFocus(toEnd: Bool) {
    let index = toEnd ? items.indices.last(where: canFocus) : items.indices.first(where: canFocus)
    if let index { focus(on: index, line: toEnd ? lastLine(at: index) : 0) }
  }

  /// Returns the line of an item that receives the focus when the user moves up to the item.
  private func lastLine(at index: Int) -> Int {
    text(of: items[index]) == nil ? 0 : lineCount(at: index) - 1
  }

  /// Moves the focus to the first row of the next or previous group of rows.
  mutating func moveFocus(groups step: Int) {
    let own = focused.group
    var index = focusIndex
    while items.indices.contains(index), items[index].group == own { index += step }
    while items.indices.contains(index), !items[index].isRow { index += step }
    guard items.indices.contains(index) else { return moveFocus(toEnd: step > 0) }
    let group = items[index].group
    if step < 0 {
      while index > 0, items[index - 1].isRow, items[index - 1].group == group { index -= 1 }
    }
    focus(on: index)
  }

  /// Moves the focus to an existing row and adjusts the scroll position after a change.
  mutating func settle() {
    focusIndex = min(max(focusIndex, 0), max(items.count - 1, 0))
    if dialog is OutlineDialog, frame.sidebar == nil { dialogs.removeLast() }
    if !canFocus(focusIndex) { focus(on: nearestRow(to: focusIndex)) }
    let focusCount = lineCount(at: focusIndex)
    place.focusLine = min(max(place.focusLine, 0), focusCount - 1)
    scrollToFocus()
    scrollDialogs()
  }

  /// Scrolls as little as possible to show the focused row, the title of its group, and a short
  /// note about the group.
  private mutating func scrollToFocus() {
    guard frame.layout != .single else {
      (place.top, place.topLine) = (focusIndex, max(place.focusLine - listRows + 1, 0))
      return
    }
    place.top = min(max(place.top, 0), max(items.count - 1, 0))
    let (start, startLine) = contextStart
    if (start, startLine) < (place.top, place.topLine) {
      (place.top, place.topLine) = (start, startLine)
      if isBeside {
        scroll(soThatLast: start, line: min(startLine + listRows * 2 / 3, listRows) - 1)
      }
    }
    let (end, endLine) = contextEnd
    if !reaches(end, line: endLine) {
      scroll(soThatLast: end, line: endLine)
      if isBeside { scrollOn(lines: listRows / 3) }
    }
    // If there isn't enough room, show the focused row rather than the text around it.
    if (focusIndex, place.focusLine) < (place.top, place.topLine) {
      (place.top, place.topLine) = (focusIndex, place.focusLine)
    }
    // The end of a note isn't useful without its beginning.
    if place.topLine > 0, place.top < focusIndex, case .footer = items[place.top] {
      (place.top, place.topLine) = (place.top + 1, 0)
    }
    fillBottom()
  }

  mutating func showAround() {
    guard frame.layout != .single, !reaches(focusIndex, line: 0) else { return }
    scroll(soThatLast: focusIndex, line: listRows / 2)
  }

  /// A Boolean value that indicates whether the screen has a sidebar.
  ///
  /// Next to a sidebar, terminals can't scroll the list alone, so each line of the list must be
  /// sent again. To reduce this work, the list scrolls several lines at a time.
  private var isBeside: Bool { frame.sidebar != nil }

  private mutating func scrollOn(lines: Int) {
    var left = lines
    while left > 0, place.top < focusIndex {
      left -= lineCount(at: place.top) - place.topLine
      (place.top, place.topLine) = (place.top + 1, 0)
    }
  }

  /// The first line to show.
  ///
  /// If the first row of a group has the focus, the first visible line is the title of the group,
  /// which a note can follow.
  private var contextStart: (Int, Int) {
    if place.focusLine > 0 { return (focusIndex, place.focusLine) }
    var index = focusIndex
    while index > 0, focusIndex - index < 3, !canFocus(index - 1) {
      if case .footer(let group) = items[index - 1], group != focused.group { break }
      index -= 1
    }
    return (index, 0)
  }

  /// The last line that should be visible, which can be in the note below the last row of the
  /// group.
  private var contextEnd: (Int, Int) {
    if text(of: focused) != nil { return (focusIndex, place.focusLine) }
    let own = lineCount(at: focusIndex)
    let next = focusIndex + 1
    if items.indices.contains(next), case .footer = items[next], !canFocus(next) {
      let lines = lineCount(at: next)
      if own + lines <= listRows { return (next, lines - 1) }
    }
    return (focusIndex, min(own, listRows) - 1)
  }

  private func reaches(_ index: Int, line: Int) -> Bool {
    // Every item has at least one line, so the lines of a distant item don't need to be counted.
    guard index - place.top <= listRows else { return false }
    var row = -place.topLine
    for item in place.top..<max(index, place.top) { row += lineCount(at: item) }
    return row + line < listRows
  }

  private mutating func scroll(soThatLast index: Int, line: Int) {
    var left = listRows - (line + 1)
    var current = index
    while left > 0, current > 0 {
      current -= 1
      left -= lineCount(at: current)
    }
    (place.top, place.topLine) = left >= 0 ? (current, 0) : (current, -left)
  }

  /// Scrolls back if there are empty rows at the bottom of the screen while items are hidden above.
  private mutating func fillBottom() {
    guard place.top > 0 || place.topLine > 0, items.count - place.top <= listRows else { return }
    let last = items.count - 1
    if reaches(last, line: lineCount(at: last) - 1) {
      scroll(soThatLast: last, line: lineCount(at: last) - 1)
    }
  }
}
