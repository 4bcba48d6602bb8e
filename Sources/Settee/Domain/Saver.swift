#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Brings coalesced changes to the disk: after a moment, and at the latest when the process ends by
/// return from `main` or by `exit()`.
enum Saver {
  struct State {
    /// The domains with unsaved changes, kept alive until these are on the disk.
    var waiting: [ObjectIdentifier: (domain: Domain, due: Int64)] = [:]
    var hasThread = false
  }

  private static let atExit: Void = { atexit { Saver.saveAll() } }()

  /// Has a domain saved after a delay, however often it changes meanwhile.
  static func save(_ domain: Domain, after delay: Duration) {
    _ = atExit
    let due = Monotonic.now + delay.nanoseconds
    let here = ProcessWide.current
    let needsThread = here.saver.withLock { state in
      defer { state.hasThread = true }
      state.waiting[ObjectIdentifier(domain)] = (domain, due)
      return !state.hasThread
    }
    if needsThread { BackgroundThread.start("settee-save") { run(here) } }
    here.saverBell.ring()
  }

  /// Saves all that is unsaved in this process, now, and waits for what is being saved.
  static func saveAll() {
    let here = ProcessWide.current
    let waiting = here.saver.withLock { Array($0.waiting.values) }
    for (domain, due) in waiting { save(domain, due, here) }
  }

  private static func run(_ here: ProcessWide) {
    while true {
      let now = Monotonic.now
      let (due, next) = here.saver.withLock { state in
        let due = state.waiting.values.filter { $0.due <= now }
        return (due, state.waiting.values.map(\.due).filter { $0 > now }.min())
      }
      for (domain, due) in due { save(domain, due, here) }
      if due.isEmpty { here.saverBell.wait(until: next) }
    }
  }

  private static func save(_ domain: Domain, _ due: Int64, _ here: ProcessWide) {
    var again: Int64?
    do throws(DomainError) {
      try domain.flush()
    } catch {
      domain.report(DomainIssue(.unsaved, error.message))
      again = Monotonic.now + .milliseconds(1000)
    }
    let id = ObjectIdentifier(domain)
    // NB: it waits until it is on the disk, so that an end of the process meanwhile waits for that;
    // what was set meanwhile has another time, and is still due.
    here.saver.withLock { state in
      guard state.waiting[id]?.due == due else { return }
      state.waiting[id] = again.map { (domain: domain, due: $0) }
    }
  }
}
