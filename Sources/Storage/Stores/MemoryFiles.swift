import Synchronization

/// Small files that exist in memory only: the sync state of a domain that is in memory itself.
package final class MemoryFiles: Sendable {
  /// Locked by whoever syncs, as the lock file is on disk.
  package let lock = ThreadLock()
  private let files = Mutex<[String: [UInt8]]>([:])

  package init() {}

  /// The bytes of the file at a path; setting `nil` removes it.
  package subscript(_ path: String) -> [UInt8]? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }

  package func append(_ bytes: [UInt8], to path: String) {
    files.withLock { $0[path, default: []] += bytes }
  }

  /// The names of the files in a folder.
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
