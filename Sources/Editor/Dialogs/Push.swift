import Settee
import SetteeTerminal

/// A setting in the push dialog, with its local value and its value on the cloud mirror.
struct PushRow: Sendable {
  var name: SettingName
  var title: String
  /// The values as text.
  var here = "", cloud = ""
  /// The difference that the push resolves, or `nil` if the push doesn't include the setting.
  var difference: SyncDifference.SyncStatus? = .pending
  /// The side whose value the push keeps, or `nil` for a conflict that the user hasn't resolved.
  var keep: CloudSide?
  /// The device that last set the value on the cloud mirror, and when, or `nil` if they are
  /// unknown.
  var author: String?
  /// The difference between the local value and the cloud mirror that the user reviews.
  ///
  /// If the values have changed since the user reviewed the difference, the push is rejected.
  var seen: SyncDifference?
  /// The position of the setting in the panes, which determines the order of the rows.
  var place = 0
}

/// A dialog that lists the changes of a push to the cloud mirror and lets the user resolve
/// conflicts.
struct PushDialog: ListDialog {
  /// The column in which titles start, to the right of the markers for the focus and for conflicts.
  private static let indent = 3

  /// The location of the cloud mirror, as shown to the user.
  var mirror = ""
  /// The time of the last push to the cloud mirror, and the device that made it.
  var last: String?
  var rows: [PushRow] = []
  var place = ListSelection()
  var showsBoth = false
  /// The sentence about the operation that the dialog is waiting for, either `comparing` or
  /// `pushing`.
  var wait: Phrase?

  var context: KeyContext { .push }
  func title(_ words: Strings) -> String? { words(.pushButton) }

  /// Creates a push dialog that focuses the first unresolved conflict.
  init(mirror: String, last: String?, rows: [PushRow]) {
    (self.mirror, self.last, self.rows) = (mirror, last, rows)
    place.focus = rows.firstIndex { $0.isUndecided } ?? 0
  }

  init(waiting wait: Phrase) { self.wait = wait }

  private var focused: PushRow? {
    rows.indices.contains(place.focus) ? rows[place.focus] : nil
  }

  private var openConflicts: Int { rows.count(where: \.isUndecided) }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    if let wait {
      guard command == .cancel else { return [] }
      state.endWaiting()
      if wait == .pushing { state.message = Message(text: state.words(.pushLeft)) }
      return [.stopWaiting]
    }
    var dialog = self
    if dialog.place.move(command, count: rows.count, page: layout(state).list.count) {
      return dialog.keepOpen(in: &state)
    }
    switch command {
    case .keepHere: dialog.keep(.local, at: place.focus)
    case .keepCloud: dialog.keep(.remote, at: place.focus)
    case .switchSide:
      guard let focused else { return [] }
      dialog.keep(focused.keep == .local ? .remote : .local, at: place.focus)
    case .allHere: dialog.keepAll(.local)
    case .allCloud: dialog.keepAll(.remote)
    case .showBoth: dialog.showsBoth.toggle()
    case .copy: return state.copy(plainText)
    case .pushNow: return push(in: &state)
    case .cancel: return dismiss(&state)
    default: break
    }
    return dialog.keepOpen(in: &state)
  }

  private func push(in state: inout EditorState) -> [Effect] {
    if openConflicts > 0 {
      return state.show(error: state.words(.resolveFirst, String(openConflicts)))
    }
    state.change(PushDialog.self) { $0.wait = .pushing }
    return [.push(rows.filter { $0.keep != nil })]
  }

  /// Returns an updated dialog with the user's choices for settings whose values haven't changed.
  fileprivate func updated(by new: PushDialog) -> PushDialog {
    var dialog = new
    for (index, row) in new.rows.enumerated() {
      let old = rows.first { $0.name == row.name && $0.here == row.here && $0.cloud == row.cloud }
      if let keep = old?.keep { dialog.keep(keep, at: index) }
    }
    return dialog
  }

  private mutating func keep(_ side: CloudSide, at index: Int) {
    guard rows.indices.contains(index), rows[index].difference != nil else { return }
    rows[index].keep = side
  }

  private mutating func keepAll(_ side: CloudSide) {
    for index in rows.indices { keep(side, at: index) }
  }

  private var plainText: String {
    rows.map { "\($0.name.key)\t\($0.here)\t\($0.cloud)\t\($0.keep?.rawValue ?? "")" }
      .joined(separator: "\n")
  }

  func count(_ state: EditorState) -> Int { rows.count }

  func entryRows(_ state: EditorState) -> Range<Int> { layout(state).list }

  // Pressing Enter on an entry does nothing, because separate keys choose which side to keep.
  func pick(in state: inout EditorState) -> [Effect] { [] }

  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    guard wait == nil else { return [] }
    let layout = layout(state)
    if layout.list.contains(position.row) { return pressEntry(position, in: &state) }
    guard position.row == layout.detail.upperBound - 1 else { return [] }
    let area = state.area(of: self)
    return state.press(on: sides(state, columns: area.columns.count), position, in: area)
  }

  func hint(for binding: KeyBinding, _ state: EditorState) -> String? {
    if wait != nil { return binding.command == .cancel ? binding.hint : nil }
    // Hide other key hints, because the hints for resolving conflicts fill the entire line.
    return binding.command == .help ? nil : binding.hint
  }

  // MARK: Layout

  /// The rows of the dialog, which are a table with a header, the details of the focused entry, and
  /// a summary.
  private typealias PushLayout = (
    head: Int?, list: Range<Int>, detail: Range<Int>, summary: Int
  )

  private func layout(_ state: EditorState) -> PushLayout {
    let height = state.contentSize(of: self).rows
    let last = max(height - 1, 0)
    guard state.box(of: self) != nil else {
      let top = state.size.columns >= 60 ? 2 : 1
      return (
        head: top == 2 ? 1 : nil, list: min(top, last)..<max(last, min(top, last) + 1),
        detail: last..<last, summary: last
      )
    }
    if rows.isEmpty { return (head: nil, list: 0..<0, detail: 0..<0, summary: 0) }
    // Blank lines are added if there is room.
    let blanks = height >= min(rows.count, 3) + 6 ? 1 : 0
    let end = last - blanks
    return (
      head: 0, list: 1..<max(end - 2 - blanks, 2), detail: (end - 2)..<end, summary: last
    )
  }

  func shape(_ state: EditorState) -> BoxShape? {
    let height = rows.isEmpty ? 1 : rows.count + 6
    return BoxShape(
      title: state.words(.pushButton), note: mirror, columns: BoxShape.wide - 2, rows: height,
      indent: PushDialog.indent)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (layout, words, look) = (layout(state), state.words, state.look)
    let columns = canvas.columns
    let isBox = state.box(of: self) != nil
    let last = last.map { words(.lastPushed, $0) } ?? ""
    canvas.moveCursor(row: isBox ? layout.summary : 0, column: 0)
    if !isBox {
      canvas.draw(
        Line(
          [Span(look.clip(mirror, to: columns / 2 - (last.isEmpty ? 0 : 2)))],
          right: [Span(look.clip(last, to: columns / 2 - 2), .quiet)], indent: 1), row: 0)
    }
    if let head = layout.head, !rows.isEmpty {
      let heads = [words(.columnTitle), words(.columnHere), words(.cloud)]
      let line = tableLine(
        heads.map { ($0, .heading) }, arrow: Span(""), columns: columns, look)
      canvas.draw(line, row: head)
    }
    canvas.drawList(place, count: rows.count, rows: layout.list) {
      line(of: rows[$0], columns, state)
    }
    drawDetail(on: &canvas, layout, state)
    let indent = isBox ? PushDialog.indent : columns < 30 ? 1 : Canvas.boxIndent
    var summary = Line(summary(state, room: columns - 2 * indent), indent: indent)
    let taken = summary.left.reduce(0) { $0 + look.columns(of: $1.text) }
    if isBox, taken + look.columns(of: last) + 2 * indent + 2 <= columns {
      summary.right = [Span(last, .quiet)]
    }
    canvas.draw(summary, row: layout.summary, margin: Canvas.boxIndent)
  }

  private func drawDetail(on canvas: inout Canvas, _ layout: PushLayout, _ state: EditorState) {
    guard let row = focused, !layout.detail.isEmpty, wait == nil else { return }
    let (words, room) = (state.words, canvas.columns - 2 * PushDialog.indent)
    if showsBoth {
      let sides = ["\(words(.columnHere)): \(row.here)", "\(words(.cloud)): \(row.cloud)"]
      for (line, side) in zip(layout.detail, sides) {
        canvas.draw(Line(state.look.clip(side, to: room), indent: PushDialog.indent), row: line)
      }
    } else if row.isOpen {
      let question =
        row.difference == .missing
        ? words(.missingHere, row.title)
        : row.author.map { words(.changedOnBothBy, $0, row.title) }
          ?? words(.changedOnBoth, row.title)
      canvas.draw(
        Line(state.look.clip(question, to: room), indent: PushDialog.indent),
        row: layout.detail.lowerBound)
      canvas.draw(sides(state, columns: canvas.columns), row: layout.detail.upperBound - 1)
    }
  }

  private func sides(_ state: EditorState, columns: Int) -> Line {
    var line = Line(indent: PushDialog.indent)
    guard let row = focused, row.isOpen, !showsBoth else { return line }
    let (words, look) = (state.words, state.look)
    let room = (columns - 2 * PushDialog.indent - 3) / 2
    let sides: [(Command, String, String)] = [
      (.keepHere, words(.columnHere), row.here), (.keepCloud, words(.cloud), row.cloud),
    ]
    for (command, side, value) in sides {
      let key = state.keys.key(for: command, in: .push) ?? ""
      let text = look.clip("\(side): \(value)", to: room - look.columns(of: key) - 4)
      line.left += [
        Span(" \(key) ", Style(.accent, [.bold, .reverse]), .command(command)),
        Span(" \(text) ", .field, .command(command)), Span("   "),
      ]
    }
    return line
  }

  private func line(of row: PushRow, _ columns: Int, _ state: EditorState) -> Line {
    let look = state.look
    let mark = row.isUndecided ? look.glyphs.fault : " "
    guard columns >= 52 else {
      let side = row.side(state.words)
      let indent = columns < 30 ? 1 : Canvas.boxIndent
      let room = columns - indent - 5 - look.columns(of: side)
      let text = look.clip("\(row.title): \(row.here) / \(row.cloud)", to: room)
      return Line(
        [Span(mark + " ", .error), Span(text)], right: [Span(side, .key)], indent: indent)
    }
    let (here, cloud) = (row.style(of: .local), row.style(of: .remote))
    let arrow =
      switch row.keep {
      case _ where row.difference == nil: Span(" ")
      case .local?: Span(look.glyphs.send, Style(.note, .bold))
      case .remote?: Span(look.glyphs.take, Style(.note, .bold))
      case nil: Span("?", Style(.text, .bold))
      }
    let author = row.difference == .conflict ? row.author : nil
    return tableLine(
      [(row.title, .text), (row.here, here), (row.cloud, cloud)], arrow: arrow,
      mark: Span(mark, Style(.bad, .bold)), note: author, columns: columns, look)
  }

  /// Returns a line of the push dialog's table, or the header of the table.
  ///
  /// Each line of the table shows the title of a setting, its local value, the direction of the
  /// sync, and its value on the mirror.
  private func tableLine(
    _ cells: [(text: String, style: Style)], arrow: Span, mark: Span = Span(" "),
    note: String? = nil, columns: Int, _ look: Appearance
  ) -> Line {
    let room = columns - PushDialog.indent - 7 - Canvas.boxIndent
    let longest = rows.prefix(200).map { look.columns(of: $0.title, limit: room) }
    let title = min(max(longest.max() ?? 0, 12), room / 3)
    // The two values share the room, but a short column leaves its rest to the other.
    let values = rows.prefix(200).map { look.columns(of: $0.here, limit: room) }
    let widest = max(values.max() ?? 0, look.columns(of: cells[1].text))
    let others = rows.prefix(200).map { row in
      let author = row.difference == .conflict ? row.author : nil
      let note = author.map { look.columns(of: $0) + 2 } ?? 0
      return look.columns(of: row.cloud, limit: room) + note
    }
    let rest = room - title - min(others.max() ?? 0, room - title)
    let here = min(widest, max((room - title) / 2, rest))
    let cloud = room - title - here
    let cells = zip(cells, [title, here, cloud]).map {
      Span(look.clip($0.text, to: $1), $0.style)
    }
    func gap(after span: Span, to columns: Int) -> Span {
      Span(String(repeating: " ", count: max(columns - look.columns(of: span.text), 1)))
    }
    var spans = [
      mark, Span(" "), cells[0], gap(after: cells[0], to: title + 2),
      cells[1], gap(after: cells[1], to: here + 2), arrow, gap(after: arrow, to: 3), cells[2],
    ]
    if let note, look.columns(of: cells[2].text) + 2 + look.columns(of: note) <= cloud {
      spans.append(Span("  " + note, .quiet))
    }
    return Line(spans, indent: PushDialog.indent - 2)
  }

  private func summary(_ state: EditorState, room: Int) -> [Span] {
    let (words, look) = (state.words, state.look)
    if let wait {
      let key = state.keys.key(for: .cancel, in: .push) ?? ""
      let text = "\(words(wait)) \(words(.keyStops, key))"
      return [Span(look.clip(text, to: room))]
    }
    // In a narrow window, the values of a conflict don't fit into its row.
    let isNarrow = state.size.columns < 60 && focused?.isUndecided == true
    if state.box(of: self) == nil, showsBoth || isNarrow, let row = focused {
      let text = "\(words(.columnHere)): \(row.here)  \(words(.cloud)): \(row.cloud)"
      return [Span(look.clip(text, to: room))]
    }
    let sent = rows.count { $0.difference != nil && $0.keep == .local }
    let taken = rows.count { $0.difference != nil && $0.keep == .remote }
    let counts = words(.pushSummary, String(sent), String(taken))
    guard openConflicts > 0 else { return [Span(look.clip(counts, to: room), .quiet)] }
    let open = words(.toResolve, String(openConflicts))
    let left = room - look.columns(of: open) - 3
    let shown = look.columns(of: counts) <= left ? [Span(counts + "   ", .quiet)] : []
    return shown + [Span(look.clip(open, to: room), Style(.bad, .bold))]
  }
}

extension PushRow {
  /// A Boolean value that indicates whether the user can choose the side whose value is kept.
  fileprivate var isOpen: Bool { difference == .conflict || difference == .missing }

  /// A Boolean value that indicates whether the user must choose a side before the push can
  /// continue.
  fileprivate var isUndecided: Bool { difference == .conflict && keep == nil }

  /// Returns the text style for either the local value or the value on the cloud mirror.
  ///
  /// The value that the push will keep is emphasized.
  fileprivate func style(of side: CloudSide) -> Style {
    guard difference != nil, let keep else { return difference == nil ? .quiet : .text }
    return keep == side ? Style(.text, .bold) : .quiet
  }

  func side(_ words: Strings) -> String {
    switch keep {
    case .local?: words(.hintHere)
    case .remote?: words(.hintCloud)
    case nil: difference == nil ? words(.sameWord) : "?"
    }
  }
}

extension EditorState {
  mutating func planPush() -> [Effect] {
    dialogs.append(PushDialog(waiting: .comparing))
    return [.planPush]
  }

  /// Opens the push dialog for a plan, or updates the dialog if it is already open.
  ///
  /// The user's earlier choices are preserved if they are still valid.
  mutating func show(plan: PushDialog) {
    let conflicting = plan.rows.filter { $0.difference == .conflict }
    conflicts = Dictionary(conflicting.map { ($0.name, $0) }) { first, _ in first }
    guard let dialog = dialogs.lazy.compactMap({ $0 as? PushDialog }).first else {
      return dialogs.append(plan)
    }
    change(PushDialog.self) { $0 = $0.updated(by: plan) }
    if dialog.wait == .pushing { message = Message(text: words(.reviewAgain), isError: true) }
  }

  /// Ends the wait for a response from the cloud mirror.
  ///
  /// After a failed push, the push dialog stays open so that the user can try again.
  mutating func endWaiting(isDone: Bool = false) {
    dialogs.removeAll {
      guard let dialog = $0 as? PushDialog else { return false }
      return dialog.wait == .comparing || isDone && dialog.wait == .pushing
    }
    change(PushDialog.self) { $0.wait = nil }
    if isDone { conflicts = [:] }
  }

  /// Returns the conflict of a setting, or `nil` if there is none or it was resolved.
  func conflict(of control: Control) -> PushRow? {
    guard hasCloud, !conflicts.isEmpty else { return nil }
    return name(of: control).flatMap { conflict(named: $0) }
  }

  func conflict(named name: SettingName) -> PushRow? {
    readings[name]?.isUnpushed == true ? conflicts[name] : nil
  }
}
