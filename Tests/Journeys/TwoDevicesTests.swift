import Foundation
import SetteeTestSupport
import Testing

/// A user syncs two devices through a mirror.
@Suite(.serialized) struct TwoDevicesTests {
  static let domain = "org.example.travel"

  /// Two devices that share a folder, and a third one that inspects it.
  private struct Pair {
    let here: Machine
    let there: Machine
    let witness: Machine
    let mirror: String

    init() throws {
      here = try Machine()
      mirror = here.root + "/mirror"
      here.environment["SETTEE_MIRROR"] = "folder:\(mirror)"
      there = try Machine(mirror: "folder:\(mirror)")
      witness = try Machine(mirror: "folder:\(mirror)")
    }

    /// Returns the values that a new device receives from the mirror.
    func inTheMirror(_ app: String) throws -> NSDictionary {
      #expect(try witness.settee("pull", app, "--keep", "cloud").code == 0)
      return try witness.values(TwoDevicesTests.domain)
    }
  }

  /// Waits until the push page shows a row with the given side selected.
  private func wait(_ screen: TerminalScreen, _ row: String, keeps side: String) throws {
    var last = ""
    try waitUntil("the row of \(row) keeps \(side):\n\(last)") {
      last = try screen.text()
      return last.split(separator: "\n").contains {
        $0.contains(row) && $0.contains(side == "here" ? "→" : "←")
      }
    }
  }

  @Test func `conflicts are resolved key by key on the push page`() throws {
    let pair = try Pair()
    let app = try pair.here.bundle(Self.domain, "name", "city", "colour")
    for (machine, values) in [
      (pair.there, ["name": "Bob", "city": "Paris"]), (pair.here, ["name": "Ann", "city": "Rome"]),
    ] {
      for (key, value) in values {
        #expect(try machine.settee("set", app, key, value).code == 0)
      }
    }
    #expect(try pair.there.settee("push", app).code == 0)
    let stopped = try pair.here.settee("sync", app)
    #expect(stopped.code == 6 && stopped.err.contains("name") && stopped.err.contains("city"))
    #expect(try pair.here.values(Self.domain) == ["name": "Ann", "city": "Rome"])

    let editor = try pair.here.screen(app)
    try editor.wait(for: "Colour")
    try editor.press("p")
    try editor.wait(for: "2 to resolve")
    try editor.press("h")
    try wait(editor, "Name", keeps: "here")
    try editor.press("Down", "c")
    try wait(editor, "City", keeps: "cloud")
    try editor.wait(for: "1 to push   1 to pull")
    try editor.press("Enter")
    try editor.wait(for: "Pushed 1, pulled 1.")

    let decided: NSDictionary = ["name": "Ann", "city": "Paris"]
    #expect(try pair.here.values(Self.domain) == decided)
    #expect(try pair.inTheMirror(app) == decided)
    #expect(try pair.there.settee("sync", app).code == 0)
    #expect(try pair.there.values(Self.domain) == decided)
    #expect(try pair.here.settee("sync", app).code == 0)
    #expect(try pair.here.values(Self.domain) == decided)
  }

  @Test func `the push page keeps the chosen sides on every type of row`() throws {
    for (local, cloud, key, side) in [
      ("Ann", "Bob", "c", "cloud"), ("Ann", "Bob", "h", "here"),
      ("Bob", "Cleo", "h", "here"), ("Bob", "Cleo", "c", "cloud"),
    ] {
      let pair = try Pair()
      let app = try pair.here.bundle(Self.domain, "name", "city")
      #expect(try pair.there.settee("set", app, "name", "Bob").code == 0)
      #expect(try pair.there.settee("push", app).code == 0)
      #expect(try pair.here.settee("sync", app).code == 0)
      // Change the value on one device only.
      let machine = local == "Bob" ? pair.there : pair.here
      #expect(
        try machine.settee("set", app, "name", local == "Bob" ? cloud : local).code == 0)
      if local == "Bob" { #expect(try machine.settee("push", app).code == 0) }

      let editor = try pair.here.screen(app)
      try editor.wait(for: "City")
      try editor.press("p")
      // The pane behind the page shows the value in the cloud too, but only the page counts the
      // actions.
      try editor.wait(for: " to pull")
      try editor.press(key)
      try wait(editor, "Name", keeps: side)
      try editor.press("Enter")
      try editor.wait(for: "1.")
      let kept: NSDictionary = ["name": side == "here" ? local : cloud]
      #expect(try pair.here.values(Self.domain) == kept, "\(local) \(cloud) \(key)")
      #expect(try pair.inTheMirror(app) == kept, "\(local) \(cloud) \(key)")
      #expect(try pair.here.settee("sync", app).code == 0)
      #expect(try pair.here.values(Self.domain) == kept, "\(local) \(cloud) \(key), once more")
    }
  }

  @Test func `a choice made by a command is kept on both devices`() throws {
    for (keep, kept) in [("here", "Ann"), ("cloud", "Bob"), ("newest", "Ann")] {
      for verb in ["push", "pull", "sync"] {
        let pair = try Pair()
        let app = try pair.here.bundle(Self.domain, "name")
        for machine in [pair.there, pair.here] {
          #expect(try machine.settee("set", app, "name", "first").code == 0)
          #expect(try machine.settee("sync", app).code == 0)
        }
        #expect(try pair.there.settee("set", app, "name", "Bob").code == 0)
        #expect(try pair.there.settee("push", app).code == 0)
        #expect(try pair.here.settee("set", app, "name", "Ann").code == 0)
        let decided = try pair.here.settee(verb, app, "--keep", keep)
        #expect(decided.code == 0, "\(verb) --keep \(keep): \(decided.err)")
        let syncs = try [pair.here, pair.there, pair.here].map { try $0.settee("sync", app) }
        #expect(syncs.map(\.code) == [0, 0, 0], "after \(verb) --keep \(keep): \(syncs)")
        for machine in [pair.here, pair.there] {
          #expect(
            try machine.values(Self.domain) == ["name": kept], "after \(verb) --keep \(keep)")
        }
      }
    }
  }

  @Test func `a deleted key stays deleted, and a lost file deletes nothing`() throws {
    let pair = try Pair()
    let app = try pair.here.bundle(Self.domain, "name", "city", "colour")
    for key in ["name", "city", "colour"] {
      #expect(try pair.here.settee("set", app, key, "x").code == 0)
    }
    for machine in [pair.here, pair.there] {
      #expect(try machine.settee("sync", app).code == 0)
    }
    let asleep = try Machine(mirror: "folder:\(pair.mirror)")
    #expect(try asleep.settee("sync", app).code == 0)

    #expect(try pair.here.settee("reset", app, "name").code == 0)
    for machine in [pair.here, pair.there] {
      #expect(try machine.settee("sync", app).code == 0)
    }
    let left: NSDictionary = ["city": "x", "colour": "x"]
    // A device that was offline for a long time still has the key, and must not restore it.
    for machine in [asleep, pair.here, pair.there] {
      #expect(try machine.settee("sync", app).code == 0)
      #expect(try machine.values(Self.domain) == left)
    }

    try FileManager.default.removeItem(atPath: pair.there.file(Self.domain))
    _ = try pair.there.settee("sync", app)
    #expect(try pair.here.settee("sync", app).code == 0)
    #expect(try pair.here.values(Self.domain) == left)
    #expect(try pair.inTheMirror(app) == left)
    #expect(try pair.there.settee("sync", app, "--keep", "cloud").code == 0)
    #expect(try pair.there.values(Self.domain) == left)
  }
}
