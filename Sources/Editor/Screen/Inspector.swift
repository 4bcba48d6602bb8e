import Settee
import SetteeTerminal
import SetteeVerbs

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
      let inner = columns.lowerBound + 2
      let right = min(columns.upperBound - 2, inner + 52)
      canvas.area.columns = inner..<max(right, inner + 1)
      canvas.drawFacts(state)
    }
  }

  private mutating func drawFacts(_ state: EditorState) {
    guard let face = state.face(of: state.focused) else { return }
    draw(Line(look.clip(face.title, to: columns), Style(.text, .bold)), row: 1)
    var row = 2
    // In a file without a bundle, the help is the comment, which the lines of the file show, too.
    let help = state.document.hasDefaults ? state.helpText ?? "" : ""
    for text in look.wrapAndClip(help, to: columns, lines: 3) where !text.isEmpty {
      draw(Line(text, .explanation), row: row)
      row += 1
    }
    guard let facts = state.focusedFacts, let name = facts.setting else { return }
    let (control, about) = (facts.control, facts.details)
    row += 1
    for (index, fact) in state.inspected(facts, name, columns: columns).enumerated() {
      let isNow = index == 0 && state.document.hasDefaults
      drawFact(fact.label, fact.text, isNow: isNow, row: row)
      row += 1
    }
    row += 1
    let states = state.stateFacts(facts).prefix(3)
    for fact in states {
      let text = Span(" " + look.clip(fact.text, to: columns - 3), fact.style)
      draw(Line([fact.mark, text]), row: row)
      row += 1
    }
    if !states.isEmpty { row += 1 }
    // The lines of the file take all the rows that the other sections don't need.
    let sections = [control.choices.count, min(about?.history.count ?? 0, 8)].filter { $0 > 0 }
    let others = sections.reduce(0) { $0 + $1 + 2 }
    row = drawFile(state, about, from: row, to: rows - 1, others: others)
    row = drawChoices(state, control, about?.cloud, from: row, to: rows - 1)
    drawHistory(state, about?.history ?? [], from: row, to: rows - 1)
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
    let room = min(max(end - row - others - (differences > 0 ? differences + 2 : 0), 9), end - row)
    var lines = excerpt.around(room)
    var drawn = lines.drawn(look, columns: columns, wraps: true)
    // Long lines are wrapped, so fewer lines may fit.
    while drawn.count > room, lines.lines.count > 1 {
      lines = excerpt.around(lines.lines.count - max((drawn.count - room) / 2, 1))
      drawn = lines.drawn(look, columns: columns, wraps: true)
    }
    for spans in drawn.prefix(room) {
      draw(Line(spans), row: row)
      row += 1
    }
    if let last = lines.lines.last, let end = excerpt.lines.last, last != end {
      let more = state.words(.moreBelow, String(end.number - last.number))
      draw(Line("\(look.glyphs.below) \(more)", .quiet), row: row)
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

  /// Returns the facts about a row that no other part of the inspector or of the header shows.
  fileprivate func inspected(
    _ row: RowFacts, _ name: SettingName, columns: Int
  ) -> [(label: String, text: String)] {
    let control = row.control
    func shown(_ value: PropertyList?) -> String {
      guard let value else { return words(.notSet) }
      let text = shownText(control, value)
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
    // A short list of choices marks the default and the value in the cloud.
    let isListed = 1...12 ~= control.choices.count
    let hasDefault = document.hasDefaults && !isListed && control.kind != .title
    // The lines of a settings file show the saved value, and the header shows the path.
    let saved = document.isFile ? "" : stored(name).map { literal(control, $0) } ?? ""
    let path = document.isFile ? "" : look.clipPath(row.details?.file ?? "", to: columns - 9)
    // The lines of a file without a bundle show the value, too.
    let type =
      document.hasDefaults
      ? nil : row.value.map { $0.array == nil ? ValueType(of: $0).phrase : .listWord }
    let facts = [
      type.map { (words(.infoKind), words($0)) } ?? (words(.inspectValue), shown(row.value)),
      (words(.inspectDefault), hasDefault ? shown(control.defaultValue) : ""),
      (words(.inspectSource), row.source == document.location ? "" : row.source),
      (words(.cloud), isListed ? "" : cloud), (words(.inspectRange), range),
      (words(.inspectKey), name.key),
      (words(.savedWord), saved), (words(.infoFile), path),
    ]
    return facts.filter { !$0.1.isEmpty }
  }

  /// Returns the problems with a row and its unsaved or unpushed changes, with their markers.
  fileprivate func stateFacts(_ row: RowFacts) -> [(mark: Span, text: String, style: Style)] {
    let (control, marks, glyphs) = (row.control, row.face.marks, look.glyphs)
    // The sidebar explains the marks of changes.
    let hasLegend = frame.sidebar != nil
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
    } else if marks.contains(.changed), !hasLegend {
      add(glyphs.changed, .modified, words(.marksChanged))
    } else if marks.contains(.set), document.isFile, document.hasDefaults {
      add(" ", .quiet, words(.marksSet))
    }
    if marks.contains(.unpushed), !hasLegend {
      add(glyphs.unpushed, .unpushed, words(.notPushed))
    }
    if marks.contains(.restart) { add(glyphs.restart, .quiet, words(.afterRestart)) }
    if let author = row.face.author { add(" ", .quiet, author, .foreign) }
    return facts
  }
}
