import Settee

// The prompts for an export and an import, and the question that follows them.

extension EditorState {
  mutating func askExport() {
    let name = document.word + ".plist"
    // Don't suggest a file name for the export if the app was opened by its path instead of its
    // name.
    let start = name.utf8.contains(UInt8(ascii: "/")) ? "" : name
    dialogs.append(
      PromptDialog(
        title: words(.exportTitle), question: words(.askExportPath), note: words(.exportNote),
        hint: .hintExport, line: LineText(start), completesPaths: true
      ) { prompt, _ in [.export(to: prompt.line.text, replaces: false)] })
  }

  mutating func askImport() {
    dialogs.append(
      PromptDialog(
        title: words(.importTitle), question: words(.askImportPath), note: words(.importNote),
        hint: .hintReview, completesPaths: true
      ) { prompt, _ in [.readImport(prompt.line.text)] })
  }

  mutating func exported(_ text: String) {
    closePath()
    message = Message(text: withUnsavedNote(text))
  }

  /// Returns a message about the result of an export or import, with a note about unsaved changes.
  ///
  /// The note is needed because an export or import doesn't include unsaved changes.
  func withUnsavedNote(_ text: String) -> String {
    guard let staged, !staged.isEmpty else { return text }
    return text + " " + words(.unsavedLeftOut, String(staged.count))
  }

  mutating func askReplace(_ path: String) {
    ask(
      words(.askReplaceFile, path), orElse: .stay,
      (words(.replaceIt), { _ in [.export(to: path, replaces: true)] }))
  }

  /// Asks the user whether to make the changes that importing a file would make.
  ///
  /// The array `untold` contains the keys of the secret settings that the file doesn't contain.
  mutating func ask(toImport changes: [ValueChange], from file: String, untold: [String]) {
    closePath()
    guard !changes.isEmpty else {
      message = Message(text: words(.importNothing, file))
      return
    }
    let changes = changes.map { change in
      var change = change
      change.name = known(change.name)
      return change
    }
    if staged != nil, let table = changes.first(where: { holdsTables([$0]) }) {
      message = Message(text: words(.tablesNotStaged, table.name.key), isError: true)
      return
    }
    var details = changes.map { difference($0) }
    if !untold.isEmpty {
      details.append(words(.importSecretsKept, untold.joined(separator: ", ")))
    }
    var edit = UndoableEdit(changes: changes, title: words(.importTitle))
    edit.rebuilds = holdsTables(changes)
    let make = making(edit) { _ in [.readImport(file)] }
    ask(
      words(.askImport, String(changes.count), file), details, orElse: .stay,
      (words(.yesImport), make))
  }

  /// Returns the name that the panes use for a setting.
  ///
  /// Panes can omit the domain of a setting if it is the app's domain.
  func known(_ name: SettingName) -> SettingName {
    let short = SettingName(domain: nil, key: name.key)
    let isShort = document.control(named: name) == nil && document.control(named: short) != nil
    return isShort ? short : name
  }

  private mutating func closePath() {
    if dialog is PromptDialog { dialogs.removeLast() }
  }
}
