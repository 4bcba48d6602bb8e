import Settee
import SetteeTerminal

/// A text field with a single line that the user edits directly in its row.
struct TextDialog: EditingDialog {
  var target: EditTarget
  var line: LineText
  let original: String
  var isRevealed = false
  /// A sentence that explains why the text in the field is invalid.
  var refusal: String?
  var foreign: String?
  var completions: [String] = []

  init(target: EditTarget, text: String) {
    self.target = target
    line = LineText(text)
    original = text
  }

  var context: KeyContext { .text }
  var isChanged: Bool { !line.text.utf8.elementsEqual(original.utf8) }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    var dialog = self
    switch command {
    case .keep: return keep(in: &state)
    case .cancel: return dismiss(&state)
    case .reveal: if target.control.isSecure { dialog.isRevealed.toggle() }
    case .complete: return target.control.input.type == .path ? [.complete(line.text)] : []
    case .externalEditor: return target.control.isSecure ? [] : [.editExternally(line.text)]
    default:
      dialog.completions = []
      dialog.line.perform(command)
    }
    dialog.check()
    return dialog.keepOpen(in: &state)
  }

  /// Inserts text into the field exactly as the user typed it, without changing its case.
  ///
  /// A bundle can request automatic capitalization, which on-screen keyboards only suggest, so
  /// Settee doesn't apply it.
  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    if let effects = addLines(of: text, in: &state) { return effects }
    return keepOpen(in: &state) {
      $0.completions = []
      $0.line.insert(LineText.oneLine(text))
      $0.check()
    }
  }

  /// Adds each line of a pasted text as a separate item, or returns `nil` if the field doesn't add
  /// an item or a line isn't a valid item.
  private func addLines(of text: String, in state: inout EditorState) -> [Effect]? {
    guard target.steps == [.append], line.isEmpty, state.document.hasOpenKeys else { return nil }
    let lines = text.split(whereSeparator: \.isNewline).map { LineText.oneLine(String($0)) }
    guard lines.count > 1 else { return nil }
    let values = lines.compactMap { try? target.control.parse($0).get() }
    guard values.count == lines.count else { return nil }
    let count = state.value(named: target.name).map { $0.array?.count ?? 1 } ?? 0
    var effects: [Effect] = []
    for (index, (value, line)) in zip(values, lines).enumerated() {
      var target = target
      target.insertion = (target.insertion ?? count) + index
      effects += state.write(target, value, typed: line)
    }
    return effects
  }

  func apply(edited text: String, in state: inout EditorState) {
    let line = LineText.oneLine(text)
    _ = keepOpen(in: &state) {
      $0.line.replace(by: line)
      $0.check()
    }
  }

  func offer(_ paths: [String], in state: inout EditorState) {
    _ = keepOpen(in: &state) {
      $0.completions = $0.line.complete(from: paths)
      $0.check()
    }
  }

  private func keep(in state: inout EditorState) -> [Effect] {
    guard isChanged else { return dismiss(&state) }
    switch target.control.parse(line.text) {
    case .success(let value): return state.write(target, value, typed: line.text)
    case .failure(let refused):
      let sentence = state.words.refused(refused, by: target.control)
      _ = keepOpen(in: &state) { $0.refusal = sentence }
      // There is only one line for the error below the field, so the error is shown in full on top
      // of the rows.
      return state.frame.layout == .single ? state.show(error: sentence) : []
    }
  }

  private mutating func check() {
    refusal = nil
    if isChanged, case .failure(let refused) = target.control.parse(line.text) {
      refusal = refused.message
    }
  }

  func field(room: Int, _ state: EditorState) -> Field? {
    let isHidden = target.control.isSecure && !isRevealed
    let bullet = Character(state.look.glyphs.bullet)
    let characters = isHidden ? line.characters.map { _ in bullet } : line.characters
    return state.field(
      characters, line.caret, columns: max(min(room - 2, 40), 3), isInvalid: refusal != nil)
  }

  func notes(_ state: EditorState) -> [Line] {
    let (control, words) = (target.control, state.words)
    let allowed = control.hasRules ? words.allowed(control) : nil
    let hint =
      completions.isEmpty
      ? words.advice(on: line.text, in: control) ?? allowed
      : completions.prefix(4).joined(separator: "  ")
    let was = isChanged && !control.isSecure && !original.isEmpty ? original : nil
    var lines = foreignNotes(state)
    lines += hintLines(refusal.map { "! " + $0 } ?? hint ?? "", was: was, state)
    return lines
  }

  func hint(for binding: KeyBinding, _ state: EditorState) -> String? {
    switch binding.command {
    case .reveal: target.control.isSecure ? binding.hint : nil
    case .complete: target.control.input.type == .path ? binding.hint : nil
    case .externalEditor: nil
    default: binding.hint
    }
  }

  private func hintLines(_ hint: String, was: String?, _ state: EditorState) -> [Line] {
    guard !hint.isEmpty || was != nil else { return [] }
    let look = state.look
    let indent = state.valueIndent
    let columns = max(min(state.frame.pane.count - indent - 1, ScreenLayout.text), 1)
    // Limit the hint about allowed values to the rows that are visible below the field.
    let room = min(max(state.listRows - 2, 1), 3)
    var lines = look.wrapAndClip(hint, to: columns, lines: room).map {
      Line($0, refusal == nil ? .quiet : .error, indent: indent)
    }
    guard let was else { return lines }
    let text = state.words(.was, look.clip(was, to: 30))
    if lines.count == 1, look.columns(of: hint) + look.columns(of: text) + 3 <= columns {
      lines[0].right = [Span(text, .quiet)]
    } else {
      lines.append(Line(look.clip(text, to: columns), .quiet, indent: indent))
    }
    return lines
  }
}

extension Control {
  var hasRules: Bool {
    switch input.type {
    case _ where kind != .text: kind == .slider
    case .string, .path: isRequired || input.rules != TextRules()
    case .integer, .real, .scalar, .list: true
    }
  }
}
