import Synchronization

/// A file that is removed when a signal ends the process: a temporary file, or a lock that is a file.
///
/// A program that was killed by SIGKILL leaves it behind all the same, so its name must not matter to
/// the next one.
package final class SignalCleanup {
  private static let isOn = Atomic(false)

  private var slot: Int32
  /// Stays open as long as the file is noted.
  private let folder: DirectoryHandle

  /// Removes such files when a signal ends this process; for programs that are Settee's own.
  ///
  /// A handler that the program has for a signal stays.
  package static func handleSignals() {
    noteFiles()
    SystemCalls.handleSignals()
  }

  /// Has files noted for ``removeFiles()``, in a program that handles signals itself.
  package static func noteFiles() { isOn.store(true, ordering: .relaxed) }

  /// Removes the files now: the process is about to end by a signal.
  package static func removeFiles() { SystemCalls.runCleanup() }

  /// Notes a file; nil where no signal is handled.
  ///
  /// Without a status the name has to be one that nobody else chooses.
  package init?(_ path: String, _ status: FileStatus? = nil) {
    guard Self.isOn.load(ordering: .relaxed), let folder = try? DirectoryHandle(of: path) else {
      return nil
    }
    self.folder = folder
    slot = SystemCalls.noteCleanup(folder.file, FilePath.name(of: path), status)
  }

  /// The file has been renamed, or removed.
  package func cancel() {
    SystemCalls.cancelCleanup(slot)
    slot = -1
  }

  deinit { cancel() }
}
