import Synchronization

/// An in-memory key-value store for tests and previews.
package final class MemoryStore: BlobStore {
  private typealias Watch = (key: String, notice: @Sendable (MirrorEvent) -> Void)

  /// The blobs and the running watches, with the last number that either of them received.
  private let contents = Mutex((blobs: [String: Blob](), watches: [Int64: Watch](), last: Int64(0)))

  package init() {}

  package var place: String { "memory" }

  package func read(_ key: String, by deadline: CloudDeadline) -> Blob? {
    contents.withLock { $0.blobs[key] }
  }

  package func list(_ prefix: String, by deadline: CloudDeadline) -> [String] {
    contents.withLock { $0.blobs.keys.filter { $0.hasPrefix(prefix) } }
  }

  package func write(
    _ bytes: [UInt8], to key: String, ifRevision revision: Int64, by deadline: CloudDeadline
  ) -> Int64? {
    let (written, watches) = contents.withLock { contents -> (Int64?, [Watch]) in
      guard contents.blobs[key]?.revision ?? 0 == revision else { return (nil, []) }
      contents.last += 1
      contents.blobs[key] = (bytes, contents.last)
      return (contents.last, contents.watches.values.filter { $0.key == key })
    }
    for watch in watches { watch.notice(.changed) }
    return written
  }

  package func delete(
    _ key: String, ifRevision revision: Int64, by deadline: CloudDeadline
  ) -> Bool {
    contents.withLock { contents in
      guard contents.blobs[key]?.revision ?? 0 == revision else { return false }
      contents.blobs[key] = nil
      return true
    }
  }

  package func watch(
    _ key: String, after revision: Int64, notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> @Sendable () -> Void {
    let (number, isBehind) = contents.withLock { contents in
      contents.last += 1
      contents.watches[contents.last] = (key, notice)
      return (contents.last, contents.blobs[key]?.revision ?? 0 != revision)
    }
    if isBehind { notice(.changed) }
    return { [self] in contents.withLock { $0.watches[number] = nil } }
  }
}
