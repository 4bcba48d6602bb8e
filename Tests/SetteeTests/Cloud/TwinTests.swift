import SetteePropertyLists
import Testing

@testable import SetteeCloud

/// Views of copied machines, which have counted on under one name before they met.
@Suite struct TwinTests {
  private static let (clone, other) = (CloudDevice(random: 1), CloudDevice(random: 2))
  private static let day: Int64 = 86_400_000
  private static let now = 400 * day

  /// A view, written now, which knows three pushes of the twins and its own one.
  private func view(
    by device: CloudDevice, nonce: UInt64, _ records: [CloudKey: CloudRecord] = [:]
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
  func `what one clone has sent is not taken for deleted by the other one's view`(days: Int64) {
    let sent = record(1, by: Self.clone, 3, days: days)
    let views = [
      view(by: Self.clone, nonce: 1), view(by: Self.other, nonce: 2, ["a": sent]),
    ]
    // A delete that all have seen is remembered for 30 days: only then may it have been one.
    #expect((CloudDocument.merging(views)?.document.records["a"] != nil) == (days <= 30))

    var state = SyncState(mirror: "m", account: "ann", device: Self.other)
    state.base["a"] = sent
    let plan = SyncPlan(
      state: state, here: LocalState(values: ["a": .integer(1)]), document: views[0])
    #expect((plan.resends["a"] != nil) == (days <= 30))
  }

  @Test func `two edits of twins with one stamp are told`() throws {
    var views = [
      view(by: Self.clone, nonce: 1, ["a": record(1, by: Self.clone, 3)]),
      view(by: Self.other, nonce: 1, ["a": record(2, by: Self.other, 3)]),
    ]
    views[1].devices[Self.clone] = nil
    let merged = try #require(CloudDocument.merging(views))
    #expect(merged.contested["a"]?.count == 1)
  }

  @Test func `a clone sends what came under the shared name again, under its own`() {
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
