import Settee
import SetteeTerminal

// What can stand above the rows, a file for each: a struct with its state, what keys and text do to
// it, and how it is drawn. A mode changes the editor only through the state that it is handed; what
// the loop reports (`Effect.swift`) reaches a mode through functions of that mode's own file.

/// What stands above the rows; a dialog is one of these, never a loop of its own.
///
/// What a mode leaves out does nothing.
protocol Mode: Sendable {
  var context: KeyContext { get }
  /// What the path at the top ends with; nil where it ends with the pane.
  func title(_ words: Words) -> String?
  /// What is edited; the mode is left once that is stored.
  var edited: Target? { get }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect]
  /// Takes text that is typed or pasted.
  func type(_ text: String, in state: inout EditorState) -> [Effect]
  /// Takes a press on the content, counted from its first row and column.
  func press(_ position: Position, in state: inout EditorState) -> [Effect]
  /// Takes what the user made of the text in $EDITOR.
  func take(edited text: String, in state: inout EditorState)
  /// Offers the paths that the typed one can become.
  func offer(_ paths: [String], in state: inout EditorState)
  mutating func focus(on index: Int)
  /// Puts the focus where there is something, and scrolls so that it is seen.
  mutating func scroll(in state: EditorState)

  /// How large a box it takes where there is room for boxes; nil for what takes none.
  func shape(_ state: EditorState) -> BoxShape?
  func draw(on canvas: inout Canvas, _ state: EditorState)
  /// The word for a key in the line of keys; nil where it is not shown.
  func hint(for binding: Binding, _ state: EditorState) -> String?

  // Without a screen (`LineMode`).

  /// Whether whatever is typed is an answer.
  var takesAnyLine: Bool { get }
  /// Reads out what is shown and asked.
  func describe(in lines: LineMode)
  func answer(_ line: String, in lines: LineMode)
}

extension Mode {
  func title(_ words: Words) -> String? { nil }
  var edited: Target? { nil }
  func type(_ text: String, in state: inout EditorState) -> [Effect] { [] }
  func press(_ position: Position, in state: inout EditorState) -> [Effect] { [] }
  func take(edited text: String, in state: inout EditorState) {}
  func offer(_ paths: [String], in state: inout EditorState) {}
  mutating func focus(on index: Int) {}
  mutating func scroll(in state: EditorState) {}
  func shape(_ state: EditorState) -> BoxShape? { nil }
  func hint(for binding: Binding, _ state: EditorState) -> String? { binding.hint }
  var takesAnyLine: Bool { false }

  func stay(in state: inout EditorState) -> [Effect] {
    state.front = self
    return []
  }

  func stay(in state: inout EditorState, _ change: (inout Self) -> Void) -> [Effect] {
    var mode = self
    change(&mode)
    return mode.stay(in: &state)
  }

  func leave(_ state: inout EditorState) -> [Effect] {
    state.front = nil
    return []
  }
}

protocol EditingMode: Mode {
  var target: Target { get set }
  /// What somebody else has stored meanwhile, as text; what is typed stays.
  var foreign: String? { get set }
}

extension EditingMode {
  var edited: Target? { target }

  func warning(_ state: EditorState) -> String? {
    foreign.map { "! " + state.words(.changedMeanwhile, state.look.clip($0, to: 30)) }
  }
}

/// A mode that edits one value in its row.
protocol FieldMode: EditingMode {
  func field(room: Int, _ state: EditorState) -> Field
  /// The lines below the row: what is wrong or allowed, and what was there.
  func notes(_ state: EditorState) -> [Line]
}

extension FieldMode {
  // The rows are drawn, with the field among them.
  func draw(on canvas: inout Canvas, _ state: EditorState) {}
  func notes(_ state: EditorState) -> [Line] { foreignNotes(state) }

  func foreignNotes(_ state: EditorState) -> [Line] {
    guard let warning = warning(state) else { return [] }
    let indent = state.valueIndent
    return state.look.wrap(warning, to: max(state.frame.pane.count - indent - 1, 1)).map {
      Line(String($0), .error, indent: indent)
    }
  }
}

/// What is edited in place, with the columns before the caret.
struct Field: Sendable {
  var spans: [Span]
  var caret: Int
}

extension EditorState {
  /// What takes the keys: the topmost mode, else the list of apps; nil on the rows of a pane.
  var front: (any Mode)? {
    get {
      if let mode { return mode }
      return showsApps ? apps : nil
    }
    set {
      if let list = newValue as? AppsMode { return apps = list }
      if !modes.isEmpty { modes.removeLast() }
      if let newValue { modes.append(newValue) }
    }
  }

  /// Changes the modes of a kind, wherever they stand.
  mutating func change<Kind: Mode>(_ kind: Kind.Type, _ body: (inout Kind) -> Void) {
    for index in modes.indices {
      guard var mode = modes[index] as? Kind else { continue }
      body(&mode)
      modes[index] = mode
    }
  }

  var fieldMode: (any FieldMode)? {
    if let date = mode as? DateMode, date.hasMonth, hasBoxes { return nil }
    return mode as? any FieldMode
  }

  /// Scrolls what stands above the rows so that its focus is on the screen.
  mutating func scrollModes() {
    var list = apps
    list?.scroll(in: self)
    apps = list
    guard var mode else { return }
    mode.scroll(in: self)
    modes[modes.count - 1] = mode
  }

  /// A field for text on its surface, and with brackets where surfaces cannot be told apart.
  func field(_ characters: [Character], _ caret: Int, columns: Int) -> Field {
    if look.hasPills {
      let (text, before) = window(characters, caret: caret, columns: columns + 2)
      let blanks = max(columns + 2 - look.columns(of: text), 0)
      return Field(
        spans: [Span(text + String(repeating: " ", count: blanks), .field)], caret: before)
    }
    let (text, before) = window(characters, caret: caret, columns: columns)
    let blank = String(repeating: "_", count: max(columns - look.columns(of: text), 0))
    let spans = [Span("[", .key), Span(text, .field), Span(blank, .quiet), Span("]", .key)]
    return Field(spans: spans, caret: before + 1)
  }

  /// Stores what was typed or stepped to, or says why it is not taken.
  mutating func write(_ target: Target, _ new: Result<PropertyList, Refusal>) -> [Effect] {
    switch new {
    case .success(let value): write(target, value)
    case .failure(let refusal): fail(words.refused(refusal, by: target.control))
    }
  }

  /// The part of a line that a field shows: the caret is in it, and as much before it as fits.
  func window(_ characters: [Character], caret: Int, columns: Int) -> (String, Int) {
    var start = caret
    var before = 0
    // One column stays free for the caret at the end.
    while start > 0 {
      let width = look.columns(of: String(characters[start - 1]))
      guard before + width < columns else { break }
      before += width
      start -= 1
    }
    // A window of one column has none left for text.
    let end = min(start + max(columns, 0), characters.count)
    return (look.prefix(of: String(characters[start..<end]), columns: columns), before)
  }
}
