import Foundation
import Testing

/// The library that changes the clock of a program.
private enum FakeTime {
  static let library = ["x86_64", "aarch64"].map {
    "/usr/lib/\($0)-linux-gnu/faketime/libfaketime.so.1"
  }.first { FileManager.default.fileExists(atPath: $0) }
}

/// Runs the real program on devices with wrong clocks that share a folder.
@Suite(.enabled(if: FakeTime.library != nil, "faketime is not installed"))
struct MirrorClockTests {
  private let place: Machine
  private let (right, wrong): (Machine, Machine)
  private let app: String

  init() throws {
    place = try Machine()
    (right, wrong) = (
      try Machine(mirror: "folder:\(place.root)/mirror"),
      try Machine(mirror: "folder:\(place.root)/mirror")
    )
    app = try place.bundle("org.settee.clocks", "one", "two", "three")
  }

  /// Sets the clock of the second device relative to the correct time.
  private func setClock(days: Int) {
    wrong.environment["LD_PRELOAD"] = days == 0 ? nil : FakeTime.library
    wrong.environment["FAKETIME"] = days == 0 ? nil : "\(days > 0 ? "+" : "")\(days)d"
  }

  @discardableResult
  private func run(_ machine: Machine, _ words: String...) throws -> Machine.Outcome {
    let outcome = try machine.run([ProgramUnderTest.path] + words)
    #expect(outcome.code == 0, "\(words): \(outcome)")
    return outcome
  }

  private func value(_ key: String, _ machine: Machine) throws -> String? {
    try machine.values("org.settee.clocks")[key] as? String
  }

  @Test(arguments: [-20_000, -300, 300])
  func `no value is lost to a wrong clock, and both devices report it`(days: Int) throws {
    try run(right, "set", app, "one", "1")
    try run(right, "push", app)
    setClock(days: days)
    try run(wrong, "set", app, "two", "2")
    for _ in 0..<2 {
      let outcome = try run(wrong, "sync", app)
      #expect(outcome.err.contains("clock") == (days < 0), "\(outcome)")
    }
    for verb in ["status", "sync", "sync"] {
      let outcome = try run(right, verb, app)
      #expect(outcome.err.contains("clock") == (days > 0), "\(outcome)")
    }
    // Correct the clock. A device that was ahead prints a single warning and then writes correct
    // timestamps.
    setClock(days: 0)
    #expect(try run(wrong, "sync", app).err.contains("its own last write") == (days > 0))
    try run(wrong, "set", app, "three", "3")
    for _ in 0..<2 {
      for machine in [wrong, right] {
        let outcome = try run(machine, "sync", app)
        #expect(!outcome.err.contains("clock"), "\(outcome)")
      }
    }
    for machine in [wrong, right] {
      for (key, expected) in [("one", "1"), ("two", "2"), ("three", "3")] {
        #expect(try value(key, machine) == expected)
      }
    }
  }

  @Test func `a removed device whose clock was ahead can be forgotten`() throws {
    setClock(days: 400)
    try run(wrong, "set", app, "one", "1")
    try run(wrong, "push", app)
    for key in ["two", "three"] {
      try run(right, "set", app, key, "mine")
      for _ in 0..<2 { #expect(try run(right, "sync", app).err.contains("settee devices forget")) }
      #expect(try value(key, right) == "mine")
    }
    let told = try run(right, "status", app).err
    let device = try #require(told.firstMatch(of: /devices forget ([0-9a-f]{16})/)).output.1
    let bundles = "\(right.home)/.local/share/settee/bundles"
    try FileManager.default.createDirectory(atPath: bundles, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: app, toPath: "\(bundles)/org.settee.clocks.bundle")
    try run(right, "devices", "forget", String(device))
    #expect(try !run(right, "sync", app).err.contains("clock"))
    #expect(try value("one", right) == "1")
  }
}
