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
  ///
  /// NB: asking may read a file that has changed, and then tells everyone who follows the domain.
  var now: UInt64 {
    (domain?.generation ?? 0) &+ (base?.now ?? 0) &+ own.load(ordering: .acquiring)
  }

  /// The domain that it grows with, its own or the one below.
  var followed: Domain? { domain ?? base?.followed }

  /// Has everything read anew.
  func tick() { own.wrappingAdd(1, ordering: .releasing) }
}

/// The clock that a setting is bound to, to be asked without a lock and without counting references.
@usableFromInline
struct BoundClock: ~Copyable, Sendable {
  /// What ``now`` says while there is no clock; no clock gets there by counting.
  @usableFromInline static var unbound: UInt64 { .max }

  /// The address of the clock; 0 while there is none.
  private let address = Atomic<UInt>(0)
  /// Keeps every clock alive that was ever followed, because another thread may be asking it.
  private let kept = Mutex<[ReadClock]>([])

  init() {}

  /// The number now.
  @usableFromInline
  var now: UInt64 { ask { $0.now } ?? Self.unbound }

  /// Throws in a child that was forked after the store was opened; asked before any lock is taken.
  func refuseInherited() throws(StoreError) {
    guard let domain = ask({ $0.followed }) ?? nil else { return }
    do { try domain.refuseInherited() } catch { throw StoreError(error) }
  }

  @inline(__always)
  private func ask<Answer>(_ question: (ReadClock) -> Answer) -> Answer? {
    let address = address.load(ordering: .acquiring)
    guard let clock = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<ReadClock>.fromOpaque(clock)._withUnsafeGuaranteedRef { question($0) }
  }

  /// Asks that clock from now on.
  func follow(_ new: ReadClock) {
    kept.withLock { $0.append(new) }
    let address = UInt(bitPattern: Unmanaged.passUnretained(new).toOpaque())
    self.address.store(address, ordering: .releasing)
  }
}
