import Settee
import SetteeTerminal

/// A dialog that asks for the path of an export or import, or for the domain of a bundle.
struct PathDialog: Dialog {
  /// The purpose of the prompt.
  enum Purpose: Sendable {
    case export, `import`
    /// The dialog asks for a domain, because the opened bundle doesn't declare one.
    case domain
  }

  let purpose: Purpose
  var line: LineText
  var completions: [String] = []

  var context: KeyContext { .text }
  func title(_ words: Strings) -> String? { words(phrases.title) }

  /// The dialog's title, its question, a note, and the label of the Enter key.
  var phrases: (title: Phrase, question: Phrase, note: Phrase, act: Phrase) {
    switch purpose {
    case .export: (.exportTitle, .askExportPath, .exportNote, .hintExport)
    case .import: (.importTitle, .askImportPath, .importNote, .hintReview)
    case .domain: (.domainTitle, .askDomain, .domainNote, .hintOpen)
    }
  }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    switch (command, purpose) {
    case (.keep, .export): return [.export(to: line.text, replaces: false)]
    case (.keep, .import): return [.readImport(line.text)]
    case (.keep, .domain): return [.openIn(domain: line.text)]
    case (.complete, .domain): return [.beep]
    case (.complete, _): return [.complete(line.text)]
    case (.cancel, .domain) where !state.showsHome: return [.quit]
    case (.cancel, _): return dismiss(&state)
    default:
      return keepOpen(in: &state) {
        $0.completions = []
        $0.line.perform(command)
      }
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    keepOpen(in: &state) {
      $0.completions = []
      $0.line.insert(LineText.oneLine(text))
    }
  }

  func offer(_ paths: [String], in state: inout EditorState) {
    _ = keepOpen(in: &state) { $0.completions = $0.line.complete(from: paths) }
  }

  func shape(_ state: EditorState) -> BoxShape? {
    let columns = BoxShape.wide
    let note = state.look.wrap(state.words(phrases.note), to: columns - 2 - 2 * Canvas.boxIndent)
    return BoxShape(
      title: state.words(phrases.title), columns: columns, rows: max(note.count, 4) + 5)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (look, columns) = (state.look, canvas.columns)
    let indent = columns < 30 ? 1 : Canvas.boxIndent
    var row = state.box(of: self) == nil ? 0 : 1
    if canvas.rows > 1 {
      let question = look.wrapAndClip(
        state.words(phrases.question), to: columns - 2 * indent, lines: canvas.rows > 4 ? 3 : 1)
      for text in question {
        canvas.draw(Line(text, indent: indent), row: row)
        row += 1
      }
    }
    let field = state.field(line.characters, line.caret, columns: max(columns - 2 * indent - 2, 3))
    canvas.draw(Line(field.spans, indent: indent), row: row)
    canvas.moveCursor(row: row, column: field.caret + indent)
    if state.box(of: self) != nil { row += 1 }
    let room = Size(rows: max(canvas.rows - row - 1, 1), columns: columns - 2 * indent)
    guard canvas.rows > row + 1 else { return }
    for note in notes(state, room: room) {
      row += 1
      canvas.draw(Line(note, .quiet, indent: indent), row: row)
    }
  }

  func hint(for binding: KeyBinding, _ state: EditorState) -> String? {
    switch binding.command {
    case .keep: phrases.act.rawValue
    case .complete where purpose == .domain: nil
    case .reveal, .externalEditor: nil
    default: binding.hint
    }
  }

  private func notes(_ state: EditorState, room: Size) -> [String] {
    let look = state.look
    guard !completions.isEmpty else {
      return look.wrapAndClip(state.words(phrases.note), to: room.columns, lines: room.rows)
    }
    let offered = completions.map { look.clip($0, to: room.columns) }
    guard offered.count > room.rows else { return offered }
    let more = state.words(.andMore, String(offered.count - room.rows + 1))
    return offered.prefix(room.rows - 1) + [more]
  }
}

/// The changes that importing a file would make, which the user is asked to confirm.
struct ImportPlan: Sendable {
  var file: String
  var changes: [ValueChange]
  /// The names of the secret settings in an imported file, whose values are never shown.
  var secrets: Set<SettingName>
  /// The keys of the secret settings that the imported file doesn't contain.
  var untold: [String]
}

extension EditorState {
  mutating func askPath(_ purpose: PathDialog.Purpose) {
    let name = purpose == .export ? document.word + ".plist" : ""
    // Don't suggest a file name for the export if the app was opened by its path instead of its
    // name.
    let start = name.utf8.contains(UInt8(ascii: "/")) ? "" : name
    modes.append(PathDialog(purpose: purpose, line: LineText(start)))
  }

  /// Shows a dialog on top of the app list or an empty screen that asks for the domain of a bundle.
  mutating func askDomain(_ proposal: String) {
    modes = [PathDialog(purpose: .domain, line: LineText(proposal))]
  }

  mutating func exported(_ text: String) {
    closePath()
    message = Message(text: withWaiting(text))
  }

  /// Returns a message about the result of an export or import, with a note about unsaved changes.
  ///
  /// The note is needed because an export or import doesn't include unsaved changes.
  func withWaiting(_ text: String) -> String {
    guard let staged, !staged.isEmpty else { return text }
    return text + " " + words(.unsavedLeftOut, String(staged.count))
  }

  mutating func askReplace(_ path: String) {
    ask(
      words(.askReplaceFile, path), orElse: .stay,
      (words(.replaceIt), { _ in [.export(to: path, replaces: true)] }))
  }

  mutating func ask(toImport plan: ImportPlan) {
    closePath()
    guard !plan.changes.isEmpty else {
      message = Message(text: words(.importNothing, plan.file))
      return
    }
    let changes = plan.changes.map { change in
      ValueChange(name: known(change.name), old: change.old, new: change.new)
    }
    var details = zip(plan.changes, changes).map { found, change in
      document.control(named: change.name).map { difference($0, change) }
        ?? difference(change, isSecret: plan.secrets.contains(found.name))
    }
    if !plan.untold.isEmpty {
      details.append(words(.importSecretsKept, plan.untold.joined(separator: ", ")))
    }
    let edit = UndoableEdit(changes: changes, title: words(.importTitle))
    ask(
      words(.askImport, String(changes.count), plan.file), details, orElse: .stay,
      (words(.yesImport), { $0.make(edit, .edit) }))
  }

  /// Returns the name that the panes use for a setting.
  ///
  /// Panes can omit the domain of a setting if it is the app's domain.
  func known(_ name: SettingName) -> SettingName {
    let short = SettingName(domain: nil, key: name.key)
    let isShort = document.control(named: name) == nil && document.control(named: short) != nil
    return isShort ? short : name
  }

  private func difference(_ change: ValueChange, isSecret: Bool) -> String {
    func text(_ value: PropertyList?) -> String {
      guard let value else { return words(.notSet) }
      return isSecret ? look.hidden : value.literal(limit: 60)
    }
    return "\(change.name.key): \(text(change.old)) → \(text(change.new))"
  }

  private mutating func closePath() {
    if mode is PathDialog { modes.removeLast() }
  }
}
