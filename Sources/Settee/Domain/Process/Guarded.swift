#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value behind a lock that a forked child can still open, unlike the standard library's `Mutex`.
///
/// NB: a closure under the lock makes no `Guarded`, drops none, and takes no other; see ``ForkGate``.
// Safe to share: the value is touched only under `mutex`.
final class Guarded<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let entry: UnsafeMutablePointer<ForkGate.Entry>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    entry = Fork.gate.add(mutex)
  }

  deinit {
    Fork.gate.remove(entry)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
