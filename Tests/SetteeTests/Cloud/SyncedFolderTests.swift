import Foundation
import SetteeTestSupport
import Testing

@testable import Settee
@testable import SetteeCloud
@testable import SetteeFiles

/// Tests folders that a real sync program copies between two devices.
@Suite struct SyncedFolderTests {
  @Test func `two git clones converge`() throws {
    let (here, there) = (try Machine(), try Machine())
    let hub = here.root + "/hub.git"
    try git(here.root, "init", "-q", "--bare", "-b", "main", hub)
    for machine in [here, there] {
      try git(machine.root, "clone", "-q", hub, machine.root + "/mirror")
    }
    try here.set(["a": .integer(1), "b": .integer(1)])
    try exchange(here)
    try exchange(there)
    try here.set(["a": .integer(2), "c": .string("here")])
    try there.set(["b": nil, "d": .string("there")])
    for machine in [here, there, here, there, here] { try exchange(machine) }
    for machine in [here, there] {
      #expect(try machine.value("a") == .integer(2))
      #expect(try machine.value("b") == nil)
      #expect(try machine.value("c") == .string("here"))
      #expect(try machine.value("d") == .string("there"))
    }
  }

  /// Downloads changes from the other device, syncs, and uploads the result.
  private func exchange(_ machine: Machine) throws {
    let clone = machine.root + "/mirror"
    try? git(clone, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    _ = try machine.sync(FolderMirror(at: clone)).sync(.automatic)
    try git(clone, "add", "-A")
    try? git(clone, "commit", "-q", "-m", "sync")
    try git(clone, "push", "-q", "origin", "HEAD:main")
  }

  private func git(_ folder: String, _ words: String...) throws {
    let names = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    try run("/usr/bin/git", ["-C", folder] + names + words)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsync"), "no rsync"))
  func `rsync in both directions converges`() throws {
    let (here, there) = (try Machine(), try Machine())
    try here.set(["a": .integer(1)])
    try there.set(["b": .integer(2)])
    for _ in 0..<3 {
      for (from, to) in [(here, there), (there, here)] {
        _ = try from.sync(FolderMirror(at: from.root + "/mirror")).sync(.automatic)
        try run("/usr/bin/rsync", ["-a", "--update", from.root + "/mirror/", to.root + "/mirror/"])
      }
    }
    for machine in [here, there] {
      #expect(try machine.value("a") == .integer(1))
      #expect(try machine.value("b") == .integer(2))
    }
  }

  @Test func `concurrently created replicas survive the loss of their homes`() throws {
    let (here, there) = (try Machine(), try Machine())
    try begin(here, ["a": .integer(1)], there, ["b": .integer(2)])
    try carry(here, there)
    try carry(there, here)
    for machine in [here, there] {
      let late = try Machine()
      _ = try late.sync(FolderMirror(at: machine.root + "/mirror")).sync(.automatic)
      #expect(try late.value("a") == .integer(1))
      #expect(try late.value("b") == .integer(2))
    }
  }

  @Test func `devices that create replicas concurrently keep their IDs`() throws {
    let (here, there) = (try Machine(), try Machine())
    let values: [String: PropertyList] = ["a": .integer(1), "b": .integer(1)]
    try begin(here, values, there, ["c": .integer(1), "d": .integer(1)])
    let names = try [here, there].map { try sync($0).ownName() }
    try here.set(["a": nil, "b": .integer(2)])
    try there.set(["c": nil, "d": .integer(2)])
    try carry(here, there)
    for (from, to) in [(there, here), (here, there), (there, here)] {
      #expect(try sync(from).sync(.automatic).conflicts.isEmpty)
      try carry(from, to)
    }
    for machine in [here, there] {
      #expect(try sync(machine).sync(.automatic).conflicts.isEmpty)
      #expect(try machine.value("a") == nil)
      #expect(try machine.value("b") == .integer(2))
      #expect(try machine.value("c") == nil)
      #expect(try machine.value("d") == .integer(2))
    }
    #expect(try [here, there].map { try sync($0).ownName() } == names)
    let marks = try [here, there].map {
      try FileSystem.live.mirrorIDs(in: $0.root + "/mirror")
    }
    #expect(marks[0].count == 2)
    #expect(marks[0] == marks[1])
  }

  /// The way in which a device syncs.
  enum Way: CaseIterable {
    case sync, pull, push

    func order(keeping policy: CloudPolicy) -> SyncOptions {
      SyncOptions(
        pulls: self != .push, pushes: self != .pull, conflictPolicy: policy,
        ignoresMissingKeys: true)
    }
  }

  @Test(arguments: Way.allCases)
  func `a value kept here after a merge overrides later values`(way: Way) throws {
    let (here, there, third) = (try Machine(), try Machine(), try Machine())
    try mergeOlder(from: third, into: here)
    try carry(here, there)
    _ = try sync(there).sync(.automatic)
    try there.set(["a": .integer(3)])
    _ = try sync(there).sync(.automatic)
    try carry(third, here)
    let report = try sync(here).sync(way.order(keeping: .keepingLocal))
    #expect(report.conflicts.map(\.localValue) == [.integer(2)])
    #expect(report.conflicts.map(\.remoteValue) == [.integer(1)])
    #expect(report.conflicts.map(\.kept) == [.local])
    let told = try converge(there, here, third)
    for machine in [here, there, third] { #expect(try machine.value("a") == .integer(2)) }
    #expect(told.contains { $0.localValue == .integer(3) || $0.remoteValue == .integer(3) })
  }

  @Test(arguments: Way.allCases)
  func `a value kept from the cloud overrides the winner of the merge`(way: Way) throws {
    let (here, third) = (try Machine(), try Machine())
    try mergeOlder(from: third, into: here)
    try carry(third, here)
    let report = try sync(here).sync(way.order(keeping: .keepingRemote))
    #expect(report.conflicts.map(\.localValue) == [.integer(2)])
    #expect(report.conflicts.map(\.remoteValue) == [.integer(1)])
    #expect(report.conflicts.map(\.kept) == [.remote])
    #expect(try here.value("a") == .integer(way == .push ? 2 : 1))
    _ = try converge(here, third)
    for machine in [here, third] { #expect(try machine.value("a") == .integer(1)) }
  }

  @Test func `a value set after the merge is the one that is kept here`() throws {
    let (here, third) = (try Machine(), try Machine())
    try mergeOlder(from: third, into: here)
    try here.set(["a": .integer(4)])
    try carry(third, here)
    let report = try sync(here).sync(Way.sync.order(keeping: .keepingLocal))
    #expect(report.conflicts.map(\.localValue) == [.integer(4)])
    _ = try converge(here, third)
    for machine in [here, third] { #expect(try machine.value("a") == .integer(4)) }
  }

  @Test func `a clone's value that another device replaced without seeing it is reported`() throws {
    let (here, third, clone) = (try Machine(), try Machine(), try Machine())
    try begin(here, ["a": .integer(1)], third, ["c": .integer(1)])
    _ = try converge(here, third)
    try run("/bin/cp", ["-aT", here.root, clone.root])
    try here.set(["b": .integer(1)])
    _ = try sync(here).sync(.automatic)
    try carry(here, third)
    _ = try sync(third).sync(.automatic)
    try clone.set(["a": .integer(2)])
    _ = try sync(clone).sync(.automatic)
    try third.set(["a": .integer(3)])
    _ = try sync(third).sync(.automatic)
    // The sync program keeps the newer of the two files with the same name.
    try carry(clone, third)
    let conflicts = try sync(third).sync(.automatic).conflicts
    #expect(conflicts.map(\.localValue) == [.integer(3)])
    #expect(conflicts.map(\.remoteValue) == [.integer(2)])
  }

  /// Sets and sends 1 on `there`, then 2 on `here`, before either has seen the other's value.
  private func mergeOlder(from there: Machine, into here: Machine) throws {
    try begin(here, ["b": .integer(1)], there, ["c": .integer(1)])
    _ = try converge(here, there)
    for (machine, value) in [(there, 1), (here, 2)] {
      try machine.set(["a": .integer(Int64(value))])
      _ = try sync(machine).sync(.automatic)
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  /// Copies and syncs everything until nothing changes, and returns the reported conflicts.
  private func converge(_ machines: Machine...) throws -> [SyncDifference] {
    var told: [SyncDifference] = []
    for _ in 0..<3 {
      for machine in machines {
        for other in machines where other !== machine { try carry(other, machine) }
        told += try sync(machine).sync(.automatic).conflicts
      }
    }
    return told
  }

  private func begin(
    _ here: Machine, _ values: [String: PropertyList],
    _ there: Machine, _ others: [String: PropertyList]
  ) throws {
    try here.set(values)
    try there.set(others)
    for machine in [here, there] { _ = try sync(machine).sync(.automatic) }
  }

  private func sync(_ machine: Machine) throws -> CloudSync {
    try machine.sync(FolderMirror(at: machine.root + "/mirror"))
  }

  /// Copies files like a sync program that keeps one file per name.
  private func carry(_ from: Machine, _ to: Machine) throws {
    try run("/bin/cp", ["-auT", from.root + "/mirror", to.root + "/mirror"])
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    if try RunningProcess([program] + arguments).end().code != 0 {
      throw CloudError(.local, "\(arguments.joined(separator: " ")) failed")
    }
  }
}
