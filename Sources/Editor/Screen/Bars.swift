import Settee
import SetteeTerminal

// The lines around the list: the path at the top, the keys at the bottom, and what is said above them.

extension Canvas {
  /// Draws the path of panes at the left, and what is changed and not pushed at the right.
  mutating func drawHeader(_ state: EditorState) {
    guard state.frame.list.lowerBound > 0 else { return }
    var right = state.showsApps ? "" : state.changeCounts(short: columns < 60)
    if look.columns(of: right) > columns / 2 { right = "" }
    let room = columns - look.columns(of: right) - 3
    let line = Line(
      [Span(look.clipStart(state.breadcrumb, to: room), .header)],
      right: [Span(right, .header)], indent: columns < 30 ? 0 : 1)
    drawBar(line, row: 0, .header)
  }
}

extension EditorState {
  /// The titles of the panes from the app to the one on the screen.
  var breadcrumb: String {
    let step = " \(look.glyphs.step) "
    if showsApps, mode == nil { return words(.apps) }
    if size.columns < 30 { return look.clip(place.title, to: size.columns - 6) }
    var titles = path.map { look.clip($0.title, to: 40) }
    if let title = modeTitle { titles.append(look.clip(title, to: 40)) }
    return titles.joined(separator: step)
  }

  private var modeTitle: String? {
    mode?.content.title(words) ?? (filter == nil ? nil : words(.onlyModified))
  }

  /// How many values are set, and how many of them the mirror does not have.
  func changeCounts(short: Bool) -> String {
    let (modified, unpushed) = (tally.modified.count, tally.unpushed)
    let waiting = staged?.changes.count ?? 0
    var parts: [String] = []
    if waiting > 0 {
      parts.append(short ? "+\(waiting)" : "+" + words(.countStaged, String(waiting)))
    }
    if modified > 0 {
      parts.append(short ? "*\(modified)" : "*" + words(.countModified, String(modified)))
    }
    if unpushed > 0 {
      parts.append(short ? "^\(unpushed)" : "^" + words(.countUnpushed, String(unpushed)))
    }
    return parts.joined(separator: short ? " " : "  ")
  }
}

// MARK: Keys

extension Canvas {
  /// Draws the keys that work now, as many as fit; help is always among them.
  mutating func drawHints(_ state: EditorState) {
    guard let row = state.frame.hints else { return }
    if state.frame.layout == .single, state.mode == nil, !state.showsApps {
      let help = state.keys.key(for: .help, in: .rows) ?? ""
      let text = "\(state.position)  \(help) \(state.words(.hintHelp))"
      draw(Line(look.clip(text, to: columns), .quiet), row: row)
      return
    }
    draw(state.hintLine, row: row)
  }
}

extension EditorState {
  /// Which of the rows is focused: `2/5`.
  var position: String {
    let rows = items.indices.filter { items[$0].isRow }
    // A text between rows belongs to the one before it.
    let place = rows.count { $0 <= focusIndex }
    return "\(max(place, 1))/\(rows.count)"
  }

  /// The keys and their words in the order of the keymap, as many as fit.
  fileprivate var hintLine: Line {
    let front = front?.content
    let hints = keys.lines(of: context).compactMap { binding -> (key: String, word: String)? in
      guard let key = binding.keys.first,
        let phrase = front.map({ $0.hint(for: binding, self) }) ?? rowHint(for: binding)
      else { return nil }
      return (key, words(phrase))
    }
    return Line(fittingHints(hints, columns: size.columns - 2), indent: 1)
  }

  private func rowHint(for binding: Binding) -> Phrase? {
    let waits = staged?.isEmpty == false
    var isElement = false
    if case .element = focused { isElement = true }
    return switch binding.command {
    case .activate: activationHint
    case .increase: canStep ? .hintMore : nil
    case .decrease: canStep ? .hintLess : nil
    case .addElement: withControl(of: focused) { $0.kind } == .list ? .hintAdd : nil
    case .deleteElement: isElement ? .hintDelete : nil
    // What waits would not be sent; its own key takes the place.
    case .push: waits ? nil : binding.hint
    case .applyStaged: waits ? .hintApply : nil
    case .undo: log.done.isEmpty ? nil : binding.hint
    case .reset: !isElement && withControl(of: focused, isModified) ?? false ? binding.hint : nil
    case .filterModified: filter == nil ? binding.hint : .hintAll
    default: binding.hint
    }
  }

  private var canStep: Bool {
    guard case .row = focused else { return false }
    return withControl(of: focused) { control in
      (control.kind == .slider || [.integer, .real].contains(control.input.type))
        && !isStuck(control)
    } ?? false
  }

  /// Whether Enter can only say why nothing can be changed.
  private func isStuck(_ control: Control) -> Bool {
    switch control.kind {
    case .title, .custom, .unknown: false
    case .pane, .link, .mail: obstacle(of: control) != nil
    case .button:
      !(control.key.map(actions.contains) ?? false) || obstacle(of: control) != nil
    case .toggle, .slider, .choice, .radio, .text, .textview, .date, .list:
      control.key == nil || obstacle(of: control) != nil
    }
  }

  private var activationHint: Phrase? {
    if withControl(of: focused, isStuck) ?? false { return nil }
    switch focused {
    case .option: return .hintChoose
    case .add: return .hintAdd
    case .push: return .hintPush
    case .done: return .hintKeep
    case .footer, .note, .gap, .heading, .cloudGap, .cloudHeading: return nil
    case .row, .element: break
    }
    switch withControl(of: focused, { $0.kind }) {
    case .toggle?: return .hintSwitch
    case .slider?: return .hintAdjust
    case .choice?: return .hintChoose
    case .pane?, .link?, .mail?: return .hintOpen
    case .button?: return .hintRun
    case .title?, .custom?, .unknown?: return .hintInfo
    default: return .hintEdit
    }
  }

  /// As many hints as fit; the first and help come before all others.
  private func fittingHints(_ hints: [(key: String, word: String)], columns: Int) -> [Span] {
    let widths = hints.map { look.columns(of: "\($0.key) \($0.word)") + 2 }
    let help = hints.firstIndex { $0.word == words(.hintHelp) }
    let first = [hints.indices.first, help == 0 ? nil : help].compactMap(\.self)
    let order = first + hints.indices.filter { !first.contains($0) }
    var left = columns + 2
    var isChosen = Array(repeating: false, count: hints.count)
    for index in order where widths[index] <= left {
      left -= widths[index]
      isChosen[index] = true
    }
    return hints.indices.filter { isChosen[$0] }.flatMap { index in
      [Span(hints[index].key, .key), Span(" \(hints[index].word)  ", .quiet)]
    }
  }
}

// MARK: What is stored, or happened

extension Canvas {
  /// Draws the sentence of the moment, or what is stored under the focused row.
  ///
  /// After an error the cursor stands on the sentence, so that a screen reader reads it.
  mutating func drawStatus(_ state: EditorState) {
    if let message = state.message { return drawMessage(message, state.frame) }
    guard let row = state.frame.facts, let text = state.statusText else { return }
    draw(Line(look.clip(text, to: columns - 2), indent: 1), row: row)
  }

  /// Draws a sentence at the bottom, in as many rows as it needs: over the keys, and over rows, but
  /// only an error covers the focused one.
  private mutating func drawMessage(_ message: Message, _ frame: Frame) {
    guard let row = frame.messageRow(isError: message.isError) else { return }
    let style: Style = message.isError ? .error : .text
    let room = max(columns - 2, 1)
    let text = look.clip(message.isError ? "! " + message.text : message.text, to: room * 6)
    var lines = look.wrap(text, to: room)
    let last = lines.count > 1 ? frame.hints ?? row : row
    let first = min(message.isError ? frame.list.lowerBound : screen.cursor.row + 1, row)
    let count = min(lines.count, max(last - first + 1, 1))
    if count < lines.count { lines[count - 1] = text[lines[count - 1].startIndex...] }
    let start = last - count + 1
    for (offset, line) in lines.prefix(count).enumerated() {
      drawBar(Line(look.clip(String(line), to: room), style, indent: 1), row: start + offset, .text)
    }
    if message.isError { moveCursor(row: start, column: 1) }
  }
}

extension EditorState {
  /// Default, stored value, origin and key of the focused row; its obstacle when there is one.
  var statusText: String? {
    guard mode == nil || fieldMode != nil, !showsApps else { return nil }
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
    let text = parts.compactMap(\.self).joined(separator: " | ")
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
