import Synchronization

/// A number that grows whenever something that settings read may have changed.
///
/// A setting compares it with the number of its cached value: that is the whole cost of a read as
/// long as nothing happens.
@usableFromInline
final class ReadClock: Sendable {
  private let domain: Domain?
  private let base: ReadClock?
  private let own = Atomic<UInt64>(0)

  /// A clock that grows with a domain, with another clock, and by itself.
  init(of domain: Domain? = nil, over base: ReadClock? = nil) {
    self.domain = domain
    self.base = base
  }

  /// The number now.
  @usableFromInline
  var now: UInt64 {
    (domain?.generation ?? 0) &+ (base?.now ?? 0) &+ own.load(ordering: .acquiring)
  }

  /// Has everything read anew.
  func tick() { own.wrappingAdd(1, ordering: .releasing) }
}
