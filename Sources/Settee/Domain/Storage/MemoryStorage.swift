/// A store in memory, for tests and for values that shall not outlive the process.
public final class MemoryStorage: DomainStorage {
  private struct State {
    var stored: StoredValues
    var working: [UInt: WorkingBox] = [:]
    var wakes: [UInt64: @Sendable (Bool) -> Void] = [:]
    var nextWake: UInt64 = 0
  }

  private let state: Guarded<State>
  private let lock = ThreadLock()

  /// Makes a store that holds some values.
  public init(_ values: PropertyListDictionary = [:]) {
    state = Guarded(State(stored: StoredValues(values, revision: 1)))
  }

  /// Says that it is memory.
  public var place: String { "memory" }

  /// What is stored.
  public func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> StoredValues {
    state.withLock { $0.stored }
  }

  /// Changes what is stored as one step.
  public func update(
    _ step: (WorkingValues) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
  ) throws(DomainError) {
    let thread = ThisProcess.thread
    let taken = lock.take(until: Monotonic.now + FileLock.patience)
    guard taken != .late else { throw DomainError(.busy, "Another thread changes the values.") }
    defer { lock.release() }
    if taken == .again, let working = state.withLock({ $0.working[thread] }) {
      return try step(working.values)
    }
    let box = WorkingBox(WorkingValues(state.withLock { $0.stored }))
    state.withLock { $0.working[thread] = box }
    defer { _ = state.withLock { $0.working.removeValue(forKey: thread) } }
    try step(box.values)
    if box.values.isChanged { store(box.values) }
  }

  private func store(_ working: WorkingValues) {
    let values = working.values
    let (revision, wakes) = state.withLock { state in
      state.stored = StoredValues(values, revision: state.stored.revision + 1)
      return (state.stored.revision, Array(state.wakes.values))
    }
    working.finish(revision: revision)
    for wake in wakes { wake(false) }
  }

  /// Calls `wake` after every update, whoever made it.
  public func watch(_ wake: @escaping @Sendable (Bool) -> Void) -> DomainWatch? {
    let id = state.withLock { state in
      state.nextWake += 1
      state.wakes[state.nextWake] = wake
      return state.nextWake
    }
    return DomainWatch { [weak self] in
      let old = self?.state.withLock { $0.wakes.removeValue(forKey: id) }
      withExtendedLifetime(old) {}
    }
  }
}

/// Carries the values of an update to one within it.
// Safe to share: only the thread that holds the lock of the update makes, reads and drops it.
final class WorkingBox: @unchecked Sendable {
  let values: WorkingValues

  init(_ values: WorkingValues) { self.values = values }
}
