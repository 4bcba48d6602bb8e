import Settee
import SetteeVerbs

// Methods of the session that are specific to the settings files of other programs.

extension Session {
  /// The open settings file of another program, or `nil` if the open app stores its settings with
  /// Settee.
  var file: TextFile? { domains.first?.text }

  /// Returns an edit whose new values have the types that they get when they are stored in the
  /// settings file.
  ///
  /// For example, if the file contains a list of numbers, text that is added to the list becomes a
  /// number.
  func asStored(_ edit: UndoableEdit) -> UndoableEdit {
    guard let file else { return edit }
    var edit = edit
    for (index, change) in edit.changes.enumerated() {
      let path = SettingPath(change.name.key)
      edit.changes[index].new =
        change.typed.map { file.stored($0, at: path) }
        ?? change.new.map { file.stored($0, at: path) }
    }
    return edit
  }

  /// Undoes an edit to a settings file by restoring the previous bytes of the file.
  ///
  /// This method returns `false` if the same setting has been edited again since then. In that
  /// case, only its values can be restored.
  func takeBack(_ edit: UndoableEdit) throws -> Bool {
    guard file != nil, let domain = domains.first else { return false }
    let path = edit.changes.count == 1 ? edit.changes.first.map { SettingPath($0.name.key) } : nil
    let last = (try? domain.previewUndo(path, in: layer)) ?? []
    guard last.count == edit.changes.count,
      last.allSatisfy({ one in
        edit.changes.contains { SettingPath($0.name.key) == one.path && $0.new == one.new }
      })
    else { return false }
    try domain.undo(path, in: layer)
    return true
  }

  /// Returns the new locations of settings in list items that another program has moved or removed.
  func moves(of names: [SettingName]) -> [SettingName: SettingName?] {
    guard let file, let domain = domains.first else { return [:] }
    let names = names.filter { self.domain(of: $0) === domain }
    let moved = file.movedKeys(names.map(\.key))
    var moves: [SettingName: SettingName?] = [:]
    for move in moved {
      for name in names where moves[name] == nil && name.key.isSame(as: move.old) {
        moves[name] = .some(move.new.map { SettingName(domain: name.domain, key: $0) })
      }
    }
    return moves
  }

  /// Returns the keys that have several values in a settings file.
  static func repeatedKeys(in content: SettingsDocument) -> Set<SettingPath> {
    Set(content.values.entries.filter { $0.value.array != nil }.map { SettingPath($0.key) })
  }

  /// A Boolean value that indicates whether keys were added to or removed from the file since its
  /// rows were created, or whether a key now has several values or a single one.
  var isOutdated: Bool {
    guard let file, let content = file.known else { return false }
    if faults?.areOutdated(by: content) == true { return true }
    if ReadingProblem(of: file).map(\.message) != fileProblem { return true }
    if Self.repeatedKeys(in: content) != document.repeatedKeys { return true }
    guard !document.hasBundle else { return false }
    let rows = Set(document.rowsByName.keys.map { SettingPath($0.key) })
    return rows != Set((content.values.keys + content.commented.map(\.key)).map { SettingPath($0) })
  }

  /// Returns the line number of a setting in its file, or of the syntax error if the file is
  /// invalid.
  func line(of name: SettingName?) -> Int? {
    guard let file else { return nil }
    guard let content = file.known else { return file.faultLine }
    return name.flatMap { content.position(of: $0.key)?.line }
  }

  /// The message about the error that was found in the settings file when it was opened, or `nil`.
  private var fileProblem: String? {
    document.bundle.problems.first { $0.file == file?.place }?.message
  }

  /// Returns the lines of a file around an error, with secrets masked.
  static func errorExcerpt(_ problem: ReadingProblem, _ domain: Domain?) -> FileExcerpt? {
    guard let path = problem.file, let bytes = try? BundleFiles.live.read(path, 32 << 20)
    else { return nil }
    let content = domain?.text.flatMap { $0.place == path ? $0.known : nil }
    let hidden = SecretName.lines(in: bytes)
    let isSecret = content.map { secretLines(near: problem.line, in: $0, domain) }
    return FileExcerpt(bytes, errorAt: problem.line, column: problem.column) {
      hidden.contains($0) || isSecret?($0) == true
    }
  }

  /// Returns a function that returns whether a line of the excerpt around a line contains a secret.
  ///
  /// Only the settings of the lines that are shown are checked, because checking all settings of a
  /// large file takes several milliseconds. An excerpt has fewer than 100 lines.
  private static func secretLines(
    near line: Int, in content: SettingsDocument, _ domain: Domain?
  ) -> (Int) -> Bool {
    let places = content.linesByKey(in: (line - 100)...(line + 100))
    return { line in
      places.contains { place in
        place.lines.contains(line)
          && domain?.isSecret(SettingPath(place.key), in: content) == true
      }
    }
  }

  /// Returns the lines of the file around the value of a setting, with secrets masked.
  func excerpt(of name: SettingName) -> FileExcerpt? {
    guard let content = file?.known, let range = content.range(of: name.key) else { return nil }
    return FileExcerpt(
      content.bytes, marking: range, context: 40, limit: 81,
      hides: Self.secretLines(
        near: content.document.line(at: range.lowerBound), in: content, domains[0]))
  }

  /// Returns a diff of the file since it was opened, including unsaved changes.
  ///
  /// Lines with secrets are omitted.
  func lineDifferences(_ waiting: [ValueChange]) -> [String] {
    guard let file, let first = file.first, let now = file.known,
      !waiting.isEmpty || first.bytes != now.bytes
    else { return [] }
    let changes = waiting.map { KeyChange(SettingPath($0.name.key), old: $0.old, new: $0.new) }
    let typed = waiting.compactMap { change in
      change.typed.map { (SettingPath(change.name.key), $0) }
    }
    let new = try? now.after(changes, typed: Dictionary(typed) { $1 })
    return first.lines(to: new ?? now) {
      domains[0].isSecret(SettingPath($0))
    }
  }
}
