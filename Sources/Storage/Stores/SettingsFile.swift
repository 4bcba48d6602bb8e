import SetteeFiles
import SetteeValues

/// A settings file on disk, which an update locks, reads again, changes, and replaces.
///
/// All stores that use a file share this sequence. The properties describe how Settee's own files
/// differ from the files of other programs.
struct SettingsFile: Sendable {
  let path: String
  let fileSystem: FileSystem
  /// The lock that excludes the other writers of the file.
  let lockKind: LockKind
  /// The permissions of the file if an update creates it.
  var newMode: UInt32 = 0o600
  /// A Boolean value that indicates whether an update creates the file if it is missing.
  var mayCreate = true
  /// A Boolean value that indicates whether denied access is reported as a missing permission.
  var tellsDenied = false

  /// A Boolean value that indicates whether the file belongs to Settee, not to another program.
  private var isOurs: Bool { lockKind == .sidecar }

  func failure(_ error: any Error) -> DomainError { DomainError(error, tellsDenied: tellsDenied) }

  // MARK: Updating

  /// Changes the file in a single step that is atomic across threads and processes.
  ///
  /// The closure `change` receives the content of the locked file, which it can replace with newer
  /// content, and the path without symlinks. It runs again if another program has changed the file
  /// in the meantime. If it doesn't set the new bytes of the transaction, the file isn't written.
  ///
  /// - Parameters:
  ///   - change: A closure that changes the values in a transaction.
  ///   - onReplaced: A closure that runs after the file is replaced, while it is locked.
  ///   - onConflict: A closure that runs if the new bytes aren't written, because another program
  ///     has changed the file.
  /// - Throws: The error of `change`, or the reason why the file can't be locked, read, or replaced.
  func update(
    _ change: (_ target: String, _ content: inout FileContent?) throws -> Transaction,
    onReplaced: (Transaction, Checksum, FileStatus) -> Void, onConflict: () -> Void = {}
  ) throws {
    try whileLocked { target, lock in
      for _ in 0..<16 {
        var content = try converting { try read(target, lock) }
        let transaction = try change(target, &content)
        guard let bytes = transaction.newBytes else { return }
        let sum = Checksum(of: bytes)
        ProcessState.current.noteWritten(sum.revision, at: path, transaction.source)
        if let status = try replace(target, content, with: bytes, lock) {
          onReplaced(transaction, sum, status)
          transaction.finish(revision: sum.revision)
          return
        }
        onConflict()
        lock.releaseFiles()
      }
      throw DomainError(.busy, "Can't write \(path): another program keeps changing it.")
    }
  }

  /// Runs a closure while holding the lock of the file to which the path resolves.
  func whileLocked(
    patience: Int64 = FileLock.patience, _ body: (_ target: String, FileLock) throws -> Void
  ) throws {
    for _ in 0..<5 {
      let (target, lock) = try converting {
        let target = try fileSystem.resolved(path)
        if isOurs, patience > 0 { try prepareFolder(of: target) }
        return (target, try FileLock(of: target, lockKind, fileSystem, patience: patience))
      }
      defer { lock.release() }
      // Resolve the path again, because a symlink might have changed during the wait for the lock.
      if try converting({ try fileSystem.resolved(path) }) == target {
        return try body(target, lock)
      }
    }
    throw DomainError(.io, "Can't write \(path): its symlink keeps changing.")
  }

  private func converting<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw failure(error) }
  }

  private func prepareFolder(of target: String) throws {
    let folder = FilePath.folder(of: target)
    if target.utf8.elementsEqual(path.utf8) {
      // All users can read the files of an administrator.
      try fileSystem.makeFolders(folder, mode: newMode == 0o600 ? 0o700 : 0o755)
    } else if try fileSystem.existing(folder) == nil {
      throw DomainError(
        .io, "Can't write \(path): it is a symlink to \(target), and \(folder) doesn't exist.")
    }
  }

  /// Locks the file itself, waits until other programs have finished writing it, and reads it.
  ///
  /// If the file of another program is missing, its directory is locked instead.
  private func read(_ target: String, _ lock: FileLock) throws -> FileContent? {
    let deadline = Monotonic.now + .milliseconds(2000)
    var seen: (content: FileContent, since: Int64)?
    while true {
      if let (file, _) = try fileSystem.openFile(target, .noneAtEnd) {
        // Lock a file of Settee in addition to its sidecar. If someone has removed the sidecar,
        // another writer can lock a new one and write at the same time.
        if try lock.hold(file, at: target) {
          let content = try fileSystem.readNoticingWriters(file, target)
          if isSettled(content, &seen) { return content }
          guard Monotonic.now < deadline else {
            throw DomainError(
              .busy,
              "Can't write \(path): another program has been writing it for 2 seconds. Try again when it has finished."
            )
          }
          Monotonic.sleep(nanoseconds: .milliseconds(5))
        }
      } else {
        if isOurs { return nil }
        guard mayCreate else { throw DomainError(.missing, "\(path): No such file or directory.") }
        let folder = FilePath.folder(of: target)
        try fileSystem.makeFolders(folder, mode: 0o700)
        if try lock.hold(fileSystem.openFolder(folder), at: folder),
          try fileSystem.existing(target) == nil
        {
          return nil
        }
      }
      lock.releaseFiles()
    }
  }

  /// Returns whether another program has finished writing the content that Settee read.
  ///
  /// Many programs truncate their file and write it shortly afterward. Content that is read in
  /// between is valid but might be empty. A nonempty file is always complete if no program has it
  /// open for writing. If the operating system doesn't report which programs write the file, the
  /// file must not have changed for a while, so the variable `seen` keeps the latest content and the
  /// time when it was first read.
  private func isSettled(
    _ content: FileContent, _ seen: inout (content: FileContent, since: Int64)?
  ) -> Bool {
    if content.isOpenForWriting == true {
      seen = nil
      return false
    }
    if !content.status.wasModified(within: .milliseconds(2000)) { return true }
    if !content.bytes.isEmpty, content.isOpenForWriting == false { return true }
    if let seen, seen.content.status == content.status, seen.content.bytes == content.bytes {
      let pause: Int64 = .milliseconds(content.bytes.isEmpty ? 200 : 100)
      return Monotonic.now - seen.since >= pause
    }
    seen = (content, Monotonic.now)
    return false
  }

  /// Replaces the file, or returns `nil` if another program has changed it since it was read.
  private func replace(
    _ target: String, _ old: FileContent?, with new: [UInt8], _ lock: FileLock
  ) throws -> FileStatus? {
    do {
      if old != nil { try lock.holdForWriting() }
      return try AtomicFile(
        path: target, fileSystem: fileSystem, newMode: newMode, keepsOwner: !isOurs
      ).replace(
        with: new, expecting: old.map { .file($0) } ?? .nothing,
        onReplaced: {
          // The sidecar still keeps other writers out until the change is in the history.
          if isOurs { lock.releaseFiles() }
        })
    } catch let error as SystemError {
      if error.isChanged { return nil }
      if error.code == EBUSY, !isOurs {
        throw DomainError(
          .denied,
          "Can't replace \(path): it is a mount point. Change the file that is mounted there.")
      }
      throw failure(error)
    }
  }
}
