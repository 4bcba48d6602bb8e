import Settee
import SetteeTerminal

// The status line below the list, which shows messages and facts about the focused row. It shows
// either a message, or help and the state of the focused row.

extension Canvas {
  mutating func drawRule(_ state: EditorState) {
    let below = state.showsHome ? state.homeRowsBelow : state.rowsBelow
    let more = below > 0 ? " \(look.glyphs.below) \(state.words(.moreBelow, String(below))) " : ""
    let end = state.frame.pane.upperBound - look.columns(of: more)
    guard let row = state.frame.rule else {
      // Next to the inspector, there is no separator.
      guard state.frame.inspector != nil, let row = state.frame.facts else { return }
      guard below > 0 else { return }
      let start = state.frame.pane.lowerBound
      let dashes = String(repeating: look.glyphs.rule, count: max(end - start, 0))
      put(dashes, row: row, column: start, style: .rule)
      put(more, row: row, column: end, style: .quiet)
      return
    }
    let left = state.frame.sidebar?.upperBound ?? 0
    let dashes = String(repeating: look.glyphs.rule, count: columns - left)
    put(dashes, row: row, column: left, style: .rule)
    put(more, row: row, column: end, style: .quiet)
  }

  mutating func drawStrip(_ state: EditorState) {
    let frame = state.frame
    draw(in: Area(rows: 0..<rows, columns: frame.pane), on: .page) { canvas in
      for (row, line) in zip(frame.help, state.helpLines) { canvas.draw(line, row: row) }
      if frame.inspector == nil { canvas.drawFacts(state.factLine, state) }
    }
  }

  /// Draws the line of facts about the focused row, which a message replaces.
  mutating func drawFacts(_ line: @autoclosure () -> Line, _ state: EditorState) {
    guard let row = state.frame.facts, state.message == nil else { return }
    guard state.frame.rule == nil else { return draw(line(), row: row, margin: 0) }
    // Without a rule above it, the line must not look like another row.
    draw(in: Area(rows: row..<(row + 1), columns: 0..<state.size.columns), on: .bar) {
      $0.clear()
      $0.draw(line(), row: 0, margin: 1)
    }
  }

  /// Draws a message at the bottom of the screen, in as many rows as the message needs.
  ///
  /// A message never covers the focused row unless it is an error. After an error, the cursor moves
  /// to the message so that a screen reader reads it.
  mutating func drawMessage(_ state: EditorState) {
    let frame = state.frame
    guard let message = state.message, let row = frame.messageRow(isError: message.isError) else {
      return
    }
    let indent = frame.layout == .single ? 1 : state.stripIndent
    let left = max(frame.pane.lowerBound - 1, 0)
    let right = frame.inspector?.lowerBound ?? columns
    let room = max(right - left - indent - 1, 1)
    var lines = look.wrap([message.mark(look), message.span], to: room, lines: 6)
    let last = lines.count > 1 ? frame.hints ?? row : row
    let first = min(message.isError ? frame.list.lowerBound : screen.cursor.row + 1, row)
    let count = min(lines.count, max(last - first + 1, 1))
    if count < lines.count {
      let rest = lines[(count - 1)...].flatMap(\.self).reduce("") { $0 + $1.text + " " }
      lines[count - 1] = [Span(look.clip(rest, to: room), message.span.style)]
    }
    let start = last - count + 1
    for (offset, line) in lines.prefix(count).enumerated() {
      // In the row of the key hints, a message covers the full width of the screen.
      let columns = start + offset == frame.hints ? area.columns : left..<right
      draw(in: Area(rows: (start + offset)..<(start + offset + 1), columns: columns), on: .page) {
        $0.clear()
        $0.draw(Line(line, indent: indent + (columns.lowerBound == left ? 0 : left)), row: 0)
      }
    }
    if message.isError { moveCursor(row: start, column: left + indent) }
  }
}

extension Message {
  /// Returns the symbol that is shown before a message.
  ///
  /// The symbol distinguishes a confirmation from an error for users who can't see colors.
  fileprivate func mark(_ look: Appearance) -> Span {
    if isError { return Span(look.glyphs.fault + " ", Style(.bad, .bold)) }
    return isDone ? Span(look.glyphs.done + " ", Style(.good, .bold)) : Span("")
  }

  fileprivate var span: Span { Span(text, isError ? .error : .text) }
}

extension EditorState {
  /// The lines of the focused row's help text, wrapped to fit in the available rows.
  fileprivate var helpLines: [Line] {
    guard !frame.help.isEmpty else { return [] }
    if let fileLine { return [fileLine] }
    guard let help = helpText else { return [] }
    let room = min(
      frame.pane.count - stripIndent - 1, frame.help.count > 1 ? ScreenLayout.text : 200)
    return look.wrapAndClip(help, to: room, lines: frame.help.count).map { text in
      look.isRightToLeft
        ? Line(right: [Span(text, .explanation)])
        : Line(text, .explanation, indent: stripIndent)
    }
  }

  /// The line of the settings file that contains the focused setting, if it has no help of its
  /// own.
  private var fileLine: Line? {
    guard withControl(of: focused, { $0.help }) ?? nil == nil, !look.isRightToLeft else {
      return nil
    }
    return fileSpans(columns: frame.pane.count - stripIndent - 1).map {
      Line($0, indent: stripIndent)
    }
  }

  /// Returns the line of the settings file that contains the focused setting, with its value marked.
  private func fileSpans(columns: Int) -> [Span]? {
    guard let name = control(of: focused).flatMap(name), var excerpt = about(name)?.excerpt else {
      return nil
    }
    excerpt.lines.removeAll { $0.marked.isEmpty }
    // A single line doesn't need the indentation that shows its place among other lines.
    if let before = excerpt.lines.first?.before {
      excerpt.lines[0].before = String(before.drop { $0 == " " })
    }
    return excerpt.drawn(look, columns: columns).first
  }

  var helpText: String? {
    withControl(of: focused) { control in
      control.help ?? (control.hasRules && name(of: control) != nil ? words.allowed(control) : nil)
    } ?? nil
  }

  /// The line that shows the state of the focused row and its position in the pane.
  fileprivate var factLine: Line {
    let position = position
    var line = Line(right: [Span(position)], indent: stripIndent)
    let room = frame.pane.count - stripIndent - look.columns(of: position) - 2
    let row = focusedFacts
    let key = row.map { factKey($0) } ?? []
    let gap = frame.layout == .wide ? "  \(look.glyphs.dot)  " : ", "
    var file: [Span] = []
    if frame.layout == .wide, !look.isRightToLeft, !frame.help.isEmpty, fileLine == nil {
      file = fileSpans(columns: room / 2) ?? []
    }
    // The header shows the section, so the line of the file is more useful than the key.
    if frame.layout == .near, frame.rule == nil, !look.isNear, !look.isRightToLeft,
      let line = fileSpans(columns: room)
    {
      return Line(line, right: [Span(position)], indent: stripIndent)
    }
    var facts = row.map { self.facts($0, hasFile: !file.isEmpty) } ?? []
    let rest = file.isEmpty ? room : room - look.columns(of: file) - look.columns(of: gap)
    func isTooLong() -> Bool { look.columns(of: (facts + key).joined(separator: gap)) > rest }
    while facts.count > 1, isTooLong() { facts.removeLast() }
    // If there isn't enough room, show the row's key instead of all facts except a requirement.
    if !key.isEmpty, row?.need == nil, isTooLong() { facts = [] }
    let pieces = ([file] + facts.map { [Span($0)] } + key.map { [Span($0, .quiet)] })
      .filter { !$0.isEmpty }
    let text = look.clip(Array(pieces.joined(separator: [Span(gap, .quiet)])), to: room)
    if look.isRightToLeft { line.right = text } else { line.left = text }
    return line
  }

  /// The key of the focused row as a list of facts, which is empty if the row has no key.
  private func factKey(_ row: RowFacts) -> [String] {
    guard let name = row.setting else { return [] }
    return [place.element == nil ? name.key : row.control.key ?? name.key]
  }

  /// The facts about the focused row for the status line, starting with the most important one.
  ///
  /// Examples of facts are requirements, flags, the default, and the value on the cloud mirror.
  ///
  /// If the status line shows the line of the file, the facts don't mention what this line shows.
  private func facts(_ row: RowFacts, hasFile: Bool) -> [String] {
    let (control, face, origin) = (row.control, row.face, row.origin)
    var facts = [row.need].compactMap(\.self)
    let isSentence = look.isNear && frame.layout != .wide && !look.isRightToLeft
    let shown = [words(.notNow)] + (hasFile ? [words(.setWord)] : [])
    let states = stateWords(face).filter { !shown.contains($0) }
    if !isSentence, !states.isEmpty { facts.append(states.joined(separator: ", ")) }
    guard row.setting != nil else { return facts }
    if document.isFile, let line = row.details?.line, !hasFile,
      frame.help.isEmpty || fileLine == nil
    {
      facts.append(words(.statusLine, String(line)))
    }
    if control.isSecure { facts.append(words(.secretWord)) }
    let isOwn = face.marks.contains(.set) || face.marks.contains(.staged)
    if isOwn {
      let text = control.defaultValue.map { words(.statusDefault, factText(control, $0)) }
      if document.hasDefaults { facts.append(text ?? words(.noDefault)) }
    } else if document.isFile, origin == .none {
      facts.append(words(.notSet))
    } else if ![.none, .default, .managed].contains(origin),
      document.hasDefaults || origin != .user
    {
      facts.append(words(.statusFrom, words(origin.phrase)))
    } else if origin != .managed, control.kind != .title, document.hasDefaults {
      facts.append(words(.defaultWord))
    }
    if face.marks.contains(.unpushed), let cloud = row.details?.cloud {
      facts.append(words(.statusCloud, factText(control, cloud.value)))
    }
    return facts
  }

  private func factText(_ control: Control, _ value: PropertyList?) -> String {
    look.clip(namedText(control, value), to: 30)
  }

  /// Returns what the user must do before the focused row can be changed, as a short phrase.
  func need(of control: Control) -> String? {
    guard control.error == nil, !isManaged(control), let (condition, name) = unmet(control)
    else { return nil }
    let decider = document.control(named: name)
    if !condition.isNegated, decider?.kind == .toggle, let title = decider?.title,
      condition.values.allSatisfy({ decider?.isOn($0) == true })
    {
      return words(.needs, title)
    }
    return reason(condition, name)
  }

  func literal(_ control: Control, _ value: PropertyList?) -> String {
    guard let value else { return words(.notSet) }
    return control.isSecure ? shownText(control, value) : value.literal(limit: 60)
  }
}

extension SettingOrigin {
  var phrase: Phrase {
    switch self {
    case .managed: .originManaged
    case .argument: .originArgument
    case .environment: .originEnvironment
    case .user: .originUser
    case .merge: .originMerge
    case .include: .originInclude
    case .suite: .originSuite
    case .global: .originGlobal
    case .site: .originSite
    case .default: .originRegistered
    case .none: .originNone
    }
  }
}
