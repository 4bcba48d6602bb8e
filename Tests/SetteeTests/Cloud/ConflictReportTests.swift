import Synchronization
import Testing

@testable import Settee
@testable import SetteeCloud

/// Verifies that each conflict decision is reported, even if the program exits before it prints the
/// report.
@Suite struct ConflictReportTests {
  let here: Machine
  let there: Machine
  let mirror = UnreliableMirror()

  init() throws {
    (here, there) = (try Machine(), try Machine())
    try here.set(["a": .integer(1)])
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    try there.set(["a": .integer(2)])
    _ = try there.sync(mirror).sync(.automatic)
    try here.set(["a": .integer(3)])
  }

  @Test func `a conflict is reported by each sync until it is acknowledged`() throws {
    let sync = try here.sync(mirror)
    let first = try sync.syncUnacknowledged(.automatic)
    #expect(first.conflicts.map(\.remoteValue) == [.integer(2)])
    #expect(try sync.syncUnacknowledged(.automatic).conflicts.map(\.remoteValue) == [.integer(2)])
    sync.acknowledge(first.conflicts)
    #expect(try sync.syncUnacknowledged(.automatic).conflicts.isEmpty)
  }

  @Test func `after a push with a lost response, status reports its conflicts`() throws {
    let sync = try here.sync(mirror)
    mirror.isUnheard.withLock { $0 = true }
    #expect(throws: CloudError.self) { try sync.sync(.automatic) }
    mirror.isUnheard.withLock { $0 = false }
    let status = try sync.status()
    #expect(status.rows.isEmpty)
    #expect(status.recentConflicts.map(\.remoteValue) == [.integer(2)])
    #expect(try sync.sync(.automatic).conflicts.map(\.remoteValue) == [.integer(2)])
  }

  @Test func `a failed push is not a decision`() throws {
    let sync = try here.sync(mirror)
    mirror.refuses.withLock { $0 = true }
    #expect(throws: CloudError.self) { try sync.sync(.automatic) }
    let status = try sync.status()
    #expect(status.rows.map(\.state) == [.conflict])
    #expect(status.recentConflicts.isEmpty)
  }
}

/// A mirror that can reject a push, or accept it and lose the response.
final class UnreliableMirror: ClearMirror {
  private let inner = MemoryStore()
  let isUnheard = Mutex(false)
  let refuses = Mutex(false)

  var place: String { inner.place }

  func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws
    -> CloudSnapshot
  {
    try inner.pull(address, by: deadline)
  }

  func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: String, by deadline: CloudDeadline
  ) throws -> String? {
    if refuses.withLock({ $0 }) { throw CloudError(.unreachable, "No.") }
    let revision = try inner.push(
      document, to: address, from: device, expecting: revision, by: deadline)
    if isUnheard.withLock({ $0 }) { throw CloudError(.unreachable, "No answer.") }
    return revision
  }

  func changes(
    at address: CloudAddress, after revision: String,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> @Sendable () -> Void { inner.changes(at: address, after: revision, notice: notice) }
}
