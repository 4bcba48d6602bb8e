import Settee
import SetteeTerminal

extension Canvas {
  /// Draws the sentence of the moment, or what is stored under the focused row.
  ///
  /// After an error the cursor stands on the sentence, so that a screen reader reads it.
  mutating func drawStatus(_ state: EditorState, _ message: Message?) {
    if let message { return drawMessage(message, state.frame) }
    guard let row = state.frame.status else { return }
    if let cells = state.keptStatus {
      screen.replace(row: row, with: cells)
    } else if let line = state.statusLine {
      draw(line, row: row)
    }
  }

  /// Draws a sentence at the bottom, in as many rows as it needs: over the keys, and over rows, but
  /// only an error covers the focused one.
  private mutating func drawMessage(_ message: Message, _ frame: Frame) {
    guard let row = frame.messageRow(isError: message.isError) else { return }
    let role: Role = message.isError ? .error : .status
    let room = max(columns - 2, 1)
    let text = look.clip(message.isError ? "! " + message.text : message.text, to: room * 6)
    var lines = look.wrap(text, to: room)
    let last = lines.count > 1 ? frame.hints ?? row : row
    let first = min(message.isError ? frame.list.lowerBound : screen.cursor.row + 1, row)
    let count = min(lines.count, max(last - first + 1, 1))
    if count < lines.count { lines[count - 1] = text[lines[count - 1].startIndex...] }
    let start = last - count + 1
    for (offset, line) in lines.prefix(count).enumerated() {
      drawBar(Line(look.clip(String(line), to: room), role, indent: 1), row: start + offset, .text)
    }
    if message.isError { moveCursor(row: start, column: 1) }
  }
}

extension EditorState {
  /// The status line as it was drawn for the focused row; nil when that is not kept.
  fileprivate var keptStatus: [Cell]? {
    mode == nil && !showsApps ? drawn.status(at: focusIndex) : nil
  }

  /// Keeps the status line of the focused row, until values change.
  mutating func keepStatus() {
    guard mode == nil, !showsApps, frame.status != nil, drawn.status(at: focusIndex) == nil else {
      return
    }
    drawn.keepStatus(Canvas.drawn(statusLine ?? Line(), self).cells, at: focusIndex)
  }

  /// The status line; nil where there is nothing to say.
  fileprivate var statusLine: Line? {
    statusText.map { Line(look.clip($0, to: size.columns - 2), .status, indent: 1) }
  }

  /// Default, stored value, origin and key of the focused row; its obstacle when there is one.
  var statusText: String? {
    switch mode {
    case nil, .text, .slider, .date: break
    default: return nil
    }
    guard !showsApps else { return nil }
    return withControl(of: focused, statusText) ?? nil
  }

  private func statusText(of control: Control) -> String? {
    if let obstacle = obstacle(of: control) { return obstacle }
    guard let name = name(of: control), control.kind != .pane else { return control.help }
    let key = place.element == nil ? name.key : control.key ?? name.key
    var parts = [
      words(.statusDefault, literal(control, control.defaultValue)), words(.statusKey, key),
      storedText(control, name),
    ]
    // That it waits comes first: the end is cut where there is little room.
    if waits(control) { parts.reverse() }
    let text = parts.compactMap(\.self).strung(with: " | ")
    let title = look.clip(control.label, to: 30)
    let whole = control.title == nil ? text : "\(title): \(text)"
    return look.columns(of: whole) <= size.columns - 2 ? whole : text
  }

  private func storedText(_ control: Control, _ name: SettingName) -> String? {
    if place.element != nil { return nil }
    if let change = staged?[name] {
      let new = change.new.map { literal(control, $0) } ?? words(.defaultWord)
      let old = change.old.map { words(.statusStored, literal(control, $0)) }
      return words(.statusWaiting, new) + " | " + (old ?? words(.statusNotSet))
    }
    if let value = stored(name) { return words(.statusStored, literal(control, value)) }
    guard let origin = readings[name]?.origin, origin != .none, origin != .registered else {
      return words(.statusNotSet)
    }
    return words(.statusFrom, words(origin.phrase))
  }

  /// A value as a literal, never a secret.
  func literal(_ control: Control, _ value: PropertyList?) -> String {
    guard let value else { return words(.nothing) }
    return control.isSecure ? shownText(control, value) : Literal.text(value, limit: 60)
  }
}

extension Origin {
  /// What the layer is called.
  var phrase: Phrase {
    switch self {
    case .managed: .originManaged
    case .argument: .originArgument
    case .environment: .originEnvironment
    case .user: .originUser
    case .suite: .originSuite
    case .global: .originGlobal
    case .site: .originSite
    case .registered: .originRegistered
    case .none: .originNone
    }
  }
}
