import Synchronization

/// A mirror in memory, for tests and previews: the smallest thing that passes the suite.
package final class MemoryMirror: MirrorBackend {
  private struct Entry {
    var document: CloudDocument?
    var revision: Int64 = 0
  }

  private struct Contents {
    var entries: [CloudAddress: Entry] = [:]
    var seals: [String: [Seal]] = [:]
    var watches: [Int: (CloudAddress, @Sendable (CloudNotice) -> Void)] = [:]
    var lastWatch = 0
  }

  private let contents = Mutex(Contents())

  package init() {}

  package var place: String { "memory" }

  package func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws(CloudError)
    -> CloudSnapshot
  {
    contents.withLock {
      let entry = $0.entries[address] ?? Entry()
      return CloudSnapshot(
        document: entry.document, revision: CloudRevision(String(entry.revision)))
    }
  }

  package func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: CloudRevision, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    let taken: (CloudRevision, [@Sendable (CloudNotice) -> Void])? = contents.withLock {
      var entry = $0.entries[address] ?? Entry()
      guard revision.text == String(entry.revision) else { return nil }
      entry.document = document
      entry.revision += 1
      $0.entries[address] = entry
      let heard = $0.watches.values.filter { $0.0 == address }.map(\.1)
      return (CloudRevision(String(entry.revision)), heard)
    }
    taken?.1.forEach { $0(.changed) }
    return taken?.0
  }

  // MARK: Sealed accounts

  package func seals(of account: String, by deadline: CloudDeadline) -> [Seal] {
    contents.withLock { $0.seals[account] ?? [] }
  }

  package func publish(
    _ seal: Seal, of account: String, over found: [Seal], by deadline: CloudDeadline
  ) -> Bool {
    contents.withLock {
      guard $0.seals[account] ?? [] == found else { return false }
      $0.seals[account] = [seal]
      return true
    }
  }

  package func addresses(
    of account: String, sealedWith key: AccountKey?, by deadline: CloudDeadline
  ) -> [CloudAddress] {
    contents.withLock {
      $0.entries.keys.filter { $0.account == account && $0.key?.epoch == key?.epoch }
    }
  }

  package func remove(
    _ address: CloudAddress, containedIn document: CloudDocument, of device: CloudDevice?,
    by deadline: CloudDeadline
  ) -> Int {
    contents.withLock {
      guard let there = $0.entries[address]?.document else { return 0 }
      guard document.contains(there) else { return 1 }
      $0.entries[address] = nil
      return 0
    }
  }

  package func discard(_ epoch: SealEpoch, by deadline: CloudDeadline) {
    contents.withLock { contents in
      contents.entries = contents.entries.filter { $0.key.key?.epoch != epoch }
    }
  }

  package func bar(_ account: String, _ isBarred: Bool) {}

  package func changes(
    at address: CloudAddress, after revision: CloudRevision,
    notice: @escaping @Sendable (CloudNotice) -> Void
  ) -> any CloudWatch {
    let (number, isBehind) = contents.withLock { contents in
      contents.lastWatch += 1
      contents.watches[contents.lastWatch] = (address, notice)
      return (
        contents.lastWatch, String(contents.entries[address]?.revision ?? 0) != revision.text
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
