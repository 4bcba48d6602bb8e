import Settee
import SetteeTerminal

// Each dialog of the editor is a struct in a separate file, which contains its state, key handling,
// and drawing. A dialog changes the editor only through the state that is passed to it. Functions
// in its file receive the results of effects (`Effect.swift`).

/// A dialog that the editor shows on top of the rows, such as a list of choices or a question.
///
/// A dialog doesn't run a separate event loop, because the editor's event loop handles all dialogs.
/// By default, the optional requirements do nothing.
protocol Dialog: Sendable {
  var context: KeyContext { get }
  /// Returns the title that the dialog adds to the breadcrumb path, or `nil` to show only the path
  /// of the pane.
  func title(_ words: Strings) -> String?
  /// The setting that the dialog edits.
  ///
  /// The dialog closes automatically when the value of this setting is saved.
  var edited: EditTarget? { get }

  /// Performs a command that the user invoked with a key while the dialog was open.
  func perform(_ command: Command, in state: inout EditorState) -> [Effect]
  /// Handles text that the user typed or pasted while the dialog was open.
  func type(_ text: String, in state: inout EditorState) -> [Effect]
  /// Handles a mouse press inside the dialog.
  ///
  /// The position of the press is relative to the top-left corner of the dialog's content.
  func press(_ position: Position, in state: inout EditorState) -> [Effect]
  /// Handles text that the user has edited for the dialog in the program specified by `$EDITOR`.
  func apply(edited text: String, in state: inout EditorState)
  /// Handles the possible completions of a path that the user has started to type.
  func offer(_ paths: [String], in state: inout EditorState)
  mutating func focus(on index: Int)
  /// Moves the focus to an existing entry of the dialog and scrolls to make it visible.
  mutating func scroll(in state: EditorState)

  /// Returns the size of the dialog's box, or `nil` for a dialog without a box.
  func shape(_ state: EditorState) -> BoxShape?
  func draw(on canvas: inout Canvas, _ state: EditorState)
  /// Returns the label for a key in the dialog's key hints, or `nil` to omit the key.
  func hint(for binding: KeyBinding, _ state: EditorState) -> String?

  // Requirements for plain mode (`PlainMode`).

  /// A Boolean value that indicates whether the dialog accepts any line of text as a reply in plain
  /// mode.
  var takesAnyLine: Bool { get }
  /// Prints the content and the prompt of the dialog in plain mode.
  func describe(in lines: PlainMode)
  func answer(_ line: String, in lines: PlainMode)
}

extension Dialog {
  func title(_ words: Strings) -> String? { nil }
  var edited: EditTarget? { nil }
  func type(_ text: String, in state: inout EditorState) -> [Effect] { [] }
  func press(_ position: Position, in state: inout EditorState) -> [Effect] { [] }
  func apply(edited text: String, in state: inout EditorState) {}
  func offer(_ paths: [String], in state: inout EditorState) {}
  mutating func focus(on index: Int) {}
  mutating func scroll(in state: EditorState) {}
  func shape(_ state: EditorState) -> BoxShape? { nil }
  func hint(for binding: KeyBinding, _ state: EditorState) -> String? { binding.hint }
  var takesAnyLine: Bool { false }

  func keepOpen(in state: inout EditorState) -> [Effect] {
    state.topDialog = self
    return []
  }

  func keepOpen(in state: inout EditorState, _ change: (inout Self) -> Void) -> [Effect] {
    var dialog = self
    change(&dialog)
    return dialog.keepOpen(in: &state)
  }

  func dismiss(_ state: inout EditorState) -> [Effect] {
    state.topDialog = nil
    return []
  }
}

/// A dialog in which the user edits the value of a setting.
protocol EditingDialog: Dialog {
  var target: EditTarget { get set }
  /// The text of a conflicting value that another program saved while the user was editing.
  var foreign: String? { get set }
  /// The reason why the value was rejected, as a sentence.
  var refusal: String? { get set }

  /// Returns whether the user edits the value directly inside its row.
  func isInRow(_ state: EditorState) -> Bool
  func field(room: Int, _ state: EditorState) -> Field?
  /// Returns the notes that are shown below the row while the user edits its value.
  ///
  /// The notes show the previous value and either an error or the allowed values.
  func notes(_ state: EditorState) -> [Line]
}

extension EditingDialog {
  var edited: EditTarget? { target }
  func isInRow(_ state: EditorState) -> Bool { true }
  func field(room: Int, _ state: EditorState) -> Field? { nil }
  // A field is drawn together with its row, so there is nothing else to draw.
  func draw(on canvas: inout Canvas, _ state: EditorState) {}
  func notes(_ state: EditorState) -> [Line] { foreignNotes(state) + refusalNotes(state) }

  func warning(_ state: EditorState) -> String? {
    foreign.map { "! " + state.words(.changedMeanwhile, state.look.clip($0, to: 30)) }
  }

  /// Returns the error below the field.
  func refusalNotes(_ state: EditorState) -> [Line] {
    guard let refusal else { return [] }
    let indent = state.valueIndent
    let room = min(max(state.frame.pane.count - indent - 1, 1), ScreenLayout.text)
    let rows = min(max(state.listRows - 2, 1), 3)
    let lines = state.look.wrapAndClip(
      "\(state.look.glyphs.fault) \(refusal)", to: room, lines: rows)
    return lines.map {
      state.look.isRightToLeft ? Line(right: [Span($0, .error)]) : Line($0, .error, indent: indent)
    }
  }

  func foreignNotes(_ state: EditorState) -> [Line] {
    guard let warning = warning(state) else { return [] }
    let indent = state.valueIndent
    return state.look.wrap(warning, to: max(state.frame.pane.count - indent - 1, 1)).map {
      Line(String($0), .error, indent: indent)
    }
  }
}

/// The text of a text field in a row, and the column of its caret.
typealias Field = (spans: [Span], caret: Int)

extension EditorState {
  /// The dialog or app list that receives key presses, or `nil` if the rows have the focus.
  var topDialog: (any Dialog)? {
    get {
      if let dialog { return dialog }
      return showsHome ? home : nil
    }
    set {
      if let home = newValue as? HomeDialog { return self.home = home }
      if !dialogs.isEmpty { dialogs.removeLast() }
      if let newValue { dialogs.append(newValue) }
    }
  }

  /// Passes each open dialog of a specific type to a closure that can modify it.
  mutating func change<Kind: Dialog>(_ kind: Kind.Type, _ body: (inout Kind) -> Void) {
    for index in dialogs.indices {
      guard var dialog = dialogs[index] as? Kind else { continue }
      body(&dialog)
      dialogs[index] = dialog
    }
  }

  /// The dialog in which the user edits a value inside its row, or `nil` if there is none.
  var fieldDialog: (any EditingDialog)? {
    (dialog as? any EditingDialog).flatMap { $0.isInRow(self) ? $0 : nil }
  }

  /// Scrolls all open dialogs so that their focused entries are visible.
  mutating func scrollDialogs() {
    var home = home
    home?.scroll(in: self)
    self.home = home
    guard var dialog else { return }
    dialog.scroll(in: self)
    dialogs[dialogs.count - 1] = dialog
  }

  /// Returns a text field with a background color, or with brackets if there are too few colors.
  ///
  /// An invalid text is red, and is followed by a symbol.
  func field(
    _ characters: [Character], _ caret: Int, columns: Int, isInvalid: Bool = false
  ) -> Field {
    let style = isInvalid ? Style(.bad, on: .field) : .field
    let mark = Span(isInvalid ? look.glyphs.fault : "", Style(.bad, on: .field, .bold))
    let room = columns - look.columns(of: mark.text)
    if look.hasPills {
      let (text, before) = window(characters, caret: caret, columns: room + 2)
      let blanks = max(room + 2 - look.columns(of: text), 0)
      let spans = [Span(text + String(repeating: " ", count: blanks), style), mark]
      return (spans.filter { !$0.text.isEmpty }, before)
    }
    let (text, before) = window(characters, caret: caret, columns: room)
    let blank = String(repeating: "_", count: max(room - look.columns(of: text), 0))
    let spans = [Span("[", .key), Span(text, style), Span(blank, .quiet), mark, Span("]", .key)]
    return (spans.filter { !$0.text.isEmpty }, before + 1)
  }

  /// Shows why a value was rejected: in the dialog that edits it, or as a message if the
  /// dialog is closed or has no room.
  mutating func refuse(_ sentence: String) -> [Effect] {
    if var prompt = dialog as? PromptDialog, prompt.addition != nil {
      prompt.refusal = sentence
      topDialog = prompt
    }
    guard var field = dialog as? any EditingDialog, frame.layout != .single else {
      return show(error: sentence)
    }
    field.refusal = sentence
    dialogs[dialogs.count - 1] = field
    return []
  }

  /// Saves the value that the user entered, or shows why the value is invalid.
  mutating func write(
    _ target: EditTarget, _ new: Result<PropertyList, SetteeError>, typed text: String? = nil
  ) -> [Effect] {
    switch new {
    case .success(let value): write(target, value, typed: text)
    case .failure(let refusal): refuse(words.refused(refusal, by: target.control))
    }
  }

  /// Returns the part of a text field's content that is visible in a given width, and the offset of
  /// the caret in it.
  ///
  /// The visible part ends after the caret and contains as much of the preceding text as fits.
  func window(_ characters: [Character], caret: Int, columns: Int) -> (String, Int) {
    var start = caret
    var before = 0
    // Reserve one column for the caret at the end of the text.
    while start > 0 {
      let width = look.columns(of: String(characters[start - 1]))
      guard before + width < columns else { break }
      before += width
      start -= 1
    }
    // A text field with a single column has room only for the caret.
    let end = min(start + max(columns, 0), characters.count)
    return (look.prefix(of: String(characters[start..<end]), columns: columns), before)
  }
}
