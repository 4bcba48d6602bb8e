import Settee
import SetteeTerminal

extension Canvas {
  /// Draws a list to pick from below a line with its filter, the cursor at the focused entry.
  mutating func drawList<ID>(
    _ list: PickList<ID>, rows: Range<Int>, filter hint: String,
    line: (PickList<ID>.Entry) -> Line
  ) {
    let filter = list.filter.isEmpty ? hint : "/ \(list.filter.text)_"
    let count = "\(list.shown.count)/\(list.entries.count)"
    draw(
      Line(
        [Span(look.clip(filter, to: columns - 12), .quiet)], right: [Span(count, .quiet)], indent: 1
      ),
      row: rows.lowerBound)
    moveCursor(row: rows.lowerBound, column: 0)
    let body = (rows.lowerBound + 1)..<rows.upperBound
    if list.shown.isEmpty, let row = body.first {
      draw(Line(look.clip(look.words(.nothingFound), to: columns - 4), .quiet, indent: 3), row: row)
    }
    for (offset, row) in body.enumerated() {
      let index = list.top + offset
      guard list.shown.indices.contains(index) else { break }
      let columns = draw(line(list.entries[list.shown[index]]), row: row)
      guard index == list.focus else { continue }
      showFocus(row: row, columns: columns)
      moveCursor(row: row, column: 0)
    }
  }

  /// Draws the choices of a row.
  mutating func drawChoices(_ choosing: Choosing, _ state: EditorState) {
    let look = look
    let bullet = look.lettering == .ascii ? "*" : "•"
    let isDefault = choosing.target.control.choiceIndex(of: choosing.target.control.defaultValue)
    drawList(choosing.list, rows: state.frame.list, filter: state.words(.typeToFilter)) { entry in
      let box = entry.id == choosing.current ? "(\(bullet)) " : "( ) "
      let mark = entry.id == isDefault ? state.words(.defaultWord) : ""
      let room = state.size.columns - 10 - look.columns(of: mark)
      return Line(
        [Span(box), Span(look.clip(entry.title, to: room))], right: [Span(mark, .quiet)],
        indent: state.size.columns < 30 ? 1 : 3)
    }
  }

  /// Draws a list of acts or languages.
  mutating func drawMenu(_ menu: Menu, _ state: EditorState) {
    let look = look
    drawList(menu.list, rows: state.frame.list, filter: state.words(.typeToFilter)) { entry in
      // Where both do not fit, what an act does counts more than its key.
      let detail = state.frame.layout == .single ? "" : entry.detail
      let room = state.size.columns - (detail.isEmpty ? 4 : 6) - look.columns(of: detail)
      return Line([Span(look.clip(entry.title, to: room))], right: [Span(detail, .key)], indent: 3)
    }
  }

  /// Draws the list of apps: titles, then domain and what is changed.
  mutating func drawApps(_ state: EditorState) {
    guard let apps = state.apps else { return }
    if apps.faces.isEmpty {
      draw(
        Line(look.clip(state.words(.noApps), to: columns - 2), indent: 1),
        row: state.frame.list.lowerBound)
      moveCursor(row: state.frame.list.lowerBound, column: 0)
      return
    }
    drawList(apps.list, rows: state.frame.list, filter: state.words(.typeToFilter)) { entry in
      state.appLine(apps.faces[entry.id])
    }
  }
}

extension EditorState {
  /// A line of the list of apps.
  func appLine(_ app: AppFace) -> Line {
    var marks = ""
    if app.modified > 0 { marks += " *\(app.modified)" }
    if app.unpushed > 0 { marks += " ^\(app.unpushed)" }
    // Where a fault could not be read anyway, its mark leaves the title room.
    let fault =
      app.fault.map { size.columns < 30 ? " !" : " ! " + look.clip($0, to: size.columns / 3) } ?? ""
    let domain = app.domain == app.title ? "" : app.domain
    let raw = app.hasBundle ? "" : " (\(words(.rawPane)))"
    let right = size.columns < 60 ? "" : look.clip(domain + raw, to: size.columns / 2)
    let taken = look.columns(of: right + marks + fault) + 6
    return Line(
      [Span(look.clip(app.title, to: size.columns - taken))],
      right: [Span(right, .quiet), Span(marks, .modified), Span(fault, .error)], indent: 3)
  }
}
