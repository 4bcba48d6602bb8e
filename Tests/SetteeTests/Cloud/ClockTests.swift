import Foundation
import Testing

@testable import Settee
@testable import SetteeCloud
@testable import SetteeFiles

/// Verifies that a wrong clock neither deletes a value nor expires a device, and that the user is
/// warned.
@Suite struct ClockTests {
  private static let day: Int64 = 86_400_000
  private static let now: Int64 = 1_795_600_000_000
  private static let (one, two) = (CloudDevice(random: 1), CloudDevice(random: 2))

  /// Returns the replica of a device that has set one key.
  private func replica(
    of device: CloudDevice, at time: Int64, key: Key,
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
  func `a replica that hasn't synced with a device yet has not removed it`(days: Int64) throws {
    let time = Self.now + days * Self.day
    let first = replica(of: Self.one, at: Self.now, key: "a")
    // Cover both cases: the devices have never synced, or the second device knows the first.
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

  @Test func `a file restored long after its device was removed restores no values`()
    throws
  {
    let old = replica(
      of: Self.two, at: Self.now - 280 * Self.day, key: "b",
      knowing: [Self.one: Self.now - 280 * Self.day])
    var new = replica(of: Self.one, at: Self.now, key: "a")
    new.devices[Self.one]?.written = CloudWrite(sequence: 9, nonce: 1)
    let merged = try #require(CloudDocument.merging([old, new], now: Self.now)).document
    #expect(merged.records.keys.sorted() == ["a"])
    // A slow clock must not expire any file.
    let early = try #require(
      CloudDocument.merging([old, new], now: Self.now - 200 * Self.day)
    ).document
    #expect(early.records.keys.sorted() == ["a", "b"])
  }

  @Test(arguments: [-20_000, -300, -40, -2, 2, 40, 300])
  func `a wrong clock that is corrected later loses nothing on any device`(days: Int64) {
    for carrier in [Simulation.Carrier.folder, .etcd] {
      let simulation = Simulation(
        seed: 7, carrier: carrier, options: .init(restores: false, crashes: false))
      simulation.devices = [0, days, 0].map { SimulatedDevice(skew: $0 * Self.day) }
      simulation.depth = 1
      for device in [0, 1, 2, 1, 0] {
        simulation.edit(device)
        simulation.converge()
      }
      simulation.devices[1].skew = 0
      for device in [0, 1, 2] {
        simulation.edit(device)
        simulation.delete(device)
        simulation.converge()
      }
      simulation.verify()
      #expect(simulation.problems.isEmpty, "\(carrier): \(simulation.problems)")
    }
  }

  @Test func `a clock set forward doesn't drop the values of a device that has just joined`()
    throws
  {
    let simulation = Simulation(
      seed: 7, carrier: .folder, options: .init(deletes: false, restores: false, crashes: false))
    simulation.devices = [SimulatedDevice(skew: 0), SimulatedDevice(skew: 0)]
    simulation.depth = 1
    for device in [0, 1] {
      simulation.edit(device)
      simulation.converge()
    }
    var new = SimulatedDevice(skew: 0)
    (new.replica, new.epochs) = (simulation.devices[1].replica, simulation.devices[1].epochs)
    simulation.devices.append(new)
    let key = try #require(simulation.keys.first { simulation.devices[0].disk.file[$0] == nil })
    // After 30 days, a device pushes even if it has no changes.
    simulation.devices[0].skew = 400 * Self.day
    simulation.sync(0, .automatic, mayCrash: false)
    while simulation.devices[2].disk.file[key] == nil { simulation.edit(2) }
    simulation.sync(2, .automatic, mayCrash: false)
    // The first device reads the new device's file and pushes before the other one does.
    let id = try #require(simulation.devices[2].disk.state?.device)
    simulation.devices[0].replica[id] = simulation.devices[2].replica[id]
    simulation.devices[0].skew = 440 * Self.day
    simulation.sync(0, .automatic, mayCrash: false)
    simulation.converge()
    simulation.verify()
    #expect(simulation.problems.isEmpty, "\(simulation.problems)")
    for device in simulation.devices { #expect(device.disk.file[key] != nil) }
  }

  // MARK: Warnings

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

  @Test func `a wrong clock is reported in one sentence with a suggestion`() throws {
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

  @Test func `while a clock is known to be wrong, nothing is retired, removed or expired`() {
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

  @Test func `a device that joins a mirror expires nothing at first`() {
    let document = document(own: Self.now, other: Self.now)
    var state = SyncState(mirror: "m", account: "ann", device: CloudDevice(random: 3))
    state.noteAbsence(from: nil, now: Self.now)
    #expect(state.returned == nil)
    state.noteAbsence(from: document, now: Self.now)
    #expect(state.returned == Self.now)
  }

  @Test func `a delete survives a new device whose clock is 400 days ahead`() {
    for carrier in [Simulation.Carrier.folder, .etcd] {
      let simulation = Simulation(
        seed: 7, carrier: carrier, options: .init(restores: false, crashes: false))
      simulation.devices = [0, 0, 400].map { SimulatedDevice(skew: $0 * Self.day) }
      simulation.depth = 1
      func sync(_ device: Int) {
        while !simulation.parcels.isEmpty { simulation.deliver() }
        simulation.sync(device, .automatic, mayCrash: false)
      }
      simulation.edit(0)
      for device in [0, 1] { sync(device) }
      while !simulation.devices[0].disk.file.isEmpty { simulation.delete(0) }
      // Sync the new device before device 1 learns of the delete, while device 0 is offline.
      for device in [0, 2, 1, 2, 1] { sync(device) }
      for device in simulation.devices { #expect(device.disk.file.isEmpty, "\(carrier)") }
    }
  }

  @Test func `a clock that is ahead deletes no value`() {
    let later = Self.now + 40 * Self.day
    var state = SyncState(mirror: "m", account: "ann", device: Self.one)
    state.written = CloudWrite(sequence: 1, nonce: 1)
    let record = CloudRecord(
      value: .integer(1), stamp: CloudStamp(time: Self.now, count: 0, device: Self.two),
      push: CloudPush(device: Self.two, sequence: 1))
    state.base["a"] = record
    // The mirror has no tombstone, so only the other device can have removed it, and only after 30
    // days.
    for (time, isDeleted) in [(Self.now, false), (later, true)] {
      let plan = SyncPlan(
        state: state, here: LocalState(values: ["a": .integer(1)]),
        document: document(own: later, other: time), now: later)
      #expect((plan.resends["a"] == nil) == isDeleted)
      #expect((plan.decisions["a"] != nil) == isDeleted)
    }
  }

  @Test func `a device whose clock is behind writes the latest time of the other devices`() {
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
    // The time of a fast clock isn't trusted.
    #expect(entry?.latestTime(by: Self.now - 9 * Self.day) == Self.now - 9 * Self.day)
    let read = (try? written.document.bytes()).flatMap { CloudDocument(bytes: $0) }
    #expect(read?.devices[Self.one] == entry)
  }

  // MARK: Edits with an unknown time

  @Test func `a value from another program is newer than Settee's edit that it replaced`() {
    var state = SyncState(mirror: "m", account: "ann", device: Self.one)
    let edit = SyncEdit(
      value: Fingerprint(of: .string("older")),
      stamp: CloudStamp(time: Self.now, count: 0, device: Self.one))
    let here = LocalState(
      values: ["a": .string("newer"), "b": .string("unknown")], edits: ["a": edit])
    state.reconcile(here, isFirst: true, now: Self.now + 5, saved: CloudClock())
    #expect(state.stamps["a"].map { $0.stamp > edit.stamp } == true)
    #expect(state.stamps["b"]?.stamp.time == 0)
    // The next sync must not be treated as the first one, although the mirror was empty.
    #expect(state.clock != CloudClock())
  }
}
