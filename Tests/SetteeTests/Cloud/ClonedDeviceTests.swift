import SetteeValues
import Testing

@testable import SetteeCloud

/// Tests replicas of cloned devices that pushed with the same device ID before their first sync
/// with each other.
@Suite struct ClonedDeviceTests {
  private static let (clone, other) = (CloudDevice(random: 1), CloudDevice(random: 2))
  private static let day: Int64 = 86_400_000
  private static let now = 400 * day

  /// Returns a replica written now that covers three pushes of the clones and one of its own.
  private func view(
    by device: CloudDevice, nonce: UInt64, _ records: [Key: CloudRecord] = [:]
  ) -> CloudDocument {
    var view = CloudDocument(mirror: "m")
    for (device, nonce) in [(Self.clone, nonce), (device, 9)] {
      view.devices[device] = CloudDeviceEntry(
        written: CloudWrite(sequence: 3, nonce: nonce), time: Self.now)
    }
    view.records = records
    return view
  }

  private func record(
    _ value: Int64, by device: CloudDevice, _ sequence: Int64, days: Int64 = 1
  ) -> CloudRecord {
    CloudRecord(
      value: .integer(value),
      stamp: CloudStamp(time: Self.now - days * Self.day, count: 0, device: Self.clone),
      push: CloudPush(device: device, sequence: sequence))
  }

  @Test(arguments: [1, 29, 31])
  func `a value that one clone sent is not treated as deleted by the other`(days: Int64) {
    let sent = record(1, by: Self.clone, 3, days: days)
    let views = [
      view(by: Self.clone, nonce: 1), view(by: Self.other, nonce: 2, ["a": sent]),
    ]
    // Devices keep a delete for 30 days after all of them have seen it. Only a record older than
    // that can have been deleted.
    #expect((CloudDocument.merging(views)?.document.records["a"] != nil) == (days <= 30))

    var state = SyncState(mirror: "m", account: "ann", device: Self.other)
    state.base["a"] = sent
    let plan = SyncPlan(
      state: state, here: LocalState(values: ["a": .integer(1)]), document: views[0])
    #expect((plan.resends["a"] != nil) == (days <= 30))
  }

  @Test func `two edits of clones with the same stamp are reported`() throws {
    var views = [
      view(by: Self.clone, nonce: 1, ["a": record(1, by: Self.clone, 3)]),
      view(by: Self.other, nonce: 1, ["a": record(2, by: Self.other, 3)]),
    ]
    views[1].devices[Self.clone] = nil
    let merged = try #require(CloudDocument.merging(views))
    #expect(merged.contested["a"]?.count == 1)
  }

  @Test(arguments: [1, 2])
  func `an edit that replaces a clone's push with a known number is reported`(nonce: UInt64) throws
  {
    // The second device has seen the push of the original or, with the same nonce, of the clone.
    let views = [
      view(by: Self.clone, nonce: nonce, ["a": record(1, by: Self.clone, 3, days: 2)]),
      view(by: Self.other, nonce: 1, ["a": record(2, by: Self.other, 3)]),
    ].map { view in
      var view = view
      view.devices[Self.clone]?.written = CloudWrite(
        sequence: 3, nonce: view.records["a"]?.push.device == Self.clone ? nonce : 1)
      return view
    }
    let merged = try #require(CloudDocument.merging(views))
    #expect(merged.document.values["a"] == .integer(2))
    #expect(merged.contested["a"]?.compactMap(\.value) == (nonce == 1 ? nil : [.integer(1)]))
  }

  @Test(arguments: [2, 3])
  func `a clone's value that a pulled value replaces without seeing it is reported`(here: Int64) {
    // This device has pulled the original's value, but its file doesn't list the original's push.
    var state = SyncState(mirror: "m", account: "ann", device: Self.other)
    state.base["a"] = record(2, by: Self.clone, 3)
    state.seen[Self.clone] = 3
    if here != 2 {
      let stamp = record(here, by: Self.other, 4, days: 0).stamp
      state.stamps["a"] = SyncEdit(value: Fingerprint(of: .integer(here)), stamp: stamp)
    }
    let document = view(
      by: Self.clone, nonce: 2, ["a": record(1, by: Self.clone, 2, days: 2)])
    let plan = SyncPlan(
      state: state, here: LocalState(values: ["a": .integer(here)]), document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: Self.now)
    #expect(decision.sent == ["a"])
    #expect(decision.conflicts.map(\.localValue) == [.integer(here)])
    #expect(decision.conflicts.map(\.remoteValue) == [.integer(1)])
  }

  @Test func `a value that a clone replaces in a push with the same number is reported`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.clone)
    state.base["a"] = record(1, by: Self.clone, 2, days: 2)
    // The clone's push of the same number had another value. The file of this device has since
    // replaced the clone's file, so this device doesn't find the clone's push.
    let document = view(by: Self.other, nonce: 1, ["a": record(2, by: Self.clone, 2)])
    let plan = SyncPlan(
      state: state, here: LocalState(values: ["a": .integer(1)]), document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: Self.now)
    #expect(decision.side(of: "a") == .remote)
    #expect(decision.conflicts.map(\.localValue) == [.integer(1)])
    #expect(decision.conflicts.map(\.remoteValue) == [.integer(2)])
  }

  @Test func `a value that a clone sent again keeps the push with its new ID`() throws {
    let views = [
      view(by: Self.clone, nonce: 1, ["a": record(1, by: Self.clone, 2)]),
      view(by: Self.other, nonce: 1, ["a": record(1, by: Self.other, 3)]),
    ]
    for views in [views, views.reversed()] {
      let merged = try #require(CloudDocument.merging(views))
      #expect(merged.document.records["a"]?.push.device == Self.other)
    }
  }

  @Test(arguments: [nil, 5] as [Int64?], [3, 4])
  func `an edit made during a push is older than later edits of a clone`(
    edit: Int64?, mirrorDays: Int64
  ) throws {
    // The edit was made during the push of the base and has an older stamp than the base. It is
    // sent days later. The mirror contains the base, or was rolled back to an older value.
    var state = SyncState(mirror: "m", account: "ann", device: Self.clone)
    state.base["a"] = record(1, by: Self.clone, 2, days: 3)
    let logged = SyncEdit(
      value: Fingerprint(of: edit.map(PropertyList.integer)),
      stamp: record(0, by: Self.clone, 1, days: 4).stamp, over: Fingerprint(of: .integer(1)))
    let here = LocalState(
      values: edit.map { ["a": .integer($0)] } ?? [:], edits: ["a": logged])
    let cloud = mirrorDays == 3 ? state.base["a"] : record(0, by: Self.other, 1, days: mirrorDays)
    let document = view(by: Self.other, nonce: 1, ["a": try #require(cloud)])
    state.reconcile(here, isFirst: false, now: Self.now, saved: state.clock)
    let plan = SyncPlan(state: state, here: here, document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: Self.now)
    let sent = try #require(decision.sends["a"]?.stamp)
    #expect(sent > record(1, by: Self.clone, 2, days: 3).stamp)
    #expect(sent < record(2, by: Self.clone, 3, days: 2).stamp)
  }

  @Test func `a clone sends values of the shared ID again with its new ID`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.other)
    state.sharedNames = [Self.clone]
    let pulled = view(by: Self.clone, nonce: 1, ["a": record(1, by: Self.clone, 3)])
    let plan = SyncPlan(
      state: state, here: LocalState(values: ["a": .integer(1)]), document: pulled)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: pulled, now: Self.now)
    let composition = SyncComposition(
      decision, on: pulled, state: state, hasNews: false, files: [], now: Self.now, random: { 7 })
    #expect(composition.isNeeded)
    #expect(composition.document.records["a"]?.push == CloudPush(device: Self.other, sequence: 1))
  }
}
