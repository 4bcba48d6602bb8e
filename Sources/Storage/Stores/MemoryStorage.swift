import SetteeFiles
package import SetteePropertyLists
import Synchronization

/// An in-memory store for tests and for values that are discarded when the process exits.
package final class MemoryStorage: LayerStore {
  private struct StoredState {
    var stored: Snapshot
    var wakes: [UInt64: @Sendable (Bool) -> Void] = [:]
    var lastWake: UInt64 = 0
  }

  private let state: Mutex<StoredState>
  private let lock = ThreadLock()

  package init(_ values: PropertyListDictionary = [:]) {
    state = Mutex(StoredState(stored: Snapshot(values, revision: 1)))
  }

  package var place: String { "memory" }

  /// The in-memory directories in which cloud sync stores its state.
  ///
  /// For cloud sync, each in-memory store is a separate device.
  package let locations: SettingsDirectories? = SettingsDirectories(inMemory: MemoryFiles())

  package func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    state.withLock { $0.stored }
  }

  package func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws {
    let taken = lock.acquire(until: Monotonic.now + FileLock.patience)
    guard taken != .late else {
      throw DomainError(
        .busy, "Can't change the values: another thread in this program is using them.")
    }
    defer { lock.release() }
    if taken == .again { throw DomainError(nestedWriteTo: "the values in memory") }
    let working = Transaction(state.withLock { $0.stored })
    try step(working)
    if working.isChanged { store(working) }
  }

  private func store(_ working: Transaction) {
    let values = working.values
    let (revision, wakes) = state.withLock { state in
      state.stored = Snapshot(values, revision: state.stored.revision + 1)
      return (state.stored.revision, Array(state.wakes.values))
    }
    working.finish(revision: revision)
    for wake in wakes { wake(false) }
  }

  /// Calls `wake` after every update of the store.
  package func watch(_ wake: @escaping @Sendable (Bool) -> Void) -> DomainWatch? {
    let id = state.withLock { state in
      state.lastWake += 1
      state.wakes[state.lastWake] = wake
      return state.lastWake
    }
    return DomainWatch { [weak self] in
      let old = self?.state.withLock { $0.wakes.removeValue(forKey: id) }
      withExtendedLifetime(old) {}
    }
  }
}
