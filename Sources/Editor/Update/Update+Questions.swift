import Settee

extension EditorState {
  /// Does what a command means in a question.
  mutating func perform(_ command: Command, _ question: Question) -> [Effect] {
    var question = question
    switch command {
    case .up: question.focus = max(question.focus - 1, 0)
    case .down: question.focus = min(question.focus + 1, question.answers.count - 1)
    case .pageUp: question.top -= max(detailRows(question), 1)
    case .pageDown: question.top += max(detailRows(question), 1)
    case .yes: return answer(question, question.yes)
    case .no, .cancel: return answer(question, 0)
    case .keep: return answer(question, question.focus)
    default: break
    }
    top = .question(question)
    return []
  }

  private mutating func answer(_ question: Question, _ index: Int) -> [Effect] {
    modes.removeLast()
    guard question.answers.indices.contains(index) else { return [] }
    switch question.answers[index].answer {
    case .stay: return []
    case .reset(let edit), .import(let edit): return make(edit, .edit)
    case .replaceFile(let path): return [.export(to: path, replaces: true)]
    case .applyStaged(let next): return applyStaged(then: next)
    case .dropStaged(let next): return dropStaged(then: next)
    case .leave: return [.quit]
    case .openURL(let url): return [.openURL(url)]
    case .keepText:
      guard case .longText(let editing) = mode else { return [] }
      return keep(editing)
    case .dropText:
      if case .longText = mode { modes.removeLast() }
      return []
    case .dropElement:
      leavePane()
      return []
    }
  }

  mutating func ask(
    _ title: String, _ details: [String] = [], _ answers: [(words: String, answer: Question.Answer)]
  ) {
    modes.append(.question(Question(title: title, details: details, answers: answers)))
  }

  /// Asks whether to set a pane, or everything, back to the defaults; names what will happen.
  mutating func askReset(wholeApp: Bool) -> [Effect] {
    let changes = modifiedValues(wholeApp: wholeApp)
    guard !changes.isEmpty else { return say(.nothingToReset) }
    let title = words(wholeApp ? .askResetAll : .askResetPane, String(changes.count))
    let edit = Edit(
      changes: changes.map(\.change), title: wholeApp ? words(.helpResetAll) : place.title)
    let details = changes.map { difference($0.control, $0.change) }
    ask(title, details, [(words(.stay), .stay), (words(.yesReset), .reset(edit))])
    return []
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
    return text.isEmpty ? words(.nothing) : text
  }

  /// Asks before leaving for good.
  mutating func askLeave() {
    guard staged?.isEmpty ?? true else { return askStaged(.outside) }
    ask(words(.askLeave), [], [(words(.noStay), .stay), (words(.yesLeave), .leave)])
  }

  /// Leaves, or asks what becomes of changes that wait.
  mutating func quit() -> [Effect] {
    guard staged?.isEmpty ?? true else {
      askStaged(.outside)
      return []
    }
    return [.quit]
  }

  /// Asks what becomes of the changes that wait before one leaves.
  mutating func askStaged(_ next: Leaving) {
    let count = String(staged?.changes.count ?? 0)
    ask(
      words(.askQuitStaged), stagedDetails,
      [
        (words(.noStay), .stay), (words(.applyAndLeave, count), .applyStaged(then: next)),
        (words(.leaveUnstored), .dropStaged(then: next)),
      ])
  }

  /// Goes where the user wanted to go, now that nothing waits.
  mutating func leave(_ next: Leaving) -> [Effect] {
    switch next {
    case .nowhere: []
    case .toApps: leaveApp()
    case .outside: [.quit]
    }
  }

  private var stagedDetails: [String] {
    (staged?.changes ?? []).compactMap { change in
      document.control(named: change.name).map { difference($0, change) }
    }
  }

  /// Shows the changes that wait and asks whether to store them.
  mutating func askApply() -> [Effect] {
    guard let staged, !staged.isEmpty else { return say(.nothingWaits) }
    let count = String(staged.changes.count)
    ask(
      words(.askApply), stagedDetails,
      [
        (words(.noStay), .stay), (words(.yesApply, count), .applyStaged(then: .nowhere)),
        (words(.dropThem), .dropStaged(then: .nowhere)),
      ])
    return []
  }

  private mutating func applyStaged(then next: Leaving) -> [Effect] {
    guard let changes = staged?.changes, !changes.isEmpty else { return [] }
    let title = words(.countStaged, String(changes.count))
    return [.apply(Edit(changes: changes, title: title), .staged(then: next))]
  }

  private mutating func dropStaged(then next: Leaving) -> [Effect] {
    staged = StagedChanges()
    log = EditLog()
    indexIsStale = true
    recount()
    rebuildItems()
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

  /// Asks before a link is opened.
  mutating func ask(toOpen url: String) -> [Effect] {
    ask(
      words(.askOpenURL), [url],
      [(words(.noOpen), .stay), (words(.yesOpen), .openURL(url))])
    return []
  }

  /// Asks before a new element is forgotten.
  mutating func askDropElement() {
    ask(words(.askDropElement), [], [(words(.goOn), .stay), (words(.dropIt), .dropElement)])
  }
}
