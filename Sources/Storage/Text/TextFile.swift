package import SetteeFiles
package import SetteeFormats
package import SetteePropertyLists
import Synchronization

/// A settings file of some program as a store of values: read whole, and changed in place, one range of
/// bytes for a value, so that all else stays as it is.
///
/// It is another program's file. Nothing is put beside it, nothing in it is mended: a file that makes
/// no sense is told of, and left alone.
package final class TextFile: DomainStorage {
  /// What is known of a file before it is read.
  package struct Role: Sendable {
    package var format: Format
    package var spelling = TextContent.Spelling()
    /// Whether a file that is not there is made by the first change.
    package var mayMake = false
    package var newMode: UInt32 = 0o644
    /// Keys that are no secrets, whatever they are called: a bundle shows them.
    package var openKeys: Set<String> = []
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
  let door: FileDoor
  /// Whether any value may be a secret, whatever its name is.
  let hidesAll: Bool
  private let beginning = Mutex<TextContent?>(nil)
  /// A file with the same bytes is not read anew.
  private let latest = Mutex<TextContent?>(nil)
  private let lock = ThreadLock()
  private let working = Mutex<WorkingValues?>(nil)

  package init(_ path: String, _ role: Role, door: FileDoor = .live) {
    (file, self.role, self.door) = (path, role, door)
    hidesAll = role.format == .lines(.env)
  }

  package var place: String { file }
  package var filePath: String? { file }

  // MARK: Reading

  package func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> StoredValues {
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
      return StoredValues([:], revision: ContentSum(of: bytes).revision)
    }
  }

  /// Why the file cannot be read, as it is now; nil where it can.
  package var fault: FormatError? {
    do throws(FormatError) {
      _ = try interpret((try? bytes()) ?? [])
      return nil
    } catch { return error }
  }

  package func readOnce() throws(DomainError) -> StoredValues? {
    let found = try found()
    return found?.mayBeUnderWay == true ? nil : stored(found)
  }

  /// The values of what was found; nil where it makes no sense.
  private func stored(_ found: FileContent?) -> StoredValues? {
    (try? interpret(found?.bytes ?? [])).map { stored($0, isMissing: found == nil) }
  }

  private func stored(_ content: TextContent, isMissing: Bool = false) -> StoredValues {
    let sum = ContentSum(of: content.document.bytes)
    return isMissing ? .missing : StoredValues(content.values, revision: sum.revision)
  }

  /// What the file holds now; a sentence with line and column where it makes no sense.
  package func content() throws(DomainError) -> TextContent {
    try understood(try bytes() ?? [])
  }

  /// The line of that fault.
  package var faultLine: Int? { fault.flatMap { $0.line > 0 ? $0.line : nil } }

  /// What it held when it was first read.
  package var first: TextContent? { beginning.withLock { $0 } }

  /// What it held when it was last read.
  package var known: TextContent? { latest.withLock { $0 } }

  private func understood(_ bytes: [UInt8]) throws(DomainError) -> TextContent {
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

  private func interpret(_ bytes: [UInt8]) throws(FormatError) -> TextContent {
    if let known, known.document.bytes.hasSameBytes(as: bytes) { return known }
    if let reason = role.unknown { throw FormatError(reason) }
    let content = try TextContent(bytes, as: role.format, spelling: role.spelling)
    latest.withLock { $0 = content }
    beginning.withLock { $0 = $0 ?? content }
    return content
  }

  package func stored(_ value: PropertyList, at path: LeafPath) -> PropertyList {
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
    _ step: (WorkingValues) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
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
      let held = try HeldText(target, role, door)
      defer { held.release() }
      if try update(target, held, step) { return }
    }
    throw DomainError(.busy, "Cannot write \(file): another program changes it all the time.")
  }

  /// Does the step with what is held; false where the file is another one by now.
  private func update(
    _ target: String, _ held: HeldText, _ step: (WorkingValues) throws(DomainError) -> Void
  ) throws(DomainError) -> Bool {
    let seen = known
    let content = try understood(held.bytes ?? [])
    let values = WorkingValues(stored(content, isMissing: held.bytes == nil))
    working.withLock { $0 = values }
    defer { working.withLock { $0 = nil } }
    try step(values)
    guard values.isChanged, values.values != content.values else { return true }
    if let seen,
      let key = content.lostElement(of: values.values, since: seen, role.itemKey.map { Name($0) })
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
    ProcessWide.current.noteWritten(stored.revision, at: file, values.source)
    guard try held.replace(with: new.document.bytes) else {
      values.edits = []
      return false
    }
    latest.withLock { $0 = new }
    values.finish(revision: stored.revision)
    return true
  }

  /// The content with the new values: by the bytes of what is taken back, else value by value.
  private func changed(
    _ content: TextContent, _ working: WorkingValues
  ) throws(DomainError) -> TextContent {
    if !working.takenBack.isEmpty {
      if let old = content.takingBack(working.takenBack), old.values == working.values {
        return old
      }
      // NB: without its bytes an element of a list cannot be told from its neighbours.
      if let key = content.changedElement(in: working.values) {
        throw DomainError(
          .conflict, "“\(key)” of \(file) has changed since, so the change was not taken back.")
      }
    }
    do throws(Refusal) {
      let (new, edits) = try content.changed(to: working.values)
      working.edits = edits
      return new
    } catch {
      let line = error.line.map { ":\($0)" } ?? ""
      throw DomainError(.denied, "\(file)\(line) was not changed: \(error.message).")
    }
  }
}

extension TextContent {
  /// A key in an element of a list that new values change.
  fileprivate func changedElement(in new: PropertyListDictionary) -> String? {
    values.entries.first { key, value in
      new[key] != value
        && Place(key)?.steps.contains { if case .index = $0 { true } else { false } } == true
    }?.key
  }

  /// A key that is to be changed in an element of a list, and stands in another one by now.
  fileprivate func lostElement(
    of new: PropertyListDictionary, since seen: TextContent, _ itemKey: Name?
  ) -> String? {
    guard seen.document.bytes != document.bytes, let key = changedElement(in: new),
      let place = seen.node(of: key).map({ seen.document.place(of: $0) }),
      let mark = seen.document.mark(of: place, itemKey: itemKey)
    else { return nil }
    return document.find(mark, itemKey: itemKey) == place ? nil : key
  }

  /// The content before some edits; nil where the file is not as they left it, or makes no sense then.
  fileprivate func takingBack(_ edits: [ByteEdit]) -> TextContent? {
    var bytes = document.bytes
    for edit in edits.reversed() {
      guard let old = edit.takenBack(from: bytes) else { return nil }
      bytes = old
    }
    return try? TextContent(bytes, as: document.format, spelling: spelling)
  }
}
