import Synchronization

/// Small files that exist only in memory, for the sync state of a domain in memory.
package final class MemoryFiles: Sendable {
  /// The equivalent of the lock file on disk.
  ///
  /// This lock is held during a sync.
  package let lock = ThreadLock()
  private let files = Mutex<[String: [UInt8]]>([:])

  package init() {}

  /// The bytes of the file at a path.
  ///
  /// Setting them to `nil` removes the file.
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
