#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// What fork(2) does to a process that holds locks and runs threads, and how Settee survives it.
///
/// The child has one thread. Locks that others held would never open again, so all of ours are
/// taken before the fork and released on both sides; `epoch` tells the child that its threads,
/// watches and unsaved changes are the parent's.
enum Fork {
  /// How many forks lie between the first process and this one.
  static let epoch = Atomic<UInt64>(0)

  static let gate = ForkGate()
}

/// The locks to be taken around a fork.
///
/// NB: code that holds one of these locks calls nothing of anyone else's, makes and drops no other
/// such lock and takes no other, so taking all of them in any order cannot deadlock.
// Safe to share: the list is touched only under `mutex`.
final class ForkGate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var locks: Set<UnsafeMutablePointer<pthread_mutex_t>> = []

  fileprivate init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_atfork(
      {
        FirstUses.makeAll()
        Fork.gate.takeAll()
      }, { Fork.gate.releaseAll() },
      {
        Fork.epoch.wrappingAdd(1, ordering: .releasing)
        Fork.gate.releaseAll()
      })
  }

  func add(_ lock: UnsafeMutablePointer<pthread_mutex_t>) {
    pthread_mutex_lock(mutex)
    locks.insert(lock)
    pthread_mutex_unlock(mutex)
  }

  func remove(_ lock: UnsafeMutablePointer<pthread_mutex_t>) {
    pthread_mutex_lock(mutex)
    locks.remove(lock)
    pthread_mutex_unlock(mutex)
  }

  private func takeAll() {
    pthread_mutex_lock(mutex)
    for lock in locks { pthread_mutex_lock(lock) }
  }

  private func releaseAll() {
    for lock in locks { pthread_mutex_unlock(lock) }
    pthread_mutex_unlock(mutex)
  }
}
