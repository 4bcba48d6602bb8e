import Foundation
import SetteeTestSupport
import Testing

/// A program that is stopped at any system call leaves either the old bytes or the new ones.
@Suite struct KilledWriterTests {
  private static let old = "[a]\nx = 1\ny = 2\n"
  private static let new = old.replacingOccurrences(of: "x = 1", with: "x = 9")

  /// Runs `settee set PATH a.x 9`, which receives a signal at the given occurrence of a system
  /// call.
  ///
  /// Returns false if the program exits before that call.
  private func set(
    _ path: String, _ machine: Machine, signal: String, at call: String, _ number: Int
  ) throws -> Bool {
    try machine.write(Self.old, to: path)
    let run = try machine.run([
      "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
      "inject=\(call):signal=\(signal):when=\(number)", ProgramUnderTest.path, "set", path, "a.x",
      "9",
    ])
    return run.code != 0
  }

  private func names(_ machine: Machine) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(machine.root)/files").sorted()
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// Expects a kill between linkat and renameat to leave the temporary file.
  ///
  /// A kill at any other time must leave no file if the file system supports unnamed files.
  @Test func `a kill at any system call leaves the old or the new bytes`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    let kind = try machine.shell("stat -f -c %T \(machine.root)").out
    let hasUnnamed = ["ext2/ext3\n", "xfs\n", "tmpfs\n"].contains(kind)
    if !hasUnnamed { print("NOTE: on \(kind) a temporary file may stay after SIGKILL.") }
    var seen: Set<String> = []
    for call in [
      "openat", "write", "fsync", "fchmod", "fchown", "flock", "linkat", "renameat", "fgetxattr",
    ] {
      for number in [1, 2, 3, 5, 8, 13, 21, 34] {
        let isKilled = try set(path, machine, signal: "KILL", at: call, number)
        #expect(
          text(path) == Self.old || text(path) == Self.new, "\(call) \(number): \(text(path))")
        seen.insert(text(path))
        for name in try names(machine) where name != "a.toml" {
          let mayStay = name.hasPrefix(".a.toml.") && name.hasSuffix(".new")
          #expect(mayStay && (call == "renameat" || !hasUnnamed), "\(call) \(number): \(name)")
          try FileManager.default.removeItem(atPath: "\(machine.root)/files/\(name)")
        }
        if !isKilled { break }
      }
      // The next change must succeed.
      try machine.write(Self.old, to: path)
      #expect(try machine.settee("set", path, "a.x", "9").code == 0)
      #expect(try names(machine) == ["a.toml"], "\(call)")
    }
    #expect(seen == [Self.old, Self.new])
  }

  @Test(arguments: ["INT", "TERM", "HUP", "QUIT"])
  func `a termination signal removes the temporary file and the lock`(signal: String) throws {
    let machine = try Machine()
    // Swift's backtraces would otherwise handle SIGQUIT.
    machine.environment["SWIFT_BACKTRACE"] = "enable=no"
    // A git configuration file is locked with a separate lock file.
    let path = "\(machine.root)/files/.gitconfig"
    var stopped: Set<String> = []
    for call in ["openat", "fsync", "linkat", "renameat"] {
      for number in [1, 2, 3, 5, 8, 13, 21, 34] {
        guard try set(path, machine, signal: signal, at: call, number) else { break }
        stopped.insert(call)
        #expect(text(path) == Self.old || text(path) == Self.new, "\(call) \(number)")
        #expect(try names(machine) == [".gitconfig"], "\(call) \(number)")
      }
    }
    #expect(stopped.isSuperset(of: ["fsync", "renameat"]))
  }
}
