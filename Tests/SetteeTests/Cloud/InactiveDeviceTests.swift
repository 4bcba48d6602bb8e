import Foundation
import Testing

@testable import Settee
@testable import SetteeCloud
@testable import SetteeFiles

/// Verifies that inactive devices are removed, and that a replica of many devices stays small.
@Suite struct InactiveDeviceTests {
  let here: Machine
  let there: Machine
  let folder: String
  let mirror: FolderMirror

  init() throws {
    (here, there) = (try Machine(), try Machine())
    folder = here.root + "/mirror"
    mirror = FolderMirror(at: folder)
  }

  private var files: String { "\(folder)/ann/\(Machine.name)" }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: files).sorted()
  }

  private func document() throws -> CloudDocument {
    let address = try CloudAddress(account: "ann", domain: Machine.name)
    return try #require(try mirror.pull(address, by: .seconds(5)).document)
  }

  /// Creates the file of a device that was last seen the given number of days ago.
  private func plant(_ device: CloudDevice, days: Int64, _ key: Key) throws -> String {
    var view = CloudDocument(mirror: try #require(try FileSystem.live.mirrorIDs(in: folder).first))
    let time = CurrentProcess.milliseconds - days * 86_400_000
    view.devices[device] = CloudDeviceEntry(written: CloudWrite(sequence: 3, nonce: 7), time: time)
    view.records[key] = CloudRecord(
      value: .string("old"), stamp: CloudStamp(time: time, count: 0, device: device),
      push: CloudPush(device: device, sequence: 2))
    let path = "\(files)/\(device.id).plist"
    try Data(try view.fileBytes(isSealed: false)).write(to: URL(filePath: path))
    return path
  }

  private func sync(_ machine: Machine) throws { _ = try machine.sync(mirror).sync(.automatic) }

  /// Changes the saved state of `machine` as if it had joined the mirror more than 30 days ago.
  private func age(_ machine: Machine, in mirror: String) throws {
    let folder = CloudStateFolder(try machine.domain().name, machine.locations)
    var state = try #require(try folder.state(mirror, "ann"))
    state.returned = try #require(state.returned) - 31 * 86_400_000
    try folder.save(state, isSolid: false)
  }

  @Test func `values of an inactive device are kept, and the next push removes its file`() throws {
    try here.set(["a": .integer(1)])
    try sync(here)
    let silent = CloudDevice(random: 5)
    let path = try plant(silent, days: 181, "b")
    try sync(here)
    #expect(try here.value("b") == .string("old"))
    try here.set(["a": .integer(2)])
    try sync(here)
    #expect(!FileManager.default.fileExists(atPath: path))
    try sync(there)
    #expect(try there.value("b") == .string("old"))
    let cloud = try here.sync(mirror)
    #expect(try cloud.devices().map(\.key) == [cloud.ownName()])
  }

  @Test func `a delete that all devices have seen is kept for 30 days`() throws {
    try here.set(["a": .integer(1)])
    try sync(here)
    let device = try #require(try document().devices.keys.first)
    let address = try CloudAddress(account: "ann", domain: Machine.name)
    let before = try mirror.pull(address, by: .seconds(5))
    var planted = try #require(before.document)
    for (key, days) in [("b", 29), ("c", 31)] as [(Key, Int64)] {
      let time = CurrentProcess.milliseconds - days * 86_400_000
      planted.records[key] = CloudRecord(
        value: nil, stamp: CloudStamp(time: time, count: 0, device: device),
        push: CloudPush(device: device, sequence: 1), seen: [device])
    }
    #expect(
      try mirror.push(
        planted, to: address, from: device, expecting: before.revision, by: .seconds(5)) != nil)
    try here.set(["a": .integer(2)])
    try sync(here)
    #expect(try document().records.keys.sorted() == ["a", "b"])
  }

  @Test func `a restored file of a removed device restores no values`() throws {
    try here.set(["a": .integer(1)])
    try sync(here)
    let path = try plant(CloudDevice(random: 5), days: 181, "b")
    let file = try Data(contentsOf: URL(filePath: path))
    try sync(here)
    try here.set(["b": nil])
    try sync(here)
    #expect(!FileManager.default.fileExists(atPath: path))
    for _ in 0..<2 {
      try file.write(to: URL(filePath: path))
      for machine in [there, here] { try sync(machine) }
      for machine in [there, here] { #expect(try machine.value("b") == nil) }
      try here.set(["a": .string("\(names().count)")])
    }
  }

  @Test func `after 270 days a device isn't listed, and its values cause no conflict`() throws {
    try here.set(["a": .integer(1)])
    try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    try FileSystem.live.writeMirrorID("00000000000000aa", in: folder)
    let silent = CloudDevice(random: 5)
    _ = try plant(silent, days: 271, "b")
    for machine in [here, there] { try sync(machine) }
    // A device that has just joined can't know whether its own clock is fast.
    #expect(try document().devices[silent] != nil)
    for machine in [here, there] { try age(machine, in: "00000000000000aa") }
    for (machine, value) in [(here, 2), (there, 3), (here, 4), (there, 5)] {
      try machine.set(["a": .integer(Int64(value))])
      try sync(machine)
    }
    #expect(try document().devices[silent] == nil)
    let push = try #require(try document().records["b"]?.push)
    #expect(try document().devices[push.device] != nil)
    try sync(here)
    try here.set(["b": .string("new")])
    for machine in [here, there] {
      let report = try machine.sync(mirror).sync(SyncOptions())
      #expect(report.conflicts.isEmpty)
    }
    #expect(try there.value("b") == .string("new"))
  }

  @Test func `a forgotten device that returns joins as a new one`() throws {
    try here.set(["a": .integer(1)])
    for machine in [here, there] { try sync(machine) }
    try there.set(["b": .integer(2)])
    try sync(there)
    let own = try here.sync(mirror).ownName()
    let old = try #require(try here.sync(mirror).devices().keys.first { $0 != own })
    try here.sync(mirror).forget(old)
    #expect(try names().count { $0.hasPrefix(old.id) } == 0)
    #expect(try here.sync(mirror).devices().count == 1)
    try sync(here)
    #expect(try here.value("b") == .integer(2))
    try here.set(["a": .integer(3)])
    try sync(here)
    try there.set(["c": .integer(4)])
    try sync(there)
    try sync(here)
    for machine in [here, there] {
      #expect(try machine.value("a") == .integer(3))
      #expect(try machine.value("c") == .integer(4))
    }
    #expect(try here.sync(mirror).devices().count == 2)
  }

  @Test func `a device inactive for 180 days by its own clock joins as a new one`() {
    var state = SyncState(mirror: "m", account: "ann", device: CloudDevice(random: 1))
    state.written = CloudWrite(sequence: 4, nonce: 1)
    state.lastSync = 0
    let document = CloudDocument(mirror: "m")
    #expect(
      state.peerStatus(in: document, now: SyncComposition.retirementAge) == .mirrorRolledBack)
    #expect(state.peerStatus(in: document, now: SyncComposition.retirementAge + 1) == .retired)
  }

  // MARK: Packing

  /// Returns a document for a folder in which each device has set three keys.
  private func document(of count: UInt64) -> CloudDocument {
    var document = CloudDocument(mirror: "0123456789abcdef")
    for number in 1...count {
      let device = CloudDevice(random: number &* 0x9E37_79B9_7F4A_7C15)
      let write = CloudWrite(sequence: 100, nonce: ~(number &* 0x1234_5679) & 0xFFFF_FFFF)
      document.devices[device] = CloudDeviceEntry(written: write, time: 1_795_327_844_602)
      for key in ["account.name", "mail.signature", "write.greeting"] as [Key] {
        document.records[key] = CloudRecord(
          value: .string("value \(number)"),
          stamp: CloudStamp(time: 1_795_327_844_602, count: 0, device: device),
          push: CloudPush(device: device, sequence: 100))
      }
    }
    return document
  }

  @Test func `a replica of 100 devices that have all written takes less than 20 kB`() throws {
    let document = document(of: 100)
    let bytes = try document.fileBytes(isSealed: false)
    #expect(CloudDocument(bytes: bytes)?.devices.keys == document.devices.keys)
    #expect(bytes.count < 20_000, "\(bytes.count) bytes")
  }

  /// Reads the packed form of two devices that an earlier build wrote.
  @Test func `packed devices of earlier builds are read`() throws {
    let day: Int64 = 86_400_000
    let packed: [UInt8] =
      [0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x00, 0x94, 0x1B]
      + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0x20]
      + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0xB5, 0xB7, 0x01]
    let entries: [CloudDevice: CloudDeviceEntry] = [
      CloudDevice(random: 0): .init(written: .init(sequence: 1, nonce: 0), time: 20_000 * day),
      CloudDevice(random: .max): .init(
        written: .init(sequence: 4096, nonce: .max), time: 30_000 * day, isRetired: true),
    ]
    #expect(CloudDeviceEntry.unpacked(Data(packed)) == entries)
    for end in 1..<packed.count where end != 12 {
      #expect(CloudDeviceEntry.unpacked(Data(packed.prefix(end))) == nil)
    }
    #expect(CloudDeviceEntry.unpacked(Data(repeating: 0xFF, count: 40)) == nil)
  }
}
