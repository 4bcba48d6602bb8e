import Settee
import SetteeTerminal

extension Canvas {
  /// Draws the keys that work now, as many as fit, or the line that was found to be kept; help is
  /// always among them.
  mutating func drawHints(_ state: EditorState, _ kept: [Cell]?) {
    guard let row = state.frame.hints else { return }
    if let kept { return screen.replace(row: row, with: kept) }
    if state.frame.layout == .single, state.mode == nil, !state.showsApps {
      let help = state.keys.key(for: .help, in: .rows) ?? ""
      let text = "\(state.position)  \(help) \(state.words(.hintHelp))"
      draw(Line(look.clip(text, to: columns), .quiet), row: row)
      return
    }
    let facts = state.hintFacts
    if let cells = state.drawn.hints(facts) {
      screen.replace(row: row, with: cells)
    } else {
      draw(state.hintLine(facts), row: row)
    }
  }
}

/// What the line of keys depends on, beside the keymap, the words and the size.
struct HintFacts: Sendable, Equatable {
  /// Which keys work.
  var context: KeyContext
  /// What Enter does with the focused row.
  var activation: Phrase?
  /// What the focused row is, and what was done to it.
  var canStep = false, isInList = false, isElement = false, isModified = false
  /// What the field takes that is edited.
  var isPath = false, isSecret = false
  /// Whether more of what will happen is there than is seen.
  var canScroll = false
  /// What Enter does with a path.
  var pathUse: Phrase?
  /// What there is to undo, to apply and to show again.
  var canUndo: Bool, hasStaged: Bool, isFiltered: Bool
}

extension EditorState {
  /// Which of the rows is focused: `2/5`.
  var position: String {
    let rows = items.indices.filter { items[$0].isRow }
    // A text between rows belongs to the one before it.
    let place = rows.count { $0 <= focusIndex }
    return "\(max(place, 1))/\(rows.count)"
  }

  /// What the line of keys depends on now.
  var hintFacts: HintFacts {
    var facts = HintFacts(
      context: context, canUndo: !log.done.isEmpty, hasStaged: staged?.isEmpty == false,
      isFiltered: filter != nil)
    if case .text(let editing) = mode {
      facts.isPath = editing.target.control.input.type == .path
      facts.isSecret = editing.target.control.isSecure
    }
    if case .question(let question) = mode {
      facts.canScroll = question.details.count > detailRows(question)
    }
    if case .path(let asking) = mode {
      facts.isPath = asking.purpose != .domain
      facts.pathUse = asking.phrases.act
    }
    let focused = focused
    let row = withControl(of: focused) { control in
      (
        kind: control.kind, isModified: isModified(control), canStep: canStep(control),
        isStuck: isStuck(control)
      )
    }
    facts.activation = row?.isStuck == true ? nil : activationHint(row?.kind)
    facts.isInList = row?.kind == .list
    facts.isModified = row?.isModified ?? false
    switch focused {
    case .element: (facts.isElement, facts.isModified) = (true, false)
    case .row: facts.canStep = row.map { $0.canStep && !$0.isStuck } ?? false
    default: break
    }
    return facts
  }

  /// Keeps the line of keys as it is drawn, until what it depends on changes.
  ///
  /// - Returns: The line; nil where none is kept.
  mutating func keepHints() -> [Cell]? {
    guard frame.hints != nil, frame.layout != .single else { return nil }
    let facts = hintFacts
    if let cells = drawn.hints(facts) { return cells }
    let cells = Canvas.drawn(hintLine(facts), self).cells
    drawn.keepHints(facts, cells)
    return cells
  }

  /// The keys and their words, as many as fit.
  func hintLine(_ facts: HintFacts) -> Line {
    Line(fittingHints(hints(facts), columns: size.columns - 2), indent: 1)
  }

  /// The keys and their words, in the order of the keymap.
  private func hints(_ facts: HintFacts) -> [(key: String, word: String)] {
    keys.lines(of: facts.context).compactMap { binding in
      guard let key = binding.keys.first, let phrase = hint(for: binding, facts) else {
        return nil
      }
      return (key, words(phrase))
    }
  }

  private func hint(for binding: Binding, _ facts: HintFacts) -> Phrase? {
    let isOnRows = facts.context == .rows
    switch binding.command {
    case .activate where isOnRows: return facts.activation
    case .pageDown where facts.context == .question: return facts.canScroll ? .hintScroll : nil
    case .keep where facts.pathUse != nil: return facts.pathUse
    case .increase where facts.canStep: return .hintMore
    case .decrease where facts.canStep: return .hintLess
    case .addElement: return facts.isInList ? .hintAdd : nil
    case .deleteElement: return facts.isElement ? .hintDelete : nil
    // What waits would not be sent; its own key takes the place.
    case .push where facts.hasStaged: return nil
    case .applyStaged: return facts.hasStaged ? .hintApply : nil
    case .undo where !facts.canUndo && isOnRows: return nil
    case .reset where isOnRows: return facts.isModified ? binding.hint : nil
    case .filterModified where facts.isFiltered: return .hintAll
    case .reveal: return facts.isSecret ? binding.hint : nil
    case .complete: return facts.isPath ? binding.hint : nil
    case .externalEditor where facts.context == .text: return nil
    default: return binding.hint
    }
  }

  private func canStep(_ control: Control) -> Bool {
    control.kind == .slider || [.integer, .real].contains(control.input.type)
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

  private func activationHint(_ kind: ControlKind?) -> Phrase? {
    switch focused {
    case .option: return .hintChoose
    case .add: return .hintAdd
    case .push: return .hintPush
    case .done: return .hintKeep
    case .footer, .note, .gap, .heading, .cloudGap, .cloudHeading: return nil
    case .row, .element: break
    }
    switch kind {
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
    let helpWord = words(.hintHelp)
    let order = hints.indices.sorted {
      rank($0, hints[$0].word, helpWord) < rank($1, hints[$1].word, helpWord)
    }
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

  private func rank(_ index: Int, _ word: String, _ help: String) -> Int {
    word == help ? 1 : index == 0 ? 0 : index + 2
  }
}
