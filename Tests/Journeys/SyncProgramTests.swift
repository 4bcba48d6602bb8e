import Foundation
import SetteeTestSupport
import Testing

/// Three devices use mirror folders that a sync program copies.
///
/// The tests include the mistakes that such programs and their users make.
@Suite(.serialized) struct SyncProgramTests {
  static let domain = "org.example.carried"

  /// Returns a device with its own mirror folder.
  private func device() throws -> Machine {
    let machine = try Machine()
    machine.environment["SETTEE_MIRROR"] = "folder:\(machine.root)/mirror"
    return machine
  }

  /// Copies newer files between the folders of two devices in both directions.
  ///
  /// This is like `rsync -rtu`, but `cp` also compares fractions of a second.
  private func carry(_ one: Machine, _ other: Machine) throws {
    for (from, to) in [(one, other), (other, one)] {
      guard FileManager.default.fileExists(atPath: from.root + "/mirror") else { continue }
      let run = try from.shell("cp -auT '\(from.root)/mirror' '\(to.root)/mirror'")
      #expect(run.code == 0, "\(run)")
    }
  }

  /// Copies and syncs until nothing is left to copy.
  private func settle(_ devices: [Machine], _ app: String, keep: String...) throws {
    for _ in 0..<3 {
      for device in devices {
        let sync = try device.run([ProgramUnderTest.path, "sync", app] + keep)
        #expect(sync.code == 0, "\(sync)")
        for other in devices where other !== device { try carry(device, other) }
      }
    }
  }

  @Test func `three devices converge in any order of copying`() throws {
    let devices = try (0..<3).map { _ in try device() }
    let app = try devices[0].bundle(Self.domain, "name", "city", "colour", "shape")
    for device in devices { #expect(try device.settee("sync", app).code == 0) }
    for (number, key) in ["name", "city", "colour"].enumerated() {
      #expect(try devices[number].settee("set", app, key, "of \(number)").code == 0)
    }
    for number in 0..<3 {
      #expect(try devices[number].settee("set", app, "shape", "last of \(number)").code == 0)
      #expect(try devices[number].settee("push", app).code == 0)
    }
    try settle(devices, app, keep: "--keep", "newest")
    for device in devices {
      let values = try device.values(Self.domain)
      #expect(
        values == ["name": "of 0", "city": "of 1", "colour": "of 2", "shape": "last of 2"],
        "\(values)")
      let status = try #require(try device.settee("status", app, "--json").json() as? [String: Any])
      for field in ["pending", "incoming", "conflicts", "missing"] {
        #expect((status[field] as? [String])?.isEmpty == true, "\(field): \(status)")
      }
    }
  }

  @Test func `a device and its clone both keep their changes despite the same ID`()
    throws
  {
    let (original, clone) = (try device(), try device())
    let app = try original.bundle(Self.domain, "name", "city")
    for value in ["one", "two"] {
      #expect(try original.settee("set", app, "name", value).code == 0)
      #expect(try original.settee("push", app).code == 0)
    }
    for folder in ["home", "mirror"] {
      let copy = try original.shell(
        "rm -rf '\(clone.root)/\(folder)'; cp -a '\(original.root)/\(folder)' '\(clone.root)/\(folder)'"
      )
      #expect(copy.code == 0, "\(copy)")
    }
    #expect(try clone.settee("sync", app).code == 0)
    #expect(try original.settee("set", app, "name", "of the original").code == 0)
    #expect(try original.settee("push", app).code == 0)
    // The clone pushes more often, so that a sync program considers its file newer.
    for value in ["a", "b", "of the clone"] {
      #expect(try clone.settee("set", app, "city", value).code == 0)
      #expect(try clone.settee("push", app).code == 0)
    }
    try carry(original, clone)
    try settle([original, clone], app)
    for device in [original, clone] {
      let values = try device.values(Self.domain)
      #expect(values == ["name": "of the original", "city": "of the clone"], "\(values)")
    }
  }

  @Test func `restoring a home or a mirror from an old backup restores no old values elsewhere`()
    throws
  {
    for what in ["home", "mirror"] {
      let (one, other) = (try device(), try device())
      let app = try one.bundle(Self.domain, "name", "city")
      for (key, value) in [("name", "old"), ("city", "same")] {
        #expect(try one.settee("set", app, key, value).code == 0)
      }
      try settle([one, other], app)
      let backup = "\(one.root)/backup"
      #expect(try one.shell("cp -a '\(one.root)/\(what)' '\(backup)'").code == 0)
      #expect(try other.settee("set", app, "name", "new").code == 0)
      try settle([one, other], app)
      #expect(
        try one.shell("rm -rf '\(one.root)/\(what)'; cp -a '\(backup)' '\(one.root)/\(what)'").code
          == 0)
      try settle([one, other], app)
      for device in [one, other] {
        #expect(try device.values(Self.domain) == ["name": "new", "city": "same"], "\(what)")
      }
    }
  }
}
