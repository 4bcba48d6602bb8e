import Synchronization
import SetteeFiles
import SetteeValues

/// Methods that update a property-list file.
///
/// An update locks the file, reads it again, changes it, replaces it, saves a backup, and releases
/// the lock.
extension PlistFile {
  /// The content of a property-list file that was read while holding its lock.
  ///
  /// If the file is missing, the `bytes` property is `nil`.
  struct LockedContent {
    let bytes: [UInt8]?
    let stored: Snapshot
    /// The file in its current state, including its bytes if they are corrupt.
    let old: FileContent?
    /// The corruption of the file that the next write will repair.
    var damage: Corruption?
    /// A Boolean value that indicates whether the values in `stored` come from a backup.
    var hasCopy = false

    static let nothing = LockedContent(bytes: nil, stored: .missing, old: nil)
  }

  /// Changes the file in a single step that is atomic across threads and processes.
  package func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws {
    try underLock { target, lock in
      // Start over if another program changes the file after Settee has read it and before Settee
      // replaces it.
      for _ in 0..<16 {
        if try self.update(target, lock, step, report) { return }
        lock.releaseFiles()
      }
      throw DomainError(.busy, "Can't write \(path): another program keeps changing it.")
    }
  }

  /// Runs a step of an update while holding the lock of the file.
  ///
  /// This method returns `false` if another program replaced the file in the meantime.
  private func update(
    _ target: String, _ lock: FileLock, _ step: (Transaction) throws -> Void,
    _ report: (DomainIssue) -> Void
  ) throws -> Bool {
    let found = try readLocked(target, lock)
    let working = Transaction(found.stored)
    if found.damage != nil { working.restored = found.stored.values }
    try step(working)
    // Repair a corrupt file even if the update doesn't change any values.
    guard working.isChanged || found.damage != nil else { return true }
    guard let new = try write(working, over: found, at: target, lock) else { return false }
    if let mended = new.mended { report(mended) }
    working.finish(revision: new.revision)
    return true
  }

  /// Replaces the file, or returns `nil` if another program has changed it since it was read.
  private func write(
    _ working: Transaction, over found: LockedContent, at target: String, _ lock: FileLock
  ) throws -> (revision: UInt64, mended: DomainIssue?)? {
    let bytes = try encoded(working.values, like: found.bytes)
    let sum = Checksum(of: bytes)
    let stored = Snapshot(working.values, revision: sum.revision)
    var aside: (path: String?, issue: DomainIssue)?
    if found.damage != nil || found.bytes != bytes {
      do {
        if let damage = found.damage {
          aside = try saveCorruptCopy(damage, of: target, found.hasCopy)
        }
        let file = AtomicFile(
          path: target, fileSystem: fileSystem, newMode: isAdministrators ? 0o644 : 0o600)
        ProcessState.current.noteWritten(stored.revision, at: path, working.source)
        let status = try file.replace(
          with: bytes, expecting: found.old.map { .file($0) } ?? .nothing,
          onReplaced: { lock.releaseFiles() })
        remember(bytes, sum, stored, status.inode)
      } catch let error as SystemError {
        guard error.isChanged else { throw failure(error) }
        if let copy = aside?.path { try? fileSystem.remove(copy) }
        return nil
      }
      lastGood?.save(bytes, sum, of: path)
      needsBackup.store(false, ordering: .relaxed)
    }
    return (stored.revision, aside?.issue)
  }

  /// Saves a backup of content that another program has written, unless the file is still being
  /// written.
  ///
  /// Without this backup, the other program's changes would be lost if the file became corrupt.
  func saveBackup() {
    guard let lastGood, needsBackup.exchange(false, ordering: .relaxed),
      fileSystem.isCallers(lastGood.folder),
      let (bytes, sum) = memo.withLock({ $0.map { ($0.content, $0.sum) } }),
      !lastGood.isKept(sum, at: path)
    else { return }
    try? underLock(patience: 0) { target, _ in
      // Skip the backup if the file has newer content by now, or if its content might be
      // incomplete.
      guard let content = try self.content(of: target, .noneAtEnd), content.bytes == bytes
      else { return }
      lastGood.save(bytes, sum, of: self.path, isCommitted: false)
    }
  }

  /// Runs a closure while holding the lock of the file to which the path resolves.
  func underLock<Result>(
    patience: Int64 = FileLock.patience,
    _ body: (_ target: String, FileLock) throws -> Result
  ) throws -> Result {
    for _ in 0..<5 {
      let target = try patience > 0 ? prepared() : resolved()
      let lock = FileLock.of(target, fileSystem)
      try lock.acquire(patience: patience, failure: failure)
      defer { lock.release() }
      // Resolve the path again, because a symlink might have changed during the wait for the lock.
      if try resolved() == target { return try body(target, lock) }
    }
    throw DomainError(.io, "Can't write \(path): its symlink keeps changing.")
  }

  private func prepared() throws -> String {
    let target = try resolved()
    let folder = FilePath.folder(of: target)
    do {
      if target.utf8.elementsEqual(path.utf8) {
        try fileSystem.makeFolders(folder, mode: isAdministrators ? 0o755 : 0o700)
        return target
      }
      if try fileSystem.existing(folder) != nil { return target }
    } catch let error as SystemError { throw failure(error) }
    throw DomainError(
      .io, "Can't write \(path): it is a symlink to \(target), and \(folder) doesn't exist.")
  }

  private func resolved() throws -> String {
    do { return try fileSystem.resolved(path) } catch { throw failure(error) }
  }

  /// Reads the file while holding the lock of its sidecar, and locks the file itself as well.
  func readLocked(_ target: String, _ lock: FileLock) throws -> LockedContent {
    do {
      var writers = WriterWait(path)
      while let (file, _) = try fileSystem.openFile(target, .noneAtEnd) {
        // Lock the settings file as well. If someone has removed the lock file, another writer can
        // lock a new one and write at the same time.
        guard try lock.hold(file) else { continue }
        let content = try fileSystem.readNoticingWriters(file, target)
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
  ) throws -> LockedContent {
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
  ) throws -> [UInt8] {
    do {
      if old?.starts(with: "bplist".utf8) ?? false {
        return try PropertyList.dictionary(values).binary()
      }
      return try PropertyList.dictionary(values).xml()
    } catch let error as ParseError {
      throw DomainError(.io, "Can't write \(path): \(error.message).")
    }
  }

  private func failure(_ error: any Error) -> DomainError {
    DomainError(error, tellsDenied: isAdministrators)
  }
}
