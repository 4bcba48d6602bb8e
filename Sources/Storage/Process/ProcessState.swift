import SetteeFiles
import Synchronization
import SetteeValues

/// State that exists once per process, such as file locks and scheduled saves.
///
/// After fork(2) without exec, only one thread exists, and locks held by other threads are never
/// released. A child process therefore gets a new state and can't use anything that was opened
/// before the fork. Throwing functions throw an error, and all others terminate the child with a
/// message. The child doesn't save anything when it exits.
final class ProcessState: Sendable {
  private let process = CurrentProcess.id
  private let locks = Mutex<[String: ThreadLock]>([:])
  let timer = SaveScheduler()
  /// A Boolean value that indicates whether the program has called ``Domain/flushOnTermination()``.
  let savesOnTermination = Atomic<Bool>(false)
  private let written = Mutex<[String: [(revision: UInt64, source: ChangeSource)]]>([:])
  /// The changes to secrets, keyed by the path of the history.
  ///
  /// The editor opens a settings file again when its keys change, so the domain can't keep them.
  let secretChanges = Mutex<[String: [History.SessionRecord]]>([:])
  private let user = Mutex<(id: uid_t, name: String)?>(nil)
  #if os(Linux)
    let watcher = Mutex<InotifyWatcher?>(nil)
  #endif

  private static let address = Atomic<UInt>(0)

  static var current: ProcessState {
    while true {
      let known = address.load(ordering: .acquiring)
      if let known = UnsafeRawPointer(bitPattern: known) {
        let found = Unmanaged<ProcessState>.fromOpaque(known).takeUnretainedValue()
        if found.process == CurrentProcess.id { return found }
      }
      // After a fork, never release the parent's state, because its threads might have been using
      // the state during the fork.
      let new = Unmanaged.passRetained(ProcessState())
      let isFirst = address.compareExchange(
        expected: known, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing
      )
      if !isFirst.exchanged { new.release() }
    }
  }

  /// Returns the lock that excludes the other threads of this process from writing a file.
  func threadLock(of path: String) -> ThreadLock {
    let new = ThreadLock()
    return locks.withLock { locks in
      if let lock = locks[path] { return lock }
      locks[path] = new
      return new
    }
  }

  // MARK: Writes by this process

  /// Records the content that this process writes to a file, so that it recognizes its own writes
  /// later.
  func noteWritten(_ revision: UInt64, at path: String, _ source: ChangeSource) {
    written.withLock { written in
      var list = written[path] ?? []
      list.append((revision, source))
      if list.count > 16 { list.removeFirst() }
      written[path] = list
    }
  }

  /// Returns the source of the content that replaced the revision `known` in a file, or `nil` if
  /// another process wrote it.
  ///
  /// Another process can write content that this process wrote earlier, for example when it undoes
  /// a change.
  func writer(of revision: UInt64, over known: UInt64, at path: String) -> ChangeSource? {
    let written = written.withLock { $0[path] } ?? []
    guard let place = written.lastIndex(where: { $0.revision == revision }) else { return nil }
    let last = written.lastIndex { $0.revision == known } ?? 0
    return place < last ? nil : written[place].source
  }

  /// Discards the recorded writes to a file after another program has written the file.
  func forgetWritten(at path: String) { written.withLock { $0[path] = nil } }

  /// The name of the user who runs this process, or the user ID if the name is unknown.
  ///
  /// The user name is cached, because looking it up requires reading files.
  var userName: String {
    let id = geteuid()
    if let known = user.withLock({ $0 }), known.id == id { return known.name }
    let name = getpwuid(id)?.pointee.pw_name.map { String(cString: $0) } ?? String(id)
    user.withLock { $0 = (id, name) }
    return name
  }
}

// MARK: Forked child processes

extension Domain {
  private static var advice: String {
    "it was opened before this process was forked; open it again, or call exec in the child"
  }

  /// A Boolean value that indicates whether this process was forked after the domain was opened.
  @inline(__always)
  package var isForkedCopy: Bool { CurrentProcess.id != process }

  /// Throws an error if this process was forked after the domain was opened.
  ///
  /// Call this method before acquiring any lock, because a forked process might never acquire it.
  package func throwIfForked() throws {
    guard isForkedCopy else { return }
    throw DomainError(.io, "Can't use the domain \(name): \(Self.advice).")
  }

  /// Accesses the state of the domain while holding its lock.
  ///
  /// This method terminates a forked child process, because another thread of the parent might have
  /// held the lock during the fork.
  @inline(__always)
  func withState<Result: Sendable>(_ body: (inout DomainState) -> Result) -> Result {
    trapIfForked()
    return state.withLock { state in
      defer { latestGeneration.store(state.generation, ordering: .releasing) }
      return body(&state)
    }
  }

  /// Terminates a forked child process that uses its parent's domain where no error can be thrown.
  @inline(__always)
  func trapIfForked() { if isForkedCopy { Self.end() } }

  private static func end() -> Never {
    let bytes = Array("settee: Can't use a store: \(advice).\n".utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    signal(SIGABRT, SIG_DFL)
    abort()
  }
}
