import Foundation
import Testing

@testable import Settee
@testable import SetteeCloud

/// Tests a mirror that was restored from a backup together with a device whose file may have lost a
/// key.
///
/// The mirror contains an edit by another device that this device has never seen, and lacks values
/// that this device had synced. Whichever value wins, the other one must be reported.
@Suite struct MirrorRestoreTests {
  let here: Machine
  let there: Machine
  let mirror = MemoryStore()
  let address: CloudAddress

  init() throws {
    (here, there) = (try Machine(), try Machine())
    address = try CloudAddress(account: "ann", domain: Machine.name)
    try here.set(["a": .integer(1), "b": .integer(1), "c": .integer(1)])
    for machine in [here, there] { try sync(machine) }
  }

  /// Sets 2 on the other device, then 3 on this one.
  ///
  /// The mirror loses the 3 in a restore, and the other device pushes its older 2 afterward.
  private func loseWithOlderRival() throws {
    let backup = try #require(try mirror.pull(address, by: .seconds(1)).document)
    try there.set(["a": .integer(2)])
    try here.set(["a": .integer(3)])
    try sync(here)
    try restore(backup)
    try sync(there)
    try lose("a", from: here)
  }

  /// Sets 2 on this device, which the mirror loses in a restore.
  ///
  /// The other device then sets and pushes 3.
  private func forgetBeforeNewerRival() throws {
    let backup = try #require(try mirror.pull(address, by: .seconds(1)).document)
    try here.set(["a": .integer(2)])
    try sync(here)
    try restore(backup)
    try there.set(["a": .integer(3)])
    try sync(there)
  }

  @Test func `a restored value is reported if it replaces an unknown edit`() throws {
    try loseWithOlderRival()
    let report = try here.sync(mirror).sync(SyncOptions(conflictPolicy: .newest))
    #expect(report.received == ["a"])
    #expect(report.conflicts.map(\.key) == ["a"])
    #expect(report.conflicts.first?.localValue == .integer(3))
    #expect(report.conflicts.first?.remoteValue == .integer(2))
    #expect(report.conflicts.first?.kept == .local)
    try expectEnd(.integer(3))
  }

  @Test func `a delete is sent although the mirror was restored to an older one`() throws {
    try there.set(["a": nil])
    for machine in [there, here] { try sync(machine) }
    let backup = try #require(try mirror.pull(address, by: .seconds(1)).document)
    try here.set(["a": .integer(2)])
    for machine in [here, there] { try sync(machine) }
    try here.set(["a": nil])
    try restore(backup)
    for machine in [here, there, here] { try sync(machine) }
    for machine in [here, there] { #expect(try machine.value("a") == nil) }
  }

  @Test func `the edit is not marked as seen while the key is missing`() throws {
    try loseWithOlderRival()
    var conflicts: [SyncDifference] = []
    for _ in 0..<2 {
      let report = try here.sync(mirror).sync(.automatic)
      #expect(report.missing == ["a"])
      conflicts += report.conflicts
    }
    #expect(try here.value("a") == nil)
    conflicts += try here.sync(mirror).sync(SyncOptions(conflictPolicy: .keepingRemote)).conflicts
    #expect(conflicts.count == 1, "reported exactly once")
    #expect(conflicts.first?.remoteValue == .integer(2))
    try expectEnd(.integer(3))
  }

  @Test func `the other device's edit is not deleted everywhere without a report`() throws {
    try loseWithOlderRival()
    let report = try here.sync(mirror).sync(SyncOptions(conflictPolicy: .keepingLocal))
    #expect(report.sent == ["a"])
    // The policy deletes both the synced value and the other device's change.
    #expect(report.conflicts.map(\.remoteValue) == [.integer(3), .integer(2)])
    #expect(report.conflicts.map(\.kept) == [.local, .local])
    try expectEnd(nil)
  }

  @Test func `a pull reports the conflict, and the next sync updates the mirror`() throws {
    try loseWithOlderRival()
    let pulled = try here.sync(mirror).sync(SyncOptions(pushes: false, conflictPolicy: .newest))
    #expect(pulled.conflicts.map(\.remoteValue) == [.integer(2)])
    try sync(here)
    try expectEnd(.integer(3))
  }

  @Test func `values that the mirror lost are sent again, even if they are missing here`() throws {
    try loseWithOlderRival()
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.missing == ["a"])
    let document = try #require(try mirror.pull(address, by: .seconds(1)).document)
    #expect(document.values["a"] == .integer(3))
    try sync(there)
    #expect(try there.value("a") == .integer(3))
  }

  @Test func `a value set again after the mirror was restored overrides an older delete`() throws {
    // The first sync with a mirror requires a device that has sent values.
    try there.set(["b": .integer(2)])
    for machine in [there, here] { try sync(machine) }
    let backup = try #require(try mirror.pull(address, by: .seconds(1)).document)
    try here.set(["a": nil])
    try sync(here)
    try restore(backup)
    try there.set(["a": nil])
    try here.set(["a": .integer(1)])
    #expect(try here.sync(mirror).sync(.automatic).sent == ["a"])
    let report = try there.sync(mirror).sync(.automatic)
    #expect(report.conflicts.map(\.kept) == [.remote])
    try expectEnd(.integer(1))
  }

  @Test func `a newer edit that didn't know the lost value is reported`() throws {
    try forgetBeforeNewerRival()
    let report = try here.sync(mirror).sync(.automatic)
    #expect(report.received == ["a"])
    #expect(report.conflicts.map(\.localValue) == [.integer(2)])
    #expect(report.conflicts.map(\.remoteValue) == [.integer(3)])
    #expect(report.conflicts.map(\.kept) == [.remote])
    try expectEnd(.integer(3))
  }

  @Test func `the lost value is reported once if the key is missing as well`() throws {
    try forgetBeforeNewerRival()
    try lose("a", from: here)
    var conflicts: [SyncDifference] = []
    for _ in 0..<2 {
      let report = try here.sync(mirror).sync(.automatic)
      #expect(report.missing == ["a"])
      conflicts += report.conflicts
    }
    let report = try here.sync(mirror).sync(SyncOptions(conflictPolicy: .keepingRemote))
    #expect(report.received == ["a"])
    conflicts += report.conflicts
    #expect(conflicts.map(\.localValue) == [.integer(2)])
    #expect(conflicts.map(\.kept) == [.remote])
    try expectEnd(.integer(3))
  }

  @Test func `a delete that all devices had seen reaches a device lost with the backup`() throws {
    let (deleter, forgotten) = (try Machine(), try Machine())
    func sync(_ machine: Machine) throws -> SyncResult {
      try machine.sync(mirror, account: "ben").sync(.automatic)
    }
    let ben = try CloudAddress(account: "ben", domain: Machine.name)
    try deleter.set(["b": .integer(1)])
    _ = try sync(deleter)
    let backup = try #require(try mirror.pull(ben, by: .seconds(1)).document)
    _ = try sync(forgotten)
    try forgotten.set(["a": .integer(1)])
    for machine in [forgotten, deleter] { _ = try sync(machine) }
    try restore(backup, to: ben)
    try deleter.set(["a": nil])
    _ = try sync(deleter)
    #expect(try sync(forgotten).conflicts.map(\.key) == ["a"])
    #expect(try forgotten.value("a") == nil)
    #expect(try sync(deleter).received.isEmpty)
  }

  // MARK: Helpers

  private func sync(_ machine: Machine) throws { _ = try machine.sync(mirror).sync(.automatic) }

  private func expectEnd(_ value: PropertyList?) throws {
    for machine in [here, there, here] { try sync(machine) }
    for machine in [here, there] { #expect(try machine.value("a").isSame(as: value)) }
  }

  private func restore(_ backup: CloudDocument, to place: CloudAddress? = nil) throws {
    let address = place ?? address
    let now = try mirror.pull(address, by: .seconds(1)).revision
    let device = CloudDevice(random: 1)
    let revision = try mirror.push(
      backup, to: address, from: device, expecting: now, by: .seconds(1))
    #expect(revision != nil)
  }

  /// Removes a key from the file the way a program that doesn't use Settee does.
  private func lose(_ key: String, from machine: Machine) throws {
    var values = try machine.domain().values(in: .user)
    values[key] = nil
    try Data(try PropertyList.dictionary(values).xml())
      .write(to: URL(filePath: machine.file))
  }

  @Test(arguments: [false, true])
  func `a value that a sync skipped is reported if the mirror loses it and gets it again`(
    isMissing: Bool
  ) throws {
    let simulation = Simulation(
      seed: 1, carrier: .etcd, options: .init(deletes: false, restores: false, crashes: false))
    simulation.devices = [SimulatedDevice(skew: 0), SimulatedDevice(skew: 0)]
    simulation.depth = 1
    func set(_ device: Int) -> Int {
      repeat { simulation.edit(device) } while simulation.edits.last?.key != simulation.keys[0]
      return simulation.edits.count - 1
    }
    _ = set(0)
    for device in [0, 1] { simulation.sync(device, .automatic, mayCrash: false) }
    let backup = simulation.documents
    let skipped = set(0)
    simulation.sync(0, .automatic, mayCrash: false)
    if isMissing {
      simulation.devices[1].disk.file[simulation.keys[0]] = nil
      simulation.sync(1, .automatic, mayCrash: false)
      _ = set(1)
    } else {
      // While the other device pulls this value, its user sets another one.
      let round = SyncRound(
        environment: SimulatedEnvironment(simulation: simulation, device: 1), account: "default",
        order: .automatic)
      let context = try round.prepare()
      _ = set(1)
      var report: SyncResult?
      #expect(try round.exchange(context, &report))
    }
    // Each device then pushes to a mirror that has lost the pushes of the other one.
    for device in [1, 0] {
      simulation.documents = backup
      simulation.revision += 1
      simulation.sync(device, .automatic, mayCrash: false)
    }
    #expect(!simulation.reported.contains(skipped))
    _ = set(1)
    for device in [1, 0] { simulation.sync(device, .automatic, mayCrash: false) }
    #expect(simulation.reported.contains(skipped))
    #expect(simulation.problems.isEmpty, "\(simulation.problems)")
  }
}
