/// Where one layer of a domain is kept: a property-list file, memory, or Apple's preferences.
///
/// Every store has to pass the published suite of `SetteeSuites`.
public protocol DomainStorage: Sendable {
  /// A name for sentences: the path of the file, or what else it is.
  var place: String { get }

  /// Reads everything; what was never written is empty.
  func read() throws(DomainError) -> PropertyListDictionary

  /// Reads, changes and writes everything as one step that no other writer can come between.
  ///
  /// Nothing is written when `change` throws or leaves the values as they were.
  ///
  /// - Parameter change: Gets what is stored now, and makes of it what shall be stored.
  /// - Throws: What `change` threw, or why the values could not be read or written.
  func update(
    _ change: (inout PropertyListDictionary) throws(DomainError) -> Void
  ) throws(DomainError)

  /// Calls `wake`, from any thread, whenever the values may have changed; until the result is dropped.
  func watch(_ wake: @escaping @Sendable () -> Void) -> DomainWatch
}

/// What keeps a watch alive: let go of it to end the watch.
public final class DomainWatch: Sendable {
  private let end: @Sendable () -> Void

  /// Makes a watch that calls `end` when it is let go.
  public init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
