import Settee
import SetteeTerminal
import SetteeVerbs

/// A dialog that asks for a line of text, such as a path, a domain, or the value of a new key.
struct PromptDialog: Dialog {
  let title: String
  /// The question above the field, or an empty string if the title is enough.
  var question = ""
  var note = ""
  /// The label of the key that submits the text.
  let hint: Phrase
  var line = LineText()
  var completesPaths = false
  /// A Boolean value that indicates whether the dialog asks for the domain of a bundle, without which
  /// the bundle can't be opened.
  var isDomain = false
  /// A Boolean value that indicates whether the text is a secret, which the field masks.
  var isSecret = false
  /// The key or list item whose value is entered, or `nil` for any other text.
  var addition: Addition?
  /// The type that the user chose for the value, or `nil` to infer it from the entered text.
  var type: ValueType?
  /// A sentence that explains why the entered text is invalid.
  var refusal: String?
  var completions: [String] = []
  /// A closure that uses the text, and throws an error if the text is invalid.
  let submit: @Sendable (PromptDialog, inout EditorState) throws -> [Effect]

  private static let types: [ValueType?] = [nil, .string, .int, .real, .bool, .json]

  var context: KeyContext { .text }
  func title(_ words: Strings) -> String? { title }
  private var hasTypes: Bool { addition?.hasTypes == true }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    switch command {
    case .keep: return keep(in: &state)
    case .cancel where isDomain && !state.showsHome: return [.quit]
    case .cancel: return dismiss(&state)
    case .complete where completesPaths: return [.complete(line.text)]
    case .complete where hasTypes:
      let next = (Self.types.firstIndex(of: type) ?? 0) + 1
      return keepOpen(in: &state) {
        ($0.type, $0.refusal) = (Self.types[next % Self.types.count], nil)
      }
    case .complete: return [.beep]
    default: return edit(in: &state) { $0.perform(command) }
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    edit(in: &state) { $0.insert(LineText.oneLine(text)) }
  }

  private func edit(in state: inout EditorState, _ change: (inout LineText) -> Void) -> [Effect] {
    keepOpen(in: &state) {
      ($0.completions, $0.refusal) = ([], nil)
      change(&$0.line)
    }
  }

  func offer(_ paths: [String], in state: inout EditorState) {
    _ = keepOpen(in: &state) { $0.completions = $0.line.complete(from: paths) }
  }

  private func keep(in state: inout EditorState) -> [Effect] {
    do { return try submit(self, &state) } catch {
      let message = SetteeError(error).editorMessage
      _ = keepOpen(in: &state) { $0.refusal = message }
      return state.show(error: message)
    }
  }

  func shape(_ state: EditorState) -> BoxShape? {
    let columns = BoxShape.wide
    guard !question.isEmpty else { return BoxShape(title: title, columns: columns, rows: 4) }
    let note = state.look.wrap(note, to: columns - 2 - 2 * Canvas.boxIndent)
    return BoxShape(title: title, columns: columns, rows: max(note.count, 4) + 5)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (look, isBox) = (state.look, state.box(of: self) != nil)
    let indent = canvas.columns < 30 ? 1 : Canvas.boxIndent
    let columns = max(canvas.columns - 2 * indent, 1)
    var row = isBox ? 1 : 0
    if canvas.rows > 1, !question.isEmpty {
      let lines = look.wrapAndClip(question, to: columns, lines: canvas.rows > 4 ? 3 : 1)
      for text in lines {
        canvas.draw(Line(text, indent: indent), row: row)
        row += 1
      }
    }
    let bullet = Character(look.glyphs.bullet)
    let isHidden = isSecret || addition?.isSecret == true
    let shown = isHidden ? line.characters.map { _ in bullet } : line.characters
    let field = state.field(shown, line.caret, columns: max(columns - 2, 3))
    canvas.draw(Line(field.spans, indent: indent), row: row)
    canvas.moveCursor(row: row, column: field.caret + indent)
    if isBox, !question.isEmpty { row += 1 }
    guard canvas.rows > row + 1 else { return }
    for note in notes(state, room: Size(rows: canvas.rows - row - 1, columns: columns)) {
      row += 1
      canvas.draw(Line(note, refusal == nil ? .quiet : .error, indent: indent), row: row)
    }
  }

  /// Returns the lines below the field: an error, the possible completions, or a note.
  private func notes(_ state: EditorState, room: Size) -> [String] {
    let look = state.look
    guard !completions.isEmpty else {
      let note = refusal.map { "! " + $0 } ?? addition.map { typeText($0, state.words) } ?? note
      return look.wrapAndClip(note, to: room.columns, lines: room.rows)
    }
    let offered = completions.map { look.clip($0, to: room.columns) }
    guard offered.count > room.rows else { return offered }
    let more = state.words(.andMore, String(offered.count - room.rows + 1))
    return offered.prefix(room.rows - 1) + [more]
  }

  /// Returns the type of the new value as part of a sentence, such as "a number".
  private func typeText(_ addition: Addition, _ words: Strings) -> String {
    guard hasTypes else { return "" }
    if let type { return words(.valueType, words(type.phrase)) }
    guard !line.isEmpty, let value = try? addition.value(of: line.text, as: nil) else {
      return words(.valueType, words(.typeAny))
    }
    return words(.valueTypeInferred, words(ValueType(of: value).phrase))
  }

  func hint(for binding: KeyBinding, _ state: EditorState) -> String? {
    switch binding.command {
    case .keep: hint.rawValue
    case .complete: completesPaths ? binding.hint : hasTypes ? Phrase.hintType.rawValue : nil
    case .reveal, .externalEditor: nil
    default: binding.hint
    }
  }

  // MARK: Plain mode

  var takesAnyLine: Bool { true }

  func describe(in lines: PlainMode) {
    if let addition {
      lines.console.write([title, typeText(addition, lines.words)].joined(separator: ". "))
    } else {
      lines.console.write(question)
      lines.console.write(note)
    }
    ask(in: lines)
  }

  private func ask(in lines: PlainMode) {
    if isDomain { return lines.show(.lineDomain, line.text) }
    lines.show(addition == nil ? .linePath : hasTypes ? .lineAskTyped : .lineAskValue)
  }

  func answer(_ typed: String, in lines: PlainMode) {
    // An empty reply to the prompt for a domain accepts the suggested domain.
    guard !typed.isEmpty || isDomain else { return lines.cancel() }
    if hasTypes, typed.hasPrefix("type "),
      let type = ValueType(rawValue: String(typed.dropFirst(5))), Self.types.contains(type)
    {
      lines.loop.perform { keepOpen(in: &$0) { $0.type = type } }
      return lines.describe()
    }
    if !typed.isEmpty {
      lines.loop.perform { keepOpen(in: &$0) { $0.line.replace(by: LineText.oneLine(typed)) } }
    }
    guard addition == nil else { return lines.keepAddition() }
    lines.loop.act(.command(.keep))
    guard let prompt = lines.state.dialog as? PromptDialog else {
      return isDomain ? lines.describe() : lines.resume()
    }
    // Ask again after an error.
    lines.console.write(lines.state.message?.text ?? "")
    prompt.ask(in: lines)
  }
}

extension EditorState {
  /// Shows a dialog on top of the app list or an empty screen that asks for the domain of a bundle.
  mutating func askDomain(_ proposal: String) {
    dialogs = [
      PromptDialog(
        title: words(.domainTitle), question: words(.askDomain), note: words(.domainNote),
        hint: .hintOpen, line: LineText(proposal), isDomain: true
      ) { prompt, _ in [.openIn(domain: prompt.line.text)] }
    ]
  }
}

extension ValueType {
  /// The name of the type that is shown to the user.
  var phrase: Phrase {
    switch self {
    case .string: .typeString
    case .int: .typeInteger
    case .real: .typeDecimal
    case .bool: .typeBoolean
    case .date, .data, .json, .plist: .typeJSON
    }
  }
}
