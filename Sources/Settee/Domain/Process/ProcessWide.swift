#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// What a process has once, and a child that is forked has anew.
final class ProcessWide: Sendable {
  let locks = Guarded<[String: FileLock]>([:])
  let written = Guarded<[String: [(revision: UInt64, source: ChangeSource)]]>([:])
  let lookout = Guarded(Lookout.State())
  let saver = Guarded(Saver.State())
  let saverBell = Bell()
  let user = Guarded<(id: uid_t, name: String)?>(nil)
  /// Whether ``Domain/flushOnTermination()`` was called.
  let savesOnTermination = Atomic<Bool>(false)
  #if os(Linux)
    let watcher = Guarded<InotifyWatcher?>(nil)
  #endif

  // Safe to share: it is set only in a child that has just been forked and has one thread.
  nonisolated(unsafe) private(set) static var current = ProcessWide()

  /// Begins anew in a child that was forked.
  static func renew() {
    // Never let go of: that would end what the parent's threads were in the middle of.
    _ = Unmanaged.passRetained(current)
    current = ProcessWide()
  }
}
