import SetteeFiles
import SetteeValues

/// A wait for other programs to finish writing a file before Settee changes it.
///
/// Many programs truncate their file and write it shortly afterward. Content that is read in
/// between is valid but might be empty. A nonempty file never causes a wait if no program has it
/// open for writing.
struct WriterWait {
  private static let patience: Int64 = .milliseconds(2000)

  private let path: String
  private let deadline = Monotonic.now + patience
  private var seen: (content: FileContent, since: Int64)?

  init(_ path: String) { self.path = path }

  /// Returns whether another program has finished writing the content that Settee read.
  ///
  /// If the content is incomplete, this method sleeps for a short time before the next attempt.
  mutating func isSettled(_ content: FileContent) throws -> Bool {
    let now = Monotonic.now
    if content.isOpenForWriting == true {
      seen = nil
    } else {
      // If the operating system doesn't report which programs write the file, wait until the file
      // hasn't changed for a while.
      if !content.status.wasModified(within: .milliseconds(2000)) { return true }
      if !content.bytes.isEmpty, content.isOpenForWriting == false { return true }
      guard let seen, seen.content.status == content.status, seen.content.bytes == content.bytes
      else {
        seen = (content, now)
        return try keepWaiting(now)
      }
      if now - seen.since >= .milliseconds(content.bytes.isEmpty ? 200 : 100) { return true }
    }
    return try keepWaiting(now)
  }

  /// Sleeps for a short time, or throws an error if another program hasn't finished writing before
  /// the timeout.
  private func keepWaiting(_ now: Int64) throws -> Bool {
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
