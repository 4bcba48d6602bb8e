import Foundation
import SetteeFiles
import Testing

@testable import Settee
@testable import SetteeCloud

/// One machine that is used with two accounts by turns.
@Suite struct AccountTests {
  let here: Machine
  let there: Machine
  let mirror = KeyedMirror(MemoryStore())

  init() throws { (here, there) = (try Machine(), try Machine()) }

  /// The machine as the first account leaves it, with bob's values in the mirror and known here.
  private func meetBoth() throws {
    try there.set(["a": .integer(7), "b": .integer(8)])
    for machine in [there, here] {
      _ = try machine.sync(mirror, account: "bob").run(.automatic)
    }
    _ = try here.sync(mirror).run(SyncOptions(policy: .cloud))
    #expect(try here.value("a") == nil)
    try here.set(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    _ = try here.sync(mirror).run(.automatic)
  }

  @Test(arguments: [true, false])
  func `an account that comes back gets no value and no delete of the other one`(sends: Bool) throws
  {
    try meetBoth()
    try here.set(["a": .string("secret"), "b": nil])
    let report = try here.sync(mirror, account: "bob")
      .run(SyncOptions(sends: sends, policy: .cloud))
    #expect(report.sent.isEmpty && report.conflicts.isEmpty)
    for machine in [here, there] {
      #expect(try machine.sync(mirror, account: "bob").run(.automatic).sent.isEmpty)
      #expect(try machine.value("a") == .integer(7))
      #expect(try machine.value("b") == .integer(8))
      #expect(try machine.value("c") == nil)
    }
  }

  @Test func `many values, and those that may not be replaced, do not stay for the next account`()
    throws
  {
    let keys = (0..<20).map { "key\($0)" }
    let marks = SyncRules(Dictionary(uniqueKeysWithValues: keys.map { ($0, .user) }))
    try here.set(Dictionary(uniqueKeysWithValues: keys.map { ($0, .some(.boolean(true))) }))
    _ = try here.sync(mirror, marks: marks).run(.automatic)
    try there.set(["key0": .string("no switch")])
    _ = try there.sync(mirror, account: "bob", marks: marks).run(.automatic)
    let sync = try CloudSync(
      try here.domain(), mirror: mirror, account: "bob", marks: marks, locations: here.locations
    ) { _, value in value.bool != nil }
    #expect(try sync.run(SyncOptions(policy: .cloud)).sent.isEmpty)
    #expect(try sync.domain.values(in: .user).isEmpty)
    #expect(try sync.run(.automatic).sent.isEmpty)
  }

  @Test func `a damaged list of places is no leave to mix`() throws {
    try meetBoth()
    let list = "\(here.locations.state)/\(Machine.name)/cloud/places.plist"
    try Data("garbage".utf8).write(to: URL(filePath: list))
    for _ in 0..<2 {
      let error = #expect(throws: CloudError.self) {
        try here.sync(mirror, account: "bob").run(.automatic)
      }
      #expect(error?.kind == .otherAccount)
    }
  }

  @Test func `a change of account that is cut off is asked about again`() throws {
    try meetBoth()
    try CloudStateFolder(here.domain().name, here.locations).note(account: "")
    for account in ["ann", "bob"] {
      #expect(throws: CloudError.self) {
        try here.sync(mirror, account: account).run(.automatic)
      }
    }
    _ = try here.sync(mirror, account: "bob").run(SyncOptions(policy: .cloud))
    #expect(try here.sync(mirror, account: "bob").run(.automatic).sent.isEmpty)
    #expect(try here.value("a") == .integer(7))
  }

  @Test func `a change of account that never began leaves all as it was`() throws {
    let folder = here.root + "/mirror"
    try here.set(["a": .integer(1)])
    _ = try here.sync(FolderMirror(at: folder)).run(.automatic)
    try there.set(["a": .integer(7)])
    _ = try there.sync(FolderMirror(at: folder), account: "bob").run(.automatic)
    let fileSystem = FileSystem.live.replaced { (call, path, body) throws(ErrorNumber) in
      if call == "open", path.contains("/bob/") { throw ErrorNumber(EACCES) }
      try body()
    }
    #expect(throws: CloudError.self) {
      try here.sync(FolderMirror(at: folder, fileSystem: fileSystem), account: "bob")
        .run(SyncOptions(policy: .cloud))
    }
    try here.set(["a": .integer(2)])
    #expect(try here.sync(FolderMirror(at: folder)).run(.automatic).sent == ["a"])
  }
}
