import SetteeFiles
import Synchronization

/// What a process has once: the locks of files, the watching thread, and what is due later.
///
/// fork(2) without exec leaves one thread, and locks that others held at that moment never open. So a
/// child has these things anew, and uses nothing that was opened before the fork: what can throw
/// throws, what cannot ends the child with a sentence, and its end waits for nothing.
final class ProcessState: Sendable {
  private let process = CurrentProcess.id
  let locks = Mutex<[String: FileLock]>([:])
  let timer = SaveScheduler()
  /// Whether ``Domain/flushOnTermination()`` was called.
  let savesOnTermination = Atomic<Bool>(false)
  private let written = Mutex<[String: [(revision: UInt64, source: ChangeSource)]]>([:])
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
      // The parent's is never let go of: that would end what its threads were in the middle of.
      let new = Unmanaged.passRetained(ProcessState())
      let isFirst = address.compareExchange(
        expected: known, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing
      )
      if !isFirst.exchanged { new.release() }
    }
  }

  // MARK: Own writes

  /// Notes what this process wrote to which file, so that its own echoes are told by content.
  func noteWritten(_ revision: UInt64, at path: String, _ source: ChangeSource) {
    written.withLock { written in
      var list = written[path] ?? []
      list.append((revision, source))
      if list.count > 16 { list.removeFirst() }
      written[path] = list
    }
  }

  /// Who wrote that content over the `known` one: nil when it was not this process.
  ///
  /// Another one may write what this process wrote before, as whoever takes a change back does.
  func writer(of revision: UInt64, over known: UInt64, at path: String) -> ChangeSource? {
    let written = written.withLock { $0[path] } ?? []
    guard let place = written.lastIndex(where: { $0.revision == revision }) else { return nil }
    let last = written.lastIndex { $0.revision == known } ?? 0
    return place < last ? nil : written[place].source
  }

  /// Others have written since: from now on what was written before is no echo.
  func forgetWritten(at path: String) { written.withLock { $0[path] = nil } }

  /// The name of the user, else the number; looked up once, because that reads files.
  var userName: String {
    let id = geteuid()
    if let known = user.withLock({ $0 }), known.id == id { return known.name }
    let name = getpwuid(id)?.pointee.pw_name.map { String(cString: $0) } ?? String(id)
    user.withLock { $0 = (id, name) }
    return name
  }
}

// MARK: A forked child

extension Domain {
  private static var advice: String {
    "it was opened before this process was forked; open it anew here, or have the child exec"
  }

  /// Whether this is a child that was forked after the domain was opened.
  @inline(__always)
  package var isForkedCopy: Bool { CurrentProcess.id != process }

  /// Throws in a child that was forked after the domain was opened; asked before any lock is taken.
  package func throwIfForked() throws(DomainError) {
    guard isForkedCopy else { return }
    throw DomainError(.io, "The domain \(name) cannot be used: \(Self.advice).")
  }

  /// Works on what is in memory; where this is a child that has inherited it, ends the child, because
  /// another thread of the parent may have held the lock at the fork.
  @inline(__always)
  func withState<Result: Sendable>(_ body: (inout DomainState) -> Result) -> Result {
    trapIfForked()
    return state.withLock { body(&$0) }
  }

  /// Ends a child that uses what its parent had opened, where no caller can be told.
  @inline(__always)
  func trapIfForked() { if isForkedCopy { Self.end() } }

  private static func end() -> Never {
    let bytes = Array("settee: A store cannot be used: \(advice).\n".utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    signal(SIGABRT, SIG_DFL)
    abort()
  }
}
