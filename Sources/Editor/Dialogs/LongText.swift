import Settee
import SetteeTerminal

/// A full-screen editor for the value of a setting that contains several lines of text.
struct LongTextDialog: EditingDialog {
  var target: EditTarget
  var lines: [LineText]
  var current = 0
  var top = 0
  let original: String
  /// A sentence that explains why the edited text is invalid.
  var refusal: String?
  var foreign: String?

  init(target: EditTarget, text: String) {
    self.target = target
    original = text
    lines = LongTextDialog.split(text)
    for index in lines.indices { lines[index].place(at: 0) }
  }

  private static func split(_ text: String) -> [LineText] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { LineText(String($0)) }
  }

  var context: KeyContext { .longText }
  func isInRow(_ state: EditorState) -> Bool { false }
  func title(_ words: Strings) -> String? { target.title }

  var text: String { lines.map(\.text).joined(separator: "\n") }
  private var isChanged: Bool { !text.utf8.elementsEqual(original.utf8) }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    var dialog = self
    switch command {
    case .keep: return keep(in: &state)
    case .cancel: return askToLeave(&state)
    case .externalEditor: return [.editExternally(text)]
    case .newLine: dialog.breakLine()
    case .caretUp: dialog.move(by: -1)
    case .caretDown: dialog.move(by: 1)
    case .pageUp: dialog.move(by: 1 - rows(state))
    case .pageDown: dialog.move(by: rows(state) - 1)
    case .eraseBackward: dialog.eraseBackward()
    case .eraseForward: dialog.eraseForward()
    case .caretLeft where line.caret == 0 && current > 0:
      dialog.move(by: -1)
      dialog.line.perform(.lineEnd)
    case .caretRight where isAtLineEnd && current < lines.count - 1:
      dialog.move(by: 1)
      dialog.line.place(at: 0)
    default: dialog.line.perform(command)
    }
    dialog.refusal = nil
    return dialog.keepOpen(in: &state)
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    var dialog = self
    let normal = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    for (index, part) in LongTextDialog.split(normal).enumerated() {
      if index > 0 { dialog.breakLine() }
      dialog.line.insert(LineText.oneLine(part.text, keepsTabs: true))
    }
    dialog.refusal = nil
    return dialog.keepOpen(in: &state)
  }

  func apply(edited text: String, in state: inout EditorState) {
    // Text editors add a newline at the end of a file, so remove it unless the original text had
    // one.
    let isAdded = text.hasSuffix("\n") && !original.hasSuffix("\n")
    let lines = LongTextDialog.split(isAdded ? String(text.dropLast()) : text)
    _ = keepOpen(in: &state) { ($0.lines, $0.current) = (lines, 0) }
  }

  func keep(in state: inout EditorState) -> [Effect] {
    let isGone = state.isGone(target)
    guard isChanged || isGone else { return dismiss(&state) }
    switch target.control.parse(text) {
    case .success(let value):
      return isGone ? state.addAgain(target, value) : state.write(target, value)
    case .failure(let refused):
      let sentence = state.words.refused(refused, by: target.control)
      _ = keepOpen(in: &state) { $0.refusal = sentence }
      return state.show(error: sentence)
    }
  }

  private func askToLeave(_ state: inout EditorState) -> [Effect] {
    guard isChanged || state.isGone(target) else { return dismiss(&state) }
    let words = state.words
    return state.ask(
      words(.askDropText), orElse: .keepEditing,
      (words(.saveIt), { ($0.dialog as? LongTextDialog)?.keep(in: &$0) ?? [] }),
      (words(.dropIt), { ($0.dialog as? LongTextDialog)?.dismiss(&$0) ?? [] }))
  }

  mutating func scroll(in state: EditorState) {
    var place = ListSelection(focus: current, top: top)
    place.settle(count: lines.count, rows: rows(state))
    top = place.top
  }

  private func rows(_ state: EditorState) -> Int { max(state.contentSize(of: self).rows - 1, 1) }

  // MARK: Lines

  private var line: LineText {
    get { lines[current] }
    set { lines[current] = newValue }
  }

  private var isAtLineEnd: Bool { line.caret == line.characters.count }

  private mutating func move(by count: Int) {
    let column = line.caret
    current = min(max(current + count, 0), lines.count - 1)
    line.place(at: column)
  }

  private mutating func breakLine() {
    let (characters, caret) = (line.characters, line.caret)
    var rest = LineText(String(characters[caret...]))
    rest.place(at: 0)
    rest.keepCut(line.cut)
    line = LineText(String(characters[..<caret]))
    lines.insert(rest, at: current + 1)
    current += 1
  }

  /// Deletes the character before the caret, or joins two lines if the caret is at the start of a
  /// line.
  private mutating func eraseBackward() {
    guard line.caret == 0 else { return line.perform(.eraseBackward) }
    guard current > 0 else { return }
    current -= 1
    joinWithNext()
  }

  /// Deletes the character after the caret, or joins two lines if the caret is at the end of a
  /// line.
  private mutating func eraseForward() {
    guard isAtLineEnd else { return line.perform(.eraseForward) }
    guard current < lines.count - 1 else { return }
    joinWithNext()
  }

  private mutating func joinWithNext() {
    let next = lines.remove(at: current + 1)
    let caret = line.characters.count
    line.perform(.lineEnd)
    line.insert(next.text)
    line.place(at: caret)
  }

  func shape(_ state: EditorState) -> BoxShape? {
    BoxShape(title: target.title, columns: BoxShape.wide, rows: .max / 2)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let look = state.look
    let indent = canvas.columns < 30 ? 1 : Canvas.boxIndent
    let columns = canvas.columns - 2 * indent
    let rows = rows(state)
    for (row, index) in zip(0..<rows, lines.indices.dropFirst(top)) {
      let caret = index == current ? lines[index].caret : 0
      let (text, column) = state.window(lines[index].characters, caret: caret, columns: columns)
      canvas.draw(Line(text, indent: indent), row: row)
      if index == current { canvas.moveCursor(row: row, column: indent + column) }
    }
    canvas.drawThumb(rows: 0..<rows, top: top, count: lines.count)
    guard rows < canvas.rows else { return }
    let gone = state.isGone(target) ? state.words(.settingGone, target.name.key) : nil
    let fault = (refusal ?? gone).map { "! " + $0 } ?? warning(state)
    let note = look.clip(fault ?? state.words.allowed(target.control), to: columns)
    canvas.draw(Line(note, fault == nil ? .quiet : .error, indent: indent), row: rows)
  }
}
