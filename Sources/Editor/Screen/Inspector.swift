import Settee
import SetteeTerminal

/// The details of the focused setting, which are loaded while the user isn't pressing any keys.
struct KeyFacts: Sendable {
  let name: SettingName
  var file: String?
  var line: Int?
  /// The last known value of the setting on the cloud mirror, or `nil` if no cloud mirror is set
  /// up.
  var cloud: CloudValue?
  var history: [HistoryLine] = []
  /// The lines of the settings file around the value, or `nil` for an app.
  var excerpt: FileExcerpt?
  /// The lines of the settings file that have changed since it was opened.
  var differences: [String] = []
}

/// The value of a setting on the cloud mirror, where the setting might not have a value.
struct CloudValue: Sendable {
  var value: PropertyList?
}

extension EditorState {
  func about(_ name: SettingName) -> KeyFacts? { known?.name == name ? known : nil }

  /// The focused setting if the editor needs its details but hasn't loaded them, or `nil`
  /// otherwise.
  var unknownKey: SettingName? {
    guard topDialog == nil, let name = withControl(of: focused, { name(of: $0) }) ?? nil,
      about(name) == nil,
      frame.inspector != nil
        || (frame.facts != nil && (readings.isUnpushed(name) || document.isFile))
    else { return nil }
    return name
  }
}

extension Canvas {
  /// Draws the inspector, a panel next to the rows that shows the details of the focused setting.
  mutating func drawInspector(_ state: EditorState) {
    guard let columns = state.frame.inspector, let end = state.frame.hints else { return }
    draw(in: Area(rows: 1..<end, columns: columns), on: .side) { canvas in
      canvas.clear()
      let widest = state.size.columns < 160 ? 36 : 52
      let inner = columns.lowerBound + 2
      let right = min(columns.upperBound - 2, inner + widest)
      canvas.area.columns = inner..<max(right, inner + 1)
      canvas.drawFacts(state)
    }
  }

  private mutating func drawFacts(_ state: EditorState) {
    guard let face = state.face(of: state.focused) else { return }
    draw(Line(look.clip(face.title, to: columns), Style(.text, .bold)), row: 1)
    let help = state.helpText ?? ""
    for (row, text) in look.wrapAndClip(help, to: columns, lines: 3).enumerated() {
      draw(Line(text, .explanation), row: 2 + row)
    }
    guard let facts = state.focusedFacts, let name = facts.setting else { return }
    let (control, about) = (facts.control, facts.details)
    let inspected = state.inspected(facts)
    for (row, fact) in inspected.enumerated() {
      drawFact(fact.label, fact.text, isNow: row == 0, row: 5 + row)
    }
    let below = 6 + (state.document.hasDefaults ? state.hasCloud ? 5 : 4 : 2)
    let states = state.stateFacts(facts).prefix(3)
    for (row, fact) in states.enumerated() {
      let text = Span(" " + look.clip(fact.text, to: columns - 3), fact.style)
      draw(Line([fact.mark, text]), row: below + row)
    }
    // The header has the path of a settings file, and the lines of the file show the saved value.
    let foot = rows - (state.document.isFile ? 2 : 4)
    // In a file without defaults, settings rarely have a state.
    let least = state.document.hasDefaults ? 3 : 0
    let first = below + max(states.count, least) + (max(states.count, least) > 0 ? 1 : 0)
    // The lines of the file take all the rows that the other sections don't need.
    let sections = [control.choices.count, min(about?.history.count ?? 0, 8)].filter { $0 > 0 }
    let others = sections.reduce(0) { $0 + $1 + 2 }
    var row = drawFile(state, about, from: first, to: foot - 1, others: others)
    row = drawChoices(state, control, about?.cloud, from: row, to: foot - 1)
    drawHistory(state, about?.history ?? [], from: row, to: foot - 1)
    let words = state.words
    drawFact(words(.inspectKey), name.key, row: foot)
    guard !state.document.isFile else { return }
    let stored = state.stored(name).map { state.literal(control, $0) } ?? words(.notSet)
    drawFact(words(.savedWord), stored, row: foot + 1)
    // Show the path of the settings file without a label, because a path is easy to recognize.
    put(look.clipStart(about?.file ?? "", to: columns), row: foot + 2, column: 0)
  }

  private mutating func drawFact(_ label: String, _ text: String, isNow: Bool = false, row: Int) {
    guard !text.isEmpty else { return }
    let style = isNow ? Style(.text, .bold) : .text
    put(look.clip(label, to: 8), row: row, column: 0, style: .quiet)
    put(look.clip(text, to: columns - 9), row: row, column: 9, style: style)
  }

  /// Draws the lines of the settings file around the value, and the lines that have changed.
  private mutating func drawFile(
    _ state: EditorState, _ about: KeyFacts?, from first: Int, to end: Int, others: Int
  ) -> Int {
    guard let about, let excerpt = about.excerpt, end - first > 3 else { return first }
    var row = first
    draw(Line(state.words(.infoFile), .heading), row: row)
    row += 1
    let differences = min(about.differences.count, 6)
    let room = end - row - others - (differences > 0 ? differences + 2 : 0)
    let lines = excerpt.around(min(max(room, 9), end - row))
    for spans in lines.drawn(look, columns: columns) {
      draw(Line(spans), row: row)
      row += 1
    }
    if lines.lines.last != excerpt.lines.last {
      draw(Line(look.glyphs.ellipsis, .quiet), row: row)
    }
    let count = min(differences, end - row - 2)
    guard count > 0 else { return row + 1 }
    draw(Line(state.words(.differencesTitle), .heading), row: row + 1)
    row += 2
    for text in about.differences.prefix(count) {
      draw(Line(look.clip(text, to: columns), text.differenceStyle), row: row)
      row += 1
    }
    return row + 1
  }

  private mutating func drawChoices(
    _ state: EditorState, _ control: Control, _ cloud: CloudValue?, from first: Int, to end: Int
  ) -> Int {
    let count = min(control.choices.count, end - first - 1)
    guard count > 0 else { return first }
    draw(Line(state.words(.inspectChoices), .heading), row: first)
    let current = control.choiceIndex(of: state.value(of: control))
    for index in 0..<count {
      let isChosen = index == current
      let note = state.note(onChoice: index, of: control, cloud)
      let title = look.clip(control.choices[index].title, to: columns - look.columns(of: note) - 5)
      let button = Span(look.radio(isChosen) + " ", isChosen ? .knob : .quiet)
      let line = Line([button, Span(title)], right: [Span(note, .quiet)])
      draw(line, row: first + 1 + index, margin: 0)
    }
    return first + count + 2
  }

  private mutating func drawHistory(
    _ state: EditorState, _ history: [HistoryLine], from first: Int, to end: Int
  ) {
    let count = min(history.count, end - first - 1, 8)
    guard count > 0 else { return }
    draw(Line(state.words(.inspectHistory), .heading), row: first)
    for (offset, line) in history.prefix(count).enumerated() {
      drawFact(line.time, "\(line.old) \(look.glyphs.send) \(line.new)", row: first + 1 + offset)
    }
  }
}

extension String {
  /// The style of a line of a diff.
  var differenceStyle: Style { hasPrefix("+") ? .good : hasPrefix("-") ? .error : .text }
}

extension EditorState {
  /// Returns the name of the layer or file that a value comes from.
  ///
  /// For a value in the settings file of another program, the name is the path of the file.
  func source(_ origin: SettingOrigin, _ about: KeyFacts?) -> String {
    if origin == .user, document.isFile { return about?.file ?? "" }
    return origin == .none ? "" : words(origin.phrase)
  }

  /// Returns the facts about a row, starting with those that nearly every row has, so that they stay
  /// in place when the focus moves.
  fileprivate func inspected(_ row: RowFacts) -> [(label: String, text: String)] {
    let control = row.control
    func shown(_ value: PropertyList?) -> String {
      guard let value else { return words(.notSet) }
      let choice = control.choiceIndex(of: value).map { control.choices[$0].title }
      let text = choice ?? shownText(control, value)
      return text.isEmpty ? words(.emptyList) : text
    }
    var cloud = ""
    if hasCloud, let value = row.details?.cloud { cloud = shown(value.value) }
    var range = range(of: control) ?? ""
    if control.kind == .slider, let slider = SliderFace(control, at: nil) {
      let (minimum, maximum) = (control.slider.minimumLabel, control.slider.maximumLabel)
      let low = [minimum, ValueFormatter.plain(slider.low)].compactMap(\.self).joined(
        separator: " ")
      let high = [ValueFormatter.plain(slider.high), maximum].compactMap(\.self).joined(
        separator: " ")
      range = low + look.glyphs.dash + high
    }
    let value = (words(.inspectValue), shown(row.value))
    let source = (words(.inspectSource), row.source)
    guard document.hasDefaults else { return [value, source] }
    let usual = control.kind == .title ? "" : shown(control.defaultValue)
    let facts = [
      value, (words(.inspectDefault), usual), source, (words(.cloud), cloud),
      (words(.inspectRange), range),
    ]
    return facts.filter { !$0.1.isEmpty }
  }

  /// Returns the problems with a row and its unsaved or unpushed changes, with their markers.
  fileprivate func stateFacts(_ row: RowFacts) -> [(mark: Span, text: String, style: Style)] {
    let (control, marks, glyphs) = (row.control, row.face.marks, look.glyphs)
    var facts: [(mark: Span, text: String, style: Style)] = []
    func add(_ mark: String, _ style: Style, _ text: String, _ ink: Style = .text) {
      facts.append((Span(mark, style), text, ink))
    }
    for wrong in [control.error, control.warning].compactMap(\.self) {
      add(glyphs.fault, Style(.bad, .bold), wrong, .error)
    }
    if let need = row.need { add(" ", .quiet, need) }
    if marks.contains(.managed) { add(glyphs.managed, .managed, words(.marksManaged)) }
    if marks.contains(.staged) {
      add(glyphs.staged, .modified, words(.unsaved))
    } else if marks.contains(.changed) {
      add(glyphs.changed, .modified, words(.marksChanged))
    } else if marks.contains(.set), document.isFile, document.hasDefaults {
      add(" ", .quiet, words(.marksSet))
    }
    if marks.contains(.unpushed) { add(glyphs.unpushed, .unpushed, words(.notPushed)) }
    if marks.contains(.restart) { add(glyphs.restart, .quiet, words(.afterRestart)) }
    if let author = row.face.author { add(" ", .quiet, author, .foreign) }
    return facts
  }
}
