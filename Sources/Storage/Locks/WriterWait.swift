import SetteeFiles

/// A wait, before a file is changed, for other programs that are in the middle of writing it.
///
/// Most programs truncate their file, and write it some moments later; what is read in between is valid,
/// and may be empty. A file that nobody has open for writing, and that isn't empty, is never waited for.
struct WriterWait {
  private static let patience: Int64 = .milliseconds(2000)

  private let path: String
  private let deadline = Monotonic.now + patience
  private var seen: (content: FileContent, since: Int64)?

  init(_ path: String) { self.path = path }

  /// Whether what was just read under the lock may be changed; else waits a moment, for the next look.
  mutating func isSettled(_ content: FileContent) throws(DomainError) -> Bool {
    let now = Monotonic.now
    if content.writers == .some {
      seen = nil
    } else {
      // Where the system doesn't tell of writers, a file has to stay as it is for a while.
      if !content.status.wasModified(within: .milliseconds(2000)) { return true }
      if !content.bytes.isEmpty, content.writers == .none { return true }
      guard let seen, seen.content.status == content.status, seen.content.bytes == content.bytes
      else {
        seen = (content, now)
        return try keepWaiting(now)
      }
      if now - seen.since >= .milliseconds(content.bytes.isEmpty ? 200 : 100) { return true }
    }
    return try keepWaiting(now)
  }

  /// Waits; throws where the time is over.
  private func keepWaiting(_ now: Int64) throws(DomainError) -> Bool {
    guard now < deadline else {
      throw DomainError(
        .busy,
        "Can't write \(path): another program has been writing it for 2 seconds. Try again when it has finished."
      )
    }
    Monotonic.sleep(nanoseconds: .milliseconds(5))
    return false
  }
}
