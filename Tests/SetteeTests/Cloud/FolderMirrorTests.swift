import Foundation
import SetteeFiles
import SetteeSuites
import Testing

@testable import Settee
@testable import SetteeCloud

/// Runs the published mirror suite on the folder mirror, and tests how sync programs affect the
/// folder.
@Suite struct FolderMirrorTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("settee-mirror-\(UUID().uuidString)").path
  let one = CloudDevice(random: 1)
  let other = CloudDevice(random: 2)

  func address() throws -> CloudAddress { try CloudAddress(account: "ann", domain: "org.x") }

  /// Returns the replica that a device writes for a single record.
  func view(
    _ device: CloudDevice, _ key: Key, _ value: Int64, at time: Int64 = 1,
    of mirror: String = "00000000000000aa"
  ) -> CloudDocument {
    var document = CloudDocument(mirror: mirror)
    document.records[key] = CloudRecord(
      value: .integer(value), stamp: CloudStamp(time: time, count: 0, device: device),
      push: CloudPush(device: device, sequence: 1))
    document.devices[device] = CloudDeviceEntry(
      written: CloudWrite(sequence: 1, nonce: 7), time: time)
    return document
  }

  func push(_ document: CloudDocument, _ device: CloudDevice) throws -> String? {
    let mirror = FolderMirror(at: folder)
    let now = try mirror.pull(try address(), by: .seconds(5)).revision
    return try mirror.push(
      document, to: try address(), from: device, expecting: now, by: .seconds(5))
  }

  func pull() throws -> CloudSnapshot {
    try FolderMirror(at: folder).pull(try address(), by: .seconds(5))
  }

  var files: String { "\(folder)/ann/org.x" }

  @Test(arguments: CloudMirrorSuite.checks)
  func `the folder mirror passes the mirror suite`(check: CloudMirrorSuite.Check) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try check.run { FolderMirror(at: folder) }
  }

  @Test(arguments: [
    "\(CloudDevice(random: 2).id).sync-conflict-20260102-030405-ABCDEFG.plist",
    "\(CloudDevice(random: 2).id) (Ann's conflicted copy 2026-01-02).plist",
    "\(CloudDevice(random: 2).id).plist.orig",
  ])
  func `a conflict copy is one more replica`(name: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try push(view(one, "a", 1), one)
    let copy = Data(try view(other, "b", 2).fileBytes(isSealed: false))
    try copy.write(to: URL(fileURLWithPath: "\(files)/\(name)"))
    let values = try #require(try pull().document).values
    #expect(values["a"] == .integer(1))
    #expect(values["b"] == .integer(2))
  }

  @Test func `a push and the next pull return the same revision`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for device in [other, one, other] {
      #expect(try push(view(device, "a", 1, at: Int64(device.number)), device) == pull().revision)
    }
  }

  @Test func `a file that arrives during a push is not part of its revision`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try push(view(one, "a", 1), one)
    var fileSystem = FileSystem.live
    let late = Data(try view(other, "b", 2).fileBytes(isSealed: false))
    let path = "\(files)/\(other.id).plist"
    fileSystem.rename = { from, to in
      try FileSystem.live.rename(from, to)
      try? late.write(to: URL(fileURLWithPath: path))
    }
    let before = try pull().revision
    let made = try FolderMirror(at: folder, fileSystem: fileSystem).push(
      view(one, "a", 2, at: 2), to: try address(), from: one, expecting: before,
      by: .seconds(5))
    #expect(made != nil)
    #expect(try pull().revision != made)
  }

  @Test func `two domains first pushed concurrently share one marker`() throws {
    let mirror = FolderMirror(at: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = view(one, "a", 1)
    #expect(try push(first, one) != nil)
    // The other device listed the folder before the marker existed, so it generated another mirror
    // ID.
    var second = CloudDocument(mirror: "00000000000000bb")
    (second.records, second.devices) = (first.records, first.devices)
    let address = try CloudAddress(account: "ann", domain: "org.y")
    let taken = try mirror.push(
      second, to: address, from: one, expecting: CloudSnapshot.noRevision, by: .seconds(5))
    #expect(taken == nil)
    #expect(try mirror.pull(address, by: .seconds(5)).mirror == first.mirror)
  }

  @Test func `a replica without read permission is reported, not skipped`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try push(view(one, "a", 1), one)
    let fileSystem = FileSystem.live.replaced { call, path, body in
      if call == "open", path.hasSuffix("\(CloudDevice(random: 1).id).plist") {
        throw SystemError(EACCES)
      }
      try body()
    }
    let error = #expect(throws: CloudError.self) {
      try FolderMirror(at: folder, fileSystem: fileSystem).pull(try address(), by: .seconds(5))
    }
    #expect(error?.code == .unreachable && error?.message.contains("\(one.id).plist") == true)
  }

  @Test func `partial, foreign and temporary files are skipped`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try push(view(one, "a", 1), one)
    let whole = Data(try view(other, "b", 2).fileBytes(isSealed: false))
    let odd: [(String, Data)] = [
      ("\(other.id).plist", whole.prefix(whole.count / 2)), ("README.txt", Data("hi".utf8)),
      (".\(other.id).plist.new", whole), (".syncthing.\(other.id).plist.tmp", whole),
      ("0123456789abcdef.plist", Data()), (".DS_Store", Data([0])),
    ]
    for (name, bytes) in odd { try bytes.write(to: URL(fileURLWithPath: "\(files)/\(name)")) }
    try FileManager.default.createDirectory(
      atPath: "\(files)/fedcba9876543210.plist", withIntermediateDirectories: false)
    let document = try #require(try pull().document)
    #expect(document.values.count == 1)
  }

  @Test func `the losing value of two concurrent replicas is reported`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try push(view(one, "a", 1, at: 1), one)
    _ = try push(view(other, "a", 2, at: 2), other)
    let found = try pull()
    #expect(found.document?.values["a"] == .integer(2))
    #expect(found.contested["a"]?.count == 1)
  }

  @Test func `two markers of two replicas become one mirror`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try push(view(one, "a", 1), one)
    try mark("0000000000000001", "settee-mirror.sync-conflict-20260102-030405-X.plist")
    #expect(try pull().mirror == "0000000000000001")
    #expect(try pull().document?.mirror == "0000000000000001")
    #expect(try pull().document?.values["a"] == .integer(1))
    #expect(try pull().misplaced == [one])
  }

  @Test func `a replica whose mirror has no marker is skipped`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try push(view(one, "a", 1), one)
    let strange = view(other, "b", 2, of: "00000000000000bb")
    try Data(try strange.fileBytes(isSealed: false))
      .write(to: URL(fileURLWithPath: "\(files)/\(other.id).plist"))
    #expect(try pull().document?.values == ["a": .integer(1)])
    try mark("00000000000000bb", "settee-mirror-00000000000000bb.plist")
    #expect(try pull().document?.values.count == 2)
  }

  @Test func `the marker of an older version gets an additional name`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try mark("00000000000000aa", "settee-mirror.plist")
    #expect(try push(view(one, "a", 1), one) != nil)
    // Simulate a sync program that replaces the marker with one from an older version.
    try mark("00000000000000bb", "settee-mirror.plist")
    #expect(try pull().mirrors == ["00000000000000aa", "00000000000000bb"])
  }

  func mark(_ id: String, _ name: String) throws {
    let list = PropertyList.dictionary(["mirror": .string(id)])
    try Data(try list.xml()).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  @Test func `a file that cannot be written is an error, and nothing changes`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(folder)/ann"))
    do {
      _ = try push(view(one, "a", 1), one)
      Issue.record("the push should fail")
    } catch let error as CloudError {
      #expect(error.code == .unreachable)
      #expect(error.message.contains("/ann"))
    }
  }
}
