#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// Brings stores to disk when SIGTERM asks the program to end, then lets it end.
///
/// The handler only writes a byte into a pipe, because nothing else is safe in one; a thread of its
/// own waits at the other end.
enum Termination {
  private static let stores = Mutex<[WeakCore]>([])

  /// Whether the handler stands; installed once.
  private static let isInstalled = install()

  private struct WeakCore: Sendable { weak let core: StoreCore? }

  /// Flushes this store too when SIGTERM comes.
  static func flush(_ core: StoreCore) {
    stores.withLock { stores in
      stores.removeAll { $0.core == nil }
      stores.append(WeakCore(core: core))
    }
    _ = isInstalled
  }

  private static let writingEnd = Atomic<Int32>(-1)

  private static func install() -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writingEnd.store(ends[1], ordering: .releasing)
    waitInThread(ends[0])
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { _ in Termination.wake() }
    #else
      action.__sigaction_handler.sa_handler = { _ in Termination.wake() }
    #endif
    return sigaction(SIGTERM, &action, nil) == 0
  }

  private static func wake() {
    var byte: UInt8 = 1
    _ = write(writingEnd.load(ordering: .acquiring), &byte, 1)
  }

  private static let readingEnd = Atomic<Int32>(-1)

  private static func waitInThread(_ reading: Int32) {
    readingEnd.store(reading, ordering: .releasing)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let isStarted = pthread_create(
      &thread, nil,
      { _ in
        Termination.flushWhenAsked()
        return nil
      }, nil)
    if isStarted == 0 { pthread_detach(thread) }
  }

  private static func flushWhenAsked() {
    var byte: UInt8 = 0
    while read(readingEnd.load(ordering: .acquiring), &byte, 1) < 0, errno == EINTR {}
    for store in stores.withLock({ $0 }) { try? store.core?.flush() }
    _ = signal(SIGTERM, SIG_DFL)
    _ = kill(getpid(), SIGTERM)
  }
}
