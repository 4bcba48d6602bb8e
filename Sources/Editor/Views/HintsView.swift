import Settee
import SetteeTerminal

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
    draw(Line(state.fittingHints(columns: columns - 2), indent: 1), row: row)
  }
}

extension EditorState {
  /// Which of the rows is focused: `2/5`.
  var position: String {
    let rows = items.indices.filter { items[$0].isRow }
    let place = (rows.firstIndex(of: focusIndex) ?? 0) + 1
    return "\(place)/\(rows.count)"
  }

  /// The keys and their words, in the order of the keymap.
  var hints: [(key: String, word: String)] {
    let context = context
    return (keys.bindings[context] ?? []).compactMap { binding in
      guard let key = binding.keys.first, let phrase = hint(for: binding, in: context) else {
        return nil
      }
      return (key, words(phrase))
    }
  }

  private func hint(for binding: Binding, in context: KeyContext) -> Phrase? {
    switch binding.command {
    case .activate where context == .rows: return activateHint
    case .increase where canStep, .decrease where canStep:
      return binding.command == .increase ? .hintMore : .hintLess
    case .addElement: return control(of: focused)?.kind == .list ? .hintAdd : nil
    case .deleteElement:
      if case .element = focused { return .hintDelete }
      return nil
    case .applyStaged: return staged?.isEmpty == false ? .hintApply : nil
    case .undo where log.done.isEmpty && context == .rows: return nil
    case .reset where context == .rows:
      return control(of: focused).map(isModified) == true ? binding.hint : nil
    case .filterModified where filter != nil: return .hintAll
    case .reveal: return isEditingSecret ? binding.hint : nil
    case .complete: return isEditingPath ? binding.hint : nil
    case .externalEditor where context == .text: return nil
    default: return binding.hint
    }
  }

  private var canStep: Bool {
    guard let control = control(of: focused), case .row = focused else { return false }
    return control.kind == .slider || [.integer, .real].contains(control.input.type)
  }

  private var isEditingPath: Bool {
    if case .text(let editing) = mode { return editing.target.control.input.type == .path }
    return false
  }

  private var isEditingSecret: Bool {
    if case .text(let editing) = mode { return editing.target.control.isSecure }
    return false
  }

  private var activateHint: Phrase? {
    switch focused {
    case .option: return .hintChoose
    case .add: return .hintAdd
    case .push: return .hintPush
    case .done: return .hintKeep
    case .footer, .note, .gap, .heading, .cloudGap, .cloudHeading: return nil
    case .row, .element: break
    }
    switch control(of: focused)?.kind {
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
  func fittingHints(columns: Int) -> [Span] {
    let hints = hints
    let widths = hints.map { look.columns(of: "\($0.key) \($0.word)") + 2 }
    let helpWord = words(.hintHelp)
    let order = hints.indices.sorted {
      rank($0, hints[$0].word, helpWord) < rank($1, hints[$1].word, helpWord)
    }
    var left = columns + 2
    var chosen: Set<Int> = []
    for index in order where widths[index] <= left {
      left -= widths[index]
      chosen.insert(index)
    }
    return hints.indices.filter(chosen.contains).flatMap { index in
      [Span(hints[index].key, .key), Span(" \(hints[index].word)  ", .quiet)]
    }
  }

  private func rank(_ index: Int, _ word: String, _ help: String) -> Int {
    word == help ? 1 : index == 0 ? 0 : index + 2
  }
}
