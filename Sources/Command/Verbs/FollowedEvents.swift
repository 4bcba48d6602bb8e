import Settee
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What followers say, carried from their threads to the one that prints.
final class FollowedEvents: Sendable {
  private let waiting = Mutex<[(String, CloudEvent)]>([])

  func add(_ domain: String, _ event: CloudEvent) {
    waiting.withLock { $0.append((domain, event)) }
  }

  func take() -> [(String, CloudEvent)] {
    waiting.withLock { events in
      defer { events = [] }
      return events
    }
  }

  static func rest() { usleep(50_000) }
}
