/// Looks now and then for those who follow a domain that nobody tells of changes: on a network file
/// system, or where the system has no watches left to give.
///
/// There is such a thread only while somebody follows such a domain.
enum Lookout {
  struct Watched {
    weak var domain: Domain?
    /// Another one each time that somebody begins to follow.
    let ticket: UInt64
  }

  struct State {
    var watched: [ObjectIdentifier: Watched] = [:]
    var lastTicket: UInt64 = 0
    var hasThread = false
  }

  private static let pause: Int64 = .milliseconds(200)

  /// Has changes of a domain noticed for as long as somebody follows it.
  static func add(_ domain: Domain) {
    let id = ObjectIdentifier(domain)
    let here = ProcessWide.current.lookout
    let needsThread = here.withLock { state in
      defer { state.hasThread = true }
      state.lastTicket += 1
      state.watched[id] = Watched(domain: domain, ticket: state.lastTicket)
      return !state.hasThread
    }
    if needsThread { BackgroundThread.start("settee-look") { run(here) } }
  }

  private static func run(_ here: Guarded<State>) {
    while true {
      Monotonic.sleep(nanoseconds: pause)
      // NB: nothing is looked up in the weak references under the lock: letting go of what they hold
      // may end a domain.
      let watched = here.withLock { $0.watched }
      var idle: [(id: ObjectIdentifier, ticket: UInt64)] = []
      for (id, entry) in watched {
        if let domain = entry.domain, domain.isFollowed {
          domain.catchUp()
        } else {
          idle.append((id, entry.ticket))
        }
      }
      let isOver = here.withLock { state in
        for (id, ticket) in idle where state.watched[id]?.ticket == ticket {
          state.watched[id] = nil
        }
        state.hasThread = !state.watched.isEmpty
        return !state.hasThread
      }
      if isOver { return }
    }
  }
}
