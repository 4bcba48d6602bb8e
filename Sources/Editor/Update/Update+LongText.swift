import Settee

extension EditorState {
  /// Does what a command means in a text of several lines.
  mutating func perform(_ command: Command, _ editing: LongTextEditing) -> [Effect] {
    var editing = editing
    switch command {
    case .keep: return keep(editing)
    case .cancel: return leave(editing)
    case .externalEditor: return [.editExternally(editing.text)]
    case .newLine: editing.breakLine()
    case .caretUp: editing.move(by: -1)
    case .caretDown: editing.move(by: 1)
    case .pageUp: editing.move(by: 1 - longTextRows)
    case .pageDown: editing.move(by: longTextRows - 1)
    case .eraseBackward: editing.eraseBackward()
    case .eraseForward: editing.eraseForward()
    case .caretLeft where editing.line.caret == 0 && editing.current > 0:
      editing.move(by: -1)
      editing.line.moveToEnd()
    case .caretRight where editing.isAtLineEnd && editing.current < editing.lines.count - 1:
      editing.move(by: 1)
      editing.line.moveToStart()
    default: editing.line.perform(command)
    }
    editing.refusal = nil
    top = .longText(editing)
    return []
  }

  /// Types or pastes into a text of several lines.
  mutating func type(_ text: String, _ editing: LongTextEditing) -> [Effect] {
    var editing = editing
    let normal = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let parts = normal.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 { editing.breakLine() }
      editing.line.insert(EditorState.oneLine(String(part)))
    }
    top = .longText(editing)
    return []
  }

  /// Keeps the text when it is allowed, else says what is.
  mutating func keep(_ editing: LongTextEditing) -> [Effect] {
    guard editing.isChanged else {
      modes.removeLast()
      return []
    }
    switch editing.target.control.parse(editing.text) {
    case .success(let value): return write(editing.target, value)
    case .failure(let refusal):
      var editing = editing
      let sentence = words.refused(refusal, by: editing.target.control)
      editing.refusal = sentence
      top = .longText(editing)
      return fail(sentence)
    }
  }

  private mutating func leave(_ editing: LongTextEditing) -> [Effect] {
    guard editing.isChanged else {
      modes.removeLast()
      return []
    }
    modes.append(
      .question(
        Question(
          title: words(.askDropText), details: [],
          answers: [
            (words(.goOn), .stay), (words(.keepIt), .keepText), (words(.dropIt), .dropText),
          ])))
    return []
  }
}

extension LongTextEditing {
  /// The line that has the caret.
  var line: LineText {
    get { lines[current] }
    set { lines[current] = newValue }
  }

  /// Whether the caret stands at the end of its line.
  var isAtLineEnd: Bool { line.caret == line.characters.count }

  /// Moves the caret by lines, to the same column where there is one.
  mutating func move(by count: Int) {
    let column = line.caret
    current = min(max(current + count, 0), lines.count - 1)
    line.place(at: column)
  }

  /// Breaks the line at the caret.
  mutating func breakLine() {
    let characters = line.characters
    let caret = line.caret
    var rest = LineText(String(characters[caret...]))
    rest.moveToStart()
    rest.keepCut(line.cut)
    line = LineText(String(characters[..<caret]))
    lines.insert(rest, at: current + 1)
    current += 1
  }

  /// Takes the character before the caret away, or joins the line with the one before.
  mutating func eraseBackward() {
    guard line.caret == 0 else { return line.eraseBackward() }
    guard current > 0 else { return }
    current -= 1
    joinWithNext()
  }

  /// Takes the character after the caret away, or joins the line with the one after.
  mutating func eraseForward() {
    guard isAtLineEnd else { return line.eraseForward() }
    guard current < lines.count - 1 else { return }
    joinWithNext()
  }

  private mutating func joinWithNext() {
    let next = lines.remove(at: current + 1)
    let caret = line.characters.count
    line.moveToEnd()
    line.insert(next.text)
    line.place(at: caret)
  }
}
