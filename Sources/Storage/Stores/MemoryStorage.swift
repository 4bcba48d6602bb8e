import SetteeFiles
package import SetteeValues
import Synchronization

/// An in-memory store for tests and for values that are discarded when the process exits.
package final class MemoryStorage: LayerStore {
  private let stored: Mutex<Snapshot>
  /// The closures of the running watches, each with a number.
  private let wakes = Mutex<[Int: @Sendable (Bool) -> Void]>([:])
  private let lock = ThreadLock()

  package init(_ values: PropertyListDictionary = [:]) {
    stored = Mutex(Snapshot(values, revision: 1))
  }

  /// The in-memory directories in which cloud sync stores its state.
  ///
  /// For cloud sync, each in-memory store is a separate device.
  package let locations: SettingsDirectories? = SettingsDirectories(inMemory: MemoryFiles())

  package func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    stored.withLock { $0 }
  }

  package func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws {
    guard let depth = lock.acquire(until: Monotonic.now + FileLock.patience) else {
      throw DomainError(
        .busy, "Can't change the values: another thread in this program is using them.")
    }
    defer { lock.release() }
    if depth > 1 { throw DomainError(nestedWriteTo: "the values in memory") }
    let working = Transaction(stored.withLock { $0 })
    try step(working)
    if working.isChanged { store(working) }
  }

  private func store(_ working: Transaction) {
    let values = working.values
    let revision = stored.withLock { stored in
      stored = Snapshot(values, revision: stored.revision + 1)
      return stored.revision
    }
    let wakes = wakes.withLock { Array($0.values) }
    working.finish(revision: revision)
    for wake in wakes { wake(false) }
  }

  /// Calls `wake` after every update of the store.
  package func watch(_ wake: @escaping @Sendable (Bool) -> Void) -> DomainWatch? {
    let id = wakes.withLock { wakes in
      let id = (wakes.keys.max() ?? 0) + 1
      wakes[id] = wake
      return id
    }
    return DomainWatch { [weak self] in
      let old = self?.wakes.withLock { $0.removeValue(forKey: id) }
      withExtendedLifetime(old) {}
    }
  }
}
