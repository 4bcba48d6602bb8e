#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// Brings coalesced changes to the disk: after a moment, and at the latest when the process ends by
/// return from `main` or by `exit()`.
enum Saver {
  struct State {
    var epoch: UInt64 = 0
    /// The domains with unsaved changes, kept alive until these are on the disk.
    var waiting: [ObjectIdentifier: (domain: Domain, due: Int64)] = [:]
    var hasThread = false
  }

  static let state = Guarded(State())
  static let bell = Bell()
  private static let atExit: Void = { atexit { Saver.saveAll() } }()

  /// Has a domain saved after a delay, however often it changes meanwhile.
  static func save(_ domain: Domain, after delay: Duration) {
    _ = atExit
    let due = Monotonic.now + delay.nanoseconds
    let epoch = Fork.epoch.load(ordering: .acquiring)
    let (needsThread, old) = state.withLock { state in
      // A forked child has no such thread, and the parent saves what it had unsaved.
      let old = state.epoch == epoch ? State() : state
      if state.epoch != epoch { state = State(epoch: epoch) }
      defer { state.hasThread = true }
      state.waiting[ObjectIdentifier(domain)] = (domain, due)
      return (!state.hasThread, old)
    }
    withExtendedLifetime(old) {}
    if needsThread { BackgroundThread.start("settee-save") { run() } }
    bell.ring()
  }

  /// Saves all that is unsaved in this process, now.
  static func saveAll() {
    let epoch = Fork.epoch.load(ordering: .acquiring)
    let domains = state.withLock { state in
      state.epoch == epoch ? state.waiting.values.map(\.domain) : []
    }
    for domain in domains { save(domain) }
  }

  private static func run() {
    while true {
      let now = Monotonic.now
      let (due, next) = state.withLock { state in
        let due = state.waiting.values.filter { $0.due <= now }.map(\.domain)
        return (due, state.waiting.values.map(\.due).filter { $0 > now }.min())
      }
      for domain in due { save(domain) }
      if due.isEmpty { bell.wait(until: next) }
    }
  }

  private static func save(_ domain: Domain) {
    let id = ObjectIdentifier(domain)
    do {
      // Taken out first: what is set while we write is due again.
      let old = state.withLock { $0.waiting.removeValue(forKey: id) }
      try withExtendedLifetime(old) { () throws(DomainError) in try domain.flush() }
    } catch {
      domain.report(DomainIssue(.unsaved, error.message))
      let again = Monotonic.now + .milliseconds(1000)
      state.withLock { $0.waiting[id] = (domain, again) }
    }
  }
}
