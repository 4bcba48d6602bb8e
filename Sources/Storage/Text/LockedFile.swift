import SetteeFiles
import SetteeFormats
import SetteePropertyLists

/// A settings file under its lock: what it held when the lock was taken, and the way to replace it.
///
/// The lock is flock(2) on the file itself, or on its folder where there is none, so that all users
/// share one and nothing is left behind. Git's own lock is a file, and is taken as git does.
struct LockedFile {
  private let path: String
  private let role: TextFile.Role
  private let door: FileSystem
  private let file: Int32
  private let lock: Lock
  private let content: FileContent?
  private let gitLock: GitLock?

  private enum Lock {
    case held
    /// Its file system locks nothing, or nothing that was opened for reading.
    case impossible
    /// Somebody who may only read the file holds it, and this is root.
    case passedOver
  }

  var bytes: [UInt8]? { content?.bytes }

  /// Waits for the lock, and for other programs that write the file, and reads it.
  init(_ path: String, _ role: TextFile.Role, _ door: FileSystem) throws(DomainError) {
    (self.path, self.role, self.door) = (path, role, door)
    gitLock = role.format == .lines(.git) ? try GitLock(of: path, door) : nil
    do throws(DomainError) {
      (file, lock, content) = try Self.hold(path, role, door)
    } catch {
      gitLock?.release()
      throw error
    }
  }

  func release() {
    try? door.lock(file, LockOperation.release)
    door.closeQuietly(file)
    gitLock?.release()
  }

  private static func hold(
    _ path: String, _ role: TextFile.Role, _ door: FileSystem
  ) throws(DomainError) -> (Int32, Lock, FileContent?) {
    var wait = LockWait(for: try? door.existing(path))
    var writers = WriterWait(path)
    do {
      while true {
        if let (file, status) = try door.openFile(path, .noneAtEnd) {
          let held = try keeping(file, door) { () throws -> (Lock, FileContent)? in
            let lock = try lock(file, path, &wait, door)
            guard try door.existing(path)?.isSameFile(as: status) == true else { return nil }
            let content = try door.readNoticingWriters(file, path)
            return try writers.isSettled(content) ? (lock, content) : nil
          }
          if let (lock, content) = held { return (file, lock, content) }
        } else {
          guard role.mayMake else {
            throw DomainError(.missing, "There is no file \(path) any more; check its name.")
          }
          try door.makeFolders(FilePath.folder(of: path), mode: 0o700)
          let folder = try door.openFolder(FilePath.folder(of: path))
          let held = try keeping(folder, door) { () throws -> Lock? in
            let lock = try lock(folder, path, &wait, door)
            return try door.existing(path) == nil ? lock : nil
          }
          if let held { return (folder, held, nil) }
        }
      }
    } catch {
      throw DomainError(error, tellsDenied: true)
    }
  }

  /// Closes an open file, and lets go of its lock, where `body` fails or has no use for it.
  private static func keeping<Result>(
    _ file: Int32, _ door: FileSystem, _ body: () throws -> Result?
  ) throws -> Result? {
    var isKept = false
    defer { if !isKept { door.closeQuietly(file) } }
    let result = try body()
    isKept = result != nil
    return result
  }

  private static func lock(
    _ file: Int32, _ path: String, _ wait: inout LockWait, _ door: FileSystem
  ) throws -> Lock {
    var bystander = Bystander()
    while true {
      do throws(FileFault) {
        try door.call("lock", path, door.lock(file, LockOperation.tryExclusive))
        return .held
      } catch {
        if ErrorNumber.lockless.contains(error.code) { return .impossible }
        guard error.code == EWOULDBLOCK else { throw error }
      }
      if bystander.holdsLock(of: file, door) { return .passedOver }
      guard wait.keepWaiting(try? door.existing(path)) else {
        throw DomainError(
          .busy,
          "Cannot write \(path): \(door.lockHolderName(of: file)) holds its lock; let it go on, or end it."
        )
      }
    }
  }

  /// Replaces the file; false where it is not as it was read.
  func replace(with new: [UInt8]) throws(DomainError) -> Bool {
    let writeLock = lock == .impossible ? try lockForWriting() : nil
    defer { if let writeLock { door.closeQuietly(writeLock) } }
    do throws(FileFault) {
      try AtomicFile(path: path, door: door, newMode: role.newMode, keepsOwner: true)
        .replace(with: new, expecting: content.map { .file($0) } ?? .nothing)
      return true
    } catch {
      if error.isChanged { return false }
      if error.code == EBUSY {
        throw DomainError(
          .denied,
          "\(path) is a mount of its own and cannot be replaced; change it where it is mounted from."
        )
      }
      throw DomainError(error, tellsDenied: true)
    }
  }

  /// Takes the lock with the file open for writing, as NFS wants it.
  ///
  /// Nil where that is not possible either. Then the look at the file right before its replacement has
  /// to do.
  private func lockForWriting() throws(DomainError) -> Int32? {
    guard content != nil, let file = try? door.open(path, OpenFlags.existingSidecar, 0) else {
      return nil
    }
    var wait = LockWait(for: try? door.existing(path))
    do {
      if try Self.lock(file, path, &wait, door) == .held { return file }
    } catch {
      door.closeQuietly(file)
      throw DomainError(error, tellsDenied: true)
    }
    door.closeQuietly(file)
    return nil
  }
}

/// Git's lock of a file: another file beside it, which git makes, and removes at the end.
private struct GitLock {
  private let path: String
  private let door: FileSystem
  /// Stays open, so that no other file gets its inode.
  private let file: Int32
  private let status: FileStatus?
  private let cleanup: SignalCleanup?

  /// Takes the lock.
  ///
  /// Git waits for nobody; we do.
  init(of path: String, _ door: FileSystem) throws(DomainError) {
    (self.path, self.door) = (path + ".lock", door)
    file = try Self.make(self.path, for: path, door)
    status = try? door.status(file)
    cleanup = status.flatMap { SignalCleanup(path + ".lock", $0) }
  }

  private static func make(
    _ lock: String, for path: String, _ door: FileSystem
  ) throws(DomainError) -> Int32 {
    var wait = LockWait(for: try? door.existing(path))
    while true {
      do throws(FileFault) {
        return try door.call("make the lock", lock, door.open(lock, OpenFlags.temporary, 0o600))
      } catch {
        guard error.code == EEXIST else { throw DomainError(error, tellsDenied: true) }
      }
      guard wait.keepWaiting(try? door.existing(path)) else {
        throw DomainError(
          .busy,
          "Cannot write \(path): git holds \(lock); let it finish, or remove that file if no git runs."
        )
      }
    }
  }

  /// Removes the lock file, unless another program has removed it and git has taken its own since.
  func release() {
    if isOurs { try? door.remove(path) }
    cleanup?.cancel()
    door.closeQuietly(file)
  }

  private var isOurs: Bool {
    if let now = try? door.existing(path, followLinks: false) {
      return status.map { now.isSameFile(as: $0) } ?? true
    }
    // The path is missing, or can't be checked. The open lock has a link as long as it is there.
    return (try? door.status(file).links) ?? 1 > 0
  }
}
