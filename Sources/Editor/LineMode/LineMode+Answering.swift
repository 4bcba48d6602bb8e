import Settee

extension LineMode {
  /// Takes the answer to the question that is open.
  func takeMode(_ line: String) {
    if line.trimmed == "?", !asksForText { return describe() }
    switch state.mode {
    case .text(let editing): takeText(line, editing.target)
    case .slider(let adjusting): takeText(line, adjusting.target)
    case .date(let editing): takeText(line, editing.target)
    case .longText: takeLongText(line)
    case .path(let asking): takePath(line, asking)
    case .choosing(let choosing):
      pick(line, among: choosing.list.shown.count) { state, index in
        guard case .choosing(var choosing) = state.mode else { return }
        choosing.list.focus(on: index)
        state.top = .choosing(choosing)
      }
    case .menu(let menu):
      pick(line, among: menu.list.shown.count) { state, index in
        guard case .menu(var menu) = state.mode else { return }
        menu.list.focus(on: index)
        state.top = .menu(menu)
      }
    case .question(let question): takeQuestion(line, question)
    case .search(let searching): takeSearch(line, searching)
    case .push(let dialog): takePush(line, dialog)
    case .page, nil: break
    }
  }

  /// Whether whatever is typed is an answer.
  private var asksForText: Bool {
    switch state.mode {
    case .text, .longText, .path, .slider, .date: true
    default: false
    }
  }

  private func takeText(_ line: String, _ target: Target) {
    guard !line.isEmpty else {
      loop.act(.command(.cancel))
      return say(.lineLeft)
    }
    let text = line == "\"\"" ? "" : line
    switch target.control.parse(text) {
    case .success(let value):
      let depth = state.modes.count
      loop.change { state in
        state.modes.removeLast()
        return state.write(target, value)
      }
      // What was refused on the way to the disk stays open, with what is typed.
      if state.modes.count < depth { report() } else { describe() }
    case .failure(let refusal):
      console.write(words.refused(refusal, by: target.control))
      say(target.control.isSecure ? .lineAskSecret : .lineAskText)
    }
  }

  private func takeLongText(_ first: String) {
    var lines: [String] = []
    var line: String? = first
    while let text = line, text != "." {
      // A line that begins with a dot is written with two, as in mail.
      lines.append(text.hasPrefix("..") ? String(text.dropFirst()) : text)
      line = console.read()
    }
    guard !lines.isEmpty else {
      loop.act(.command(.cancel))
      return say(.lineLeft)
    }
    loop.tell(.edited(lines.joined(separator: "\n")))
    loop.act(.command(.keep))
    guard case .longText(let editing) = state.mode else {
      return report()
    }
    console.write(editing.refusal ?? words.allowed(editing.target.control))
    say(.lineAskLong)
  }

  private func takePath(_ line: String, _ asked: PathAsking) {
    // The domain that is proposed is taken as it stands.
    guard !line.isEmpty || asked.purpose == .domain else {
      loop.act(.command(.cancel))
      return say(.lineLeft)
    }
    let line = line.isEmpty ? asked.line.text : line
    loop.change { state in
      guard case .path(var asking) = state.mode else { return [] }
      asking.line.replace(by: EditorState.oneLine(line))
      state.top = .path(asking)
      return []
    }
    loop.act(.command(.keep))
    guard case .path = state.mode else {
      return asked.purpose == .domain ? describe() : afterQuestion()
    }
    // What was refused is asked once more.
    console.write(state.message?.text ?? "")
    if asked.purpose == .domain { say(.lineDomain, line) } else { say(.linePath) }
  }

  /// Picks an entry by its number; 0 and an empty line leave everything as it is.
  private func pick(
    _ line: String, among count: Int, _ focus: (inout EditorState, Int) -> Void
  ) {
    guard let number = LineAnswer.number(line.trimmed) ?? (line.isEmpty ? 0 : nil) else {
      return say(.lineUnknown, line)
    }
    guard number > 0 else {
      loop.act(.command(.cancel))
      return say(.lineLeft)
    }
    guard number <= count else { return say(.lineNoRow, String(number)) }
    let place = (state.path.count, state.place.pane, state.look.language)
    loop.change { state in
      focus(&state, number - 1)
      return []
    }
    loop.act(.command(.keep))
    let now = (state.path.count, state.place.pane, state.look.language)
    if state.mode != nil || now != place { describe() } else { report() }
  }

  private func takeQuestion(_ line: String, _ question: Question) {
    switch line.trimmed {
    case "y", "yes":
      loop.act(.command(.yes))
      afterQuestion()
    case "n", "no", "0", "":
      loop.act(.command(.no))
      if loop.ending == nil { say(.lineLeft) }
    default:
      guard let number = LineAnswer.number(line.trimmed),
        (1...question.answers.count).contains(number)
      else { return say(.lineUnknown, line) }
      loop.change { state in
        guard case .question(var question) = state.mode else { return [] }
        question.focus = number - 1
        state.top = .question(question)
        return []
      }
      loop.act(.command(.keep))
      afterQuestion()
    }
  }

  private func afterQuestion() {
    guard loop.ending == nil else { return }
    if state.mode != nil { describe() } else { report() }
  }

  private func takeSearch(_ line: String, _ searching: Searching) {
    guard let number = LineAnswer.number(line.trimmed), number <= searching.hits.count else {
      return say(.lineUnknown, line)
    }
    if number == 0 {
      loop.act(.command(.cancel))
      return describe()
    }
    loop.change { state in
      guard case .search(var searching) = state.mode else { return [] }
      searching.focus = number - 1
      state.top = .search(searching)
      return []
    }
    loop.act(.command(.open))
    describe()
    report()
  }

  private func takePush(_ line: String, _ dialog: PushDialog) {
    switch line.trimmed {
    case "y": act(.pushNow)
    case "H": act(.allHere)
    case "C": act(.allCloud)
    case "0", "":
      loop.act(.command(.cancel))
      say(.lineLeft)
    default:
      guard let number = LineAnswer.number(line.trimmed),
        (1...max(dialog.plan.rows.count, 1)).contains(number)
      else { return say(.lineUnknown, line) }
      loop.change { state in
        guard case .push(var dialog) = state.mode else { return [] }
        dialog.focus = number - 1
        state.top = .push(dialog)
        return []
      }
      act(.switchSide)
    }
  }
}
