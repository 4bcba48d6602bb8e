extension EditorState {
  /// Scrolls what stands above the rows so that its focus is on the screen.
  mutating func settleModes() {
    let rows = listRows - 1
    apps?.list.settle(rows: rows)
    guard let mode = modes.last else { return }
    modes[modes.count - 1] = settled(mode)
  }

  private func settled(_ mode: Mode) -> Mode {
    switch mode {
    case .choosing(var choosing):
      choosing.list.settle(rows: listRows - 1)
      return .choosing(choosing)
    case .menu(var menu):
      menu.list.settle(rows: listRows - 1)
      return .menu(menu)
    case .search(var searching):
      searching.focus = min(max(searching.focus, 0), max(searching.hits.count - 1, 0))
      searching.top = Scrolling.top(
        searching.top, focus: searching.focus, count: searching.hits.count, rows: listRows - 2)
      return .search(searching)
    case .page(var page):
      let rows = listRows - (page.find == nil ? 0 : 1)
      page.top = min(max(page.top, 0), max(lines(of: page).count - rows, 0))
      return .page(page)
    case .push(var dialog):
      dialog.focus = min(max(dialog.focus, 0), max(dialog.plan.rows.count - 1, 0))
      dialog.top = Scrolling.top(
        dialog.top, focus: dialog.focus, count: dialog.plan.rows.count, rows: pushRows)
      return .push(dialog)
    case .longText(var editing):
      editing.top = Scrolling.top(
        editing.top, focus: editing.current, count: editing.lines.count, rows: longTextRows)
      return .longText(editing)
    case .question(var question):
      question.top = min(
        max(question.top, 0), max(question.details.count - detailRows(question), 0))
      return .question(question)
    case .text, .path, .slider, .date: return mode
    }
  }
}
