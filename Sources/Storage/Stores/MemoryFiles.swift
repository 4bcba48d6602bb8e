import Synchronization

/// Small in-memory files for the sync state of an in-memory domain.
package final class MemoryFiles: Sendable {
  /// A lock that a device holds during a sync, in place of a lock file.
  package let lock = ThreadLock()
  private let files = Mutex<[String: [UInt8]]>([:])

  package init() {}

  /// The bytes of the in-memory file at a path, or `nil` if it doesn't exist.
  ///
  /// Setting the bytes to `nil` removes the file from memory.
  package subscript(_ path: String) -> [UInt8]? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }

  package func append(_ bytes: [UInt8], to path: String) {
    files.withLock { $0[path, default: []] += bytes }
  }

  /// Returns the names of the in-memory files in a directory.
  package func names(in folder: String) -> [String] {
    files.withLock { files in
      files.keys.filter { $0.hasPrefix(folder + "/") }.map {
        String($0.dropFirst(folder.count + 1))
      }
    }
  }
}

extension MemoryFiles: Equatable {
  package static func == (left: MemoryFiles, right: MemoryFiles) -> Bool { left === right }
}
