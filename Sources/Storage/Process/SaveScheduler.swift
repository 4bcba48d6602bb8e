import SetteeFiles
import Synchronization

/// Does for domains what is due later, on one thread of the process: saves what was set in memory,
/// and looks for changes that no watch tells of.
///
/// The thread starts with the first domain that needs it, and sleeps while nothing is due. What is
/// unsaved reaches the disk at the latest when the process ends, by return from `main` or `exit()`.
final class SaveScheduler: Sendable {
  private struct Polled {
    weak var domain: Domain?
  }

  private struct State {
    /// The domains with unsaved changes, kept alive until these are on the disk.
    var unsaved: [ObjectIdentifier: (domain: Domain, due: Int64)] = [:]
    /// The followed domains on a network file system, or without watches.
    var polled: [ObjectIdentifier: Polled] = [:]
    var nextLook = Int64.max
    /// The domains of which a file was being written when it was looked at, and when to look again.
    var unfinished: [ObjectIdentifier: (domain: Polled, due: Int64)] = [:]
    var hasThread = false
  }

  private static let pollPause: Int64 = .milliseconds(200)
  private static let atExit: Void = { atexit { ProcessState.current.timer.saveAll() } }()

  private let state = Mutex(State())
  private let bell = WakeEvent()

  /// Has a domain saved after a delay, however often it changes meanwhile.
  func save(_ domain: Domain, after delay: Duration) {
    _ = Self.atExit
    let due = Monotonic.now + delay.nanoseconds
    schedule { $0.unsaved[ObjectIdentifier(domain)] = (domain, due) }
  }

  /// Has changes of a domain noticed for as long as somebody follows it.
  func poll(_ domain: Domain) {
    let next = Monotonic.now + Self.pollPause
    schedule { state in
      state.polled[ObjectIdentifier(domain)] = Polled(domain: domain)
      state.nextLook = min(state.nextLook, next)
    }
  }

  /// Has a domain read again later: another program was in the middle of writing a file of it.
  ///
  /// The end of the write is told, unless that program keeps the file open.
  func lookAgain(at domain: Domain) {
    let due = Monotonic.now + .milliseconds(2000)
    schedule { state in
      let id = ObjectIdentifier(domain)
      if state.unfinished[id] == nil { state.unfinished[id] = (Polled(domain: domain), due) }
    }
  }

  /// Saves all that is unsaved in this process, now, and waits for what is being saved.
  func saveAll() {
    for (domain, due) in state.withLock({ Array($0.unsaved.values) }) { save(domain, dueAt: due) }
  }

  private func schedule(_ change: (inout State) -> Void) {
    let needsThread = state.withLock { state in
      change(&state)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread { BackgroundThread.start("settee-timer") { self.run() } }
    bell.ring()
  }

  private func run() {
    while true {
      let now = Monotonic.now
      let (due, polled, unfinished, next) = state.withLock { state in
        let times =
          state.unsaved.values.map(\.due) + state.unfinished.values.map(\.due) + [state.nextLook]
        let due = state.unsaved.values.filter { $0.due <= now }
        let unfinished = state.unfinished.filter { $0.value.due <= now }
        for id in unfinished.keys { state.unfinished[id] = nil }
        let again = unfinished.values.map(\.domain)
        guard state.nextLook <= now else { return (due, [Polled](), again, times.min()) }
        defer { (state.polled, state.nextLook) = ([:], .max) }
        return (due, Array(state.polled.values), again, times.min())
      }
      for (domain, due) in due { save(domain, dueAt: due) }
      // NB: not under the lock: letting go of what a weak reference gave may end a domain.
      for domain in polled.compactMap(\.domain) where domain.isFollowed {
        domain.refreshNow()
        poll(domain)
      }
      for domain in unfinished.compactMap(\.domain) { domain.wake(isUnderWay: false) }
      if due.isEmpty, polled.isEmpty, unfinished.isEmpty {
        bell.wait(until: next == .max ? nil : next)
      }
    }
  }

  private func save(_ domain: Domain, dueAt due: Int64) {
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
    state.withLock { state in
      guard state.unsaved[id]?.due == due else { return }
      state.unsaved[id] = again.map { (domain: domain, due: $0) }
    }
  }
}
