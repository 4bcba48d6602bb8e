#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that may wait for a mirror, for this package's own rooms.
package enum CloudThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a thread of its own, which takes none of the program's signals.
  package static func start(_ body: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let body = Unmanaged.passRetained(Body(body)).toOpaque()
    let failed = pthread_create(
      &thread, nil,
      { body in
        let body: UnsafeMutableRawPointer? = body
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, body)
    guard failed == 0 else { return Unmanaged<Body>.fromOpaque(body).release() }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  /// Waits.
  package static func sleep(milliseconds: Int) {
    var left = timespec(
      tv_sec: max(0, milliseconds) / 1000, tv_nsec: max(0, milliseconds) % 1000 * 1_000_000)
    nanosleep(&left, nil)
  }

  /// The wall clock, in milliseconds since 1970.
  static var wallMilliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
