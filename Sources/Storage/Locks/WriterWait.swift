import SetteeFiles

/// Waits until other programs have finished writing a file, before the file is changed.
///
/// Many programs truncate their file and write it shortly afterward. What is read in between is
/// valid, but may be empty. A nonempty file that no program has open for writing never causes a
/// wait.
struct WriterWait {
  private static let patience: Int64 = .milliseconds(2000)

  private let path: String
  private let deadline = Monotonic.now + patience
  private var seen: (content: FileContent, since: Int64)?

  init(_ path: String) { self.path = path }

  /// Returns whether the content read under the lock is complete.
  ///
  /// Otherwise sleeps briefly before the next attempt.
  mutating func isSettled(_ content: FileContent) throws(DomainError) -> Bool {
    let now = Monotonic.now
    if content.writers == .some {
      seen = nil
    } else {
      // If the system doesn't report writers, require that the file doesn't change for a while.
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

  /// Sleeps, or throws after the timeout.
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
