import Settee
import SetteeTerminal

/// A question with answers; the first one changes nothing.
struct QuestionMode: Mode {
  /// An answer, and what it does; the question is gone by then.
  typealias Answer = (words: String, act: @Sendable (inout EditorState) -> [Effect])

  let title: String
  /// What will happen, a line each.
  let details: [String]
  /// The answers, the harmless one first; `y` gives the second, `n` the first.
  let answers: [Answer]
  var top = 0
  var focus = 0

  var context: KeyContext { .question }

  // MARK: Keys

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    var mode = self
    switch command {
    case .up: mode.focus = max(focus - 1, 0)
    case .down: mode.focus = min(focus + 1, answers.count - 1)
    case .pageUp: mode.top -= max(detailRows(state), 1)
    case .pageDown: mode.top += max(detailRows(state), 1)
    case .yes: return answer(1, in: &state)
    case .no, .cancel: return answer(0, in: &state)
    case .keep: return answer(focus, in: &state)
    default: break
    }
    return mode.stay(in: &state)
  }

  private func answer(_ index: Int, in state: inout EditorState) -> [Effect] {
    _ = leave(&state)
    return answers.indices.contains(index) ? answers[index].act(&state) : []
  }

  mutating func focus(on index: Int) { focus = index }

  mutating func scroll(in state: EditorState) {
    top = min(max(top, 0), max(details.count - detailRows(state), 0))
  }

  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    let index = position.row - answerRow(state) + firstAnswer(state)
    guard position.row >= answerRow(state), answers.indices.contains(index) else { return [] }
    return answer(index, in: &state)
  }

  // MARK: Drawing

  func shape(_ state: EditorState) -> BoxShape? {
    let (look, room) = (state.look, min(BoxShape.wide, state.size.columns - 4) - 2)
    let texts = [title] + details.prefix(100) + answers.map(\.words)
    let widest = texts.map { look.columns(of: $0, limit: room) }.max() ?? 0
    let columns = min(max(widest + 8, 44), room + 2)
    let lines = look.wrapAndClip(title, to: columns - 2 - 2 * Canvas.boxIndent, lines: 4).count
    let below = details.isEmpty ? 0 : details.count + 1
    // A blank line above and below the question, and below the answers.
    return BoxShape(title: "", columns: columns, rows: lines + below + answers.count + 3)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (look, indent) = (state.look, Canvas.boxIndent)
    var row = margin(state)
    for text in titleLines(state) {
      canvas.draw(Line(text, Style(.text, .bold), indent: indent), row: row)
      row += 1
    }
    let room = detailRoom(state)
    let shown = detailLines(state, room: room)
    if !shown.isEmpty, margin(state) > 0 { row += 1 }
    for text in shown {
      canvas.draw(Line(text, .quiet, indent: indent), row: row)
      row += 1
    }
    row = answerRow(state)
    let first = firstAnswer(state)
    for index in answers.indices.dropFirst(first) where row < canvas.rows {
      let text = look.clip(answers[index].words, to: canvas.columns - 8)
      // Where nothing but a line says what is a button, brackets do.
      let button = look.button(text)
      canvas.draw(
        Line([Span(button, Style(.text, on: .field))], indent: indent), row: row)
      if index == focus { canvas.showEntry(row: row) }
      row += 1
    }
  }

  /// The blank line above the question, where there is room for one.
  private func margin(_ state: EditorState) -> Int { state.box(of: self) == nil ? 0 : 1 }

  /// The first of the answers on the screen: where there is no room for all, the focused one is.
  private func firstAnswer(_ state: EditorState) -> Int {
    let seen = state.room(of: self).rows - answerRow(state)
    return max(focus - max(seen, 1) + 1, 0)
  }

  private func answerRow(_ state: EditorState) -> Int {
    let rows = state.room(of: self).rows
    let head = margin(state) + ownTitleLines(state).count
    if margin(state) > 0 { return max(rows - answers.count - 1, head) }
    let details = min(max(detailRoom(state), 0), self.details.count)
    return min(head + details + (detailRoom(state) > 0 ? 1 : 0), rows - 1)
  }

  /// The question itself, or one line of what will happen where there is no room for that below.
  private func titleLines(_ state: EditorState) -> [String] {
    let own = ownTitleLines(state)
    guard detailRoom(state) <= 0, details.indices.contains(top - 1) else { return own }
    return state.look.wrapAndClip(details[top - 1], to: columns(state), lines: own.count)
  }

  /// The answers come first: without them nobody could go on.
  private func ownTitleLines(_ state: EditorState) -> [String] {
    let limit = min(max(state.room(of: self).rows - answers.count, 1), 4)
    return state.look.wrapAndClip(title, to: columns(state), lines: limit)
  }

  private func columns(_ state: EditorState) -> Int {
    state.room(of: self).columns - 2 * Canvas.boxIndent
  }

  /// How many lines there are for what will happen, below the question and above the answers.
  private func detailRoom(_ state: EditorState) -> Int {
    let taken = margin(state) > 0 ? 4 : 1
    return state.room(of: self).rows - ownTitleLines(state).count - answers.count - taken
  }

  /// How many of the details are seen at a time below the question.
  private func detailRows(_ state: EditorState) -> Int {
    let room = detailRoom(state)
    if room <= 0 { return 0 }
    return details.count > room ? max(room - 1, 1) : room
  }

  func hint(for binding: Binding, _ state: EditorState) -> Phrase? {
    guard binding.command == .pageDown else { return binding.hint }
    return details.count > detailRows(state) ? .hintScroll : nil
  }

  /// What will happen, in as many lines as there are; the last one counts the rest.
  private func detailLines(_ state: EditorState, room: Int) -> [String] {
    guard room > 0 else { return [] }
    let rest = details.dropFirst(top)
    let lines = rest.prefix(room + 1).map { state.look.clip($0, to: columns(state)) }
    guard details.count > room else { return Array(lines) }
    let left = rest.count - (room - 1)
    return lines.prefix(room - 1) + (left > 0 ? [state.words(.andMore, String(left))] : [])
  }
}

extension EditorState {
  /// Asks a question, with the answer that changes nothing and with what the others do.
  @discardableResult
  mutating func ask(
    _ title: String, _ details: [String] = [], orElse harmless: Phrase,
    _ answers: QuestionMode.Answer...
  ) -> [Effect] {
    let stay: QuestionMode.Answer = (words(harmless), { _ in [] })
    modes.append(QuestionMode(title: title, details: details, answers: [stay] + answers))
    return []
  }

  mutating func askReset(wholeApp: Bool) -> [Effect] {
    let changes = modifiedValues(wholeApp: wholeApp)
    guard !changes.isEmpty else { return say(.nothingToReset) }
    let title = words(wholeApp ? .askResetAll : .askResetPane, String(changes.count))
    let edit = Edit(
      changes: changes.map(\.change), title: wholeApp ? words(.resetAll) : place.title)
    let details = changes.map { difference($0.control, $0.change) }
    return ask(title, details, orElse: .stay, (words(.yesReset), { $0.make(edit, .edit) }))
  }

  /// What is set and can be reset, with the change that resets it.
  func modifiedValues(wholeApp: Bool) -> [(control: Control, change: ValueChange)] {
    let panes = document.bundle.panes
    let numbers = wholeApp ? Array(panes.indices) : [place.pane]
    var seen: Set<SettingName> = []
    var changes: [(control: Control, change: ValueChange)] = []
    for number in numbers where panes.indices.contains(number) {
      for control in panes[number].controls {
        guard let name = document.name(of: control, in: number), let old = stored(name),
          readings[name]?.isManaged != true, seen.insert(name).inserted
        else { continue }
        changes.append((control, ValueChange(name: name, old: old, new: nil)))
      }
    }
    return changes
  }

  /// A change as a sentence: `Title: old -> new`.
  func difference(_ control: Control, _ change: ValueChange) -> String {
    let old = change.old ?? control.defaultValue
    let new = change.new ?? control.defaultValue
    return "\(control.label): \(namedText(control, old)) -> \(namedText(control, new))"
  }

  /// A value as rows show it; an empty one has a word.
  func namedText(_ control: Control, _ value: PropertyList?) -> String {
    let text = shownText(control, value)
    return text.isEmpty ? words(.notSet) : text
  }

  mutating func askLeave() -> [Effect] {
    if hasWaiting { return askStaged(.outside) }
    return ask(words(.askLeave), orElse: .noStay, (words(.yesLeave), { _ in [.quit] }))
  }

  /// Leaves, or asks what becomes of changes that wait.
  mutating func quit() -> [Effect] { hasWaiting ? askStaged(.outside) : [.quit] }

  /// Asks what becomes of the changes that wait before one leaves.
  mutating func askStaged(_ next: Leaving) -> [Effect] {
    let count = String(staged?.changes.count ?? 0)
    return ask(
      words(.askQuitStaged), stagedDetails, orElse: .noStay,
      (words(.applyAndLeave, count), { $0.applyStaged(then: next) }),
      (words(.leaveUnstored), { $0.dropStaged(then: next) }))
  }

  /// Goes where the user wanted to go, now that nothing waits.
  mutating func leave(_ next: Leaving) -> [Effect] {
    switch next {
    case .nowhere: []
    case .toApps: leaveApp()
    case .toOwnSettings: openOwnSettings()
    case .toFormerApp: leaveOwnSettings()
    case .outside: [.quit]
    }
  }

  private var stagedDetails: [String] {
    (staged?.changes ?? []).compactMap { change in
      document.control(named: change.name).map { difference($0, change) }
    }
  }

  mutating func askApply() -> [Effect] {
    guard let staged, !staged.isEmpty else { return say(.nothingWaits) }
    let count = String(staged.changes.count)
    return ask(
      words(.askApply), stagedDetails, orElse: .noStay,
      (words(.yesApply, count), { $0.applyStaged(then: .nowhere) }),
      (words(.dropIt), { $0.dropStaged(then: .nowhere) }))
  }

  private mutating func applyStaged(then next: Leaving) -> [Effect] {
    guard let changes = staged?.changes, !changes.isEmpty else { return [] }
    let title = words(.countStaged, String(changes.count))
    return [.apply(Edit(changes: changes, title: title), .staged(then: next))]
  }

  private mutating func dropStaged(then next: Leaving) -> [Effect] {
    (staged, log) = (StagedChanges(), EditLog())
    afterChange(of: [])
    return leave(next)
  }

  /// Asks before an app's link or mail is opened.
  mutating func askOpen(_ control: Control) -> [Effect] {
    if let obstacle = obstacle(of: control) { return fail(obstacle) }
    guard let url = control.outside else {
      return fail(words(.needsAppSentence, control.label))
    }
    return ask(toOpen: url)
  }

  mutating func ask(toOpen url: String) -> [Effect] {
    ask(words(.askOpenURL), [url], orElse: .noOpen, (words(.yesOpen), { _ in [.openURL(url)] }))
  }

  mutating func askDropElement() -> [Effect] {
    ask(words(.askDropElement), orElse: .goOn, (words(.dropIt), { $0.leavePane() }))
  }
}
