import SetteeFiles
import SetteeValues

/// The file that writers lock in addition to the settings file itself.
enum LockKind {
  /// A file of Settee next to the settings file, which is never replaced.
  case sidecar
  /// No other file, because the settings file belongs to another program.
  ///
  /// All users therefore share one lock, and no lock file is left behind.
  case fileOnly
  /// The lock file that git creates next to its configuration file.
  case git
}

/// The lock of a settings file that this thread holds, which excludes other threads and processes.
///
/// The lock uses flock(2) on the settings file itself (``hold(_:at:)``) and, for Settee's own files,
/// on a sidecar file that is never replaced. After a writer has locked the sidecar, it checks that
/// the sidecar is still the file at its path. Because the settings file is locked as well, two
/// writers can't write at the same time even if the sidecar is removed.
package final class FileLock {
  /// The time that a writer waits for the lock if the settings file doesn't change.
  package static let patience: Int64 = .milliseconds(5000)
  /// The maximum number of waits for the lock while other processes keep changing the settings
  /// file.
  ///
  /// The waits for the lock add up to one minute.
  static let renewals = 12

  private let path: String
  private let fileSystem: FileSystem
  private let thread: ThreadLock
  private let deadline: Int64
  private let isPatient: Bool
  private var sidecar: Int32?
  private var gitLock: GitLock?
  /// The locked files that ``releaseFiles()`` closes.
  private var files: [Int32] = []
  /// A Boolean value that indicates whether the file system couldn't lock the settings file.
  private var isLockless = false

  /// Acquires the lock, or throws an error if this thread already holds it.
  init(
    of path: String, _ kind: LockKind, _ fileSystem: FileSystem, patience: Int64
  ) throws {
    (self.path, self.fileSystem, isPatient) = (path, fileSystem, patience > 0)
    thread = ProcessState.current.threadLock(of: path)
    deadline = Monotonic.now + patience
    guard let depth = thread.acquire(until: deadline) else {
      throw busy("another thread in this program")
    }
    do {
      if depth > 1 { throw DomainError(nestedWriteTo: path) }
      switch kind {
      case .sidecar: try lockSidecar()
      case .fileOnly: break
      case .git: gitLock = try GitLock(of: path, fileSystem)
      }
    } catch {
      release()
      throw error
    }
  }

  func release() {
    releaseFiles()
    sidecar.map(unlock)
    gitLock?.release()
    thread.release()
  }

  /// Closes the files that ``hold(_:at:)`` has locked, but keeps the other locks.
  ///
  /// After the settings file has been replaced, the lock on the old file no longer excludes other
  /// writers.
  func releaseFiles() {
    for file in files.reversed() { unlock(file) }
    files = []
  }

  private func unlock(_ file: Int32) {
    // Unlock the file explicitly, because a child process forked in the meantime might still have
    // it open.
    try? fileSystem.lock(file, LOCK_UN)
    fileSystem.closeQuietly(file)
  }

  /// Locks the open settings file, or its directory, until the lock is released, and then closes it.
  ///
  /// This method returns `false` if another program has replaced the file at the path.
  func hold(_ file: Int32, at path: String) throws -> Bool {
    files.append(file)
    isLockless = false
    return try lock(file, at: path, mayRefuse: true)
  }

  /// Locks the settings file through a descriptor for writing if that is necessary.
  ///
  /// NFS can't lock a file that is open for reading. If the file can't be locked for writing either,
  /// Settee relies on its sidecar, or on comparing the file directly before replacing it.
  func holdForWriting() throws {
    guard isLockless, sidecar == nil,
      let file = try? fileSystem.open(path, OpenFlags.existingSidecar, 0)
    else { return }
    _ = try hold(file, at: path)
    // Don't keep an unlocked file open for writing, because it looks like another program's write.
    if isLockless { unlock(files.removeLast()) }
  }

  private func lockSidecar() throws {
    let sidecar = FilePath.lock(of: path)
    // Don't create a sidecar for a caller that doesn't wait for the lock, because it only writes a
    // backup.
    let flags = isPatient ? OpenFlags.sidecar : OpenFlags.existingSidecar
    var queue = joinQueue(OpenFlags.existingSidecar)
    defer { queue.map(unlock) }
    while true {
      let file = try fileSystem.call(
        "open the lock file", sidecar, fileSystem.open(sidecar, flags, 0o600))
      self.sidecar = file
      let isThere = try lock(file, at: sidecar) {
        if queue == nil { queue = joinQueue(OpenFlags.sidecar) }
        return queue != nil
      }
      if isThere { return }
      fileSystem.closeQuietly(file)
      self.sidecar = nil
    }
  }

  /// Waits until this writer is first in the queue for the lock, and returns the locked queue file.
  ///
  /// Writers that wait for the lock poll it repeatedly. If a busy writer reacquired the lock
  /// immediately after each commit, they would rarely find it free. Writers therefore queue up first,
  /// and a writer that has just committed moves to the end of the queue.
  ///
  /// This method returns `nil` if the queue file is missing, or if the queue doesn't advance for one
  /// second, because a process in it is stopped. The writer then competes for the lock directly. A
  /// writer that has to wait passes flags that create the queue file.
  private func joinQueue(_ flags: Int32) -> Int32? {
    guard let file = try? fileSystem.open(FilePath.queue(of: path), flags, 0o600) else {
      return nil
    }
    let deadline = Monotonic.now + .milliseconds(1000)
    var backoff = Backoff.forLock
    while (try? fileSystem.lock(file, LOCK_EX | LOCK_NB)) == nil {
      guard backoff.wait(until: deadline) else {
        unlock(file)
        return nil
      }
    }
    return file
  }

  /// Locks an open file, and returns whether it is still the file at its path.
  ///
  /// NFS locks only files that are open for writing. If `mayRefuse` is `true`, the file system is
  /// allowed to reject the lock.
  private func lock(
    _ file: Int32, at path: String, mayRefuse: Bool = false, onWait isNext: () -> Bool = { false }
  ) throws -> Bool {
    // Without a sidecar, the settings file is the first lock, so wait for the entire time.
    let deadline = sidecar == nil ? Monotonic.now + Self.patience : deadline
    var wait = LockWait(
      until: deadline, renewals: isPatient ? Self.renewals : 1, seen: contentStatus)
    var isLocked = try tryLock(file, path, mayRefuse)
    while !isLocked {
      guard wait.keepWaiting(contentStatus) else {
        throw busy(fileSystem.lockHolderName(of: file))
      }
      // Only the first writer in the queue polls the lock quickly, so that many waiting writers
      // don't use much CPU time.
      if isNext() { wait.pollFaster() }
      isLocked = mayRefuse && wait.canIgnoreLock(of: file, fileSystem)
      if !isLocked { isLocked = try tryLock(file, path, mayRefuse) }
    }
    let held = try fileSystem.call("read", path, fileSystem.status(file))
    return try fileSystem.existing(path)?.isSameFile(as: held) ?? false
  }

  /// The status of the settings file, which changes with each commit.
  private var contentStatus: FileStatus? { try? fileSystem.existing(path) }

  private func tryLock(
    _ file: Int32, _ path: String, _ mayRefuse: Bool
  ) throws -> Bool {
    do {
      try fileSystem.call("lock", path, fileSystem.lock(file, LOCK_EX | LOCK_NB))
      return true
    } catch let error as SystemError {
      if error.code == EWOULDBLOCK { return false }
      guard mayRefuse, SystemError.lockless.contains(error.code) else { throw error }
      isLockless = true
      return true
    }
  }

  private func busy(_ holder: String) -> DomainError {
    DomainError(
      .busy,
      "Can't write \(path): \(holder) has held its lock for \(Self.patience / 1_000_000_000) s."
        + " Wait for it to finish, or stop it.")
  }
}

/// A wait for a lock that times out only if the settings file doesn't change.
///
/// Settee waits for many active writers, but not for a single writer that has stopped.
struct LockWait {
  private var deadline: Int64
  private var seen: FileStatus?
  private var renewals: Int
  private var backoff = Backoff.forLock
  /// The time of the next check whether root can ignore the lock.
  private var nextOverride = Monotonic.now + overridePause

  private static let overridePause: Int64 = .milliseconds(500)

  init(until deadline: Int64, renewals: Int, seen: FileStatus?) {
    self.deadline = deadline
    self.renewals = renewals
    self.seen = seen
  }

  /// Creates a wait for a lock with the default timeout.
  init(for seen: FileStatus?) {
    self.init(until: Monotonic.now + FileLock.patience, renewals: FileLock.renewals, seen: seen)
  }

  /// Shortens the pauses between attempts to acquire the lock.
  mutating func pollFaster() { backoff.longest = 0.000_2 }

  /// Sleeps for a short time, or returns `false` after the timeout if the file is unchanged.
  mutating func keepWaiting(_ status: @autoclosure () -> FileStatus?) -> Bool {
    if backoff.wait(until: deadline) { return true }
    let now = status()
    guard now != seen, renewals > 1 else { return false }
    (seen, renewals, deadline) = (now, renewals - 1, Monotonic.now + FileLock.patience)
    return true
  }

  /// Returns whether root can ignore a file lock, because its holder is neither root nor the owner
  /// of the file.
  ///
  /// Otherwise, unprivileged users could prevent root from changing a file that they can only read.
  /// Ignoring the lock is still safe, because Settee compares the file again directly before
  /// replacing it.
  mutating func canIgnoreLock(of file: Int32, _ fileSystem: FileSystem) -> Bool {
    guard CurrentProcess.isRoot, Monotonic.now >= nextOverride else { return false }
    nextOverride += Self.overridePause
    guard let status = try? fileSystem.status(file), let id = fileSystem.lockHolder(of: status),
      let holder = try? fileSystem.existing("/proc/\(id)")
    else { return false }
    return holder.user != 0 && holder.user != status.user
  }
}

extension FileSystem {
  /// Returns the name of the process that holds the flock(2) lock of an open file, for error
  /// messages.
  func lockHolderName(of file: Int32) -> String {
    guard let status = try? status(file), let id = lockHolder(of: status) else {
      return "another process"
    }
    let name = (try? readFile("/proc/\(id)/comm"))??.bytes.split(separator: UInt8(ascii: "\n"))
      .first
    return "process \(id)"
      + (name.map { " (\(SafeText.line(String(decoding: $0, as: UTF8.self))))" } ?? "")
  }

  /// Returns the ID of the process that holds the flock(2) lock of a file according to
  /// `/proc/locks`.
  ///
  /// The result is `nil` if `/proc/locks` doesn't list the process.
  func lockHolder(of status: FileStatus) -> Int32? {
    // The list of locks can change while it is read, so a line might be missing.
    for _ in 0..<5 {
      if let holder = listedHolder(of: status) { return holder }
    }
    return nil
  }

  private func listedHolder(of status: FileStatus) -> Int32? {
    guard let content = try? readFile("/proc/locks") else { return nil }
    for line in content.bytes.split(separator: UInt8(ascii: "\n")) {
      // Lines have the form `1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF`. The lines of waiting
      // processes start with `1: ->`.
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK" else { continue }
      let place = words[5].split(separator: ":")
      if place.count == 3, UInt64(place[2]) == status.inode { return Int32(words[4]) }
    }
    return nil
  }
}
