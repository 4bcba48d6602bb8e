import Foundation
import SetteeTestSupport
import Testing

@testable import Settee

/// Folders that a real program carries between two machines.
@Suite struct CarriedFolderTests {
  @Test func `git between two clones ends equal`() throws {
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

  /// Fetches what others have sent, syncs, and sends on.
  private func exchange(_ machine: Machine) throws {
    let clone = machine.root + "/mirror"
    try? git(clone, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    _ = try machine.sync(FolderMirror(at: clone)).run(.automatic)
    try git(clone, "add", "-A")
    try? git(clone, "commit", "-q", "-m", "sync")
    try git(clone, "push", "-q", "origin", "HEAD:main")
  }

  private func git(_ folder: String, _ words: String...) throws {
    let names = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    try run("/usr/bin/git", ["-C", folder] + names + words)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsync"), "no rsync"))
  func `rsync both ways ends equal`() throws {
    let (here, there) = (try Machine(), try Machine())
    try here.set(["a": .integer(1)])
    try there.set(["b": .integer(2)])
    for _ in 0..<3 {
      for (from, to) in [(here, there), (there, here)] {
        _ = try from.sync(FolderMirror(at: from.root + "/mirror")).run(.automatic)
        try run("/usr/bin/rsync", ["-a", "--update", from.root + "/mirror/", to.root + "/mirror/"])
      }
    }
    for machine in [here, there] {
      #expect(try machine.value("a") == .integer(1))
      #expect(try machine.value("b") == .integer(2))
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw CloudError(.local, "\(arguments.joined(separator: " ")) failed")
    }
  }
}
