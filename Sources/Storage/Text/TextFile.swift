package import SetteeFiles
package import SetteeFormats
package import SetteePropertyLists
import Synchronization

/// A settings file of some program as a store of values: read whole, and changed in place, one range of
/// bytes for a value, so that all else stays as it is.
///
/// It is another program's file. Nothing is put beside it, nothing in it is mended: a file that makes
/// no sense is told of, and left alone.
package final class TextFile: LayerStore {
  /// What is known of a file before it is read.
  package struct Role: Sendable {
    package var format: Format
    package var spelling = SettingsDocument.KeySpelling()
    /// Whether a file that is not there is made by the first change.
    package var mayMake = false
    package var newMode: UInt32 = 0o644
    /// Keys that are no secrets, whatever they are called: a bundle shows them.
    package var openKeys: Set<Key> = []
    /// Whether a file that makes no sense is opened all the same, with nothing in it, until it does.
    package var mayBeBroken = false
    /// Whether the rows were made of the program's own schema.
    package var hasSchema = false
    /// Why nobody can tell the format, so that nothing of the file is read: a sentence's end.
    package var unknown: String?
    /// The key that tells the elements of a list apart; without one all that is in them does.
    package var itemKey: String?
    /// The name of a process that writes the file anew when it ends.
    package var savesItself: String?
    /// How the program takes a change over, in words for the user.
    package var reload: String?

    package init(format: Format) { self.format = format }
  }

  let file: String
  package let role: Role
  let door: FileSystem
  /// Whether any value may be a secret, whatever its name is.
  let hidesAll: Bool
  private let beginning = Mutex<SettingsDocument?>(nil)
  /// A file with the same bytes is not read anew.
  private let latest = Mutex<SettingsDocument?>(nil)
  private let shown = Mutex<SettingsDocument?>(nil)
  private let lock = ThreadLock()
  private let working = Mutex<Transaction?>(nil)

  package init(_ path: String, _ role: Role, door: FileSystem = .live) {
    (file, self.role, self.door) = (path, role, door)
    hidesAll = role.format == .lines(.env)
  }

  package var place: String { file }
  package var filePath: String? { file }

  // MARK: Reading

  package func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> Snapshot {
    // Another program may be writing it in place.
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
      return Snapshot([:], revision: ContentSum(of: bytes).revision)
    }
  }

  /// Why the file cannot be read, as it is now; nil where it can.
  package var fault: FormatError? {
    do throws(FormatError) {
      _ = try interpret((try? bytes()) ?? [])
      return nil
    } catch { return error }
  }

  package func readOnce() throws(DomainError) -> Snapshot? {
    let found = try found()
    return found?.mayBeUnderWay == true ? nil : stored(found)
  }

  /// The values of what was found; nil where it makes no sense.
  private func stored(_ found: FileContent?) -> Snapshot? {
    (try? interpret(found?.bytes ?? [])).map { stored($0, isMissing: found == nil) }
  }

  private func stored(_ content: SettingsDocument, isMissing: Bool = false) -> Snapshot {
    let sum = ContentSum(of: content.document.bytes)
    return isMissing ? .missing : Snapshot(content.values, revision: sum.revision)
  }

  /// What the file holds now; a sentence with line and column where it makes no sense.
  package func content() throws(DomainError) -> SettingsDocument {
    try understood(try bytes() ?? [])
  }

  /// The line of that fault.
  package var faultLine: Int? { fault.flatMap { $0.line > 0 ? $0.line : nil } }

  /// What it held when it was first read.
  package var first: SettingsDocument? { beginning.withLock { $0 } }

  /// What it held when it was last read.
  package var known: SettingsDocument? { latest.withLock { $0 } }

  private func understood(_ bytes: [UInt8]) throws(DomainError) -> SettingsDocument {
    do { return try interpret(bytes) } catch {
      throw DomainError(
        .io, "Cannot read \(file) as \(role.format.name): \(error.words); correct it there.")
    }
  }

  private func bytes() throws(DomainError) -> [UInt8]? { try found()?.bytes }

  private func found() throws(DomainError) -> FileContent? {
    do {
      return try door.readFile(file, limit: 32 << 20, links: .all, noticesWriters: true)
    } catch {
      throw DomainError(error)
    }
  }

  private func interpret(_ bytes: [UInt8]) throws(FormatError) -> SettingsDocument {
    if let known, known.document.bytes.hasSameBytes(as: bytes) { return known }
    if let reason = role.unknown { throw FormatError(reason) }
    let content = try SettingsDocument(bytes, as: role.format, spelling: role.spelling)
    latest.withLock { $0 = content }
    beginning.withLock { $0 = $0 ?? content }
    return content
  }

  package func stored(_ value: PropertyList, at path: SettingPath) -> PropertyList {
    known?.stored(value, for: path.key) ?? value
  }

  package func text(of key: String) -> String? {
    let literal = known?.literal(of: key)
    return literal?.kind == .untyped ? literal?.text : nil
  }

  package func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    FolderWatch.watch(file: file, wake)
  }

  // MARK: Changing

  package func update(
    _ step: (Transaction) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
  ) throws(DomainError) {
    let taken = lock.take(until: Monotonic.now + FileLock.patience)
    guard taken != .late else {
      throw DomainError(.busy, "Cannot write \(file): another thread of this program is at it.")
    }
    defer { lock.release() }
    if taken == .again, let outer = working.withLock({ $0 }) { return try step(outer) }
    let target: String
    do { target = try door.resolved(file) } catch { throw DomainError(error) }
    // A file that another program changes between reading and writing is read again.
    for _ in 0..<16 {
      let held = try LockedFile(target, role, door)
      defer { held.release() }
      if try update(target, held, step) { return }
    }
    throw DomainError(.busy, "Cannot write \(file): another program changes it all the time.")
  }

  /// Does the step with what is held; false where the file is another one by now.
  private func update(
    _ target: String, _ held: LockedFile, _ step: (Transaction) throws(DomainError) -> Void
  ) throws(DomainError) -> Bool {
    let seen = shownContent ?? known
    let content = try understood(held.bytes ?? [])
    let values = Transaction(stored(content, isMissing: held.bytes == nil))
    values.content = content
    working.withLock { $0 = values }
    defer { working.withLock { $0 = nil } }
    try step(values)
    guard values.isChanged, values.values != content.values else { return true }
    if let seen, !values.isLocated,
      let key = content.movedKey(in: values.values, since: seen, itemKey)
    {
      throw DomainError(
        .conflict, "The list of “\(key)” in \(file) has changed since; look at it and try again.")
    }
    let new = try changed(content, values)
    values.values = new.values
    if new.document.bytes.hasSameBytes(as: content.document.bytes) {
      values.finish(revision: values.base.revision)
      return true
    }
    let stored = stored(new)
    ProcessState.current.noteWritten(stored.revision, at: file, values.source)
    guard try held.replace(with: new.document.bytes) else {
      values.edits = []
      return false
    }
    latest.withLock { $0 = new }
    shown.withLock { shown in
      if shown?.document.bytes.hasSameBytes(as: content.document.bytes) == true { shown = new }
    }
    values.finish(revision: stored.revision)
    return true
  }

  /// The content with the new values: by the bytes of what is taken back, else value by value.
  private func changed(
    _ content: SettingsDocument, _ working: Transaction
  ) throws(DomainError) -> SettingsDocument {
    if let (new, ranges) = working.listed {
      note(ranges, of: new, from: content, in: working)
      var items = new.items(itemKey)
      for path in working.listedPaths {
        let mark = new.mark(of: path.key, &items)
        if !mark.isEmpty { working.marks[path] = mark }
      }
      return new
    }
    for bytes in working.reverted.reverted(in: content.document.bytes).prefix(64) {
      let old = try? SettingsDocument(bytes, as: role.format, spelling: role.spelling)
      if let old, old.holds(working.values, insteadOf: content) { return old }
    }
    do throws(EditError) {
      let (new, ranges) = try content.changed(to: working.values)
      note(ranges, of: new, from: content, in: working)
      return new
    } catch {
      let line = error.line.map { ":\($0)" } ?? ""
      throw DomainError(.denied, "\(file)\(line) was not changed: \(error.message).")
    }
  }

  /// Keeps for the history what a change does to the bytes, and what identifies the changed items.
  private func note(
    _ ranges: [ReplacedRange], of new: SettingsDocument, from old: SettingsDocument,
    in working: Transaction
  ) {
    working.edits = ranges.map { ByteEdit($0, from: old.document.bytes, to: new.document.bytes) }
    working.marks = old.marks(of: new, itemKey)
  }

  private var itemKey: Key? { role.itemKey.map { Key($0) } }

  // MARK: Items of lists

  /// The content whose keys the user sees, where a screen shows it for long: a change is one of that.
  package var shownContent: SettingsDocument? {
    get { shown.withLock { $0 } }
    set { shown.withLock { $0 = newValue } }
  }

  /// The keys of the shown content that are others in the one that was last read, which is shown from now on.
  ///
  /// A key is nil where its item is gone or cannot be told from another.
  package func movedKeys(_ keys: [String]) -> [(old: String, new: String?)] {
    guard let new = known, let old = shownContent,
      !old.document.bytes.hasSameBytes(as: new.document.bytes)
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

  /// Where a place that was marked is in a content; nil where its item is gone or cannot be told from another.
  func located(
    _ path: SettingPath, _ mark: ElementMark?, in content: SettingsDocument,
    _ items: inout ItemFinder
  ) -> SettingPath? {
    guard let mark else { return DocumentPath(path.key)?.hasIndex == true ? nil : path }
    return items.find(mark).map { SettingPath(content.key(of: $0)) }
  }

  /// Changes with their keys in a content; one whose item is gone or cannot be told from another throws.
  func located(
    _ changes: [KeyChange], _ marks: [SettingPath: ElementMark], in content: SettingsDocument
  ) throws(DomainError) -> [KeyChange] {
    var items = items(of: content)
    return try changes.map { change throws(DomainError) in
      guard let path = located(change.path, marks[change.path], in: content, &items) else {
        throw DomainError(
          .conflict,
          "The item of “\(change.path)” in \(file) is gone, or another one is like it,"
            + " so the change was not taken back.")
      }
      return KeyChange(path, old: change.old, new: change.new)
    }
  }
}

extension SettingsDocument {
  func items(_ itemKey: Key?) -> ItemFinder { ItemFinder(document, itemKey: itemKey) }

  /// The mark of a key, whether it is set or not; `section` is where it stood.
  func mark(of key: String, _ items: inout ItemFinder, section: Int? = nil) -> ElementMark {
    let place = node(of: key).map { document.place(of: $0) } ?? DocumentPath(key) ?? .root
    return items.mark(of: place, section: section)
  }

  /// The marks of what another content has changed, as it is there.
  fileprivate func marks(of new: SettingsDocument, _ itemKey: Key?) -> [SettingPath: ElementMark] {
    var items = new.items(itemKey)
    var marks: [SettingPath: ElementMark] = [:]
    for change in values.changes(to: new.values) {
      let section = node(of: change.path.key).map { document.nodes[$0].section }
      let mark = new.mark(of: change.path.key, &items, section: section)
      if !mark.isEmpty { marks[change.path] = mark }
    }
    return marks
  }

  /// A key that is to be changed in an item of a list, and stands in another one than it did.
  fileprivate func movedKey(
    in new: PropertyListDictionary, since seen: SettingsDocument, _ itemKey: Key?
  ) -> String? {
    guard !seen.document.bytes.hasSameBytes(as: document.bytes) else { return nil }
    var (before, now) = (seen.items(itemKey), items(itemKey))
    return values.changes(to: new).first { change in
      let mark = seen.mark(of: change.path.key, &before)
      return !mark.isEmpty && now.find(mark) != mark.place
    }?.path.key
  }
}

extension DocumentPath {
  fileprivate var hasIndex: Bool {
    steps.contains { if case .index = $0 { true } else { false } }
  }
}
