import Synchronization

/// A temporary or lock file that is removed if a signal terminates the process.
///
/// If SIGKILL terminates the process, the file remains, so its existence must not affect later
/// processes.
package final class SignalCleanup {
  private static let isOn = Atomic(false)

  private var slot: Int32
  /// The open directory that contains the temporary or lock file.
  private let folder: DirectoryHandle

  /// Removes registered files when a signal terminates this process.
  ///
  /// Only Settee's own programs call this method. Existing signal handlers aren't replaced.
  package static func handleSignals() {
    noteFiles()
    SystemCalls.handleSignals()
  }

  /// Enables the registration of files for ``removeFiles()`` in a program with its own signal
  /// handlers.
  package static func noteFiles() { isOn.store(true, ordering: .relaxed) }

  /// Removes the registered files before a signal terminates the process.
  package static func removeFiles() { SystemCalls.runCleanup() }

  /// Registers a file for removal, or returns `nil` if the program doesn't handle signals.
  ///
  /// If no status is specified, the name of the file must be unique.
  package init?(_ path: String, _ status: FileStatus? = nil) {
    guard Self.isOn.load(ordering: .relaxed), let folder = try? DirectoryHandle(of: path)
    else {
      return nil
    }
    self.folder = folder
    slot = SystemCalls.noteCleanup(folder.file, FilePath.name(of: path), status)
  }

  /// Cancels the registration of the file after it has been renamed or removed.
  package func cancel() {
    SystemCalls.cancelCleanup(slot)
    slot = -1
  }

  deinit { cancel() }
}
