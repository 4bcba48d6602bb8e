import Foundation
import Testing

@testable import Settee
@testable import SetteeCloud
@testable import SetteeFiles

/// Devices whose clocks are wrong: no value is deleted, nothing expires, and the user is told.
@Suite struct ClockTests {
  private static let day: Int64 = 86_400_000
  private static let now: Int64 = 1_795_600_000_000
  private static let (one, two) = (CloudDevice(random: 1), CloudDevice(random: 2))

  /// The replica of a device that has set one key.
  private func replica(
    of device: CloudDevice, at time: Int64, key: CloudKey,
    knowing others: [CloudDevice: Int64] = [:]
  ) -> CloudDocument {
    var replica = CloudDocument(mirror: "m")
    for (device, time) in others.merging([device: time], uniquingKeysWith: { $1 }) {
      replica.devices[device] = CloudDeviceEntry(
        written: CloudWrite(sequence: 1, nonce: 1), time: time)
    }
    replica.records[key] = CloudRecord(
      value: .integer(1), stamp: CloudStamp(time: time, count: 0, device: device),
      push: CloudPush(device: device, sequence: 1))
    return replica
  }

  @Test(arguments: [-20_000, -400, -271, 0, 271, 400])
  func `a replica that has not met a device yet has not removed it`(days: Int64) throws {
    let time = Self.now + days * Self.day
    let first = replica(of: Self.one, at: Self.now, key: "a")
    // The two have never met, or the second one has met the first.
    for known in [[:], [Self.one: Self.now]] {
      var second = replica(of: Self.two, at: time, key: "b", knowing: known)
      if !known.isEmpty { second.records["a"] = first.records["a"] }
      for views in [[first, second], [second, first]] {
        for clock in [Self.now, time] {
          let merged = try #require(CloudDocument.merging(views, now: clock)).document
          #expect(merged.records.keys.sorted() == ["a", "b"])
        }
      }
    }
  }

  @Test func `a file that is brought back long after its device was removed brings nothing back`()
    throws
  {
    let old = replica(
      of: Self.two, at: Self.now - 280 * Self.day, key: "b",
      knowing: [Self.one: Self.now - 280 * Self.day])
    var new = replica(of: Self.one, at: Self.now, key: "a")
    new.devices[Self.one]?.written = CloudWrite(sequence: 9, nonce: 1)
    let merged = try #require(CloudDocument.merging([old, new], now: Self.now)).document
    #expect(merged.records.keys.sorted() == ["a"])
    // A clock that is behind makes nothing old.
    let early = try #require(
      CloudDocument.merging([old, new], now: Self.now - 200 * Self.day)
    ).document
    #expect(early.records.keys.sorted() == ["a", "b"])
  }

  @Test(arguments: [-20_000, -300, -40, -2, 2, 40, 300])
  func `one wrong clock, set right later, loses nothing on any device`(days: Int64) {
    for carrier in [Simulation.Carrier.folder, .etcd] {
      let simulation = Simulation(
        seed: 7, carrier: carrier, options: .init(restores: false, crashes: false))
      simulation.devices = [0, days, 0].map { SimulatedDevice(skew: $0 * Self.day) }
      simulation.depth = 1
      for device in [0, 1, 2, 1, 0] {
        simulation.edit(device)
        simulation.rest()
      }
      simulation.devices[1].skew = 0
      for device in [0, 1, 2] {
        simulation.edit(device)
        simulation.delete(device)
        simulation.rest()
      }
      simulation.judge()
      #expect(simulation.problems.isEmpty, "\(carrier): \(simulation.problems)")
    }
  }

  // MARK: What the user is told

  private func document(own: Int64, other: Int64, isRetired: Bool = false) -> CloudDocument {
    var document = CloudDocument(mirror: "m")
    let write = CloudWrite(sequence: 1, nonce: 1)
    document.devices[Self.one] = CloudDeviceEntry(written: write, time: own)
    document.devices[Self.two] = CloudDeviceEntry(
      written: write, time: other, isRetired: isRetired, name: "laptop")
    return document
  }

  private func warnings(
    own: Int64 = 0, other: Int64 = 0, isRetired: Bool = false, now: Int64 = 0
  ) -> [String] {
    let document = document(
      own: Self.now + own * Self.day, other: Self.now + other * Self.day, isRetired: isRetired)
    let check = ClockCheck(of: document, device: Self.one, now: Self.now + now * Self.day)
    #expect(check.isPlausible == check.warnings("folder:/m").isEmpty)
    return check.warnings("folder:/m")
  }

  @Test func `a clock that is wrong is told in one sentence, with what to do`() throws {
    #expect(warnings().isEmpty)
    #expect(warnings(other: 1).isEmpty)
    #expect(warnings(own: -500, other: -500).isEmpty)
    let ahead = try #require(warnings(other: 2).first)
    #expect(ahead.contains("laptop (0000000000000002)") && ahead.contains("folder:/m"))
    #expect(ahead.contains("settee devices forget 0000000000000002"))
    #expect(warnings(other: 2, isRetired: true).isEmpty)
    let behind = try #require(warnings(own: 1).first)
    #expect(behind.contains("its own last write") && behind.contains("set the clock"))
    #expect(warnings(now: -20_000).count == 1)
  }

  @Test func `while a clock is known to be wrong, nothing is retired, removed, or expired`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.one)
    state.written = CloudWrite(sequence: 1, nonce: 1)
    var document = document(own: Self.now, other: Self.now - 300 * Self.day)
    document.records["a"] = CloudRecord(
      value: nil, stamp: CloudStamp(time: Self.now - 40 * Self.day, count: 0, device: Self.one),
      push: CloudPush(device: Self.one, sequence: 1), seen: [Self.one, Self.two])
    for expires in [false, true] {
      let plan = SyncPlan(state: state, here: LocalState(values: [:]), document: document)
      let decision = SyncDecision(
        plan, order: .automatic, state: &state, document: document, now: Self.now)
      let composition = SyncComposition(
        decision, on: document, state: state, hasNews: true, files: [], expires: expires,
        now: Self.now, random: { 5 })
      #expect((composition.document.records["a"] == nil) == expires)
      #expect((composition.document.devices[Self.two] == nil) == expires)
    }
  }

  @Test func `a device that returns after a long time expires nothing at first`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.one)
    state.lastSync = Self.now
    state.noteAbsence(now: Self.now + 29 * Self.day)
    #expect(state.returned == nil)
    state.noteAbsence(now: Self.now + 31 * Self.day)
    #expect(state.returned == Self.now + 31 * Self.day)
    state.lastSync = Self.now + 31 * Self.day
    state.noteAbsence(now: Self.now + 60 * Self.day)
    #expect(state.returned != nil)
    state.lastSync = Self.now + 60 * Self.day
    state.noteAbsence(now: Self.now + 62 * Self.day)
    #expect(state.returned == nil)
  }

  @Test func `a device that is behind writes what it knows of the time of others`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.one)
    state.written = CloudWrite(sequence: 1, nonce: 1)
    let document = document(own: 0, other: Self.now)
    let plan = SyncPlan(state: state, here: LocalState(values: [:]), document: document)
    let decision = SyncDecision(plan, order: .automatic, state: &state, document: document, now: 0)
    let written = SyncComposition(
      decision, on: document, state: state, hasNews: true, files: [], expires: false, now: 0,
      random: { 5 })
    let entry = written.document.devices[Self.one]
    #expect(entry?.time == 0 && entry?.latestTime(by: Self.now) == Self.now)
    // A clock that is ahead is not believed.
    #expect(entry?.latestTime(by: Self.now - 9 * Self.day) == Self.now - 9 * Self.day)
    let read = (try? written.document.bytes()).flatMap { CloudDocument(bytes: $0) }
    #expect(read?.devices[Self.one] == entry)
  }

  // MARK: Edits of an unknown time

  @Test func `what another program set over an edit of Settee's is newer than that edit`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.one)
    let edit = SyncEdit(
      value: Fingerprint(of: .string("older")),
      stamp: CloudStamp(time: Self.now, count: 0, device: Self.one))
    let here = LocalState(
      values: ["a": .string("newer"), "b": .string("unknown")], edits: ["a": edit])
    state.reconcile(here, isFirst: true, now: Self.now + 5, saved: CloudClock())
    #expect(state.stamps["a"].map { $0.stamp > edit.stamp } == true)
    #expect(state.stamps["b"]?.stamp.time == 0)
    // The next meeting is not the first one, though the mirror was empty.
    #expect(state.clock != CloudClock())
  }
}
