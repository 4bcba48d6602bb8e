import Synchronization

/// A thread-safe lazy value.
package final class OnDemand<Content: Sendable>: Sendable {
  private let make: @Sendable () -> Content
  private let known = Mutex<Content?>(nil)

  package init(_ make: @escaping @Sendable () -> Content) { self.make = make }

  package var content: Content {
    known.withLock { known in
      if let known { return known }
      let content = make()
      known = content
      return content
    }
  }
}
