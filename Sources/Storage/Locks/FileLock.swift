import Synchronization
import SetteeFiles
import SetteeValues

/// The lock of a settings file, which excludes other threads and other processes.
///
/// The lock uses flock(2) on a sidecar file that is never replaced. After a writer has locked the
/// sidecar, it checks that the sidecar is still the file at its path. It also locks the settings
/// file itself (``hold(_:)``). Two writers therefore can't write at the same time even if the
/// sidecar is removed.
package final class FileLock: Sendable {
  /// The time that a writer waits for the lock if the settings file doesn't change.
  package static let patience: Int64 = .milliseconds(5000)
  /// The maximum number of waits for the lock while other processes keep changing the settings
  /// file.
  ///
  /// The waits for the lock add up to one minute.
  static let renewals = 12

  private let path: String
  private let fileSystem: FileSystem
  private let thread = ThreadLock()
  /// The locked files, of which the sidecar is the first one, and how long to wait for the locks.
  private let holding = Mutex((files: [Int32](), deadline: Int64(0), isPatient: true))

  private init(_ path: String, _ fileSystem: FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  static func of(_ path: String, _ fileSystem: FileSystem) -> FileLock {
    let new = FileLock(path, fileSystem)
    return ProcessState.current.locks.withLock { locks in
      if let lock = locks[path] { return lock }
      locks[path] = new
      return new
    }
  }

  /// Acquires the lock, or throws an error if this thread already holds it.
  ///
  /// The closure `failure` converts a file error into the error that the writer throws.
  func acquire(
    patience: Int64 = FileLock.patience, failure: (SystemError) -> DomainError = { DomainError($0) }
  ) throws {
    let deadline = Monotonic.now + patience
    switch thread.acquire(until: deadline) {
    case .late: throw busy("another thread in this program")
    case .again:
      thread.release()
      throw DomainError(nestedWriteTo: path)
    case .first: break
    }
    holding.withLock { $0 = ([], deadline, patience > 0) }
    do {
      try takeSidecar(failure)
    } catch {
      release()
      throw error
    }
  }

  /// Closes the files that ``hold(_:)`` has locked, but keeps the lock on the sidecar.
  ///
  /// After the settings file has been replaced, the lock on the old file no longer excludes other
  /// writers.
  func releaseFiles() {
    let held = holding.withLock { holding in
      defer { holding.files = Array(holding.files.prefix(1)) }
      return holding.files.dropFirst()
    }
    for file in held.reversed() { unlock(file) }
  }

  func release() {
    for file in holding.exchange(([], 0, true)).files.reversed() { unlock(file) }
    thread.release()
  }

  private func unlock(_ file: Int32) {
    // Unlock the file explicitly, because a child process forked in the meantime might still have
    // it open.
    try? fileSystem.lock(file, LOCK_UN)
    fileSystem.closeQuietly(file)
  }

  /// Locks an open settings file until the lock is released, and then closes the file.
  ///
  /// This method returns `false` if another program has replaced the settings file at the path.
  func hold(_ file: Int32) throws -> Bool {
    holding.withLock { $0.files.append(file) }
    return try lock(file, at: path, mayRefuse: true)
  }

  private func takeSidecar(_ failure: (SystemError) -> DomainError) throws {
    let sidecar = FilePath.lock(of: path)
    // Don't create a sidecar for a caller that doesn't wait for the lock, because it only writes a
    // backup.
    let flags = holding.withLock { $0.isPatient } ? OpenFlags.sidecar : OpenFlags.existingSidecar
    var turn = LockQueue.waitForTurn(path, OpenFlags.existingSidecar, fileSystem)
    defer { turn?.end() }
    while true {
      let file: Int32
      do {
        file = try fileSystem.call(
          "open the lock file", sidecar, fileSystem.open(sidecar, flags, 0o600))
      } catch let error as SystemError { throw failure(error) }
      holding.withLock { $0.files = [file] }
      let isThere = try lock(file, at: sidecar) {
        if turn == nil { turn = LockQueue.waitForTurn(path, OpenFlags.sidecar, fileSystem) }
        return turn != nil
      }
      if isThere { return }
      fileSystem.closeQuietly(file)
      holding.withLock { $0.files = [] }
    }
  }

  /// Locks an open file, and returns whether it is still the file at its path.
  ///
  /// NFS locks only files that are open for writing. If `mayRefuse` is `true`, the file system is
  /// allowed to reject the lock, because the lock on the sidecar is sufficient.
  private func lock(
    _ file: Int32, at path: String, mayRefuse: Bool = false, onWait isNext: () -> Bool = { false }
  ) throws -> Bool {
    let (deadline, isPatient) = holding.withLock { ($0.deadline, $0.isPatient) }
    var wait = LockWait(
      until: deadline, renewals: isPatient ? Self.renewals : 1, seen: contentStatus)
    var rootOverride = RootOverride()
    do {
      var isLocked = try tryLock(file, path, mayRefuse)
      while !isLocked, wait.keepWaiting(contentStatus) {
        // Only the first writer in the queue polls the lock quickly, so that many waiting writers
        // don't use much CPU time.
        if isNext() { wait.pollFaster() }
        isLocked = mayRefuse && rootOverride.canIgnoreLock(of: file, fileSystem)
        if !isLocked { isLocked = try tryLock(file, path, mayRefuse) }
      }
      if isLocked {
        let held = try fileSystem.call("read", path, fileSystem.status(file))
        return try fileSystem.existing(path)?.isSameFile(as: held) ?? false
      }
    } catch let error as SystemError {
      throw DomainError(error)
    }
    throw busy(fileSystem.lockHolderName(of: file))
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
      if mayRefuse, SystemError.lockless.contains(error.code) { return true }
      throw error
    }
  }

  private func busy(_ holder: String) -> DomainError {
    DomainError(
      .busy,
      "Can't write \(path): \(holder) has held its lock for \(Self.patience / 1_000_000_000) s."
        + " Wait for it to finish, or stop it.")
  }
}

/// A mechanism that allows root to ignore file locks held by unprivileged users.
///
/// Without this mechanism, unprivileged users could prevent root from changing a file that they can
/// only read.
struct RootOverride {
  private static let patience: Int64 = .milliseconds(500)
  private var next = Monotonic.now + patience

  /// Returns whether root can ignore a file lock, because its holder is neither root nor the owner
  /// of the file.
  ///
  /// Ignoring the lock is still safe, because Settee compares the file again directly before
  /// replacing it.
  mutating func canIgnoreLock(of file: Int32, _ fileSystem: FileSystem) -> Bool {
    guard CurrentProcess.isRoot, Monotonic.now >= next else { return false }
    next += Self.patience
    guard let status = try? fileSystem.status(file), let id = fileSystem.lockHolder(of: status),
      let holder = try? fileSystem.existing("/proc/\(id)")
    else { return false }
    return holder.user != 0 && holder.user != status.user
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
}

/// A position in the queue of writers that wait for the lock of a file.
///
/// Writers that wait for the lock poll it repeatedly. If a busy writer reacquired the lock
/// immediately after each commit, they would rarely find it free. Writers therefore queue up first,
/// and a writer that has just committed moves to the end of the queue.
struct LockQueue {
  /// The maximum time that a stopped process in the queue can block other processes.
  private static let patience: Int64 = .milliseconds(1000)

  private let file: Int32
  private let fileSystem: FileSystem

  /// Waits until this writer is first in the queue for the lock.
  ///
  /// This method returns `nil` if there is no queue or the queue doesn't advance. The writer then
  /// competes for the lock directly. A writer that has to wait passes flags that create the queue.
  static func waitForTurn(_ path: String, _ flags: Int32, _ fileSystem: FileSystem) -> LockQueue? {
    guard let file = try? fileSystem.open(FilePath.queue(of: path), flags, 0o600) else {
      return nil
    }
    let turn = LockQueue(file: file, fileSystem: fileSystem)
    let deadline = Monotonic.now + patience
    var backoff = Backoff.forLock
    while (try? fileSystem.lock(file, LOCK_EX | LOCK_NB)) == nil {
      guard backoff.wait(until: deadline) else {
        turn.end()
        return nil
      }
    }
    return turn
  }

  func end() {
    // Unlock the file explicitly, because a child process forked in the meantime might still have
    // it open.
    try? fileSystem.lock(file, LOCK_UN)
    fileSystem.closeQuietly(file)
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
