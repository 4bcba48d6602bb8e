import Settee

extension LineMode {
  /// Reads out where the user is: the rows, or the question that is open.
  func describe() {
    switch state.front {
    case nil: describePane()
    case .apps(let apps): describe(apps)
    case .text(let editing): ask(editing.target)
    case .slider(let adjusting): ask(adjusting.target)
    case .date(let editing): ask(editing.target)
    case .longText(let editing):
      console.write(editing.target.title + ":")
      for line in editing.lines { console.write("  " + line.text) }
      say(.lineAskLong)
    case .path(let asking):
      console.write(words(asking.phrases.question))
      console.write(words(asking.phrases.note))
      if asking.purpose == .domain { say(.lineDomain, asking.line.text) } else { say(.linePath) }
    case .choice(let choosing): describe(choosing)
    case .menu(let menu): describe(menu.title, menu.list.entries.map(\.title))
    case .question(let question):
      console.write(question.title)
      for detail in question.details { console.write("  " + detail) }
      describe(nil, question.answers.map(\.words))
    case .search(let searching): describe(searching)
    case .push(let dialog): describe(dialog)
    case .page(let page): describe(page)
    case .changes(let past):
      describe(words(.changesTitle), (past.changes ?? []).map(state.sentence))
    case .panes: describePane()
    }
  }

  private func describePane() {
    let crumbs = state.path.map(\.title).joined(separator: ", ")
    numbered = state.items.filter(\.isRow)
    var counts = [words(.lineCount, String(numbered.count))]
    let changed = state.modifiedCount(from: state.place.pane)
    if changed > 0 { counts.append(words(.countModified, String(changed))) }
    let unpushed = state.tally.unpushed
    if unpushed > 0 { counts.append(words(.countUnpushed, String(unpushed))) }
    if let staged = state.staged?.changes.count, staged > 0 {
      counts.append(words(.countStaged, String(staged)))
    }
    console.write("\(crumbs). \(counts.joined(separator: ", ")).")
    for id in state.items { describe(id) }
    say(.lineKeys)
  }

  private func describe(_ id: RowID) {
    switch id {
    case .heading(let group):
      if let title = state.pane.groups[group].title { say(.lineHeading, title) }
    case .footer(let group):
      if let footer = state.pane.groups[group].footer { console.write("   " + footer) }
    case .cloudHeading: say(.lineHeading, words(.cloud))
    case .gap, .cloudGap: break
    default:
      let number = numbered.firstIndex(of: id).map { "\($0 + 1). " } ?? ""
      console.write(number + sentence(id))
    }
  }

  private func describe(_ apps: AppsMode) {
    say(.apps)
    let titles = apps.list.shown.map { index in
      let face = apps.faces[apps.list.entries[index].id]
      let count = face.modified > 0 ? [words(.countModified, String(face.modified))] : []
      let names = face.title == face.domain ? [face.title] : [face.title, face.domain]
      let source = face.source.phrase.map { words($0) }
      return (names + count + [source, face.fault].compactMap(\.self)).joined(separator: ", ")
    }
    describe(nil, titles)
  }

  private func describe(_ title: String?, _ entries: [String]) {
    if let title { console.write(title) }
    for (index, entry) in entries.enumerated() { console.write("\(index + 1). \(entry)") }
    say(.lineAskNumber)
  }

  private func describe(_ choosing: ChoiceMode) {
    let entries = choosing.list.shown.map { index in
      let entry = choosing.list.entries[index]
      return entry.id == choosing.current ? "\(entry.title), \(words(.lineChosen))" : entry.title
    }
    describe(choosing.target.title, entries)
  }

  private func describe(_ searching: SearchMode) {
    if searching.hits.isEmpty {
      loop.act(.command(.cancel))
      return console.write(state.nothingFound)
    }
    let shown = searching.hits.prefix(50)
    let entries = shown.map { hit in
      let pane = state.document.panes[hit.place.pane]
      let control = state.document.control(at: hit.place)
      let isSeen = state.barrier(before: hit.place) == nil
      let facts = [
        state.shownText(control, state.value(at: hit.place)), isSeen ? "" : words(.notNow),
      ]
      .filter { !$0.isEmpty }.joined(separator: " ")
      return control.label + (facts.isEmpty ? "" : ": " + facts) + ", \(pane.title)"
    }
    let counts = (String(shown.count), String(searching.hits.count))
    describe(words(.countHits, counts.0, counts.1), entries)
  }

  private func describe(_ dialog: PushMode) {
    say(.pushButton)
    for (index, row) in dialog.plan.rows.enumerated() {
      let side = row.side(words)
      console.write(
        "\(index + 1). \(row.title): \(words(.hintHere)) \(row.here), \(words(.hintCloud)) \(row.cloud), \(words(.columnKeep)) \(side)"
      )
    }
    say(.lineAskPush)
  }

  /// A page is read once and closed.
  private func describe(_ page: PageMode) {
    console.write(page.title)
    for line in page.lines {
      console.write(line.label.isEmpty ? line.text : "\(line.label): \(line.text)")
    }
    loop.act(.command(.cancel))
  }

  private func ask(_ target: Target) {
    let control = target.control
    if control.isSecure {
      // Asked for at once, since its answer must not be shown.
      console.write(target.title)
      guard let text = console.readSecret(words(.lineAskSecret)) else {
        return loop.ending = .left
      }
      return take(text)
    }
    let value = plainValue(control, state.value(of: target))
    console.write("\(target.title). \(words(.lineNow, value)) \(words.allowed(control))")
    say(.lineAskText)
  }

  /// A row as a sentence, such as `Show previews: on, changed`.
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
    if face.marks.contains(.modified), let control, !control.isSecure, control.kind != .pane,
      case .row = id
    {
      text += " " + words(.lineDefault, plainValue(control, control.defaultValue))
    }
    return [text, face.subtitle, control?.remark].compactMap(\.self).joined(separator: " ")
  }

  /// A value without the signs that only eyes need.
  private func plainValue(_ control: Control, _ value: PropertyList?) -> String {
    if control.kind == .toggle, let isOn = control.isOn(value) {
      return words(isOn ? .on : .off)
    }
    let text = state.shownText(control, value)
    return text.isEmpty ? words(.emptyList) : text
  }

  private func range(_ control: Control, _ id: RowID) -> [String] {
    guard case .row = id else { return [] }
    if control.kind == .choice { return [words(.lineChoices, String(control.choices.count))] }
    guard control.kind == .slider, let low = control.bounds.minimum,
      let high = control.bounds.maximum
    else { return [] }
    return [words(.lineRange, PlainText.of(low), PlainText.of(high))]
  }

  func help() {
    let lines: [(String, Phrase)] = [
      ("3", .lineHelpNumber), ("3 x", .lineHelpValue), ("r 3", .lineHelpLetter),
      ("/ x", .helpSearch), ("0, back", .helpBack), ("?", .lineHelpRepeat),
    ]
    for (key, phrase) in lines { console.write("\(key): \(words(phrase))") }
    for binding in state.keys.lines(of: .rows) where !binding.command.moves {
      guard !isOnScreen(binding.command) else { continue }
      // A letter, where there is one; every command has a word.
      let letter = binding.keys.first { $0.count == 1 || $0.count == 2 && $0.hasPrefix("^") }
      let names = [letter, binding.command.word].compactMap(\.self)
      console.write("\(names.joined(separator: ", ")): \(words(binding.help))")
    }
  }

  /// Commands that mean something on a screen only, or have another name here.
  private func isOnScreen(_ command: Command) -> Bool {
    switch command {
    case .near, .contrast, .ascii, .redraw, .suspend, .help, .search, .activate, .toggle: true
    default: false
    }
  }
}

extension Command {
  /// The command as people write words: `reset-all`.
  fileprivate var word: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
