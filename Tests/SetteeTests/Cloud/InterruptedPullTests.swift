import SetteeValues
import Testing

@testable import SetteeCloud

/// Tests values whose pull or push was interrupted because the program exited, and changes made
/// before the next sync.
@Suite struct InterruptedPullTests {
  private static let (this, other) = (CloudDevice(random: 1), CloudDevice(random: 2))

  private func stamp(_ time: Int64, _ device: CloudDevice = this) -> CloudStamp {
    CloudStamp(time: time, count: 0, device: device)
  }

  private func record(_ value: Int64?, at time: Int64, by device: CloudDevice) -> CloudRecord {
    CloudRecord(
      value: value.map(PropertyList.integer), stamp: stamp(time, device),
      push: CloudPush(device: device, sequence: time))
  }

  /// Returns the side that the next sync keeps.
  ///
  /// The base value was last set at `time`, and the pull of `taken` was interrupted at time 20.
  private func side(_ taken: CloudRecord?, setAt time: Int64) -> (CloudSide?, isTold: Bool) {
    var state = SyncState(mirror: "m", account: "ann", device: Self.this)
    state.base["a"] = record(1, at: 10, by: Self.this)
    state.written = CloudWrite(sequence: 10, nonce: 1)
    if let taken { state.incoming["a"] = taken } else { state.removing = ["a"] }
    state.clock = CloudClock(time: 20)
    let saved = state.clock
    let here = LocalState(
      values: ["a": .integer(1)],
      edits: ["a": SyncEdit(value: Fingerprint(of: .integer(1)), stamp: stamp(time))])
    var document = CloudDocument(mirror: "m")
    document.records["a"] = taken
    for device in [Self.this, Self.other] {
      // Use a time late enough for the record's tombstone to have been removed.
      document.devices[device] = CloudDeviceEntry(
        written: CloudWrite(sequence: 20, nonce: 1), time: 2 * SyncComposition.tombstoneLifetime)
    }
    state.reconcile(here, isFirst: false, now: 40, saved: saved)
    let plan = SyncPlan(state: state, here: here, document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: 40)
    return (decision.side(of: "a"), !decision.conflicts.isEmpty)
  }

  @Test func `a value set after an interrupted pull overrides it and is reported`() {
    #expect(side(record(2, at: 20, by: Self.other), setAt: 30) == (.local, true))
    #expect(side(record(nil, at: 20, by: Self.other), setAt: 30) == (.local, true))
    #expect(side(nil, setAt: 30) == (.local, false))
  }

  @Test(arguments: [19, 20, 21], [true, false])
  func `a value deleted during an interrupted push isn't sent again`(
    deletedAt: Int64, hasTombstone: Bool
  ) {
    var state = SyncState(mirror: "m", account: "ann", device: Self.this)
    if hasTombstone { state.base["a"] = record(nil, at: 10, by: Self.this) }
    state.written = CloudWrite(sequence: 10, nonce: 1)
    let sent = ["a": record(2, at: 20, by: Self.this)] as [Key: CloudRecord]
    state.attempts = [SyncAttempt(write: CloudWrite(sequence: 20, nonce: 1), records: sent)]
    let delete = SyncEdit(
      value: Fingerprint(of: nil), stamp: stamp(deletedAt), over: Fingerprint(of: .integer(2)))
    let here = LocalState(values: [:], edits: ["a": delete])
    var document = CloudDocument(mirror: "m", records: state.base)
    document.devices[Self.this] = CloudDeviceEntry(
      written: CloudWrite(sequence: 10, nonce: 1), time: 10)
    state.reconcile(here, isFirst: false, now: 40, saved: state.clock)
    let plan = SyncPlan(state: state, here: here, document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: 40)
    // Another device might have received the value before the mirror was rolled back.
    #expect(decision.sends.map { $0.value.value } == [nil])
    #expect(decision.sends["a"].map { $0.stamp > stamp(20) } == true)
    #expect(decision.resends.isEmpty && decision.missing.isEmpty)
  }

  @Test(arguments: [true, false])
  func `the deletion of a value whose first push was interrupted is sent`(hasMirror: Bool) {
    var state = SyncState(mirror: "m", account: "ann", device: Self.this)
    let sent = ["a": record(2, at: 20, by: Self.this)] as [Key: CloudRecord]
    state.attempts = [SyncAttempt(write: CloudWrite(sequence: 1, nonce: 1), records: sent)]
    let delete = SyncEdit(
      value: Fingerprint(of: nil), stamp: stamp(30), over: Fingerprint(of: .integer(2)))
    let here = LocalState(values: [:], edits: ["a": delete])
    state.reconcile(here, isFirst: false, hasMirror: hasMirror, now: 40, saved: state.clock)
    let document = CloudDocument(mirror: "m")
    let plan = SyncPlan(state: state, here: here, document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: 40)
    // A device with a base doesn't create a mirror, because an existing one might be unavailable.
    #expect(decision.sends.map { $0.value.value } == (hasMirror ? [nil] : []))
    #expect(state.base.isEmpty == !hasMirror)
  }

  @Test func `a deletion before an interrupted first pull doesn't explain the missing value`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.this)
    let delete = SyncEdit(
      value: Fingerprint(of: nil), stamp: stamp(15), over: Fingerprint(of: .integer(2)))
    let here = LocalState(values: [:], edits: ["a": delete])
    let document = CloudDocument(mirror: "m", records: ["a": record(2, at: 10, by: Self.other)])
    for _ in 0..<2 {
      state.reconcile(here, isFirst: false, now: 40, saved: state.clock)
      let plan = SyncPlan(state: state, here: here, document: document)
      let decision = SyncDecision(
        plan, order: .automatic, state: &state, document: document, now: 40)
      #expect(decision.takes["a"]??.value == .integer(2))
      #expect(decision.missing.isEmpty)
      // The pull is interrupted before it writes the value.
      state.incoming = document.records
    }
  }

  @Test func `a value chosen in an interrupted pull isn't an edit of this device`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.this)
    state.base["a"] = record(nil, at: 20, by: Self.other)
    // After the mirror was rolled back, the user chose its older value. The pull was interrupted
    // after it had written the value.
    state.incoming["a"] = record(2, at: 10, by: Self.other)
    let here = LocalState(values: ["a": .integer(2)])
    var document = CloudDocument(mirror: "m", records: ["a": record(nil, at: 30, by: Self.other)])
    document.devices[Self.other] = CloudDeviceEntry(
      written: CloudWrite(sequence: 30, nonce: 1), time: 30)
    state.reconcile(here, isFirst: false, now: 40, saved: state.clock)
    let plan = SyncPlan(state: state, here: here, document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: 40)
    #expect(decision.side(of: "a") == .remote)
    #expect(decision.conflicts.isEmpty)
  }

  @Test func `an edit overrides a value in the mirror that is older than the last sync`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.this)
    state.base["a"] = record(nil, at: 20, by: Self.other)
    // The clock of this device is behind, and the mirror was rolled back.
    let edit = SyncEdit(value: Fingerprint(of: .integer(3)), stamp: stamp(5))
    let here = LocalState(values: ["a": .integer(3)], edits: ["a": edit])
    var document = CloudDocument(mirror: "m", records: ["a": record(2, at: 10, by: Self.other)])
    document.devices[Self.other] = CloudDeviceEntry(
      written: CloudWrite(sequence: 10, nonce: 1), time: 10)
    state.reconcile(here, isFirst: false, now: 6, saved: state.clock)
    let plan = SyncPlan(state: state, here: here, document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: 6)
    #expect(decision.sends["a"].map { $0.stamp > stamp(20) } == true)
    #expect(decision.conflicts.map(\.kept) == [.local])
  }

  @Test(arguments: [nil, 1] as [Int64?])
  func `an edit after a skipped pull is sent although the mirror has its value`(value: Int64?) {
    var state = SyncState(mirror: "m", account: "ann", device: Self.this)
    // A push yielded to a record that the mirror has lost since. The user then made an edit. The
    // mirror has an older record with the same value, which the lost record could override.
    let lost = record(2, at: 20, by: Self.other)
    state.yield("a", to: lost, LocalState(values: ["a": .integer(3)]))
    let edit = SyncEdit(
      value: Fingerprint(of: value.map(PropertyList.integer)), stamp: stamp(30),
      over: Fingerprint(of: .integer(3)))
    let here = LocalState(
      values: value.map { ["a": .integer($0)] } ?? [:], edits: ["a": edit])
    var document = CloudDocument(mirror: "m", records: ["a": record(value, at: 10, by: Self.other)])
    document.devices[Self.other] = CloudDeviceEntry(
      written: CloudWrite(sequence: 20, nonce: 1), time: 20)
    state.reconcile(here, isFirst: false, now: 40, saved: state.clock)
    let plan = SyncPlan(state: state, here: here, document: document)
    let decision = SyncDecision(
      plan, order: .automatic, state: &state, document: document, now: 40)
    #expect(decision.sends["a"]?.stamp == stamp(30))
  }

  @Test func `a value set before an interrupted pull is still replaced`() {
    #expect(side(record(2, at: 20, by: Self.other), setAt: 10) == (.remote, false))
    #expect(side(record(nil, at: 20, by: Self.other), setAt: 10) == (.remote, false))
    #expect(side(nil, setAt: 10) == (.remote, false))
  }
}
