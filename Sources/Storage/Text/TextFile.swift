package import SetteeFiles
package import SetteeValues
import Synchronization

/// An application's configuration file, used as a store for one layer of a domain.
///
/// Settee reads the file as a whole. Edits replace one range of bytes per value and leave
/// everything else unchanged. Because the file belongs to another program, Settee never creates
/// files next to it and never repairs it. An invalid file is reported and left alone.
package final class TextFile: LayerStore {
  /// The properties of a settings file that are known before it is read.
  package struct Role: Sendable {
    package var format: Format
    package var spelling: SettingsDocument.KeySpelling = [:]
    /// A Boolean value that indicates whether the first change creates the file if it is missing.
    package var mayMake = false
    package var newMode: UInt32 = 0o644
    /// The keys that aren't secrets even if their names suggest it, because a bundle shows them.
    package var openKeys: Set<Key> = []
    /// A Boolean value that indicates whether Settee opens a file with syntax errors.
    ///
    /// A file with syntax errors doesn't provide any values.
    package var mayBeBroken = false
    /// A Boolean value that indicates whether the panes were created from the program's schema.
    package var hasSchema = false
    /// The reason why the file can't be read as settings, such as an unknown format, or `nil`.
    ///
    /// Settee doesn't parse such a file.
    package var unreadable: ParseError?
    /// The key that identifies the items of lists in the file, such as `name`.
    ///
    /// By default, items are identified by `name`, `key`, or `id`, or else by their entire value.
    package var itemKey: String?
    /// The name of a process that overwrites the settings file when it exits.
    package var savesItself: String?
    /// Instructions for the user on how to apply a change to the running program.
    package var reload: String?

    package init(format: Format) { self.format = format }
  }

  let file: SettingsFile
  package let role: Role
  private let firstContent = Mutex<SettingsDocument?>(nil)
  /// The most recently read content of the file.
  ///
  /// Settee doesn't parse the file again while its bytes stay the same.
  private let latest = Mutex<SettingsDocument?>(nil)
  private let shown = Mutex<SettingsDocument?>(nil)
  private let sharedChanges = Mutex(false)

  package init(_ path: String, _ role: Role, fileSystem: FileSystem = .live) {
    self.role = role
    file = SettingsFile(
      path: path, fileSystem: fileSystem,
      lockKind: role.format == .lines(.git) ? .git : .fileOnly,
      newMode: role.newMode, mayCreate: role.mayMake, tellsDenied: true)
  }

  package var path: String? { file.path }
  package var place: String { file.path }
  /// The name of the file's format, as accepted by the `--format` option.
  package var formatName: String { role.format.name }

  // MARK: Reading

  package func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    // If the file is invalid, read it again, because another program might be writing it in place.
    var pause: Int64 = 1
    while true {
      let found = try found()
      let isUnderWay = found?.isUnderWay ?? false
      if !isUnderWay, let stored = stored(found) { return stored }
      guard pause <= (isUnderWay ? 256 : 64) else { break }
      Monotonic.sleep(nanoseconds: .milliseconds(pause))
      pause *= 4
    }
    do { return stored(try content()) } catch {
      guard role.mayBeBroken, known == nil, let bytes = try bytes() else { throw error }
      return Snapshot([:], revision: Checksum(of: bytes).revision)
    }
  }

  /// The reason why the file can't currently be parsed, or `nil` if it can be.
  package var fault: ParseError? {
    do {
      _ = try interpret((try? bytes()) ?? [])
      return nil
    } catch { return ParseError(error) }
  }

  package func readOnce() throws -> Snapshot? {
    let found = try found()
    return found?.mayBeUnderWay == true ? nil : stored(found)
  }

  /// Returns the values of the file, or `nil` if the file can't be parsed.
  private func stored(_ found: FileContent?) -> Snapshot? {
    (try? interpret(found?.bytes ?? [])).map { stored($0, isMissing: found == nil) }
  }

  private func stored(_ content: SettingsDocument, isMissing: Bool = false) -> Snapshot {
    let sum = Checksum(of: content.document.bytes)
    return isMissing ? .missing : Snapshot(content.values, revision: sum.revision)
  }

  /// Reads and parses the current content of the file.
  ///
  /// If the file is invalid, this method throws an error with the line and column of the problem.
  package func content() throws -> SettingsDocument {
    try understood(try bytes() ?? [])
  }

  /// The line with the syntax error in the file, or `nil` if there is no error.
  package var faultLine: Int? { fault.flatMap { $0.line > 0 ? $0.line : nil } }

  /// The content of the file when Settee first read it.
  package var first: SettingsDocument? {
    get { firstContent.withLock { $0 } }
    set { firstContent.withLock { $0 = newValue } }
  }

  /// The content of the file when Settee last read it.
  package var known: SettingsDocument? {
    let content = latest.withLock { $0 }
    guard var content, sharedChanges.withLock({ $0 }) else { return content }
    content.document.allowsSharedChanges = true
    return content
  }

  /// Allows edits to change YAML values to which aliases refer.
  ///
  /// After this call, edits can affect all aliases of a value and can replace aliases. Call this
  /// method before making the change.
  package func allowSharedChanges() { sharedChanges.withLock { $0 = true } }

  private func understood(_ bytes: [UInt8]) throws -> SettingsDocument {
    do { return try interpret(bytes) } catch let error as ParseError {
      throw DomainError(
        .io, "Can't read \(place) as \(role.format.name): \(error).")
    }
  }

  private func bytes() throws -> [UInt8]? { try found()?.bytes }

  private func found() throws -> FileContent? {
    do {
      return try file.fileSystem.readFile(place, limit: 32 << 20, links: .all, noticesWriters: true)
    } catch {
      throw DomainError(error)
    }
  }

  private func interpret(_ bytes: [UInt8]) throws -> SettingsDocument {
    if let known, known.document.bytes == bytes { return known }
    if let error = role.unreadable { throw error }
    var content = try SettingsDocument(bytes, as: role.format, spelling: role.spelling)
    content.document.allowsSharedChanges = sharedChanges.withLock { $0 }
    content.document.hasDottedKeys = Format.hasDottedKeys(inFileAt: place)
    latest.withLock { $0 = content }
    firstContent.withLock { $0 = $0 ?? content }
    return content
  }

  /// Returns a value in the form in which ``read(_:)`` would return it after storing it.
  package func stored(_ value: PropertyList, at path: SettingPath) -> PropertyList {
    known?.stored(value, for: path.key) ?? value
  }

  /// Returns a value in the form in which ``read(_:)`` would return it, if it is written as the user
  /// typed it.
  package func stored(_ typed: TypedValue, at path: SettingPath) -> PropertyList {
    known?.written(typed, at: path.key)?.read ?? stored(typed.value, at: path)
  }

  package func text(of key: String) -> String? {
    let literal = known?.literal(of: key)
    return literal?.kind == .untyped ? literal?.text : nil
  }

  package func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    DomainWatch(file: place, wake)
  }

  // MARK: Changing

  package func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws {
    var old: SettingsDocument?
    var new: SettingsDocument?
    try file.update { _, bytes in
      let seen = shownContent ?? known
      let content = try understood(bytes?.bytes ?? [])
      let transaction = Transaction(stored(content, isMissing: bytes == nil))
      (transaction.content, transaction.file) = (content, place)
      try step(transaction)
      guard transaction.isChanged,
        transaction.listed != nil || !transaction.written.isEmpty
          || transaction.values != content.values
      else { return transaction }
      if let seen, !transaction.isLocated,
        let key = content.movedKey(in: transaction.values, since: seen, itemKey)
      {
        throw DomainError(
          .conflict,
          "The list of '\(key)' in \(place) has changed since you opened it."
            + " Review it and try again.")
      }
      var changed = try changed(content, transaction)
      try checkSize(of: changed)
      changed.document.hasDottedKeys = content.document.hasDottedKeys
      transaction.values = changed.values
      if changed.document.bytes == content.document.bytes {
        transaction.finish(revision: transaction.base.revision)
      } else {
        transaction.newBytes = changed.document.bytes
      }
      (old, new) = (content, changed)
      return transaction
    } onReplaced: { _, _, _ in
      latest.withLock { $0 = new }
      shown.withLock { shown in
        if shown?.document.bytes == old?.document.bytes { shown = new }
      }
    }
  }

  /// Throws an error if the file couldn't be opened again after a change because of its size.
  private func checkSize(of content: SettingsDocument) throws {
    let (size, most) = (content.document.bytes.count, Document.mostBytes)
    guard size > most else { return }
    throw DomainError(
      .io, "Can't write \(place): the file would have \(size) bytes; the limit is \(most).")
  }

  /// Returns the content of the file with the new values of an update.
  ///
  /// If the update undoes a commit, the method restores the exact bytes if possible.
  private func changed(
    _ content: SettingsDocument, _ working: Transaction
  ) throws -> SettingsDocument {
    if let (new, ranges) = working.listed {
      note(ranges, of: new, from: content, in: working)
      var items = new.items(itemKey)
      for path in working.listedPaths {
        let mark = new.mark(of: path.key, &items)
        if !mark.isEmpty { working.marks[path] = mark }
      }
      return new
    }
    let old = reverted(working.reverted, in: content)
      .first { $0.holds(working.values, insteadOf: content) }
    if let old { return old }
    do {
      let (new, ranges) = try content.changed(to: working.values, working.written)
      note(ranges, of: new, from: content, in: working)
      return new
    } catch let error as EditError {
      throw DomainError(error, in: place)
    }
  }

  /// Returns the possible contents before byte edits, with the most likely one first.
  func reverted(
    _ edits: [ByteEdit], in content: SettingsDocument
  ) -> some Sequence<SettingsDocument> {
    edits.reverted(in: content.document.bytes).prefix(64).lazy.compactMap { [role] bytes in
      try? SettingsDocument(bytes, as: role.format, spelling: role.spelling)
    }
  }

  /// Records for the history how a change affects the bytes, and what identifies the changed items.
  private func note(
    _ ranges: [ReplacedRange], of new: SettingsDocument, from old: SettingsDocument,
    in working: Transaction
  ) {
    working.edits = ranges.map { ByteEdit($0, from: old.document.bytes, to: new.document.bytes) }
    working.marks = old.marks(of: new, working.written.keys.map(\.text), itemKey)
  }

  private var itemKey: Key? { role.itemKey.map { Key($0) } }

  // MARK: List items

  /// The content of the file that an editor is currently showing to the user.
  ///
  /// The keys of changes refer to the shown content, in which list items might have other indices
  /// than in the file.
  package var shownContent: SettingsDocument? {
    get { shown.withLock { $0 } }
    set { shown.withLock { $0 = newValue } }
  }

  /// Returns the keys of list items that have moved in the file since the editor last showed it.
  ///
  /// The new key is `nil` if the list item that contained the key was removed or is ambiguous.
  package func movedKeys(_ keys: [String]) -> [(old: String, new: String?)] {
    guard let new = known, let old = shownContent,
      old.document.bytes != new.document.bytes
    else { return [] }
    shownContent = new
    var (before, now) = (ItemFinder(old.document, itemKey: itemKey), new.items(itemKey))
    return keys.compactMap { key in
      let mark = old.mark(of: key, &before)
      let found = mark.isEmpty ? key : now.find(mark).map(new.key(of:))
      return found?.isSame(as: key) == true ? nil : (key, found)
    }
  }

  func items(of content: SettingsDocument) -> ItemFinder { content.items(itemKey) }

  /// Returns the current path of a setting that was marked earlier.
  ///
  /// The result is `nil` if the list item that contained the setting was removed or is ambiguous.
  func located(
    _ path: SettingPath, _ mark: ElementMark?, in content: SettingsDocument,
    _ items: inout ItemFinder
  ) -> SettingPath? {
    guard let mark else { return DocumentPath(path.key)?.hasIndex == true ? nil : path }
    return items.find(mark).map { SettingPath(content.key(of: $0)) }
  }

  /// Returns the given changes with the current paths of their settings.
  ///
  /// This method throws an error if a list item was removed or is ambiguous.
  func located(
    _ changes: [KeyChange], _ marks: [SettingPath: ElementMark], in content: SettingsDocument
  ) throws -> [KeyChange] {
    var items = items(of: content)
    return try changes.map { change in
      guard let path = located(change.path, marks[change.path], in: content, &items) else {
        throw DomainError(
          .conflict,
          "Can't undo the change to '\(change.path)' in \(place): "
            + "its list item was removed or changed, or another item looks the same.")
      }
      return KeyChange(path, old: change.old, new: change.new)
    }
  }
}

extension SettingsDocument {
  func items(_ itemKey: Key?) -> ItemFinder { ItemFinder(document, itemKey: itemKey) }

  /// Returns the mark with which a key can be found again later, whether or not the key is set.
  ///
  /// The `section` argument is the previous section of the key.
  func mark(of key: String, _ items: inout ItemFinder, section: Int? = nil) -> ElementMark {
    let place = node(of: key).map { document.place(of: $0) } ?? DocumentPath(key) ?? .root
    return items.mark(of: place, section: section)
  }

  /// Returns the marks with which the changed keys can be found again in the new content.
  ///
  /// The keys whose values are written in a specific form can keep their values.
  fileprivate func marks(
    of new: SettingsDocument, _ written: [String], _ itemKey: Key?
  ) -> [SettingPath: ElementMark] {
    var items = new.items(itemKey)
    var marks: [SettingPath: ElementMark] = [:]
    for changed in values.changes(to: new.values).map(\.path) + written.map({ SettingPath($0) }) {
      let section = node(of: changed.key).map { document.nodes[$0].section }
      // A change to a table inside an item is recorded with the path of the table.
      for path in [changed] + tables(in: changed) where marks[path] == nil {
        let mark = new.mark(of: path.key, &items, section: section)
        if !mark.isEmpty { marks[path] = mark }
      }
    }
    return marks
  }

  /// Returns the paths of the tables that contain a setting and are themselves in a list item.
  private func tables(in path: SettingPath) -> [SettingPath] {
    sequence(first: DocumentPath(path.key)?.parent, next: { $0?.parent })
      .prefix { $0?.hasIndex == true }.compactMap(\.self)
      .filter { $0.steps.last?.name != nil }.map { SettingPath(key(of: $0)) }
  }

  /// Returns a key whose change would affect a different list item than the one shown to the user,
  /// if any.
  fileprivate func movedKey(
    in new: PropertyListDictionary, since seen: SettingsDocument, _ itemKey: Key?
  ) -> String? {
    guard seen.document.bytes != document.bytes else { return nil }
    var (before, now) = (seen.items(itemKey), items(itemKey))
    return values.changes(to: new).first { change in
      let mark = seen.mark(of: change.path.key, &before)
      return !mark.isEmpty && now.find(mark) != mark.place
    }?.path.key
  }
}

extension DocumentPath {
  /// A Boolean value that indicates whether the path leads through a list item.
  var hasIndex: Bool {
    steps.contains { if case .index = $0 { true } else { false } }
  }
}
