#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a thread sleeps on until it is rung for, or until a time.
// Safe to share: `isRung` is touched only under `mutex`.
final class Bell: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRung = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    mutex.deallocate()
    condition.deallocate()
  }

  func ring() {
    pthread_mutex_lock(mutex)
    isRung = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func wait(until deadline: Int64?) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isRung {
      guard let deadline else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      let rest = deadline - Monotonic.now
      guard rest > 0 else { break }
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      let end = Int64(time.tv_nsec) + rest
      time.tv_sec += Int(end / 1_000_000_000)
      time.tv_nsec = Int(end % 1_000_000_000)
      pthread_cond_timedwait(condition, mutex, &time)
    }
    isRung = false
  }
}
