import SetteeTerminal

extension Canvas {
  /// Draws what a push would do, a line for each key, the cursor at the focused one.
  mutating func drawPush(_ dialog: PushDialog, _ state: EditorState) {
    let rows = state.frame.list
    var row = rows.lowerBound
    let last = dialog.plan.last.map { state.words(.lastPushed, $0) } ?? ""
    draw(
      Line(
        [Span(look.clip(dialog.plan.mirror, to: columns / 2))],
        right: [Span(look.clip(last, to: columns / 2 - 2), .quiet)], indent: 1), row: row)
    moveCursor(row: row, column: 0)
    row += 1
    if columns >= 60, !dialog.plan.rows.isEmpty {
      let words = state.words
      draw(
        state.pushColumns(
          "", words(.columnTitle), words(.hintHere), words(.hintCloud), words(.columnKeep), .heading
        ),
        row: row)
      row += 1
    }
    let summary = state.pushSummary(dialog)
    let end = max(rows.upperBound - 1, row)
    for (offset, index) in dialog.plan.rows.indices.dropFirst(dialog.top).enumerated() {
      guard row + offset < end else { break }
      let columns = draw(state.pushLine(dialog.plan.rows[index]), row: row + offset)
      guard index == dialog.focus else { continue }
      showFocus(row: row + offset, columns: columns)
      moveCursor(row: row + offset, column: 0)
    }
    draw(Line(look.clip(summary, to: columns - 2), indent: 1), row: end)
  }
}

extension EditorState {
  /// How many rows of the push dialog show keys.
  var pushRows: Int { max(listRows - (size.columns >= 60 ? 3 : 2), 1) }

  /// The line of a key.
  func pushLine(_ row: PushRow) -> Line {
    let mark = row.kind == .conflict && row.keep == nil ? "!" : row.kind == .conflict ? "*" : " "
    let side: String =
      switch row.keep {
      case .here?: words(.hintHere)
      case .cloud?: words(.hintCloud)
      case nil: row.kind == .same ? words(.sameWord) : "?"
      }
    guard size.columns >= 60 else {
      let text = "\(mark) \(row.title): \(row.here) / \(row.cloud)"
      return Line(
        [Span(look.clip(text, to: size.columns - 4 - look.columns(of: side)))],
        right: [Span(side, .key)], indent: 1)
    }
    return pushColumns(mark, row.title, row.here, row.cloud, side, .text)
  }

  /// A line of five columns.
  func pushColumns(
    _ mark: String, _ title: String, _ here: String, _ cloud: String, _ keep: String, _ role: Role
  ) -> Line {
    let side = max(look.columns(of: keep), 6)
    let room = (size.columns - 6 - side) / 3
    func cell(_ text: String) -> String {
      let text = look.clip(text, to: room - 1)
      return text + String(repeating: " ", count: max(room - look.columns(of: text), 1))
    }
    return Line(
      [
        Span(mark.isEmpty ? "  " : "\(mark) ", .error), Span(cell(title), role),
        Span(cell(here), role == .text ? .value : role),
        Span(cell(cloud), role == .text ? .value : role),
      ], right: [Span(keep, role == .text ? .key : role)], indent: 1)
  }

  /// What waits for the user, or what will be done.
  func pushSummary(_ dialog: PushDialog) -> String {
    if let wait = dialog.wait {
      let key = keys.key(for: .cancel, in: .push) ?? ""
      return "\(words(wait == .comparing ? .comparing : .pushing)) \(words(.keyStops, key))"
    }
    if dialog.showsBoth, dialog.plan.rows.indices.contains(dialog.focus) {
      let row = dialog.plan.rows[dialog.focus]
      return "\(words(.hintHere)): \(row.here)  \(words(.hintCloud)): \(row.cloud)"
    }
    let rows = dialog.plan.rows
    let sent = rows.count { $0.kind != .same && $0.keep == .here }
    let taken = rows.count { $0.kind != .same && $0.keep == .cloud }
    let open = dialog.openConflicts
    if open > 0 { return words(.chooseFirst, String(open)) }
    return words(.pushSummary, String(sent), String(taken))
  }
}
