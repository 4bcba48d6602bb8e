#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of our own that lives as long as the process, and that signals never interrupt.
package enum BackgroundThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a thread of its own, which takes none of the program's signals.
  package static func start(_ name: String, _ run: @escaping @Sendable () -> Void) {
    // The program's own threads shall get its signals.
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failed = pthread_create(
      &thread, &attributes,
      { body in
        #if canImport(Darwin)
          Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        #else
          if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        #endif
        return nil
      }, body)
    if failed != 0 { Unmanaged<Body>.fromOpaque(body).release() }
  }
}
