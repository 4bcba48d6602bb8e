import Settee

extension EditorState {
  /// Begins to edit the value of an item, in the way that its kind asks for.
  mutating func edit(_ id: RowID) -> [Effect] {
    guard let target = target(of: id) else { return say(.cannotReset) }
    if let obstacle = obstacle(of: target.control) { return fail(obstacle) }
    switch target.control.kind {
    case .text where target.control.input.type == .list, .textview:
      modes.append(.longText(LongTextEditing(target: target, text: editableText(target))))
    case .text: modes.append(.text(TextEditing(target: target, text: editableText(target))))
    case .slider: modes.append(.slider(Adjusting(target: target, number: startNumber(target))))
    case .date: return editDate(target)
    case .choice, .radio: chooseFor(target)
    case .toggle:
      let isOn = target.control.isOn(value(of: target)) ?? false
      return write(target, isOn ? target.control.off : target.control.on)
    default: return say(.readOnly, target.title)
    }
    return []
  }

  /// Does what a command means in a line of text.
  mutating func perform(_ command: Command, _ editing: TextEditing) -> [Effect] {
    var editing = editing
    editing.isRefused = false
    switch command {
    case .keep: return keep(editing)
    case .cancel:
      modes.removeLast()
      return []
    case .reveal: if editing.target.control.isSecure { editing.isRevealed.toggle() }
    case .complete:
      guard editing.target.control.input.type == .path else { return [] }
      return [.complete(editing.line.text)]
    case .externalEditor:
      guard !editing.target.control.isSecure else { return [] }
      return [.editExternally(editing.line.text)]
    default:
      editing.completions = []
      editing.line.perform(command)
    }
    editing.look()
    top = .text(editing)
    return []
  }

  /// Types or pastes into a line of text.
  ///
  /// NB: an element may ask for upper case, which keyboards of glass offer and take back; what the
  /// keys of a terminal type is meant, so it stays.
  mutating func type(_ text: String, _ editing: TextEditing) -> [Effect] {
    var editing = editing
    editing.isRefused = false
    editing.completions = []
    editing.line.insert(EditorState.oneLine(text))
    editing.look()
    top = .text(editing)
    return []
  }

  private mutating func keep(_ editing: TextEditing) -> [Effect] {
    guard editing.isChanged else {
      modes.removeLast()
      return []
    }
    switch editing.target.control.parse(editing.line.text) {
    case .success(let value): return write(editing.target, value)
    case .failure(let refusal):
      var editing = editing
      let sentence = words.refused(refusal, by: editing.target.control)
      editing.refusal = sentence
      editing.isRefused = true
      top = .text(editing)
      // Below its field there is one line for it; over the rows it can be read whole.
      return frame.layout == .single ? fail(sentence) : []
    }
  }

  /// Offers the paths that a typed one can become.
  mutating func offer(_ paths: [String]) {
    guard let first = paths.first else {
      message = Message(text: words(.completionsNone))
      return
    }
    let common = paths.dropFirst().reduce(first) { commonPrefix($0, $1) }
    let offered = paths.count > 1 ? paths : []
    switch mode {
    case .text(var editing):
      if common.utf8.count > editing.line.text.utf8.count { editing.line.replace(by: common) }
      editing.completions = offered
      editing.look()
      top = .text(editing)
    case .path(var asking):
      if common.utf8.count > asking.line.text.utf8.count { asking.line.replace(by: common) }
      asking.completions = offered
      top = .path(asking)
    default: break
    }
  }

  private func commonPrefix(_ left: String, _ right: String) -> String {
    String(zip(left, right).prefix { $0 == $1 }.map(\.0))
  }

  /// Takes what the user made of a text in $EDITOR.
  mutating func takeEdited(_ text: String) {
    switch mode {
    case .text(var editing):
      let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
      editing.line.replace(by: EditorState.oneLine(line))
      editing.look()
      top = .text(editing)
    case .longText(var editing):
      // Editors end the last line; a text that had no such end keeps none.
      let added = text.hasSuffix("\n") && !editing.original.hasSuffix("\n")
      editing.lines = LongTextEditing.split(added ? String(text.dropLast()) : text)
      editing.current = 0
      top = .longText(editing)
    default: break
    }
  }
}

extension LineText {
  /// Does what a command means for a line; others do nothing.
  mutating func perform(_ command: Command) {
    switch command {
    case .caretLeft: move(by: -1)
    case .caretRight: move(by: 1)
    case .wordLeft: moveWordLeft()
    case .wordRight: moveWordRight()
    case .lineStart: moveToStart()
    case .lineEnd: moveToEnd()
    case .eraseBackward: eraseBackward()
    case .eraseForward: eraseForward()
    case .cutWord: cutWord()
    case .cutToStart: cutToStart()
    case .cutToEnd: cutToEnd()
    case .pasteCut: paste()
    default: break
    }
  }

  /// Puts another text in place of all, the caret behind it.
  mutating func replace(by text: String) {
    let cut = self.cut
    self = LineText(text)
    keepCut(cut)
  }
}

extension TextEditing {
  /// Looks whether the text would be taken, while it is typed.
  mutating func look() {
    refusal = nil
    guard isChanged else { return }
    if case .failure(let found) = target.control.parse(line.text) { refusal = found.message }
  }
}
