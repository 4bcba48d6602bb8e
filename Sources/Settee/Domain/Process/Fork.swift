#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import SetteePropertyLists
import Synchronization

/// What fork(2) without exec leaves of a process: one thread, and locks that others held at that
/// moment, which never open again.
///
/// So nothing that was opened before the fork is used in the child: what can throw throws, what
/// cannot ends the child with a sentence, and its end waits for nothing. What the child opens itself
/// works; see ``ProcessWide``.
enum Fork {
  /// How many forks lie between the first process and this one.
  static let count = Atomic<UInt64>(0)

  /// Has forks counted from now on.
  static let isCounted: Void = {
    // Made before a fork: a child would wait for ever for the thread that is about to.
    _ = KeyHash.seeds
    _ = ProcessWide.current
    pthread_atfork(
      nil, nil,
      {
        Fork.count.wrappingAdd(1, ordering: .relaxed)
        ProcessWide.renew()
      })
  }()

  /// What can be done instead.
  static let advice =
    "it was opened before this process was forked; open it anew here, or have the child exec"

  /// Ends a child that uses what its parent had opened, where no caller can be told.
  static func refuse() -> Never {
    let bytes = Array("settee: A store cannot be used: \(advice).\n".utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    signal(SIGABRT, SIG_DFL)
    abort()
  }
}

extension Domain {
  /// Whether this is a child that was forked after the domain was opened.
  @inline(__always)
  var isInherited: Bool { Fork.count.load(ordering: .relaxed) != forks }

  /// Throws in a child that was forked after the domain was opened; asked before any lock is taken.
  func refuseInherited() throws(DomainError) {
    guard isInherited else { return }
    throw DomainError(.io, "The domain \(name) cannot be used: \(Fork.advice).")
  }
}
