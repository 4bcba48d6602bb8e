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
  /// A lock in the list of all, which is touched only under `mutex`.
  struct Entry {
    fileprivate let lock: UnsafeMutablePointer<pthread_mutex_t>
    fileprivate var before: UnsafeMutablePointer<Entry>?
    fileprivate var after: UnsafeMutablePointer<Entry>?
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var first: UnsafeMutablePointer<Entry>?

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

  /// Adds a lock; the entry stands for it when it goes.
  func add(_ lock: UnsafeMutablePointer<pthread_mutex_t>) -> UnsafeMutablePointer<Entry> {
    let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
    pthread_mutex_lock(mutex)
    entry.initialize(to: Entry(lock: lock, before: nil, after: first))
    first?.pointee.before = entry
    first = entry
    pthread_mutex_unlock(mutex)
    return entry
  }

  func remove(_ entry: UnsafeMutablePointer<Entry>) {
    pthread_mutex_lock(mutex)
    let (before, after) = (entry.pointee.before, entry.pointee.after)
    if let before { before.pointee.after = after } else { first = after }
    after?.pointee.before = before
    pthread_mutex_unlock(mutex)
    entry.deallocate()
  }

  private func takeAll() {
    pthread_mutex_lock(mutex)
    forEach { pthread_mutex_lock($0) }
  }

  private func releaseAll() {
    forEach { pthread_mutex_unlock($0) }
    pthread_mutex_unlock(mutex)
  }

  private func forEach(_ work: (UnsafeMutablePointer<pthread_mutex_t>) -> Int32) {
    var next = first
    while let entry = next {
      _ = work(entry.pointee.lock)
      next = entry.pointee.after
    }
  }
}
