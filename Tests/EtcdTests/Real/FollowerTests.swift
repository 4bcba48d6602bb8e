import Foundation
import SetteeTestSupport
import Testing

/// Runs `sync --follow` of the real program while other programs set, push, and restore values.
struct FollowerTests {
  private static let domain = "org.settee.follow"

  /// Waits until another device receives a value from the mirror.
  private func expect(
    _ value: String, of key: String, in app: String, on machine: Machine, _ follower: Follower,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for _ in 0..<300 {
      #expect(try machine.settee("pull", app, "--keep", "newest").code == 0)
      if try machine.settee("get", app, key).out == value + "\n" { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    Issue.record("\(value) didn't arrive; \(follower.said)", sourceLocation: sourceLocation)
  }

  private func expect(
    here value: String, of key: String, in app: String, on machine: Machine,
    _ follower: Follower, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for _ in 0..<300 {
      if try machine.settee("get", app, key).out == value + "\n" { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    Issue.record("\(value) didn't arrive; \(follower.said)", sourceLocation: sourceLocation)
  }

  @Test func `a follower sends values that other programs set, and pulls pushed values`() throws {
    let here = try Machine()
    let mirror = "folder:\(here.root)/mirror"
    let (one, two) = (try Machine(mirror: mirror), try Machine(mirror: mirror))
    let app = try one.bundle(Self.domain, ["name", "city"])
    let other = try two.bundle(Self.domain, ["name", "city"])
    #expect(try one.settee("set", app, "name", "one").code == 0)
    let follower = try Follower(one, app)
    try expect("one", of: "name", in: other, on: two, follower)
    #expect(try one.settee("set", app, "name", "two").code == 0)
    try expect("two", of: "name", in: other, on: two, follower)
    #expect(try two.settee("set", other, "city", "Rome").code == 0)
    #expect(try two.settee("push", other).code == 0)
    try expect(here: "Rome", of: "city", in: app, on: one, follower)
    #expect(try one.settee("set", app, "city", "Oslo").code == 0)
    try expect("Oslo", of: "city", in: other, on: two, follower)
  }

  @Test func `a follower sends an edit that reverts a value it had pulled`() throws {
    let here = try Machine()
    let mirror = "folder:\(here.root)/mirror"
    let (one, two) = (try Machine(mirror: mirror), try Machine(mirror: mirror))
    let app = try one.bundle(Self.domain, ["name"])
    let other = try two.bundle(Self.domain, ["name"])
    let follower = try Follower(one, app)
    #expect(try two.settee("set", other, "name", "first").code == 0)
    #expect(try two.settee("sync", other).code == 0)
    try expect(here: "first", of: "name", in: app, on: one, follower)
    #expect(try one.settee("set", app, "name", "second").code == 0)
    try expect("second", of: "name", in: other, on: two, follower)
    #expect(try one.settee("undo", app).code == 0)
    try expect("first", of: "name", in: other, on: two, follower)
  }

  @Test func `sync --all --follow sends changes of every app`() throws {
    let root = try Machine()
    let mirror = "folder:\(root.root)/mirror"
    let (one, two) = (try Machine(mirror: mirror), try Machine(mirror: mirror))
    let domains = ["org.settee.first", "org.settee.second"]
    for domain in domains {
      for machine in [one, two] {
        let installed = try machine.settee("install", try machine.bundle(domain, ["name"]))
        #expect(installed.code == 0, "\(installed.err)")
      }
      #expect(try one.settee("set", domain, "name", "old").code == 0)
    }
    let follower = try Follower(one, "--all")
    for domain in domains { try expect("old", of: "name", in: domain, on: two, follower) }
    for domain in domains {
      #expect(try one.settee("set", domain, "name", "new").code == 0)
      try expect("new", of: "name", in: domain, on: two, follower)
    }
  }

  @Test(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
  func `a follower reports that etcd was restored from a backup, and continues`() throws {
    let server = try EtcdServer()
    let mirror = "etcd://\(server.endpoint)/ann"
    let (here, there) = (try Machine(mirror: mirror), try Machine(mirror: mirror))
    let app = try here.bundle(Self.domain, ["name"])
    let other = try there.bundle(Self.domain, ["name"])
    func push(_ value: String) throws {
      #expect(try there.settee("set", other, "name", value).code == 0)
      #expect(try there.settee("push", other, "--keep", "newest", "--timeout", "30").code == 0)
    }
    try push("old")
    let backup = try server.backup()
    let follower = try Follower(here, app)
    try expect(here: "old", of: "name", in: app, on: here, follower)
    for number in 1...5 { try push("\(number)") }
    try expect(here: "5", of: "name", in: app, on: here, follower)
    try server.restore(backup)
    for _ in 0..<600 where !follower.said.contains("was rolled back from revision") {
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(follower.said.contains("was rolled back from revision"), "\(follower.said)")
    try push("after")
    try expect(here: "after", of: "name", in: app, on: here, follower)
  }
}

/// A running `sync --follow`, which is ended when the object is released.
private struct Follower {
  private let process: RunningProcess

  init(_ machine: Machine, _ app: String) throws {
    process = try RunningProcess(
      [ProgramUnderTest.path, "sync", app, "--follow"], environment: machine.environment)
  }

  /// The output so far.
  var said: String { process.said + process.complained }
}
