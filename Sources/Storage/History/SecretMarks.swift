import SetteeFiles
package import SetteeValues

// Methods for the settings of a file that the user has marked as secret, or as not secret. The marks
// take precedence over the names of the settings and over the bundle.
extension Domain {
  /// Returns whether the user has marked the value at a path as not secret.
  package func isMarkedAsShown(_ path: SettingPath) -> Bool {
    text != nil && withState { !$0.marks.isEmpty && $0.marks[path.withoutIndices] == false }
  }

  /// Returns whether the user has marked the value at a path as secret.
  package func isMarkedAsSecret(_ path: SettingPath) -> Bool {
    text != nil && withState { !$0.marks.isEmpty && $0.marks[path.withoutIndices] == true }
  }

  /// Marks the value at a path of a settings file as secret or as not secret, from now on.
  ///
  /// A field of an item in a list is marked in all items. The values of a secret are removed from
  /// the history.
  package func mark(_ path: SettingPath, asSecret isSecret: Bool) throws {
    guard text != nil, let folder = locations?.stateFolder(name) else {
      throw DomainError(.usage, "Only the settings of a file can be marked as secret or shown.")
    }
    let place = path.withoutIndices
    var marks = storedMarks(in: folder)
    if marks[place] == !isSecret { marks[place] = nil }
    withState { $0.marks = marks }
    // A list that isn't a secret itself can contain one.
    if isDeclaredSecret(path) != isSecret || self.isSecret(path) != isSecret {
      marks[place] = isSecret
    }
    do { try store(marks, in: folder) } catch {
      throw DomainError(.io, "Can't store the mark of '\(path)': \(error)")
    }
    withState { $0.marks = marks }
    if isSecret { try removeSecretsFromHistory() }
  }

  /// Removes the values of secrets that were recorded before they were secret.
  private func removeSecretsFromHistory() throws {
    guard let record else { return }
    let isSecret = { (entry: HistoryEntry) in self.isSecret(entry) }
    var isDone = false
    // No other process adds to the history while the file is locked. A file that can't be locked
    // can't be changed either.
    try? storage(of: .user).update(
      { _ in
        try record.removeValues(where: isSecret)
        isDone = true
      }, { _ in })
    if !isDone { try record.removeValues(where: isSecret) }
  }

  private func isSecret(_ entry: HistoryEntry) -> Bool {
    let change = KeyChange(entry.path, old: entry.old, new: entry.new)
    return !secretNames(in: [change]).isEmpty
      || !isMarkedAsShown(entry.path) && withState { $0.secrets.holds(entry.path) }
  }

  func loadMarks() {
    guard text != nil, let folder = locations?.stateFolder(name) else { return }
    let marks = storedMarks(in: folder)
    if !marks.isEmpty { withState { $0.marks = marks } }
  }

  private func marksPath(in folder: String) -> String { folder + "/secret-marks.plist" }

  /// Returns the marks in the state directory, or no marks if they can't be read.
  ///
  /// Only paths are stored, never values.
  private func storedMarks(in folder: String) -> [SettingPath: Bool] {
    guard let bytes = (try? fileSystem.readFile(marksPath(in: folder)))??.bytes,
      let fields = try? PropertyList(reading: bytes).dictionary
    else { return [:] }
    var marks: [SettingPath: Bool] = [:]
    for (name, isSecret) in [("shown", false), ("hidden", true)] {
      for key in (fields[name]?.array ?? []).compactMap(\.string) {
        marks[SettingPath(key)] = isSecret
      }
    }
    return marks
  }

  private func store(_ marks: [SettingPath: Bool], in folder: String) throws {
    func list(_ isSecret: Bool) -> PropertyList {
      let keys = marks.filter { $0.value == isSecret }.map(\.key.key)
      return .array(keys.sorted { $0.precedes($1) }.map { .string($0) })
    }
    let fields: PropertyList = .dictionary(["shown": list(false), "hidden": list(true)])
    try fileSystem.makeFolders(folder, mode: 0o700)
    try AtomicFile(path: marksPath(in: folder), fileSystem: fileSystem, newMode: 0o600)
      .replace(with: try fields.xml())
  }

  /// Returns whether a value would be a secret at a path, whatever value the path has.
  ///
  /// For example, a password is a secret, but a placeholder such as `${DB_PASSWORD}` isn't. Without
  /// a value, the result is whether the path can have a secret.
  package func isSecret(_ path: SettingPath, as value: PropertyList?) -> Bool {
    if isMarkedAsShown(path) { return false }
    return withState { $0.secrets.holds(path) } || isMarkedAsSecret(path)
      || (text?.hides(path.key, value) ?? false)
  }

  /// Returns whether a value would be shown at a path, although another file hides it or a part of
  /// it.
  package func shows(
    _ value: PropertyList, at path: SettingPath, whichHides other: Domain
  ) -> Bool {
    if isSecret(path, as: value) { return false }
    if other.isSecret(path, as: value) { return true }
    return switch value {
    case .array(let items): items.contains { shows($0, at: path, whichHides: other) }
    case .dictionary(let members):
      members.entries.contains { key, value in
        shows(value, at: path.member(named: key), whichHides: other)
      }
    default: false
    }
  }

  /// Returns whether a value contains a dictionary with a key that names a secret and isn't marked
  /// otherwise, or a text with a secret, such as a URL with a password.
  package func holdsSecret(_ value: PropertyList, at path: SettingPath) -> Bool {
    switch value {
    case .array(let items): items.contains { holdsSecret($0, at: path) }
    case .dictionary(let members):
      members.entries.contains { key, value in
        let inner = path.member(named: key)
        if isMarkedAsShown(inner) { return false }
        let isNamed = value.isSecret(named: key) && text?.hides(inner.key, value) != false
        return isNamed || isMarkedAsSecret(inner) || holdsSecret(value, at: inner)
      }
    case .string(let value):
      text != nil && SecretName.isIn(value) && !isMarkedAsShown(path)
    default: false
    }
  }
}

extension SettingPath {
  /// The path of a field in a file without the indexes of items.
  fileprivate var withoutIndices: SettingPath {
    guard key.utf8.contains(UInt8(ascii: "[")), let place = DocumentPath(key) else { return self }
    return SettingPath(DocumentPath(place.steps.filter { $0.name != nil }).description)
  }

  /// The path of a member of the table at this path of a file.
  fileprivate func member(named name: String) -> SettingPath {
    SettingPath((DocumentPath(key) ?? .root).appending(Key(name)).description)
  }
}
