import Synchronization
import SetteeFiles
import SetteePropertyLists

/// The one lock of a file, across the threads of this process and across processes.
///
/// It is flock(2) on a sidecar that is never replaced. Whoever takes it looks whether the sidecar is
/// still the one at its path, and takes the file itself too (``hold(_:)``), so that removing the
/// sidecar does not let two writers in.
package final class FileLock: Sendable {
  /// How long a writer waits for one that does nothing.
  package static let patience: Int64 = .milliseconds(5000)
  /// How often it waits that long again because others did write meanwhile: a minute in all.
  static let terms = 12

  private struct Holding {
    var files: [Int32] = []
    var deadline: Int64 = 0
    var isPatient = true
    var working: Transaction?
  }

  private let path: String
  private let door: FileSystem
  private let thread = ThreadLock()
  private let holding = Mutex(Holding())

  private init(_ path: String, _ door: FileSystem) {
    self.path = path
    self.door = door
  }

  static func of(_ path: String, _ door: FileSystem) -> FileLock {
    let new = FileLock(path, door)
    return ProcessState.current.locks.withLock { locks in
      if let lock = locks[path] { return lock }
      locks[path] = new
      return new
    }
  }

  enum Acquisition {
    case first
    /// This thread has it already, perhaps in an update whose values are shared.
    case joined(Transaction?)
  }

  /// Takes the lock, or joins when this thread has it already; `failure` is what a refused file is for
  /// who wants to write.
  func take(
    patience: Int64 = FileLock.patience, failure: (FileFault) -> DomainError = { DomainError($0) }
  ) throws(DomainError) -> Acquisition {
    let deadline = Monotonic.now + patience
    switch thread.take(until: deadline) {
    case .late: throw busy("another thread of this program")
    case .again: return .joined(holding.withLock { $0.working })
    case .first: break
    }
    holding.withLock { $0 = Holding(deadline: deadline, isPatient: patience > 0) }
    do {
      try takeSidecar(failure)
    } catch {
      release()
      throw error
    }
    return .first
  }

  /// Says what the update under way works on, so that one within it can join.
  func begin(_ working: Transaction?) {
    let old = holding.withLock { holding in
      defer { holding.working = working }
      return holding.working
    }
    withExtendedLifetime(old) {}
  }

  /// Lets go of the files that ``hold(_:)`` took, and keeps the sidecar's lock.
  ///
  /// Where the file has just been replaced, holding the old one keeps nobody out any more.
  func letGoOfFiles() {
    let held = holding.withLock { holding in
      defer { holding.files = Array(holding.files.prefix(1)) }
      return holding.files.dropFirst()
    }
    for file in held.reversed() { unlock(file) }
  }

  /// Lets go of what ``take()`` took.
  func release(_ taken: Acquisition) {
    if case .joined = taken { thread.release() } else { release() }
  }

  private func release() {
    for file in holding.exchange(Holding()).files.reversed() { unlock(file) }
    thread.release()
  }

  private func unlock(_ file: Int32) {
    // NB: said aloud, because a child that was forked meanwhile still has the file open.
    try? door.lock(file, LockOperation.release)
    door.closeQuietly(file)
  }

  /// Takes the lock of the open file itself as well, and closes it with the rest; false where it no
  /// longer stands at the path.
  func hold(_ file: Int32) throws(DomainError) -> Bool {
    holding.withLock { $0.files.append(file) }
    return try lock(file, at: path, mayRefuse: true)
  }

  private func takeSidecar(_ failure: (FileFault) -> DomainError) throws(DomainError) {
    let sidecar = FilePath.lock(of: path)
    // Who does not wait only keeps a copy, and makes no file for that.
    let flags = holding.withLock { $0.isPatient } ? OpenFlags.sidecar : OpenFlags.existingSidecar
    var turn = LockQueue.take(path, OpenFlags.existingSidecar, door)
    defer { turn?.end() }
    while true {
      let file: Int32
      do {
        file = try door.call("open the lock", sidecar, door.open(sidecar, flags, 0o600))
      } catch { throw failure(error) }
      holding.withLock { $0.files = [file] }
      let isThere = try lock(file, at: sidecar) {
        if turn == nil { turn = LockQueue.take(path, OpenFlags.sidecar, door) }
        return turn != nil
      }
      if isThere { return }
      door.closeQuietly(file)
      holding.withLock { $0.files = [] }
    }
  }

  /// Locks an open file, and tells whether it is still the one at its path.
  ///
  /// With `mayRefuse` the file need not be locked where the system cannot: NFS locks only what is open
  /// for writing, and who holds the sidecar is alone all the same.
  private func lock(
    _ file: Int32, at path: String, mayRefuse: Bool = false, onWait isNext: () -> Bool = { false }
  ) throws(DomainError) -> Bool {
    let (deadline, isPatient) = holding.withLock { ($0.deadline, $0.isPatient) }
    var wait = LockWait(until: deadline, terms: isPatient ? Self.terms : 1, seen: contentStatus)
    var bystander = Bystander()
    do throws(FileFault) {
      var isLocked = try tryLock(file, path, mayRefuse)
      while !isLocked, wait.keepWaiting(contentStatus) {
        // There is only one such, so it may ask often; all others wait for it to have its turn.
        if isNext() { wait.pollFaster() }
        isLocked = mayRefuse && bystander.holdsLock(of: file, door)
        if !isLocked { isLocked = try tryLock(file, path, mayRefuse) }
      }
      if isLocked {
        let held = try door.call("read", path, door.status(file))
        return try door.existing(path)?.isSameFile(as: held) ?? false
      }
    } catch {
      throw DomainError(error)
    }
    throw busy(door.lockHolderName(of: file))
  }

  /// What tells one commit's content from the next.
  private var contentStatus: FileStatus? { try? door.existing(path) }

  private func tryLock(
    _ file: Int32, _ path: String, _ mayRefuse: Bool
  ) throws(FileFault) -> Bool {
    do {
      try door.call("lock", path, door.lock(file, LockOperation.tryExclusive))
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      if mayRefuse, ErrorNumber.lockless.contains(error.code) { return true }
      throw error
    }
  }

  private func busy(_ holder: String) -> DomainError {
    DomainError(
      .busy,
      "Cannot write \(path): \(holder) holds its lock since \(Self.patience / 1_000_000_000) s;"
        + " let it go on, or end it.")
  }
}

/// Whoever may read a file may lock it, and so keep root from changing it.
struct Bystander {
  private static let patience: Int64 = .milliseconds(500)
  private var next = Monotonic.now + patience

  /// Whether root need not wait for a lock any longer: the user who holds it neither owns the file nor is root.
  ///
  /// That the file is compared right before it is replaced keeps root's change safe.
  mutating func holdsLock(of file: Int32, _ door: FileSystem) -> Bool {
    guard CurrentProcess.isRoot, Monotonic.now >= next else { return false }
    next += Self.patience
    guard let status = try? door.status(file), let id = door.lockHolder(of: status),
      let holder = try? door.existing("/proc/\(id)")
    else { return false }
    return holder.user != 0 && holder.user != status.user
  }
}

/// A wait that ends only when nobody moves: many busy writers are no reason to give up, one that
/// is stopped is.
struct LockWait {
  private var deadline: Int64
  private var seen: FileStatus?
  private var terms: Int
  private var backOff = BackOff()

  init(until deadline: Int64, terms: Int, seen: FileStatus?) {
    self.deadline = deadline
    self.terms = terms
    self.seen = seen
  }

  /// A wait of the usual patience for whoever changes a file.
  init(for seen: FileStatus?) {
    self.init(until: Monotonic.now + FileLock.patience, terms: FileLock.terms, seen: seen)
  }

  /// Has the pauses be short from now on.
  mutating func pollFaster() { backOff.longest = 200_000 }

  /// Waits a little; false when the time is over and the file is still what it was.
  mutating func keepWaiting(_ status: @autoclosure () -> FileStatus?) -> Bool {
    if backOff.wait(until: deadline) { return true }
    let now = status()
    guard now != seen, terms > 1 else { return false }
    (seen, terms, deadline) = (now, terms - 1, Monotonic.now + FileLock.patience)
    return true
  }
}

/// A writer's turn to be the next one to have a file's lock.
///
/// Whoever waits for the lock asks for it again and again, and would hardly ever meet the moment
/// between two commits of a busy writer, who takes it again at once. So those who wait stand in line
/// first, and whoever comes back from a commit has to stand behind them.
struct LockQueue {
  /// A stopped process that stands in line holds nobody up for longer.
  private static let patience: Int64 = .milliseconds(1000)

  private let file: Int32
  private let door: FileSystem

  /// Waits for the turn at a file's lock; nil where there is no line, or it does not move: then all
  /// are equal.
  ///
  /// The flags open the line; a writer that has to wait makes it too.
  static func take(_ path: String, _ flags: Int32, _ door: FileSystem) -> LockQueue? {
    guard let file = try? door.open(FilePath.queue(of: path), flags, 0o600) else { return nil }
    let turn = LockQueue(file: file, door: door)
    let deadline = Monotonic.now + patience
    var backOff = BackOff()
    while (try? door.lock(file, LockOperation.tryExclusive)) == nil {
      guard backOff.wait(until: deadline) else {
        turn.end()
        return nil
      }
    }
    return turn
  }

  func end() {
    // NB: said aloud, because a child that was forked meanwhile still has the file open.
    try? door.lock(file, LockOperation.release)
    door.closeQuietly(file)
  }
}

enum LockOperation {
  static let tryExclusive = LOCK_EX | LOCK_NB
  static let release = LOCK_UN
}

extension FileSystem {
  /// The process that holds flock(2) on an open file, in a sentence.
  func lockHolderName(of file: Int32) -> String {
    guard let status = try? status(file), let id = lockHolder(of: status) else {
      return "another process"
    }
    let name = (try? readFile("/proc/\(id)/comm"))??.bytes.split(separator: UInt8(ascii: "\n"))
      .first
    return "process \(id)"
      + (name.map { " (\(SafeText.line(String(decoding: $0, as: UTF8.self))))" } ?? "")
  }

  /// The process that holds flock(2) on a file, as `/proc/locks` tells; nil where it does not.
  func lockHolder(of status: FileStatus) -> Int32? {
    // The list changes while it is read, so that a line may be missed.
    for _ in 0..<5 {
      if let holder = listedHolder(of: status) { return holder }
    }
    return nil
  }

  private func listedHolder(of status: FileStatus) -> Int32? {
    guard let content = try? readFile("/proc/locks") else { return nil }
    for line in content.bytes.split(separator: UInt8(ascii: "\n")) {
      // 1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF; waiting ones begin with “1: ->”.
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK" else { continue }
      let place = words[5].split(separator: ":")
      if place.count == 3, UInt64(place[2]) == status.inode { return Int32(words[4]) }
    }
    return nil
  }
}
