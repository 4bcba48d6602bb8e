import Foundation
import SetteeTestSupport
import Testing

/// Several users and programs use one app at the same time.
@Suite(.serialized) struct ConcurrentUseTests {
  static let domain = "org.example.team"

  @Test func `two editors and a command show each other's changes`() throws {
    let machine = try Machine()
    let app = try machine.bundle(Self.domain, "name", "city", "colour")
    let one = try machine.screen(app)
    let other = try machine.screen(app)
    try one.wait(for: "Colour")
    try other.wait(for: "Colour")

    try one.enter("Ann")
    try other.wait(for: "Ann")
    try other.press("Down")
    try other.enter("Rome")
    try one.wait(for: "Rome")
    #expect(try machine.settee("set", app, "colour", "red").code == 0)
    try one.wait(for: "red")
    try other.wait(for: "red")
    #expect(try machine.values(Self.domain) == ["name": "Ann", "city": "Rome", "colour": "red"])

    // An undo in one editor is shown in the other, and reverts only that change.
    try other.press("u")
    try waitUntil("the change is undone in the file and on the other screen") {
      try machine.values(Self.domain) == ["name": "Ann", "colour": "red"]
        && !one.text().contains("Rome")
    }
    try one.press("r")
    try waitUntil("the reset is in the file and on the other screen") {
      try machine.values(Self.domain) == ["colour": "red"] && !other.text().contains("Ann")
    }
    for editor in [one, other] {
      try editor.press("q")
      try editor.waitForEnd()
    }
    #expect(try machine.values(Self.domain) == ["colour": "red"])
  }

  @Test func `programs that change different keys concurrently keep each other's values`() throws {
    let machine = try Machine()
    let app = try machine.bundle(Self.domain, "name")
    let editor = try machine.screen(app)
    try editor.wait(for: "Name")
    let loops = try (0..<4).map { number in
      try machine.start([
        "/bin/bash", "-ec",
        """
        for i in {1..10}; do settee set \(Self.domain) key\(number).$i $i --type int >&2; done
        """,
      ])
    }
    try editor.enter("Ann")
    for loop in loops { #expect(loop.end().code == 0, "\(loop.complained)") }
    try editor.wait(for: "Saved")
    let values = try machine.values(Self.domain)
    #expect(values.count == 41, "\(values)")
    #expect(values["name"] as? String == "Ann")
  }

  @Test func `a value written by UserDefaults is changed in the editor and read by UserDefaults`()
    throws
  {
    let machine = try Machine()
    let tool = ProgramUnderTest.oracle
    var environment = machine.environment
    environment["XDG_CONFIG_HOME"] = machine.home + "/.config"
    machine.environment = environment
    #expect(try machine.run([tool, "foundation", Self.domain, "app", "5"]).code == 0)
    #expect(try machine.settee("get", Self.domain, "app.4").out == "4\n")

    let app = try machine.bundle(Self.domain, "name")
    let editor = try machine.screen(app)
    try editor.wait(for: "Name")
    try editor.enter("Ann")
    try editor.wait(for: "Saved")
    let beside = try machine.start([tool, "foundation", Self.domain, "more", "30"])
    for number in 0..<10 {
      #expect(try machine.settee("set", app, "name", "Ann \(number)").code == 0)
    }
    #expect(beside.end().code == 0)
    #expect(try machine.settee("set", app, "name", "Ada").code == 0)
    let read = try machine.run([tool, "foundation-read", Self.domain])
    #expect(read.code == 0, "\(read)")
    let seen = try PropertyListSerialization.propertyList(from: Data(read.out.utf8), format: nil)
    let values = try #require(seen as? [String: Any])
    #expect(values["name"] as? String == "Ada")
    for number in 0..<5 { #expect(values["app.\(number)"] as? Int == number) }
  }

  @Test func `values without a pane survive an editor, commands and a push`() throws {
    let machine = try Machine()
    machine.environment["SETTEE_MIRROR"] = "folder:\(machine.root)/mirror"
    let odd: [String: Any] = [
      "when": Date(timeIntervalSince1970: 86_400), "bytes": Data([0, 255]), "real": 0.1,
      "deep": ["list": [1, ["é": true]] as [Any]],
    ]
    try machine.write(odd, to: machine.file(Self.domain))
    let app = try machine.bundle(Self.domain, "name")
    let editor = try machine.screen(app)
    try editor.wait(for: "Name")
    try editor.enter("Ann")
    try editor.wait(for: "Saved")
    for words in [
      ["set", app, "name", "Ada"], ["undo", app], ["reset", app, "name"],
      ["import", app, "-"], ["push", app],
    ] {
      let run = try machine.run([ProgramUnderTest.path] + words, input: #"{"name": "Eve"}"#)
      #expect(run.code == 0, "\(words): \(run)")
    }
    #expect(
      try machine.values(Self.domain) == odd.merging(["name": "Eve"]) { $1 } as NSDictionary)
  }

  @Test func `undo reverts an unchanged value, and fails if the value has changed since`()
    throws
  {
    let machine = try Machine()
    let app = try machine.bundle(Self.domain, "name", "city")
    for value in ["Ann", "Ada"] { #expect(try machine.settee("set", app, "name", value).code == 0) }
    #expect(try machine.settee("undo", app, "name").code == 0)
    #expect(try machine.values(Self.domain) == ["name": "Ann"])
    #expect(try machine.settee("set", app, "city", "Rome").code == 0)
    // Simulate a program without a history that changes the value in between.
    try machine.write(["name": "Ann", "city": "Oslo"], to: machine.file(Self.domain))
    let refused = try machine.settee("undo", app)
    #expect(refused.code == 6 && refused.err.contains("city"), "\(refused)")
    #expect(try machine.values(Self.domain) == ["name": "Ann", "city": "Oslo"])
    let lines = try machine.settee("history", app, "--json").out.split(separator: "\n")
    for line in lines {
      let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(entry?["pid"] != nil && entry?["program"] as? String == "settee", "\(line)")
    }
    #expect(lines.count == 4)
  }
}
