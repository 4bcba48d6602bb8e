package import Synchronization

extension Mutex where Value: Sendable {
  /// Replaces the value that the mutex protects, and releases the old value outside of the lock.
  @discardableResult
  package borrowing func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}

extension CurrentProcess {
  /// Runs a closure on a new thread that blocks all signals.
  package static func startThread(_ name: String, _ run: @escaping @Sendable () -> Void) {
    // Block all signals on this thread, so that the program's own threads handle them.
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    let body = UnsafeMutablePointer<@Sendable () -> Void>.allocate(capacity: 1)
    body.initialize(to: run)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failed = pthread_create(
      &thread, &attributes,
      { body in
        let body: UnsafeMutableRawPointer? = body
        guard let body = body?.assumingMemoryBound(to: (@Sendable () -> Void).self) else {
          return nil
        }
        let run = body.move()
        body.deallocate()
        run()
        return nil
      }, body)
    if failed != 0 {
      body.deinitialize(count: 1)
      body.deallocate()
    }
  }
}

extension CurrentProcess {
  /// Runs a closure while `fork` in other threads waits for its end, for half a second at most.
  ///
  /// The threads that Settee starts use this function whenever they work. While such a thread uses
  /// a type for the first time, it holds a lock of the Swift runtime, and a child that was forked in
  /// this moment would wait for the lock forever.
  package static func delayingForks(_ work: () -> Void) {
    SystemCalls.delayForks(forWork: true)
    defer { SystemCalls.allowForks(forWork: true) }
    work()
  }
}

/// The monotonic clock, whose times are in nanoseconds.
package enum Monotonic {
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  package static func sleep(nanoseconds: Int64) {
    var time = timespec(nanoseconds: nanoseconds)
    // Ignore an interruption of the sleep, because every caller sleeps in a loop.
    nanosleep(&time, nil)
  }
}

/// An event that a thread can wait for, with an optional deadline.
///
/// The class is `Sendable` because `isSignaled` is accessed only while `mutex` is locked.
package final class WakeEvent: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isSignaled = false

  package init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    mutex.deallocate()
    condition.deallocate()
  }

  package func ring() {
    pthread_mutex_lock(mutex)
    isSignaled = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until another thread signals the event or the deadline expires.
  package func wait(until deadline: Int64? = nil) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isSignaled {
      guard let deadline else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      let rest = deadline - Monotonic.now
      guard rest > 0 else { break }
      #if canImport(Darwin)
        var time = timespec(nanoseconds: rest)
        pthread_cond_timedwait_relative_np(condition, mutex, &time)
      #else
        var time = timespec(nanoseconds: deadline)
        pthread_cond_timedwait(condition, mutex, &time)
      #endif
    }
    isSignaled = false
  }
}

extension timespec {
  fileprivate init(nanoseconds: Int64) {
    self.init(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}

extension Int64 {
  /// Converts a number of milliseconds to nanoseconds.
  package static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }
}

extension Duration {
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
