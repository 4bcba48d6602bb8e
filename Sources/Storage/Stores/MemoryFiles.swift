import Synchronization

/// Small in-memory files for the sync state of an in-memory domain.
package final class MemoryFiles: Sendable {
  /// The in-memory equivalent of a lock file, which is held during a sync.
  package let lock = ThreadLock()
  private let files = Mutex<[String: [UInt8]]>([:])

  package init() {}

  /// The bytes of the file at a path.
  ///
  /// Setting the bytes to `nil` removes the file.
  package subscript(_ path: String) -> [UInt8]? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }

  package func append(_ bytes: [UInt8], to path: String) {
    files.withLock { $0[path, default: []] += bytes }
  }

  /// Returns the names of the files in a directory.
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
