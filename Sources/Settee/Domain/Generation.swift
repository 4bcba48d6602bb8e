import Synchronization

/// A number that grows with every change of a domain that a read could see.
final class Generation: Sendable {
  private let number = Atomic<UInt64>(1)

  /// The number now; whoever sees it grown also sees the change, once the state's lock is free.
  var now: UInt64 { number.load(ordering: .acquiring) }

  /// Counts a change.
  func grow() { number.wrappingAdd(1, ordering: .releasing) }
}
