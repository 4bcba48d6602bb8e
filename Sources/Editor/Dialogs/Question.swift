import Settee
import SetteeTerminal

/// A dialog that asks a question and lists the possible answers.
struct QuestionDialog: Dialog {
  /// An answer and its action.
  ///
  /// The dialog closes before the action of the chosen answer runs.
  typealias QuestionButton = (words: String, act: @Sendable (inout EditorState) -> [Effect])

  let title: String
  let details: [String]
  /// The possible answers, starting with the answer that changes nothing, such as "Cancel".
  ///
  /// The `n` key selects the first answer, and the `y` key selects the second.
  let answers: [QuestionButton]
  var top = 0
  var focus = 0

  var context: KeyContext { .question }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    var dialog = self
    switch command {
    case .up: dialog.focus = max(focus - 1, 0)
    case .down: dialog.focus = min(focus + 1, answers.count - 1)
    case .pageUp: dialog.top = max(top - max(layout(state).page, 1), 0)
    case .pageDown: dialog.top += max(layout(state).page, 1)
    case .yes: return answer(1, in: &state)
    case .no, .cancel: return answer(0, in: &state)
    case .keep: return answer(focus, in: &state)
    default: break
    }
    return dialog.keepOpen(in: &state)
  }

  private func answer(_ index: Int, in state: inout EditorState) -> [Effect] {
    _ = dismiss(&state)
    return answers.indices.contains(index) ? answers[index].act(&state) : []
  }

  mutating func focus(on index: Int) { focus = index }

  mutating func scroll(in state: EditorState) {
    top = min(max(top, 0), max(details.count - layout(state).page, 0))
  }

  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    let layout = layout(state)
    let index = position.row - layout.answerRow + layout.firstAnswer
    guard position.row >= layout.answerRow, answers.indices.contains(index) else { return [] }
    return answer(index, in: &state)
  }

  func shape(_ state: EditorState) -> BoxShape? {
    let (look, room) = (state.look, min(BoxShape.wide, state.size.columns - 4) - 2)
    let texts = [title] + details.prefix(100) + answers.map(\.words)
    let widest = texts.map { look.columns(of: $0, limit: room) }.max() ?? 0
    let columns = min(max(widest + 8, 44), room + 2)
    let lines = look.wrapAndClip(title, to: columns - 2 - 2 * Canvas.boxIndent, lines: 4).count
    let below = details.isEmpty ? 0 : details.count + 1
    // A blank line separates the question, its details, and the answers.
    return BoxShape(title: "", columns: columns, rows: lines + below + answers.count + 1)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (look, layout, indent) = (state.look, layout(state), Canvas.boxIndent)
    var row = 0
    for text in layout.title {
      canvas.draw(Line(text, Style(.text, .bold), indent: indent), row: row)
      row += 1
    }
    if !layout.details.isEmpty { row += layout.gap }
    for text in layout.details {
      canvas.draw(Line(text, .quiet, indent: indent), row: row)
      row += 1
    }
    row = layout.answerRow
    for index in answers.indices.dropFirst(layout.firstAnswer) where row < canvas.rows {
      // Show the answers in brackets on terminals where a background color can't mark them as
      // buttons.
      let button = look.button(look.clip(answers[index].words, to: canvas.columns - 8))
      canvas.draw(Line(button, .field, indent: indent), row: row)
      if index == focus { canvas.showEntry(row: row) }
      row += 1
    }
  }

  func hint(for binding: KeyBinding, _ state: EditorState) -> String? {
    switch binding.command {
    case .pageDown: details.count > layout(state).page ? Phrase.hintScroll.rawValue : nil
    // Omit the keys for yes and no if the question has more than two answers, because they would be
    // ambiguous.
    case .yes, .no: answers.count > 2 ? nil : binding.hint
    default: binding.hint
    }
  }

  // MARK: Layout

  private struct QuestionLayout {
    /// The height of the blank line below the question, or zero if a blank line doesn't fit.
    let gap: Int
    /// The lines of the question.
    ///
    /// If the details don't fit below the question, these lines show the current detail instead.
    var title: [String]
    /// The visible details.
    ///
    /// The last of these lines shows how many more details there are.
    var details: [String] = []
    /// The number of details that fit on the screen below the question.
    let page: Int
    let answerRow: Int
    /// The index of the first answer on the screen, chosen so that the focused answer is visible.
    let firstAnswer: Int
  }

  private func layout(_ state: EditorState) -> QuestionLayout {
    let (look, size) = (state.look, state.contentSize(of: self))
    let columns = size.columns - 2 * Canvas.boxIndent
    let isBox = state.box(of: self) != nil
    // Reserve room for the answers first, because a question without visible answers is unusable.
    let most = min(max(size.rows - answers.count, 1), 4)
    let title = look.wrapAndClip(self.title, to: columns, lines: most)
    let room = max(size.rows - title.count - answers.count - (isBox ? 2 : 1), 0)
    let answerRow =
      isBox
      ? max(size.rows - answers.count, title.count + 1)
      : min(title.count + min(room, details.count) + (room > 0 ? 1 : 0), size.rows - 1)
    var layout = QuestionLayout(
      gap: isBox ? 1 : 0, title: title,
      page: room > 1 && details.count > room ? room - 1 : room, answerRow: answerRow,
      firstAnswer: max(focus - max(size.rows - answerRow, 1) + 1, 0))
    if room > 0 {
      layout.details = detailLines(look, columns: columns, room: room)
    } else if details.indices.contains(top - 1) {
      layout.title = look.wrapAndClip(details[top - 1], to: columns, lines: title.count)
    }
    return layout
  }

  private func detailLines(_ look: Appearance, columns: Int, room: Int) -> [String] {
    let lines = details.dropFirst(top).prefix(room).map { look.clip($0, to: columns) }
    guard details.count > room else { return lines }
    let left = details.count - top - (room - 1)
    return lines.prefix(room - 1) + (left > 0 ? [look.words(.andMore, String(left))] : [])
  }
}

extension EditorState {
  /// Asks the user a question.
  ///
  /// The parameter `harmless` is the label of the answer that changes nothing.
  @discardableResult
  mutating func ask(
    _ title: String, _ details: [String] = [], orElse harmless: Phrase,
    _ answers: QuestionDialog.QuestionButton...
  ) -> [Effect] {
    let stay: QuestionDialog.QuestionButton = (words(harmless), { _ in [] })
    dialogs.append(QuestionDialog(title: title, details: details, answers: [stay] + answers))
    return []
  }

  mutating func askReset(wholeApp: Bool) -> [Effect] {
    let changes = modifiedValues(wholeApp: wholeApp)
    guard !changes.isEmpty else { return show(.nothingToReset) }
    let title = words(wholeApp ? .askResetAll : .askResetPane, String(changes.count))
    let edit = UndoableEdit(
      changes: changes.map(\.change), title: wholeApp ? words(.resetAll) : place.title)
    let details = changes.map { difference($0.control, $0.change) }
    let make = making(edit) { $0.askReset(wholeApp: wholeApp) }
    return ask(title, details, orElse: .stay, (words(.yesReset), make))
  }

  /// Returns an action that makes an edit that the user has reviewed.
  ///
  /// If a value has changed in the meantime, the action asks the user again.
  func making(
    _ edit: UndoableEdit, orAsk: @escaping @Sendable (inout EditorState) -> [Effect]
  ) -> @Sendable (inout EditorState) -> [Effect] {
    let seen = edit.changes.map { stored($0.name) }
    return { state in
      if edit.changes.map({ state.stored($0.name) }) == seen { return state.make(edit, .edit) }
      let effects = orAsk(&state)
      return state.show(error: state.words(.valuesChanged)) + effects
    }
  }

  func modifiedValues(wholeApp: Bool) -> [(control: Control, change: ValueChange)] {
    let panes = document.bundle.panes
    var seen: Set<SettingName> = []
    var changes: [(control: Control, change: ValueChange)] = []
    for number in panes.indices where wholeApp || number == place.pane {
      for control in panes[number].controls {
        guard let name = document.name(of: control, in: number), let old = stored(name),
          readings[name]?.isManaged != true, seen.insert(name).inserted
        else { continue }
        changes.append((control, ValueChange(name: name, old: old, new: nil)))
      }
    }
    return changes
  }

  /// Quits the editor, but first asks the user about unsaved changes or an unfinished list item.
  mutating func quit() -> [Effect] {
    if hasUnsaved { return askStaged(.outside) }
    guard path.contains(where: { $0.element?.isUnfinished ?? false }) else { return [.quit] }
    return ask(words(.askDropItem), orElse: .keepEditing, (words(.dropAndQuit), { _ in [.quit] }))
  }

  /// Asks the user whether to save or discard unsaved changes, and then continues with `next`.
  mutating func askStaged(_ next: ExitTarget) -> [Effect] {
    guard let staged, !staged.isEmpty else { return show(.nothingUnsaved) }
    let isLeaving = next == .outside
    let details = staged.map { difference($0) }
    let count = String(staged.count)
    return ask(
      words(isLeaving ? .askSaveAndQuit : .askSave), details, orElse: .stay,
      (words(isLeaving ? .saveAndQuit : .yesSave, count), { $0.apply(staged, then: next) }),
      (words(isLeaving ? .quitUnsaved : .dropIt), { $0.dropStaged(then: next) }))
  }

  mutating func exit(to next: ExitTarget) -> [Effect] {
    switch next {
    case .nowhere: []
    case .toApps: leaveApp()
    case .toOwnSettings: openOwnSettings()
    case .toFormerApp: leaveOwnSettings()
    case .outside: [.quit]
    }
  }

  /// Saves the changes that the user has reviewed.
  ///
  /// If another program has changed a value in the meantime, the user reviews the changes again.
  private mutating func apply(_ changes: [ValueChange], then next: ExitTarget) -> [Effect] {
    guard changes == staged else {
      let effects = askStaged(next)
      return hasUnsaved ? show(error: words(.saveAgain)) : effects
    }
    let title = words(.countUnsaved, String(changes.count))
    return [.apply(UndoableEdit(changes: changes, title: title), .staged(then: next))]
  }

  private mutating func dropStaged(then next: ExitTarget) -> [Effect] {
    (staged, log) = ([], EditLog())
    afterChange(of: [])
    return exit(to: next)
  }

  mutating func askOpen(_ control: Control) -> [Effect] {
    if let obstacle = obstacle(of: control) { return show(error: obstacle) }
    return control.url.map { ask(toOpen: $0) }
      ?? show(error: words(.needsAppSentence, control.label))
  }

  mutating func ask(toOpen url: String) -> [Effect] {
    ask(words(.askOpenURL), [url], orElse: .noOpen, (words(.yesOpen), { _ in [.openURL(url)] }))
  }

  mutating func askDropElement() -> [Effect] {
    ask(words(.askDropItem), orElse: .keepEditing, (words(.dropIt), { $0.leavePane() }))
  }
}
