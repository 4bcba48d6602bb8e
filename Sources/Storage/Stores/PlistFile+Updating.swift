import Synchronization
import SetteeFiles
import SetteePropertyLists

/// The steps of an update: lock the file, read it again, change it, replace it, save a backup, and
/// release the lock.
extension PlistFile {
  /// The content that was read while the lock was held.
  ///
  /// The property `bytes` is `nil` if there is no file.
  struct LockedContent {
    let bytes: [UInt8]?
    let stored: Snapshot
    /// The file in its current state, including its bytes if they are corrupt.
    let old: FileContent?
    /// The corruption that the next write repairs.
    var damage: Corruption?
    /// A Boolean value that indicates whether `stored` comes from a backup.
    var hasCopy = false

    static let nothing = LockedContent(bytes: nil, stored: .missing, old: nil)
  }

  /// Changes the file in one step that is atomic across threads and processes.
  package func update(
    _ step: (Transaction) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
  ) throws(DomainError) {
    try underLock { (target, lock, taken) throws(DomainError) in
      if case .joined(let working?) = taken { return try step(working) }
      // The update starts over if another program changes the file between the read and the write.
      for _ in 0..<16 {
        if try self.update(target, lock, step, report) { return }
        lock.releaseFiles()
      }
      throw DomainError(.busy, "Can't write \(path): another program keeps changing it.")
    }
  }

  /// Runs the step while the lock is held.
  ///
  /// This method returns `false` if the file was replaced in the meantime.
  private func update(
    _ target: String, _ lock: FileLock, _ step: (Transaction) throws(DomainError) -> Void,
    _ report: (DomainIssue) -> Void
  ) throws(DomainError) -> Bool {
    let found = try readLocked(target, lock)
    let working = Transaction(found.stored)
    if found.damage != nil { working.restored = found.stored.values }
    lock.begin(working)
    defer { lock.begin(nil) }
    try step(working)
    // A corrupt file is repaired even if the step changes nothing.
    guard working.isChanged || found.damage != nil else { return true }
    guard let new = try write(working, over: found, at: target, lock) else { return false }
    if let mended = new.mended { report(mended) }
    working.finish(revision: new.revision)
    return true
  }

  /// Replaces the file, or returns `nil` if the file was changed since it was read.
  private func write(
    _ working: Transaction, over found: LockedContent, at target: String, _ lock: FileLock
  ) throws(DomainError) -> (revision: UInt64, mended: DomainIssue?)? {
    let bytes = try encoded(working.values, like: found.bytes)
    let sum = ContentSum(of: bytes)
    let stored = Snapshot(working.values, revision: sum.revision)
    var aside: (path: String?, issue: DomainIssue)?
    if found.damage != nil || found.bytes != bytes {
      do throws(FileFault) {
        if let damage = found.damage {
          aside = try saveCorruptCopy(damage, of: target, found.hasCopy)
        }
        let file = AtomicFile(path: target, door: door, newMode: role.newMode)
        ProcessState.current.noteWritten(stored.revision, at: path, working.source)
        let status = try file.replace(
          with: bytes, expecting: found.old.map { .file($0) } ?? .nothing,
          onReplaced: { lock.releaseFiles() })
        remember(bytes, sum, stored, status.inode)
      } catch {
        guard error.isChanged else { throw failure(error) }
        if let copy = aside?.path { try? door.remove(copy) }
        return nil
      }
      role.lastGood?.save(bytes, sum, of: path)
      needsBackup.store(false, ordering: .relaxed)
    }
    return (stored.revision, aside?.issue)
  }

  /// Saves a backup of content that was written by another program, unless the file is being
  /// written.
  ///
  /// Without this backup, that program's changes would be lost if the file became corrupt.
  package func saveBackup() {
    guard let lastGood = role.lastGood, needsBackup.exchange(false, ordering: .relaxed),
      door.isCallers(lastGood.folder),
      let (bytes, sum) = memo.withLock({ $0.map { ($0.content, $0.sum) } }),
      !lastGood.isKept(sum, at: path)
    else { return }
    try? underLock(patience: 0) { (target, _, taken) throws(DomainError) in
      // The file may have newer content, or its content may be incomplete.
      guard case .first = taken,
        let content = try self.content(of: target, .noneAtEnd), content.bytes == bytes
      else { return }
      lastGood.save(bytes, sum, of: self.path, isCommitted: false)
    }
  }

  /// Runs `body` while holding the lock of the resolved file.
  func underLock<Result>(
    patience: Int64 = FileLock.patience,
    _ body: (_ target: String, FileLock, FileLock.Acquisition) throws(DomainError) -> Result
  ) throws(DomainError) -> Result {
    for _ in 0..<5 {
      let target = try patience > 0 ? prepared() : resolved()
      let lock = FileLock.of(target, door)
      let taken = try lock.take(patience: patience, failure: failure)
      defer { lock.release(taken) }
      // A symlink may have been changed during the wait for the lock.
      if try resolved() == target { return try body(target, lock, taken) }
    }
    throw DomainError(.io, "Can't write \(path): its symlink keeps changing.")
  }

  private func prepared() throws(DomainError) -> String {
    let target = try resolved()
    let folder = FilePath.folder(of: target)
    do throws(FileFault) {
      if target.utf8.elementsEqual(path.utf8) {
        try door.makeFolders(folder, mode: role.folderMode)
        return target
      }
      if try door.existing(folder) != nil { return target }
    } catch { throw failure(error) }
    throw DomainError(
      .io, "Can't write \(path): it is a symlink to \(target), and \(folder) doesn't exist.")
  }

  private func resolved() throws(DomainError) -> String {
    do { return try door.resolved(path) } catch { throw failure(error) }
  }

  /// Reads the file while the lock is held, and also locks the file itself.
  func readLocked(_ target: String, _ lock: FileLock) throws(DomainError) -> LockedContent {
    do {
      var writers = WriterWait(path)
      while let (file, _) = try door.openFile(target, .noneAtEnd) {
        // If the lock file was removed, another writer may lock a new one. The settings file is
        // therefore locked too.
        guard try lock.hold(file) else { continue }
        let content = try door.readNoticingWriters(file, target)
        guard try writers.isSettled(content) else {
          lock.releaseFiles()
          continue
        }
        if case .values(let stored) = interpret(content) {
          return LockedContent(bytes: content.bytes, stored: stored, old: content)
        }
        return try readLockedStable(target, content.status)
      }
    } catch {
      throw failure(error)
    }
    return .nothing
  }

  private func readLockedStable(
    _ target: String, _ status: FileStatus
  ) throws(DomainError) -> LockedContent {
    switch try readStable(target, .noneAtEnd) {
    case .missing: return .nothing
    case .values(let stored):
      let bytes = memo.withLock { $0?.content }
      let old = bytes.map { FileContent(bytes: $0, status: status) }
      return LockedContent(bytes: bytes, stored: stored, old: old)
    case .damaged(let damage):
      return try repairable(damage, at: target, FileContent(bytes: damage.bytes, status: status))
    }
  }

  private func encoded(
    _ values: PropertyListDictionary, like old: [UInt8]?
  ) throws(DomainError) -> [UInt8] {
    do {
      if old?.starts(with: "bplist".utf8) ?? false {
        return try PropertyList.dictionary(values).binary()
      }
      return try PropertyList.dictionary(values).xml()
    } catch {
      throw DomainError(.io, "Can't write \(path): \(error.message).")
    }
  }

  private func failure(_ error: any Error) -> DomainError {
    DomainError(error, tellsDenied: role.isAdministrators)
  }
}
