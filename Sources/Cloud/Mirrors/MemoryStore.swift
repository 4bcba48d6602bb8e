import Synchronization

/// An in-memory key-value store for tests and previews.
package final class MemoryStore: KeyedStore {
  private struct Contents {
    typealias Watch = (key: String, notice: @Sendable (MirrorEvent) -> Void)

    var entries: [String: Entry] = [:]
    var last: Int64 = 0
    var watches: [Int64: Watch] = [:]
  }

  private let contents = Mutex(Contents())

  package init() {}

  package var place: String { "memory" }

  package func entry(_ key: String, by deadline: CloudDeadline) -> Entry? {
    contents.withLock { $0.entries[key] }
  }

  package func keys(_ prefix: String, by deadline: CloudDeadline) -> [String] {
    contents.withLock { $0.entries.keys.filter { $0.hasPrefix(prefix) } }
  }

  package func put(
    _ bytes: [UInt8], under key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) -> Int64? {
    let (taken, watches) = contents.withLock { contents -> (Int64?, [Int64: Contents.Watch]) in
      guard contents.entries[key]?.revision ?? 0 == revision else { return (nil, [:]) }
      contents.last += 1
      contents.entries[key] = (bytes, contents.last)
      return (contents.last, contents.watches.filter { $0.value.key == key })
    }
    for watch in watches.values { watch.notice(.changed) }
    return taken
  }

  package func remove(
    _ key: String, expecting revision: Int64, by deadline: CloudDeadline
  ) -> Bool {
    contents.withLock { contents in
      guard contents.entries[key]?.revision ?? 0 == revision else { return false }
      contents.entries[key] = nil
      return true
    }
  }

  package func changes(
    of key: String, after revision: Int64, notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> any CloudWatch {
    let (number, isBehind) = contents.withLock { contents in
      contents.last += 1
      contents.watches[contents.last] = (key, notice)
      return (contents.last, contents.entries[key]?.revision ?? 0 != revision)
    }
    if isBehind { notice(.changed) }
    return MemoryWatch { [self] in contents.withLock { $0.watches[number] = nil } }
  }
}

private struct MemoryWatch: CloudWatch {
  let end: @Sendable () -> Void

  func stop() { end() }
}
