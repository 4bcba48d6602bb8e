import Synchronization

/// A mirror in memory, for tests and previews: the smallest thing that passes the suite.
public final class MemoryMirror: CloudMirror {
  private struct Shelf {
    var document: CloudDocument?
    var revision: Int64 = 0
  }

  private struct Contents {
    var shelves: [CloudAddress: Shelf] = [:]
    var watches: [Int: (CloudAddress, @Sendable (CloudNotice) -> Void)] = [:]
    var lastWatch = 0
  }

  private let contents = Mutex(Contents())

  /// Makes an empty mirror.
  public init() {}

  /// The mirror's address in words.
  public var place: String { "memory" }

  /// All that the mirror holds at an address.
  public func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws(CloudError)
    -> CloudSnapshot
  {
    contents.withLock {
      let shelf = $0.shelves[address] ?? Shelf()
      return CloudSnapshot(
        document: shelf.document, revision: CloudRevision(String(shelf.revision)))
    }
  }

  /// Puts a document in the place of the revision that it was made from.
  public func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    let taken: (CloudRevision, [@Sendable (CloudNotice) -> Void])? = contents.withLock {
      var shelf = $0.shelves[address] ?? Shelf()
      guard revision.text == String(shelf.revision) else { return nil }
      shelf.document = document
      shelf.revision += 1
      $0.shelves[address] = shelf
      let heard = $0.watches.values.filter { $0.0 == address }.map(\.1)
      return (CloudRevision(String(shelf.revision)), heard)
    }
    taken?.1.forEach { $0(.changed) }
    return taken?.0
  }

  /// Calls back whenever a push was taken.
  public func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (CloudNotice) -> Void
  ) -> any CloudWatch {
    let (number, isBehind) = contents.withLock { contents in
      contents.lastWatch += 1
      contents.watches[contents.lastWatch] = (address, notice)
      return (
        contents.lastWatch, String(contents.shelves[address]?.revision ?? 0) != revision.text
      )
    }
    if isBehind { notice(.changed) }
    return MemoryWatch { [self] in contents.withLock { $0.watches[number] = nil } }
  }
}

private struct MemoryWatch: CloudWatch {
  let end: @Sendable () -> Void

  func stop() { end() }
}
