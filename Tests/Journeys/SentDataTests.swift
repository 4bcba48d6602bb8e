import Foundation
import SetteeTestSupport
import Testing

/// Inspects which data leaves a device, and which data must never leave it.
@Suite(.serialized) struct SentDataTests {
  static let domain = "org.example.private"

  /// Returns the names of the files in a folder that contain `text`.
  private func files(_ machine: Machine, _ folder: String, holding text: String) -> [String] {
    machine.files(below: folder).filter { $0.value.range(of: Data(text.utf8)) != nil }.map(\.key)
  }

  @Test func `a password typed in the editor is only in the owner's file and its backups`() throws {
    let machine = try Machine()
    machine.environment["SETTEE_MIRROR"] = "folder:\(machine.root)/mirror"
    machine.environment["SETTEE_LOG"] = "debug:\(machine.root)/log"
    let app = try machine.bundle(
      Self.domain, "name", "password", marks: ["password": ["IsSecure": true]])
    let editor = try machine.screen(app)
    try editor.wait(for: "Password")
    try editor.enter("Ann")
    try editor.wait(for: "Saved")
    try editor.press("Down")
    try editor.enter("hunter2")
    try waitUntil("the password is stored") {
      try machine.values(Self.domain)["password"] as? String == "hunter2"
    }
    #expect(try !editor.text().contains("hunter2"))
    try editor.press("p")
    try editor.wait(for: "1 to push")
    try editor.press("Enter")
    try editor.wait(for: "Pushed 1")
    try editor.press("q")
    try editor.waitForEnd()

    let refused = try machine.settee("get", app, "password")
    #expect(refused.code == 4 && refused.out.isEmpty, "\(refused)")
    for words in [
      ["list", app], ["show", app], ["export", app], ["diff", app], ["history", app],
      ["describe", app, "password"], ["snapshot", app], ["status", app], ["find", "password"],
    ] {
      let run = try machine.run([ProgramUnderTest.path] + words)
      #expect(!(run.out + run.err).contains("hunter2"), "\(words): \(run)")
    }
    #expect(try machine.settee("get", app, "password", "--secrets").out == "hunter2\n")
    #expect(files(machine, machine.root + "/mirror", holding: "Ann").count == 1)
    for path in files(machine, machine.root, holding: "hunter2") where !path.hasPrefix("work/") {
      #expect(
        path == "home/.config/\(Self.domain).plist" || path.contains("last-good"), "\(path)")
    }
  }

  @Test func `only marked settings are sent, and accounts have separate documents`() throws {
    let machine = try Machine()
    let mirror = machine.root + "/mirror"
    machine.environment["SETTEE_MIRROR"] = "folder:\(mirror)"
    let app = try machine.bundle(
      Self.domain, "name", "screen",
      marks: [
        "name": ["SetteeSync": "user"], "screen": ["SetteeSync": "machine"],
      ])
    for (key, value) in [("name", "Ann"), ("screen", "left one")] {
      #expect(try machine.settee("set", app, key, value).code == 0)
    }
    #expect(
      try machine.settee("set", Self.domain, "unknown", "to all", "--type", "string").code == 0)
    #expect(
      try machine.settee("set", app, "name", "decided", "--layer", "managed", "--dry-run").code == 0
    )
    #expect(try machine.settee("push", app).code == 0)
    #expect(files(machine, mirror, holding: "Ann").count == 1)
    #expect(files(machine, mirror, holding: "left one").isEmpty)
    #expect(files(machine, mirror, holding: "to all").isEmpty)

    // Another device uses the folder with Bob's account, and must not see these values.
    let other = try Machine(mirror: "folder:\(mirror)")
    try other.write(["cloud.account": "bob"], to: other.file("org.settee.settee"))
    #expect(try other.settee("set", app, "name", "Bob").code == 0)
    #expect(try other.settee("sync", app).code == 0)
    #expect(try machine.settee("sync", app).code == 0)
    #expect(try machine.values(Self.domain)["name"] as? String == "Ann")
    #expect(try other.values(Self.domain) == ["name": "Bob"])
  }
}
