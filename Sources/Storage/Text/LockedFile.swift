import SetteeFiles
import SetteeValues

/// A locked settings file of another program, with its content at the time of locking.
///
/// The file can be replaced while it is locked. The lock uses flock(2) on the file itself, or on
/// its directory if the file is missing. All users therefore share one lock, and no lock file is
/// left behind. A lock file is created only for git's configuration, because git uses one.
struct LockedFile {
  private let path: String
  private let role: TextFile.Role
  private let fileSystem: FileSystem
  private let file: Int32
  private let lock: Lock
  private let content: FileContent?
  private let gitLock: GitLock?

  private enum Lock {
    case held
    /// The file system doesn't support locks, or doesn't support them for files that are open for
    /// reading.
    case impossible
    /// A user who can only read the file holds the lock, so this process ignores the lock because
    /// it runs as root.
    case passedOver
  }

  var bytes: [UInt8]? { content?.bytes }

  /// Locks the file, waits until other programs have finished writing it, and reads it.
  init(_ path: String, _ role: TextFile.Role, _ fileSystem: FileSystem) throws {
    (self.path, self.role, self.fileSystem) = (path, role, fileSystem)
    gitLock = role.format == .lines(.git) ? try GitLock(of: path, fileSystem) : nil
    do {
      (file, lock, content) = try Self.hold(path, role, fileSystem)
    } catch let error as DomainError {
      gitLock?.release()
      throw error
    }
  }

  func release() {
    try? fileSystem.lock(file, LOCK_UN)
    fileSystem.closeQuietly(file)
    gitLock?.release()
  }

  private static func hold(
    _ path: String, _ role: TextFile.Role, _ fileSystem: FileSystem
  ) throws -> (Int32, Lock, FileContent?) {
    var wait = LockWait(for: try? fileSystem.existing(path))
    var writers = WriterWait(path)
    do {
      while true {
        if let (file, status) = try fileSystem.openFile(path, .noneAtEnd) {
          let held = try keeping(file, fileSystem) { () throws -> (Lock, FileContent)? in
            let lock = try lock(file, path, &wait, fileSystem)
            guard try fileSystem.existing(path)?.isSameFile(as: status) == true else { return nil }
            let content = try fileSystem.readNoticingWriters(file, path)
            return try writers.isSettled(content) ? (lock, content) : nil
          }
          if let (lock, content) = held { return (file, lock, content) }
        } else {
          guard role.mayMake else {
            throw DomainError(.missing, "\(path): No such file or directory.")
          }
          try fileSystem.makeFolders(FilePath.folder(of: path), mode: 0o700)
          let folder = try fileSystem.openFolder(FilePath.folder(of: path))
          let held = try keeping(folder, fileSystem) { () throws -> Lock? in
            let lock = try lock(folder, path, &wait, fileSystem)
            return try fileSystem.existing(path) == nil ? lock : nil
          }
          if let held { return (folder, held, nil) }
        }
      }
    } catch {
      throw DomainError(error, tellsDenied: true)
    }
  }

  /// Closes an open file and releases its lock if the closure `body` throws an error or returns
  /// `nil`.
  private static func keeping<Result>(
    _ file: Int32, _ fileSystem: FileSystem, _ body: () throws -> Result?
  ) throws -> Result? {
    var isKept = false
    defer { if !isKept { fileSystem.closeQuietly(file) } }
    let result = try body()
    isKept = result != nil
    return result
  }

  private static func lock(
    _ file: Int32, _ path: String, _ wait: inout LockWait, _ fileSystem: FileSystem
  ) throws -> Lock {
    var rootOverride = RootOverride()
    while true {
      do {
        try fileSystem.call("lock", path, fileSystem.lock(file, LOCK_EX | LOCK_NB))
        return .held
      } catch let error as SystemError {
        if SystemError.lockless.contains(error.code) { return .impossible }
        guard error.code == EWOULDBLOCK else { throw error }
      }
      if rootOverride.canIgnoreLock(of: file, fileSystem) { return .passedOver }
      guard wait.keepWaiting(try? fileSystem.existing(path)) else {
        throw DomainError(
          .busy,
          "Can't write \(path): \(fileSystem.lockHolderName(of: file)) holds its lock."
            + " Wait for it to finish, or stop it.")
      }
    }
  }

  /// Replaces the file, or returns `false` if another program has changed it since it was read.
  func replace(with new: [UInt8]) throws -> Bool {
    let writeLock = lock == .impossible ? try lockForWriting() : nil
    defer { if let writeLock { fileSystem.closeQuietly(writeLock) } }
    do {
      try AtomicFile(path: path, fileSystem: fileSystem, newMode: role.newMode, keepsOwner: true)
        .replace(with: new, expecting: content.map { .file($0) } ?? .nothing)
      return true
    } catch let error as SystemError {
      if error.isChanged { return false }
      if error.code == EBUSY {
        throw DomainError(
          .denied,
          "Can't replace \(path): it is a mount point. Change the file that is mounted there.")
      }
      throw DomainError(error, tellsDenied: true)
    }
  }

  /// Opens the file for writing and locks it, because NFS can't lock a file that is open for
  /// reading.
  ///
  /// If the file can't be locked for writing either, this method returns `nil`. In that case,
  /// Settee relies on comparing the file directly before replacing it.
  private func lockForWriting() throws -> Int32? {
    guard content != nil, let file = try? fileSystem.open(path, OpenFlags.existingSidecar, 0) else {
      return nil
    }
    var wait = LockWait(for: try? fileSystem.existing(path))
    do {
      if try Self.lock(file, path, &wait, fileSystem) == .held { return file }
    } catch {
      fileSystem.closeQuietly(file)
      throw DomainError(error, tellsDenied: true)
    }
    fileSystem.closeQuietly(file)
    return nil
  }
}

/// The lock that git uses for its configuration file.
///
/// Git creates a lock file next to its configuration file and removes it when it releases the lock.
private struct GitLock {
  private let path: String
  private let fileSystem: FileSystem
  /// The descriptor of the lock file, which stays open while the lock is held.
  ///
  /// While the lock file is open, no other file can get its inode.
  private let file: Int32
  private let status: FileStatus?
  private let cleanup: SignalCleanup?

  /// Creates the lock file that git uses, and waits while git holds the lock.
  ///
  /// Git itself doesn't wait for the lock but fails immediately.
  init(of path: String, _ fileSystem: FileSystem) throws {
    (self.path, self.fileSystem) = (path + ".lock", fileSystem)
    file = try Self.make(self.path, for: path, fileSystem)
    status = try? fileSystem.status(file)
    cleanup = status.flatMap { SignalCleanup(path + ".lock", $0) }
  }

  private static func make(
    _ lock: String, for path: String, _ fileSystem: FileSystem
  ) throws -> Int32 {
    var wait = LockWait(for: try? fileSystem.existing(path))
    while true {
      do {
        return try fileSystem.call(
          "create the lock file", lock, fileSystem.open(lock, OpenFlags.temporary, 0o600))
      } catch let error as SystemError {
        guard error.code == EEXIST else { throw DomainError(error, tellsDenied: true) }
      }
      guard wait.keepWaiting(try? fileSystem.existing(path)) else {
        throw DomainError(
          .busy,
          "Can't write \(path): git holds the lock \(lock)."
            + " Wait for it to finish, or remove the lock file if git isn't running.")
      }
    }
  }

  /// Removes the lock file, unless git has already removed it and created another one.
  func release() {
    if isOurs { try? fileSystem.remove(path) }
    cleanup?.cancel()
    fileSystem.closeQuietly(file)
  }

  private var isOurs: Bool {
    if let now = try? fileSystem.existing(path, followLinks: false) {
      return status.map { now.isSameFile(as: $0) } ?? true
    }
    // The path is missing or can't be checked, so check the open lock file, which has at least one
    // link while it exists.
    return (try? fileSystem.status(file).links) ?? 1 > 0
  }
}
