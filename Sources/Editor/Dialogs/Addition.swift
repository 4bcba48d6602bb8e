import Settee
import SetteeTerminal
import SetteeVerbs

// Dialogs that prompt the user for a new key or a new list item. The user enters a name and a
// value, and can choose a type.

/// A dialog that asks for the name of a new key and suggests the names that aren't in the file yet.
struct NameDialog: PickDialog {
  var list: PickList
  /// The list of tables to which the user adds a table, or `nil` if the user adds a key.
  private let addition: Addition?
  /// The index of the new table in its list, or `nil` for the end of the list.
  private let index: Int?
  /// The fields of the new table that the user has entered so far.
  private var fields = PropertyListDictionary()
  private let heading: String

  /// The identifiers of the entries that aren't names of missing keys.
  private static let listEntry = -2, doneEntry = -3

  /// Creates a dialog that asks for the name of a key.
  ///
  /// Each suggested name begins with `start`, which is the path of the table and a dot. The list
  /// `repeated` is the focused list or repeated key, or `nil` if it can't get another item.
  init(start: String, list repeated: String?, names: [String], _ words: Strings) {
    (addition, index, heading) = (nil, nil, words(.add))
    var entries = names.enumerated().map { PickList.PickItem(id: $0, title: $1) }
    if let repeated {
      let detail = words(.anotherItem)
      entries.insert(.init(id: Self.listEntry, title: repeated, detail: detail), at: 0)
    }
    list = PickList(entries, start: start)
  }

  /// Creates a dialog that asks for the next field of a new table.
  init(
    _ addition: Addition, at index: Int?, fields: PropertyListDictionary = [:], _ words: Strings
  ) {
    (self.addition, self.index, self.fields) = (addition, index, fields)
    heading = words(.labeled, words(.add), addition.key)
    let missing = addition.fields.filter { !fields.hasValue(for: $0) }
    var entries = missing.enumerated().map { PickList.PickItem(id: $0, title: $1) }
    if !fields.isEmpty {
      let texts = fields.entries.map {
        "\($0.key) = \($0.value.asTitle ?? $0.value.literal(limit: 30))"
      }
      let detail = texts.joined(separator: ", ")
      entries.append(.init(id: Self.doneEntry, title: words(.done), detail: detail))
    }
    list = PickList(entries, start: "")
  }

  /// Returns the dialog that asks for the next field after the user has entered a field.
  fileprivate func adding(
    _ value: PropertyList, as field: String, _ words: Strings
  ) -> NameDialog? {
    guard let addition else { return nil }
    var fields = fields
    fields[field] = value
    return NameDialog(addition, at: index, fields: fields, words)
  }

  func title(_ words: Strings) -> String? { heading }

  func pick(in state: inout EditorState) -> [Effect] {
    guard let entry = list.focused else { return [] }
    guard let addition else { return [.findAddition(entry.title)] }
    if entry.id == Self.doneEntry {
      return [.restructure(.add(addition, .dictionary(fields), at: index))]
    }
    state.modes.append(NewValueDialog(addition: addition, index: nil, field: entry.title))
    return []
  }

  func shape(_ state: EditorState) -> BoxShape? {
    BoxShape(
      title: heading, note: list.count(state.words), columns: BoxShape.wide,
      rows: min(list.entries.count, 10) + 3)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (look, columns) = (state.look, canvas.columns)
    list.draw(on: &canvas, state.words) { entry in
      let title = look.clip(entry.title, to: columns - 4)
      let room = max(columns - 7 - look.columns(of: title), 0)
      let detail = entry.id == -1 ? state.words(.newName) : entry.detail
      let right = room < 4 ? [] : [Span(look.clip(detail, to: room), .quiet)]
      return Line([Span(title)], right: right, indent: Canvas.boxIndent)
    }
  }

  // In plain mode, the user replies with either a name or the number of a suggested name.
  var takesAnyLine: Bool { true }

  func describe(in lines: PlainMode) {
    lines.console.write(heading)
    for (index, entry) in list.entries.prefix(50).enumerated() {
      let detail = entry.detail.isEmpty ? "" : ", \(entry.detail)"
      lines.console.write("\(index + 1). \(entry.title)\(detail)")
    }
    lines.show(.lineAskName)
  }

  func answer(_ line: String, in lines: PlainMode) {
    let line = line.trimmed
    guard !line.isEmpty, line != "0" else { return lines.cancel() }
    if let number = LineAnswer.number(line), (1...max(list.entries.count, 1)).contains(number) {
      lines.focus(on: number - 1)
    } else {
      lines.loop.act(.command(.cutToStart))
      lines.loop.act(.paste(line))
    }
    let count = lines.state.log.done.count
    lines.loop.act(.command(.keep))
    lines.resume(after: count)
  }
}

/// A dialog that asks for the value and the type of a new key, list item, or table field.
struct NewValueDialog: Dialog {
  let addition: Addition
  let index: Int?
  /// The name of the table field whose value is entered, or `nil` if the value is for a key or a
  /// list item.
  var field: String?
  var line = LineText()
  /// The type that the user chose, or `nil` to infer the type from the entered text.
  var type: ValueType?
  /// A sentence that explains why the entered text is invalid.
  var refusal: String?

  private static let types: [ValueType?] = [nil, .string, .int, .real, .bool, .json]

  var context: KeyContext { .text }
  func title(_ words: Strings) -> String? { field ?? addition.key }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    switch command {
    case .keep: return keep(in: &state)
    case .cancel: return dismiss(&state)
    case .complete:
      guard addition.hasTypes else { return [.beep] }
      let next = (Self.types.firstIndex(of: type) ?? 0) + 1
      return keepOpen(in: &state) {
        ($0.type, $0.refusal) = (Self.types[next % Self.types.count], nil)
      }
    default:
      return keepOpen(in: &state) {
        $0.line.perform(command)
        $0.refusal = nil
      }
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    keepOpen(in: &state) {
      $0.line.insert(LineText.oneLine(text))
      $0.refusal = nil
    }
  }

  private func keep(in state: inout EditorState) -> [Effect] {
    let value: PropertyList
    do { value = try self.value() } catch {
      let error = SetteeError(error)
      _ = keepOpen(in: &state) { $0.refusal = error.message }
      return state.show(error: error.message)
    }
    guard let field else { return [.restructure(.add(addition, value, at: index))] }
    _ = dismiss(&state)
    guard let next = (state.mode as? NameDialog)?.adding(value, as: field, state.words) else {
      return []
    }
    state.modes[state.modes.count - 1] = next
    return []
  }

  private func value() throws -> PropertyList {
    try addition.value(of: line.text, as: type)
  }

  func shape(_ state: EditorState) -> BoxShape? {
    BoxShape(title: field ?? addition.key, columns: BoxShape.wide, rows: 4)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let columns = canvas.columns
    let indent = columns < 30 ? 1 : Canvas.boxIndent
    let row = state.box(of: self) == nil ? 0 : 1
    let bullet = Character(state.look.glyphs.bullet)
    let shown = addition.isSecret ? line.characters.map { _ in bullet } : line.characters
    let field = state.field(shown, line.caret, columns: max(columns - 2 * indent - 2, 3))
    canvas.draw(Line(field.spans, indent: indent), row: row)
    canvas.moveCursor(row: row, column: field.caret + indent)
    guard canvas.rows > row + 1 else { return }
    let note = refusal.map { "! " + $0 } ?? typeText(state.words)
    let lines = state.look.wrapAndClip(
      note, to: max(columns - 2 * indent, 1), lines: canvas.rows - row - 1)
    for (index, text) in lines.enumerated() {
      let style = refusal == nil ? Style.quiet : .error
      canvas.draw(Line(text, style, indent: indent), row: row + 1 + index)
    }
  }

  /// Returns the type of the new value as part of a sentence, such as "a number".
  private func typeText(_ words: Strings) -> String {
    guard addition.hasTypes else { return "" }
    if let type { return words(.valueType, words(Self.phrase(of: type))) }
    guard let value = try? value(), !line.isEmpty else { return words(.valueType, words(.typeAny)) }
    return words(.valueTypeInferred, words(Self.phrase(of: ValueType(of: value))))
  }

  private static func phrase(of type: ValueType) -> Phrase {
    switch type {
    case .string: .typeString
    case .int: .typeInteger
    case .real: .typeDecimal
    case .bool: .typeBoolean
    case .date, .data, .json, .plist: .typeJSON
    }
  }

  func hint(for binding: KeyBinding, _ state: EditorState) -> String? {
    switch binding.command {
    case .keep: Phrase.hintAdd.rawValue
    case .complete: addition.hasTypes ? Phrase.hintType.rawValue : nil
    case .reveal, .externalEditor: nil
    default: binding.hint
    }
  }

  var takesAnyLine: Bool { true }

  func describe(in lines: PlainMode) {
    let words = lines.words
    lines.console.write([field ?? addition.key, typeText(words)].joined(separator: ". "))
    lines.show(addition.hasTypes ? .lineAskTyped : .lineAskValue)
  }

  func answer(_ text: String, in lines: PlainMode) {
    guard !text.isEmpty else { return lines.cancel() }
    if addition.hasTypes, text.hasPrefix("type "),
      let type = ValueType(rawValue: String(text.dropFirst(5))), Self.types.contains(type)
    {
      lines.loop.perform { keepOpen(in: &$0) { $0.type = type } }
      return lines.describe()
    }
    lines.loop.perform { keepOpen(in: &$0) { $0.line.replace(by: LineText.oneLine(text)) } }
    let count = lines.state.log.done.count
    lines.loop.act(.command(.keep))
    lines.resume(after: count)
  }
}

extension PlainMode {
  /// In plain mode, continues after the user replies to one of the prompts for a new key.
  ///
  /// Depending on the reply, this method prints an error, the next prompt, or the new row.
  fileprivate func resume(after edits: Int) {
    let isDone = state.log.done.count > edits || state.staged != nil && state.mode == nil
    if !isDone, let message = state.message { console.write(message.text) }
    resume()
  }
}
