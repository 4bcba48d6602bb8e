import Foundation
import SetteeFiles
import Testing

@testable import Settee
@testable import SetteeCloud

/// Tests a device that switches between two accounts.
@Suite struct AccountTests {
  let here: Machine
  let there: Machine
  let mirror = MemoryStore()

  init() throws { (here, there) = (try Machine(), try Machine()) }

  /// Syncs this device with bob's account and then with ann's, so that it knows the values of both.
  private func useBothAccounts() throws {
    try there.set(["a": .integer(7), "b": .integer(8)])
    for machine in [there, here] {
      _ = try machine.sync(mirror, account: "bob").sync(.automatic)
    }
    _ = try here.sync(mirror).sync(SyncOptions(conflictPolicy: .keepingRemote))
    #expect(try here.value("a") == nil)
    try here.set(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    _ = try here.sync(mirror).sync(.automatic)
  }

  @Test(arguments: [true, false])
  func `a restored account receives no value or delete of the other account`(sends: Bool) throws {
    try useBothAccounts()
    try here.set(["a": .string("secret"), "b": nil])
    let report = try here.sync(mirror, account: "bob")
      .sync(SyncOptions(pushes: sends, conflictPolicy: .keepingRemote))
    #expect(report.sent.isEmpty && report.conflicts.isEmpty)
    for machine in [here, there] {
      #expect(try machine.sync(mirror, account: "bob").sync(.automatic).sent.isEmpty)
      #expect(try machine.value("a") == .integer(7))
      #expect(try machine.value("b") == .integer(8))
      #expect(try machine.value("c") == nil)
    }
  }

  @Test func `many values, and values that may not be replaced, are not kept for the next account`()
    throws
  {
    let keys = (0..<20).map { "key\($0)" }
    let marks = SyncRules(Dictionary(uniqueKeysWithValues: keys.map { ($0, .user) }))
    try here.set(Dictionary(uniqueKeysWithValues: keys.map { ($0, .some(.boolean(true))) }))
    _ = try here.sync(mirror, marks: marks).sync(.automatic)
    try there.set(["key0": .string("no switch")])
    _ = try there.sync(mirror, account: "bob", marks: marks).sync(.automatic)
    let sync = try CloudSync(
      try here.domain(), mirror: mirror, account: "bob", marks: marks, locations: here.locations
    ) { _, value in value.bool != nil }
    #expect(try sync.sync(SyncOptions(conflictPolicy: .keepingRemote)).sent.isEmpty)
    #expect(try sync.domain.values(in: .user).isEmpty)
    #expect(try sync.sync(.automatic).sent.isEmpty)
  }

  @Test func `a corrupt list of locations doesn't permit mixing accounts`() throws {
    try useBothAccounts()
    let list = "\(here.locations.state)/\(Machine.name)/cloud/places.plist"
    try Data("garbage".utf8).write(to: URL(filePath: list))
    for _ in 0..<2 {
      let error = #expect(throws: CloudError.self) {
        try here.sync(mirror, account: "bob").sync(.automatic)
      }
      #expect(error?.code == .otherAccount)
    }
  }

  @Test func `an interrupted change of account asks again`() throws {
    try useBothAccounts()
    try CloudStateFolder(here.domain().name, here.locations).note(account: "")
    for account in ["ann", "bob"] {
      #expect(throws: CloudError.self) {
        try here.sync(mirror, account: account).sync(.automatic)
      }
    }
    _ = try here.sync(mirror, account: "bob").sync(SyncOptions(conflictPolicy: .keepingRemote))
    #expect(try here.sync(mirror, account: "bob").sync(.automatic).sent.isEmpty)
    #expect(try here.value("a") == .integer(7))
  }

  @Test func `a change of account that never started leaves everything unchanged`() throws {
    let folder = here.root + "/mirror"
    try here.set(["a": .integer(1)])
    _ = try here.sync(FolderMirror(at: folder)).sync(.automatic)
    try there.set(["a": .integer(7)])
    _ = try there.sync(FolderMirror(at: folder), account: "bob").sync(.automatic)
    let fileSystem = FileSystem.live.replaced { call, path, body in
      if call == "open", path.contains("/bob/") { throw SystemError(EACCES) }
      try body()
    }
    #expect(throws: CloudError.self) {
      try here.sync(FolderMirror(at: folder, fileSystem: fileSystem), account: "bob")
        .sync(SyncOptions(conflictPolicy: .keepingRemote))
    }
    try here.set(["a": .integer(2)])
    #expect(try here.sync(FolderMirror(at: folder)).sync(.automatic).sent == ["a"])
  }
}
