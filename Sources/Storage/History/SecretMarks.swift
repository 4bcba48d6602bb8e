import SetteeFiles
import SetteeValues

/// The settings of a file that the user has marked as secret, or as not secret.
///
/// The marks take precedence over the names of the settings and over the bundle. They are stored in
/// the state directory. Only paths are stored, never values.
struct SecretMarks: Sendable, Equatable {
  var shown: Set<SettingPath> = []
  var hidden: Set<SettingPath> = []

  var isEmpty: Bool { shown.isEmpty && hidden.isEmpty }

  private static func path(in folder: String) -> String { folder + "/secret-marks.plist" }

  /// Returns the stored marks, or no marks if they can't be read.
  static func load(from folder: String, _ fileSystem: FileSystem) -> SecretMarks {
    guard let bytes = (try? fileSystem.readFile(path(in: folder)))??.bytes,
      let fields = try? PropertyList(reading: bytes).dictionary
    else { return SecretMarks() }
    func paths(_ name: String) -> Set<SettingPath> {
      Set((fields[name]?.array ?? []).compactMap { $0.string.map { SettingPath($0) } })
    }
    return SecretMarks(shown: paths("shown"), hidden: paths("hidden"))
  }

  func store(in folder: String, _ fileSystem: FileSystem) throws {
    func list(_ paths: Set<SettingPath>) -> PropertyList {
      .array(paths.map(\.key).sorted { $0.precedes($1) }.map { .string($0) })
    }
    let fields: PropertyList = .dictionary(["shown": list(shown), "hidden": list(hidden)])
    try fileSystem.makeFolders(folder, mode: 0o700)
    try AtomicFile(path: Self.path(in: folder), fileSystem: fileSystem, newMode: 0o600)
      .replace(with: try fields.xml())
  }
}

extension Domain {
  /// Returns whether the user has marked the value at a path as not secret.
  package func isMarkedAsShown(_ path: SettingPath) -> Bool {
    text != nil && withState { !$0.marks.isEmpty && $0.marks.shown.contains(path.withoutIndices) }
  }

  /// Returns whether the user has marked the value at a path as secret.
  package func isMarkedAsSecret(_ path: SettingPath) -> Bool {
    text != nil && withState { !$0.marks.isEmpty && $0.marks.hidden.contains(path.withoutIndices) }
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
    var marks = SecretMarks.load(from: folder, fileSystem)
    if isSecret { marks.shown.remove(place) } else { marks.hidden.remove(place) }
    withState { $0.marks = marks }
    if isDeclaredSecret(path) != isSecret {
      if isSecret { marks.hidden.insert(place) } else { marks.shown.insert(place) }
    }
    do { try marks.store(in: folder, fileSystem) } catch {
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
    let marks = SecretMarks.load(from: folder, fileSystem)
    if !marks.isEmpty { withState { $0.marks = marks } }
  }

  /// Returns whether a value contains a dictionary with a key that names a secret and isn't marked
  /// otherwise.
  func holdsSecret(_ value: PropertyList, at path: SettingPath) -> Bool {
    switch value {
    case .array(let items): items.contains { holdsSecret($0, at: path) }
    case .dictionary(let members):
      members.entries.contains { key, value in
        let inner = path.member(named: key)
        if isMarkedAsShown(inner) { return false }
        return isMarkedAsSecret(inner) || value.isSecret(named: key)
          || holdsSecret(value, at: inner)
      }
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
