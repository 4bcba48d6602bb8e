#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Settee
import Synchronization

/// Carries events from the thread that sees them to the one that prints them, through a pipe.
final class EventQueue: Sendable {
  private let events = Mutex<[(Domain, DomainEvent)]>([])
  private let reading: Int32
  private let writing: Int32

  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(.io, "No pipe could be made: \(StandardStreams.reason(errno)).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // NB: the watching thread must never wait for a slow reader: a full pipe says enough.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Adds an event, from any thread.
  func put(_ event: DomainEvent, of domain: Domain) {
    events.withLock { $0.append((domain, event)) }
    var byte: UInt8 = 0
    _ = StandardStreams.writeByte(writing, &byte)
  }

  /// Waits for events; nil when the reader of standard output has gone away.
  func take() -> [(Domain, DomainEvent)]? {
    while true {
      let waiting = events.withLock { events in
        defer { events = [] }
        return events
      }
      guard waiting.isEmpty else { return waiting }
      var files = [
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        // Without wanted events only the other end's going is told.
        pollfd(fd: 1, events: 0, revents: 0),
      ]
      guard poll(&files, 2, -1) > 0 else { continue }
      if files[1].revents & Int16(POLLERR | POLLHUP) != 0 { return nil }
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = read(reading, &bytes, bytes.count)
    }
  }
}
