import Settee

extension PlainMode {
  func describe() {
    if let dialog = state.topDialog { dialog.describe(in: self) } else { describePane() }
  }

  private func describePane() {
    let crumbs = state.path.map(\.title).joined(separator: ", ")
    numbered = state.items.filter(\.isRow)
    let rows = numbered.count
    var counts = [rows == 1 ? words(.lineOneRow) : words(.lineCount, String(rows))]
    let others: [(Int, Phrase)] = [
      (state.changedCount(from: state.place.pane), .countChanged),
      (state.tally.unpushed, .countUnpushed), (state.staged?.count ?? 0, .countUnsaved),
    ]
    for (count, phrase) in others where count > 0 { counts.append(words(phrase, String(count))) }
    console.write("\(crumbs). \(counts.joined(separator: ", ")).")
    for id in state.items { describe(id) }
    show(.lineKeys)
  }

  private func describe(_ id: RowID) {
    switch id {
    case .heading(let group):
      if let title = state.pane.groups[group].title { show(.lineHeading, title) }
    case .footer(let group):
      if let footer = state.pane.groups[group].footer { console.write("   " + footer) }
    case .cloudHeading: show(.lineHeading, words(.cloud))
    case .gap: break
    default:
      let number = numbered.firstIndex(of: id).map { "\($0 + 1). " } ?? ""
      console.write(number + sentence(id))
      if let excerpt = state.document.errorExcerpt(of: id) {
        for line in excerpt.text(state.look) { console.write("   " + line) }
      }
    }
  }

  func describe(_ title: String?, _ entries: [String]) {
    if let title { console.write(title) }
    for (index, entry) in entries.enumerated() { console.write("\(index + 1). \(entry)") }
    show(.lineAskNumber)
  }

  /// Returns a row of settings as a sentence for plain mode, such as `Show previews: on, changed`.
  func sentence(_ id: RowID) -> String {
    guard let face = state.face(of: id) else { return "" }
    let control = state.control(of: id)
    var facts: [String] = []
    if case .option(isChosen: true) = face.form { facts.append(words(.lineChosen)) }
    if let control, control.kind == .toggle, case .row = id {
      facts.append(plainValue(control, state.value(of: control)))
    } else if !face.value.isEmpty {
      facts.append(control?.isSecure == true ? state.spokenValue(face).text : face.value)
    }
    if let control { facts += range(control, id) }
    facts += state.spokenFacts(face)
    let value = facts.joined(separator: ", ")
    var text = [face.title, value].filter { !$0.isEmpty }.joined(separator: ": ")
    if let last = text.last, !".!?。".contains(last) { text += "." }
    if face.marks.contains(.changed), let control, !control.isSecure, control.kind != .pane,
      case .row = id
    {
      text += " " + words(.lineDefault, plainValue(control, control.defaultValue))
    }
    return [text, face.subtitle, control?.warning].compactMap(\.self).joined(separator: " ")
  }

  /// Returns the value of a setting as text for plain mode, without decorative symbols.
  func plainValue(_ control: Control, _ value: PropertyList?) -> String {
    let text = state.shownText(control, value)
    return text.isEmpty ? words(.emptyList) : text
  }

  private func range(_ control: Control, _ id: RowID) -> [String] {
    guard case .row = id else { return [] }
    if control.kind == .choice { return [words(.lineChoices, String(control.choices.count))] }
    guard control.kind == .slider, let low = control.bounds.minimum,
      let high = control.bounds.maximum
    else { return [] }
    return [words(.lineRange, ValueFormatter.plain(low), ValueFormatter.plain(high))]
  }

  func help() {
    let bindings = state.keys.lines(of: .rows)
    func help(_ command: Command) -> String {
      bindings.first { $0.command == command }.map { words.translation(of: $0.help) } ?? ""
    }
    let lines = [
      ("3", words(.lineHelpNumber)), ("3 x", words(.lineHelpValue)),
      ("r 3", words(.lineHelpLetter)), ("/ x", help(.search)), ("0, back", help(.back)),
      ("?", words(.lineHelpRepeat)),
    ]
    for (key, text) in lines { console.write("\(key): \(text)") }
    for binding in bindings where !binding.command.moves && !isOnScreen(binding.command) {
      // Mention a key with a single letter if there is one, because it is easy to type as a reply.
      // Every command also has a name.
      let letter = binding.keys.first { $0.count == 1 || $0.count == 2 && $0.hasPrefix("^") }
      let names = [letter, binding.command.word].compactMap(\.self)
      console.write("\(names.joined(separator: ", ")): \(help(binding.command))")
    }
  }

  /// Returns whether a command exists only in full-screen mode or has a different name in plain
  /// mode.
  private func isOnScreen(_ command: Command) -> Bool {
    switch command {
    case .theme, .near, .contrast, .ascii, .redraw, .suspend, .help, .search, .activate, .toggle:
      true
    default: false
    }
  }
}

extension Command {
  /// The name of the command as the user types it in plain mode, such as `reset-all`.
  fileprivate var word: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
