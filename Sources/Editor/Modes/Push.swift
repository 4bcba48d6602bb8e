import Settee
import SetteeTerminal

/// What a push would do, for the dialog.
struct PushPlan: Sendable {
  /// The mirror, as a person would name it.
  var mirror: String
  /// When and from where the last push came.
  var last: String?
  /// The keys that differ, or that could.
  var rows: [PushRow]
}

/// One key of a push.
struct PushRow: Sendable {
  /// What pushing does with it.
  enum Kind: Sendable {
    case same, send, receive, conflict, missingHere
  }
  var name: SettingName
  var title: String
  var here: String
  var cloud: String
  var kind: Kind
  /// The side that is kept; nil while a conflict waits for the user.
  var keep: CloudSide?
  /// What the mirror side found.
  var seen: CloudRow?
}

/// The side that the user keeps for one key.
struct PushChoice: Sendable {
  var name: SettingName
  var keep: CloudSide
  /// What the user chose from: where it is something else by now, nothing is pushed.
  var seen: CloudRow?
}

struct PushMode: ModeContent {
  /// What the mirror is asked for.
  enum Wait: Sendable { case comparing, pushing }

  var plan: PushPlan
  var place = ListPlace()
  /// Whether the focused row's values are shown whole.
  var showsBoth = false
  /// What is being waited for.
  var wait: Wait?

  var asMode: Mode { .push(self) }
  var context: KeyContext { .push }
  func title(_ words: Words) -> String? { words(.pushButton) }

  private var focused: PushRow? {
    plan.rows.indices.contains(place.focus) ? plan.rows[place.focus] : nil
  }

  /// How many rows wait for the user.
  private var openConflicts: Int { plan.rows.count { $0.kind == .conflict && $0.keep == nil } }

  // MARK: Keys

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    if let wait {
      guard command == .cancel else { return [] }
      state.endWaiting()
      if wait == .pushing { state.message = Message(text: state.words(.pushLeft)) }
      return [.stopWaiting]
    }
    var mode = self
    if mode.place.move(command, count: plan.rows.count, page: rowCount(state)) {
      return mode.stay(in: &state)
    }
    switch command {
    case .keepHere: mode.keep(.here, at: place.focus)
    case .keepCloud: mode.keep(.cloud, at: place.focus)
    case .switchSide:
      guard let focused else { return [] }
      mode.keep(focused.keep == .here ? .cloud : .here, at: place.focus)
    case .allHere: mode.keepAll(.here)
    case .allCloud: mode.keepAll(.cloud)
    case .showBoth: mode.showsBoth.toggle()
    case .copy: return state.copy(plainText)
    case .pushNow: return push(in: &state)
    case .cancel: return leave(&state)
    default: break
    }
    return mode.stay(in: &state)
  }

  private func push(in state: inout EditorState) -> [Effect] {
    if openConflicts > 0 { return state.fail(state.words(.chooseFirst, String(openConflicts))) }
    state.changePush { $0.wait = .pushing }
    return [
      .push(
        plan.rows.compactMap { row in
          row.keep.map { PushChoice(name: row.name, keep: $0, seen: row.seen) }
        })
    ]
  }

  /// The dialog with a newer plan: what was chosen from the same values stays chosen.
  fileprivate func showing(_ new: PushPlan) -> PushMode {
    var mode = PushMode(plan: new)
    for index in new.rows.indices {
      let row = new.rows[index]
      let old = plan.rows.first {
        $0.name == row.name && $0.here == row.here && $0.cloud == row.cloud
      }
      if let keep = old?.keep { mode.keep(keep, at: index) }
    }
    return mode
  }

  /// Keeps a side of a row, where the two differ.
  private mutating func keep(_ side: CloudSide, at index: Int) {
    guard plan.rows.indices.contains(index), plan.rows[index].kind != .same else { return }
    plan.rows[index].keep = side
  }

  private mutating func keepAll(_ side: CloudSide) {
    for index in plan.rows.indices { keep(side, at: index) }
  }

  private var plainText: String {
    plan.rows.map { "\($0.name.key)\t\($0.here)\t\($0.cloud)\t\($0.keep?.rawValue ?? "")" }
      .joined(separator: "\n")
  }

  mutating func focus(on index: Int) { place.focus = index }

  mutating func scroll(in state: EditorState) {
    place.settle(count: plan.rows.count, rows: rowCount(state))
  }

  private func rowCount(_ state: EditorState) -> Int {
    max(state.listRows - (state.size.columns >= 60 ? 3 : 2), 1)
  }

  // MARK: Drawing

  /// Draws what a push would do, a line for each key, the cursor at the focused one.
  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (rows, words, look) = (state.frame.list, state.words, state.look)
    let columns = state.size.columns
    var row = rows.lowerBound
    let last = plan.last.map { words(.lastPushed, $0) } ?? ""
    canvas.draw(
      Line(
        [Span(look.clip(plan.mirror, to: columns / 2))],
        right: [Span(look.clip(last, to: columns / 2 - 2), .quiet)], indent: 1), row: row)
    canvas.moveCursor(row: row, column: 0)
    row += 1
    if columns >= 60, !plan.rows.isEmpty {
      let cells = [words(.columnTitle), words(.hintHere), words(.hintCloud)]
      canvas.draw(line("", cells, words(.columnKeep), state, heads: true), row: row)
      row += 1
    }
    let end = max(rows.upperBound - 1, row)
    canvas.drawList(place, count: plan.rows.count, rows: row..<end) {
      line(of: plan.rows[$0], state)
    }
    canvas.draw(Line(look.clip(summary(state), to: columns - 2), indent: 1), row: end)
  }

  private func line(of row: PushRow, _ state: EditorState) -> Line {
    let (look, columns) = (state.look, state.size.columns)
    let mark = row.kind == .conflict && row.keep == nil ? "!" : row.kind == .conflict ? "*" : " "
    let side = row.side(state.words)
    guard columns >= 60 else {
      let text = "\(mark) \(row.title): \(row.here) / \(row.cloud)"
      return Line(
        [Span(look.clip(text, to: columns - 4 - look.columns(of: side)))],
        right: [Span(side, .key)], indent: 1)
    }
    return line("\(mark) ", [row.title, row.here, row.cloud], side, state, heads: false)
  }

  /// A line of five columns, or what heads them.
  private func line(
    _ mark: String, _ cells: [String], _ keep: String, _ state: EditorState, heads: Bool
  ) -> Line {
    let look = state.look
    let room = (state.size.columns - 6 - max(look.columns(of: keep), 6)) / 3
    let styles: [Style] = heads ? [.heading, .heading, .heading] : [.text, .text, .text]
    let spans = zip(cells, styles).map { cell, style in
      let text = look.clip(cell, to: room - 1)
      let blanks = String(repeating: " ", count: max(room - look.columns(of: text), 1))
      return Span(text + blanks, style)
    }
    return Line(
      [Span(mark.isEmpty ? "  " : mark, .error)] + spans,
      right: [Span(keep, heads ? .heading : .key)], indent: 1)
  }

  /// What waits for the user, or what will be done.
  private func summary(_ state: EditorState) -> String {
    let words = state.words
    if let wait {
      let key = state.keys.key(for: .cancel, in: .push) ?? ""
      return "\(words(wait == .comparing ? .comparing : .pushing)) \(words(.keyStops, key))"
    }
    if showsBoth, let row = focused {
      return "\(words(.hintHere)): \(row.here)  \(words(.hintCloud)): \(row.cloud)"
    }
    if openConflicts > 0 { return words(.chooseFirst, String(openConflicts)) }
    let sent = plan.rows.count { $0.kind != .same && $0.keep == .here }
    let taken = plan.rows.count { $0.kind != .same && $0.keep == .cloud }
    return words(.pushSummary, String(sent), String(taken))
  }
}

extension PushRow {
  /// The side that is kept, in a word.
  func side(_ words: Words) -> String {
    switch keep {
    case .here?: words(.hintHere)
    case .cloud?: words(.hintCloud)
    case nil: kind == .same ? words(.sameWord) : "?"
    }
  }
}

extension EditorState {
  /// Asks the cloud side what a push would do.
  mutating func planPush() -> [Effect] {
    modes.append(.push(PushMode(plan: PushPlan(mirror: "", rows: []), wait: .comparing)))
    return [.planPush]
  }

  /// Shows what a push would do; who has chosen already keeps the choices that still have a meaning.
  mutating func take(_ plan: PushPlan) {
    var (isNew, isChanged) = (true, false)
    changePush { dialog in
      isChanged = dialog.wait == .pushing
      dialog = dialog.showing(plan)
      isNew = false
    }
    if isNew { modes.append(.push(PushMode(plan: plan))) }
    if isChanged { message = Message(text: words(.chooseAgain), isError: true) }
  }

  /// The mirror has answered; a push that did not work leaves the dialog as it was.
  mutating func endWaiting(isDone: Bool = false) {
    modes.removeAll { mode in
      guard case .push(let dialog) = mode else { return false }
      return dialog.wait == .comparing || isDone && dialog.wait == .pushing
    }
    changePush { $0.wait = nil }
  }

  /// Changes the push dialog, wherever it stands.
  mutating func changePush(_ body: (inout PushMode) -> Void) {
    for index in modes.indices {
      guard case .push(var dialog) = modes[index] else { continue }
      body(&dialog)
      modes[index] = .push(dialog)
    }
  }
}
