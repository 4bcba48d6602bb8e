import Synchronization

/// A store in memory, for tests and for values that shall not outlive the process.
public final class MemoryStorage: DomainStorage {
  private let values: Mutex<PropertyListDictionary>

  /// Makes a store that holds some values.
  public init(_ values: PropertyListDictionary = [:]) {
    self.values = Mutex(values)
  }

  /// Says that it is memory.
  public var place: String { "memory" }

  /// What is stored.
  public func read() throws(DomainError) -> PropertyListDictionary { values.withLock { $0 } }

  /// Changes what is stored as one step.
  public func update(
    _ change: (inout PropertyListDictionary) throws(DomainError) -> Void
  ) throws(DomainError) {
    var copy = values.withLock { $0 }
    try change(&copy)
    let new = copy
    values.withLock { $0 = new }
  }

  /// Watches nothing: only this process writes here.
  public func watch(_ wake: @escaping @Sendable () -> Void) -> DomainWatch { DomainWatch {} }
}
