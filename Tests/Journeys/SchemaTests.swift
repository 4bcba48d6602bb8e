import Foundation
import SetteeTestSupport
import Testing

/// A user adopts the schema of a program that doesn't support Settee.
@Suite struct SchemaTests {
  private static let schema = #"""
    {"properties": {
      "theme": {"enum": ["dark", "light"], "default": "dark", "description": "The **colours**."},
      "rate": {"type": "integer", "minimum": 1, "maximum": 60},
      "net": {"type": "object", "additionalProperties": false, "properties": {
        "proxy": {"type": "string"}, "token": {"type": "string", "maxLength": 4}}},
      "env": {"type": "object", "additionalProperties": {"type": "string"}}},
     "additionalProperties": false}
    """#

  private static let file = """
    theme = "dakr"
    rate = 5

    [net]
    prxoy = "p"
    token = "hunter2"

    [env]
    HOUSE = "/x"

    """

  /// Returns a device with the file and the schema of a program, which has been adopted.
  private func machine() throws -> (machine: Machine, file: String, schema: String) {
    let machine = try Machine()
    let (file, schema) = ("\(machine.root)/files/demo.toml", "\(machine.root)/files/schema.json")
    try machine.write(Self.file, to: file)
    try machine.write(Self.schema, to: schema)
    let done = try machine.settee("adopt", "demo", "--file", file, "--schema", schema)
    #expect(done.code == 0, "\(done)")
    #expect(done.err.contains("6 of 6 settings (100%)"), "\(done.err)")
    return (machine, file, schema)
  }

  private static let faults = [
    "1:9: error: theme must be 'dark' or 'light', not 'dakr'; did you mean 'dark'? [not-a-choice]",
    "5:1: error: unknown key net.prxoy; did you mean proxy? [unknown-key]",
    "6:9: error: net.token must have at most 4 characters [wrong-length]",
  ]

  @Test func `a key that the schema doesn't allow is rejected unless it is forced`() throws {
    let (machine, file, _) = try machine()
    let before = try String(contentsOfFile: file, encoding: .utf8)
    for (key, meant) in [("thme", "theme"), ("net.prox", "net.proxy")] {
      let run = try machine.settee("set", "demo", key, "x", "--type", "string")
      #expect(run.code == 2 && run.err.contains("Did you mean '\(meant)'?"), "\(run)")
    }
    #expect(try machine.settee("set", "demo", "nothing", "x").code == 2)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
    // The schema allows any name in the first key, and the file already contains the second one.
    #expect(try machine.settee("set", "demo", "env.NEW", "x", "--type", "string").code == 0)
    #expect(try machine.settee("set", "demo", "net.prxoy", "x").code == 0)
    let forced = try machine.settee("set", "demo", "thme", "x", "--type", "string", "--force")
    #expect(forced.code == 0, "\(forced)")
  }

  @Test func `problems are reported with their locations until they are corrected`() throws {
    let (machine, file, schema) = try machine()
    let found = try machine.settee("check", file)
    #expect(found.code == 1)
    #expect(found.out == Self.faults.map { "\(file):\($0)\n" }.joined())
    #expect(try machine.settee("set", "demo", "rate", "61").code == 3)
    #expect(try machine.settee("set", "demo", "theme", "light").code == 0)
    #expect(try machine.settee("set", "demo", "env.HOUSE", "/y").code == 0)
    let left = try machine.settee("check", "demo")
    #expect(left.out == Self.faults.dropFirst().map { "\(file):\($0)\n" }.joined())
    // Without the bundle, the schema comes from the option or from the file.
    #expect(try machine.settee("uninstall", "demo").code == 0)
    #expect(try machine.settee("check", file).code == 0)
    #expect(try machine.settee("check", "--schema", schema, file).out == left.out)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try machine.write("#:schema ./schema.json\n" + text, to: file)
    #expect(try machine.settee("check", file).code == 1)
    #expect(try machine.settee("set", file, "rate", "61").code == 3)
    #expect(
      text == Self.file.replacing("dakr", with: "light").replacing("/x", with: "/y"))
  }

  @Test func `a value that no row rejects is checked with the schema`() throws {
    let machine = try Machine()
    let (file, schema) = ("\(machine.root)/files/demo.toml", "\(machine.root)/files/schema.json")
    try machine.write("part = 0.5\nstep = 5\ntags = [\"a\"]\n", to: file)
    try machine.write(
      #"""
      {"properties": {
        "part": {"type": "number", "exclusiveMaximum": 1},
        "step": {"type": "integer", "multipleOf": 5},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 2, "uniqueItems": true}}}
      """#, to: schema)
    let done = try machine.settee("adopt", "demo", "--file", file, "--schema", schema)
    #expect(done.code == 0, "\(done)")
    for (words, message) in [
      (["set", "demo", "part", "1"], "part must be less than 1, not 1.0."),
      (["set", "demo", "step", "7"], "step must be a multiple of 5, not 7."),
      (["set", "demo", "tags", #"["a", "a"]"#], "tags contains 'a' more than once"),
      (["add", "demo", "tags", "a"], "tags contains 'a' more than once"),
      (["set", "demo", "tags", #"["a", "b", "c"]"#, "--type", "json"], "tags must have at most 2"),
    ] {
      let run = try machine.run([ProgramUnderTest.path] + words)
      #expect(run.code == 3 && run.err.contains(message), "\(run)")
    }
    #expect(try machine.settee("check", "demo").code == 0)
    #expect(try machine.settee("set", "demo", "part", "0.75").code == 0)
    #expect(try machine.settee("add", "demo", "tags", "b").code == 0)
    #expect(try machine.settee("set", "demo", "part", "1", "--force").code == 0)
  }

  @Test func `only the faults that a change adds reject it, without secrets`() throws {
    let machine = try Machine()
    let (file, schema) = ("\(machine.root)/files/demo.toml", "\(machine.root)/files/schema.json")
    try machine.write("tags = [\"long\", \"a\"]\n", to: file)
    try machine.write(
      #"""
      {"properties": {
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 3}},
        "users": {"type": "array", "items": {"properties": {"token": {"type": "string", "pattern": "^x"}}}}}}
      """#, to: schema)
    #expect(try machine.settee("adopt", "demo", "--file", file, "--schema", schema).code == 0)
    #expect(try machine.settee("add", "demo", "tags", "b").code == 0)
    let long = try machine.settee("add", "demo", "tags", "toolong")
    #expect(long.code == 3 && long.err.contains("tags[3] must have at most 3"), "\(long)")
    let secret = try machine.settee(
      "add", "demo", "users", "--stdin", "--type", "json", input: #"{"token": "hunter2"}"#)
    #expect(secret.code == 3 && secret.err.contains("users[0].token must match ^x."), "\(secret)")
  }

  @Test func `on the screen, problems are shown in rows and on one page`() throws {
    let (machine, _, _) = try machine()
    let screen = try machine.screen("demo")
    try screen.wait(for: "Problems")
    try screen.press("Enter")
    try screen.wait(for: "did you mean proxy?")
    try screen.press("Enter")
    try screen.wait(for: "○ dark")
    try screen.press("Down", "Enter")
    #expect(try !screen.wait(for: "dakr", gone: true).contains("hunter2"))
    try screen.press("q")
  }

  @Test func `a pane of list items works with tables and with a plain list`() throws {
    let machine = try Machine()
    let list = #"{"type": "array", "items": {"properties": {"run": {"type": "string"}}}}"#
    try machine.write(
      "{\"properties\": {\"hooks\": \(list), \"jobs\": \(list)}}", to: "files/s.json")
    try machine.write("hooks = [\"x\"]\n[[jobs]]\nrun = \"a\"\n", to: "files/a.toml")
    let adopted = try machine.shell(
      "settee adopt demo --file ../files/a.toml --schema ../files/s.json && settee show demo --json"
    )
    let json = adopted.out.drop { $0 != "{" }
    let shown = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    var keys: [String: [String]] = [:]
    for pane in shown["panes"] as? [[String: Any]] ?? [] {
      let controls = (pane["groups"] as? [[String: Any]] ?? [])
        .flatMap { $0["controls"] as? [[String: Any]] ?? [] }
      keys[pane["file"] as? String ?? ""] = controls.compactMap { $0["key"] as? String }
    }
    #expect(keys == ["Root": [], "hooks": ["hooks"], "jobs": ["jobs[0].run"]])
  }

  @Test func `adopting again adds new settings, lists removed ones and keeps the user's values`()
    throws
  {
    let (machine, file, schema) = try machine()
    let root = "\(machine.home)/.local/share/settee/bundles/demo.bundle/Root.plist"
    let plist = try String(contentsOfFile: root, encoding: .utf8)
    try machine.write(
      plist.replacing(
        "<key>Title</key>\n\t\t\t<string>rate<", with: "<key>Title</key>\n\t\t\t<string>Often<"),
      to: root)
    try machine.write(
      Self.schema.replacing("\"proxy\"", with: "\"ports\": {\"type\": \"integer\"}, \"hosts\""),
      to: schema)
    let again = try machine.settee("adopt", "--again", "demo")
    #expect(again.code == 0, "\(again)")
    #expect(again.err.contains("Added: net.hosts, net.ports."), "\(again.err)")
    #expect(again.err.contains("Removed: net.proxy."), "\(again.err)")
    #expect(try machine.settee("adopt", "--list").out == "demo\t\(file)\t\(schema)\n")
    #expect(try machine.settee("describe", "demo", "rate").out.contains("Often"))
    let described = try machine.settee("describe", "demo", "theme", "--json").out
    #expect(described.contains("\"help\": \"schema\"") && described.contains("\"value\": \"file\""))
  }

  @Test func `the schema can come from a command, and each failure is one message`() throws {
    let (machine, file, schema) = try machine()
    let call = ["adopt", "other", "--file", file]
    let made = try machine.run(
      [ProgramUnderTest.path] + call + ["--schema-from", "cat '\(schema)'"])
    #expect(made.code == 0, "\(made)")
    for (words, code) in [
      (["adopt", "demo", "--file", file, "--schema", schema], 2),
      (["adopt", "third", "--file", file], 2),
      (["adopt", "third", "--schema", schema], 2),
      (["adopt", "third", "--file", file, "--schema", "\(machine.root)/none"], 5),
      (["adopt", "third", "--file", file, "--schema", file], 3),
      (["adopt", "third", "--file", file, "--schema-from", "exit 3"], 5),
      (["adopt", "third", "--file", file, "--schema", "http://127.0.0.1:9/x"], 5),
      (["adopt", "--again", "third"], 1),
    ] {
      let run = try machine.run([ProgramUnderTest.path] + words)
      #expect(run.code == code, "\(words): \(run)")
      #expect(run.out.isEmpty, "\(words): \(run)")
      #expect(run.err.split(separator: "\n").count == 1, "\(words): \(run)")
    }
  }
}
