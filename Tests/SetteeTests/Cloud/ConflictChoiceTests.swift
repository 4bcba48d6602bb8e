import Foundation
import Synchronization
import Testing

@testable import Settee
@testable import SetteeCloud

/// Verifies that both devices end with the chosen value when the user resolves a conflict.
@Suite struct ConflictChoiceTests {
  /// The state of a key before the user resolves its conflict.
  enum Matter: String, CaseIterable {
    case conflict, changedHere, newHere, deletedHere, changedThere, newThere, deletedThere
    case deletedThereForGood, missingHere, putBack

    var state: SyncDifference.SyncStatus {
      switch self {
      case .conflict: .conflict
      case .changedHere, .newHere, .deletedHere, .putBack: .pending
      case .changedThere, .newThere, .deletedThere, .deletedThereForGood: .incoming
      case .missingHere: .missing
      }
    }
  }

  @Test(arguments: Matter.allCases, [CloudSide.local, .remote])
  func `a choice is kept here and in the mirror`(matter: Matter, side: CloudSide) throws {
    let (here, there, mirror) = (try Machine(), try Machine(), RestorableMirror())
    try bring(about: matter, here, there, mirror)
    let sync = try here.sync(mirror)
    let row = try #require(
      try sync.preview(SyncOptions(conflictPolicy: .ask)).first { $0.key == "a" })
    #expect(row.state == matter.state)
    var order = SyncOptions(conflictPolicy: .ask, ignoresMissingKeys: true, choices: ["a": side])
    order.seen = ["a": row]
    let report = try sync.sync(order)
    #expect(!report.needsResolution)
    let expected = side == .local ? row.localValue : row.remoteValue
    #expect(try here.value("a") == expected)
    let document = try mirror.pull(sync.address, by: .seconds(1)).document
    #expect(document?.records["a"]?.value == expected)
    #expect(try sync.preview(SyncOptions(conflictPolicy: .ask)).isEmpty)
    #expect(try sync.pending().isEmpty)
    _ = try there.sync(mirror).sync(.automatic)
    #expect(try there.value("a") == expected)
  }

  @Test func `a policy keeps a local value that another device chose again`() {
    let devices = (0..<3).map { CloudDevice(random: $0) }
    func record(_ value: Int64, _ time: Int64, _ device: CloudDevice) -> CloudRecord {
      CloudRecord(
        value: .integer(value), stamp: CloudStamp(time: time, count: 0, device: device),
        push: CloudPush(device: device, sequence: time))
    }
    var state = SyncState(mirror: "m", account: "ann", device: devices[0])
    state.base["a"] = record(1, 1, devices[1])
    var document = CloudDocument(mirror: "m", records: ["a": record(2, 3, devices[2])])
    document.devices[devices[1]] = CloudDeviceEntry(
      written: CloudWrite(sequence: 2, nonce: 1), time: 2)
    // The second device chose 1 again, and the third device replaced it without having seen this.
    let plan = SyncPlan(
      state: state, here: LocalState(values: ["a": .integer(1)]), document: document,
      contested: ["a": [record(1, 2, devices[1])]], now: 3)
    for (policy, side) in [(CloudPolicy.keepingLocal, CloudSide.local), (.newest, .remote)] {
      let decision = SyncDecision(
        plan, order: SyncOptions(conflictPolicy: policy), state: &state, document: document, now: 3)
      #expect(decision.side(of: "a") == side)
      #expect(decision.conflicts.map(\.kept) == [side])
    }
  }

  @Test(arguments: [nil, 1] as [Int64?])
  func `an edit that repeats a choice overrides values set in between`(chosen: Int64?) {
    let devices = (0..<2).map { CloudDevice(random: $0) }
    func stamp(_ time: Int64) -> CloudStamp {
      CloudStamp(time: time, count: 0, device: devices[0])
    }
    func record(_ value: Int64, at time: Int64) -> CloudRecord {
      CloudRecord(
        value: .integer(value), stamp: CloudStamp(time: time, count: 0, device: devices[1]),
        push: CloudPush(device: devices[1], sequence: time))
    }
    let value = chosen.map(PropertyList.integer)
    var state = SyncState(mirror: "m", account: "ann", device: devices[0])
    state.keep(
      "a", SyncPlan.PendingRecord(value: value, stamp: stamp(2)), over: record(2, at: 1))
    // Since the choice, this device has set another value and then repeated the choice. The other
    // device has set a value in between.
    let repeated = SyncEdit(
      value: Fingerprint(of: value), stamp: stamp(4), over: Fingerprint(of: .integer(4)))
    let here = LocalState(values: value.map { ["a": $0] } ?? [:], edits: ["a": repeated])
    let document = CloudDocument(mirror: "m", records: ["a": record(3, at: 3)])
    state.reconcile(here, isFirst: false, now: 5, saved: state.clock)
    let plan = SyncPlan(state: state, here: here, document: document, now: 5)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: 5)
    #expect(decision.sends["a"]?.stamp == stamp(4))
    #expect(decision.conflicts.map(\.kept) == [.local])
  }

  @Test func `a choice based on outdated values asks again`() throws {
    let (here, there, mirror) = (try Machine(), try Machine(), RestorableMirror())
    try bring(about: .changedThere, here, there, mirror)
    let sync = try here.sync(mirror)
    let row = try #require(try sync.preview(SyncOptions(conflictPolicy: .ask)).first)
    try there.set(["a": .string("newer")])
    _ = try there.sync(mirror).sync(.automatic)
    var order = SyncOptions(conflictPolicy: .ask, ignoresMissingKeys: true, choices: ["a": .local])
    order.seen = ["a": row]
    #expect(try sync.sync(order).needsResolution)
    #expect(try here.value("a") == .string("old"))
    #expect(try there.sync(mirror).sync(.automatic).received.isEmpty)
    #expect(try there.value("a") == .string("newer"))
  }

  @Test func `a failed push is not repeated over a side that was chosen later`()
    throws
  {
    let (here, there, mirror) = (try Machine(), try Machine(), RestorableMirror())
    try bring(about: .deletedThere, here, there, mirror)
    try here.set(["a": .string("newer")])
    mirror.refuses(true)
    #expect(throws: CloudError.self) { try here.sync(mirror).sync(.automatic) }
    mirror.refuses(false)
    _ = try here.sync(mirror).pull(resolvingConflictsBy: .keepingRemote)
    #expect(try here.value("a") == nil)
    for machine in [here, there] {
      _ = try machine.sync(mirror).sync(.automatic)
      #expect(try machine.value("a") == nil)
    }
  }

  private func bring(
    about matter: Matter, _ here: Machine, _ there: Machine, _ mirror: RestorableMirror
  ) throws {
    let isNew = matter == .newHere || matter == .newThere
    // With several keys, a change to one of them isn't treated as the loss of the whole file.
    let others: [String: PropertyList?] = ["b": .integer(1), "c": .integer(2), "d": .integer(3)]
    try here.set(others.merging(isNew ? [:] : ["a": .string("old")]) { $1 })
    for machine in [here, there] { _ = try machine.sync(mirror).sync(.automatic) }
    if matter == .putBack { mirror.remember() }
    switch matter {
    case .conflict: try here.set(["a": .string("mine")])
    case .changedHere, .newHere, .putBack: try here.set(["a": .string("mine")])
    case .deletedHere: try here.set(["a": nil])
    case .missingHere:
      let rest = PropertyList.dictionary(["b": .integer(1), "c": .integer(2), "d": .integer(3)])
      try Data(try rest.xml()).write(to: URL(fileURLWithPath: here.file), options: .atomic)
    default: break
    }
    switch matter {
    case .conflict, .changedThere, .newThere: try there.set(["a": .string("theirs")])
    case .deletedThere, .deletedThereForGood: try there.set(["a": nil])
    default: break
    }
    _ = try there.sync(mirror).sync(.automatic)
    if matter == .deletedThereForGood { mirror.forget("a") }
    if matter == .putBack {
      _ = try here.sync(mirror).sync(.automatic)
      mirror.goBack()
    }
  }
}

/// An in-memory mirror that can be restored to an earlier state and can reject every push.
private final class RestorableMirror: ClearMirror {
  private struct Contents {
    var document: CloudDocument?
    var revision: Int64 = 0
    var remembered: CloudDocument?
    var refuses = false
  }

  private let contents = Mutex(Contents())

  var place: String { "rewinding" }

  func remember() { contents.withLock { $0.remembered = $0.document } }

  func refuses(_ refuses: Bool) { contents.withLock { $0.refuses = refuses } }

  func goBack() { change { $0 = $1 } }

  /// Removes a tombstone, as after all devices have seen the delete.
  func forget(_ key: Key) { change { document, _ in document?.records[key] = nil } }

  private func change(_ body: (inout CloudDocument?, CloudDocument?) -> Void) {
    contents.withLock { contents in
      body(&contents.document, contents.remembered)
      contents.revision += 1
    }
  }

  func pull(_ address: CloudAddress, by deadline: CloudDeadline) throws
    -> CloudSnapshot
  {
    contents.withLock {
      CloudSnapshot(document: $0.document, revision: String($0.revision))
    }
  }

  func push(
    _ document: CloudDocument, to address: CloudAddress, from device: CloudDevice,
    expecting revision: String, by deadline: CloudDeadline
  ) throws -> String? {
    if contents.withLock(\.refuses) { throw CloudError(.unreachable, "No.") }
    return contents.withLock { contents in
      guard revision == String(contents.revision) else { return nil }
      contents.document = document
      contents.revision += 1
      return String(contents.revision)
    }
  }

  func changes(
    at address: CloudAddress, after revision: String,
    notice: @escaping @Sendable (MirrorEvent) -> Void
  ) -> @Sendable () -> Void { {} }
}
