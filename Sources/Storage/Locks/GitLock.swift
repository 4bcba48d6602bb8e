import SetteeFiles
import SetteeValues

/// The lock that git uses for its configuration file.
///
/// Git creates a lock file next to its configuration file and removes it when it releases the lock.
struct GitLock {
  private let path: String
  private let fileSystem: FileSystem
  /// The descriptor of the lock file, which stays open while the lock is held.
  ///
  /// While the lock file is open, no other file can get its inode.
  private let file: Int32
  private let status: FileStatus?
  private let cleanup: SignalCleanup?

  /// Creates the lock file that git uses, and waits while git holds the lock.
  ///
  /// Git itself doesn't wait for the lock but fails immediately.
  init(of path: String, _ fileSystem: FileSystem) throws {
    (self.path, self.fileSystem) = (path + ".lock", fileSystem)
    file = try Self.make(self.path, for: path, fileSystem)
    status = try? fileSystem.status(file)
    cleanup = status.flatMap { SignalCleanup(path + ".lock", $0) }
  }

  private static func make(
    _ lock: String, for path: String, _ fileSystem: FileSystem
  ) throws -> Int32 {
    var wait = LockWait(for: try? fileSystem.existing(path))
    while true {
      do {
        return try fileSystem.call(
          "create the lock file", lock, fileSystem.open(lock, OpenFlags.temporary, 0o600))
      } catch let error as SystemError {
        guard error.code == EEXIST else { throw error }
      }
      guard wait.keepWaiting(try? fileSystem.existing(path)) else {
        throw DomainError(
          .busy,
          "Can't write \(path): git holds the lock \(lock)."
            + " Wait for it to finish, or remove the lock file if git isn't running.")
      }
    }
  }

  /// Removes the lock file, unless git has already removed it and created another one.
  func release() {
    if isOurs { try? fileSystem.remove(path) }
    cleanup?.cancel()
    fileSystem.closeQuietly(file)
  }

  private var isOurs: Bool {
    if let now = try? fileSystem.existing(path, followLinks: false) {
      return status.map { now.isSameFile(as: $0) } ?? true
    }
    // The path is missing or can't be checked, so check the open lock file, which has at least one
    // link while it exists.
    return (try? fileSystem.status(file).links) ?? 1 > 0
  }
}
