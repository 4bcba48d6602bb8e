import SetteeFiles
import Synchronization
import SetteeValues

/// A scheduler that saves changes after a delay and polls for changes that can't be watched.
///
/// Each process has one scheduler thread. The thread starts with the first domain that needs it,
/// and sleeps while there is nothing to do. Unsaved changes are written at the latest when the
/// process returns from `main` or calls `exit()`.
final class SaveScheduler: Sendable {
  /// A closure that returns a domain as long as another object retains it.
  private typealias WeakDomain = @Sendable () -> Domain?

  private struct SaveQueue {
    /// The domains that have unsaved changes, with the time when each domain must be saved.
    ///
    /// The scheduler retains the domains with unsaved changes until they are saved.
    var unsaved: [ObjectIdentifier: (domain: Domain, due: Int64)] = [:]
    /// The observed domains whose files are on a network file system or can't be watched.
    var polled: [ObjectIdentifier: WeakDomain] = [:]
    var nextLook = Int64.max
    /// The domains that were read while another program was writing their file, with the time of
    /// the next read.
    var unfinished: [ObjectIdentifier: (domain: WeakDomain, due: Int64)] = [:]
    var hasThread = false
  }

  private static let pollPause: Int64 = .milliseconds(200)
  private static let atExit: Void = { atexit { ProcessState.current.timer.saveAll() } }()

  private let state = Mutex(SaveQueue())
  private let wakeEvent = WakeEvent()

  /// Schedules the saving of a domain after a delay, regardless of how often the domain changes in
  /// the meantime.
  func save(_ domain: Domain, after delay: Duration) {
    _ = Self.atExit
    let due = Monotonic.now + delay.nanoseconds
    schedule { $0.unsaved[ObjectIdentifier(domain)] = (domain, due) }
  }

  /// Polls a domain for changes as long as the domain has observers.
  func poll(_ domain: Domain) {
    let next = Monotonic.now + Self.pollPause
    schedule { state in
      state.polled[ObjectIdentifier(domain)] = { [weak domain] in domain }
      state.nextLook = min(state.nextLook, next)
    }
  }

  /// Schedules another read of a domain, because another program was writing one of its files.
  ///
  /// Usually, the file watch reports when the other program has finished writing. If the program
  /// keeps the file open, only the scheduled read detects the end of the write.
  func scheduleRead(of domain: Domain) {
    let due = Monotonic.now + .milliseconds(2000)
    schedule { state in
      let id = ObjectIdentifier(domain)
      if state.unfinished[id] == nil { state.unfinished[id] = ({ [weak domain] in domain }, due) }
    }
  }

  /// Saves all unsaved changes in this process immediately.
  ///
  /// This method also waits for saves that are already in progress.
  func saveAll() {
    for (domain, due) in state.withLock({ Array($0.unsaved.values) }) { save(domain, dueAt: due) }
  }

  private func schedule(_ change: (inout SaveQueue) -> Void) {
    let needsThread = state.withLock { state in
      change(&state)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread { CurrentProcess.startThread("settee-timer") { self.run() } }
    wakeEvent.ring()
  }

  private func run() {
    while true {
      // The time until which the thread sleeps, or `nil` if there might be more to do.
      var rest: Int64?
      CurrentProcess.delayingForks { rest = work() }
      if let rest { wakeEvent.wait(until: rest == .max ? nil : rest) }
    }
  }

  /// Does what is due, or returns the time when something is due next.
  private func work() -> Int64? {
    let now = Monotonic.now
    let (due, polled, unfinished, next) = state.withLock { state in
      let times =
        state.unsaved.values.map(\.due) + state.unfinished.values.map(\.due) + [state.nextLook]
      let due = state.unsaved.values.filter { $0.due <= now }
      let unfinished = state.unfinished.filter { $0.value.due <= now }
      for id in unfinished.keys { state.unfinished[id] = nil }
      let again = unfinished.values.map(\.domain)
      guard state.nextLook <= now else { return (due, [WeakDomain](), again, times.min()) }
      defer { (state.polled, state.nextLook) = ([:], .max) }
      return (due, Array(state.polled.values), again, times.min())
    }
    for (domain, due) in due { save(domain, dueAt: due) }
    // Refresh the domains without holding the lock of the scheduler, because releasing a domain
    // can deinitialize it.
    for domain in polled.compactMap({ $0() }) where domain.isObserved {
      domain.refreshNow()
      poll(domain)
    }
    for domain in unfinished.compactMap({ $0() }) { domain.wake(isUnderWay: false) }
    return due.isEmpty && polled.isEmpty && unfinished.isEmpty ? next ?? .max : nil
  }

  private func save(_ domain: Domain, dueAt due: Int64) {
    var again: Int64?
    do {
      try domain.flush()
    } catch {
      domain.report(DomainIssue(.unsaved, DomainError(error).message))
      again = Monotonic.now + .milliseconds(1000)
    }
    let id = ObjectIdentifier(domain)
    // Keep the domain until it is saved, so that exit() waits for it. A change made in the meantime
    // has a later due time and stays scheduled.
    state.withLock { state in
      guard state.unsaved[id]?.due == due else { return }
      state.unsaved[id] = again.map { (domain: domain, due: $0) }
    }
  }
}
