import Foundation
import Testing

/// Tests `history` and `undo` with several domains and layers, and after the clock changes.
@Suite struct `Undo and history` {
  /// Returns a sandbox with a bundle that has a pane for another domain.
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for (file, domain, key, child) in [
      ("Root", "", "one", "{ Type = PSChildPaneSpecifier; Title = K; File = Kid; }"),
      ("Kid", "ApplicationGroupContainerIdentifier = \"org.example.kid\";", "two", ""),
    ] {
      try sandbox.write(
        "work/org.example.app.bundle/\(file).plist",
        """
        { \(domain) PreferenceSpecifiers = (
          { Type = PSTextFieldSpecifier; Key = \(key); Title = T; }\(child.isEmpty ? "" : ",") \(child)
        ); }
        """)
    }
    return sandbox
  }

  private static let app = "./org.example.app.bundle"

  @Test func `repeated undo goes through both domains of a bundle`() throws {
    let sandbox = try Self.sandbox()
    for (key, value) in [("one", "1"), ("two", "2"), ("one", "3")] {
      #expect(try sandbox.run("set", Self.app, key, value).code == 0)
    }
    for undone in ["one", "two", "one"] {
      let outcome = try sandbox.run("undo", Self.app)
      #expect(outcome.code == 0 && outcome.out.hasPrefix(undone), "\(outcome)")
    }
    #expect(try sandbox.run("undo", Self.app).code == 1)
    #expect(try sandbox.stored() == [:])
    #expect(try sandbox.stored("org.example.kid") == [:])
  }

  @Test func `undo in a layer leaves other layers unchanged`() throws {
    let sandbox = try Sandbox()
    let set = ["set", "org.example.app", "k", "1", "--type", "int"]
    #expect(try sandbox.run(set).code == 0)
    #expect(try sandbox.run(set + ["--layer", "site"]).code == 0)
    let undo = ["undo", "org.example.app", "k", "--layer", "user"]
    #expect(try sandbox.run(undo).code == 0)
    #expect(try sandbox.stored() == [:])
    #expect(try sandbox.stored(in: Sandbox.site) == ["k": 1])
    let none = try sandbox.run(undo)
    #expect(none.code == 1 && none.err.contains("'k' in the user layer of org.example.app"))
    #expect(try sandbox.run("undo", "org.example.app", "--layer", "site").code == 0)
    #expect(try sandbox.stored(in: Sandbox.site) == [:])
  }

  @Test(.enabled(if: Preload.canBeMade, "NOTE: no C compiler"))
  func `the newest change is last in the history after the clock was set back`() throws {
    var sandbox = try Self.sandbox()
    try Preload.use(on: &sandbox)
    for (value, shift) in [("1", "7200"), ("2", "-7200"), ("3", "0")] {
      sandbox.environment["CLOCK_SHIFT"] = shift
      #expect(try sandbox.run("set", Self.app, "one", value).code == 0)
    }
    #expect(try sandbox.run("set", Self.app, "two", "4").code == 0)
    let lines = try sandbox.run("history", Self.app).out.split(separator: "\n")
    #expect(lines.map { $0.suffix(3) } == ["\"1\"", "\"2\"", "\"3\"", "\"4\""], "\(lines)")
  }

  @Test(arguments: [
    ("a.json", #"{"a": {"l": [1, 2]}}"#), ("a.yaml", "a:\n  l:\n  - 1\n  - 2\n"),
    ("a.toml", "[a]\nl = [1, 2]\n"), ("a.ini", "[a]\nl = 1\nl = 2\n"),
  ])
  func `an imported list item can be undone`(file: String, text: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let imported = try sandbox.run("import", file, "-", input: #"{"a.l[0]": 5}"#)
    #expect(imported.code == 0 && imported.out == "a.l[0]: 1 -> 5\n", "\(imported)")
    let undo = try sandbox.run("undo", file)
    #expect(undo.code == 0 && undo.out == "a.l[0]: 5 -> 1\n", "\(undo)")
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == text)
  }

  @Test(arguments: [
    ("a.json", "[1, 2, 3]\n", ["set", "[0]", "5"]), ("a.yaml", "- 1\n- 2\n", ["set", "[0]", "5"]),
    ("a.json", #"{"a": [1, {"x": 1, "y": 2}, 3]}"#, ["reset", "a[0]", "a[1].x"]),
    ("a.yaml", "a:\n- 1\n- x: 1\n  y: 2\n- 3\n", ["reset", "a[1].x", "a[0]"]),
    ("a.toml", "a = [1, 2, 3]\n", ["reset", "a[0]", "a[2]"]),
    ("a.json", "{\"a\": [1, 1, 1]}", ["reset", "a[0]", "a[1]"]),
    ("a.yaml", "a:\n- x: 1\n- x: 1\n- x: 1\n", ["reset", "a[0]", "a[1]"]),
    (".gitconfig", "[r \"o\"]\n\tf = 1\n[c]\n\tx = 1\n[r \"o\"]\n\tf = 2\n", ["remove", "r.o.f"]),
    (
      "a.ini", "[s]\na = 1\na = 2\nb = 3\n", ["set", "s.a", "[]", "--type", "json"]
    ),
    ("a.yaml", "a: !t 5\n", ["set", "a", "6", "--type", "json"]),
    ("a.yaml", "a: yes\n", ["set", "a", "false", "--type", "bool"]),
  ])
  func `a change whose paths no longer fit the file can be undone`(
    file: String, text: String, words: [String]
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let change = try sandbox.run([words[0], "./\(file)"] + words.dropFirst())
    #expect(change.code == 0 && !change.err.contains("added"), "\(change)")
    let dry = try sandbox.run("undo", "./\(file)", "--dry-run")
    #expect(dry.code == 0, "\(dry)")
    let undo = try sandbox.run("undo", "./\(file)")
    #expect(undo.code == 0, "\(undo)")
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == text)
  }

  @Test(arguments: [
    ("\"Host c\"", "# d\nHost a b\n  User y\n\nHost *\n  User z\n"),
    ("\"Host a b\"", "Host c\n  User x\n  Port 1\n\nHost *\n  User z\n"),
    ("\"Host *\"", "Host c\n  User x\n  Port 1\n\n# d\nHost a b\n  User y\n"),
  ])
  func `a host of ssh is removed with its header, and undo restores it`(
    key: String, rest: String
  ) throws {
    let sandbox = try Sandbox()
    let text = "Host c\n  User x\n  Port 1\n\n# d\nHost a b\n  User y\n\nHost *\n  User z\n"
    func content() throws -> String {
      try String(contentsOfFile: sandbox.path("work/.ssh/config"), encoding: .utf8)
    }
    for word in ["reset", "remove"] {
      try sandbox.write("work/.ssh/config", text)
      let dry = try sandbox.run(word, ".ssh/config", key, "--dry-run")
      #expect(dry.out.contains("-Host "), "\(dry)")
      let removal = try sandbox.run(word, ".ssh/config", key)
      #expect(removal.code == 0 && removal.out.hasSuffix("-> (unset)\n"), "\(removal)")
      #expect(try content() == rest)
      let again = try sandbox.run(word, ".ssh/config", key)
      #expect(again.code == 0 && again.err.contains("isn't set"), "\(again)")
      let undo = try sandbox.run("undo", ".ssh/config")
      #expect(undo.code == 0, "\(undo)")
      #expect(try content() == text)
    }
  }

  @Test(arguments: [
    ("a.toml", "a = 1\n[t]\nx = 1\n", "a", "t"),
    ("a.service", "[Unit]\nAfter=x\n[Install]\nWantedBy=y\n", "Unit.After", "Install"),
    (".gitconfig", "[user]\n\tname = x\n[alias]\n\tst = status\n", "user.name", "alias"),
    ("sshd_config", "Port 22\nMatch User x\n  PermitTTY no\n", "Port", "\"Match User x\""),
  ])
  func `an empty table that is reset isn't in the history`(
    file: String, text: String, key: String, table: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    #expect(try sandbox.run("set", "./\(file)", key, "23").code == 0)
    #expect(try sandbox.run("reset", "./\(file)", table).out.hasSuffix("-> {}\n"))
    let again = try sandbox.run("reset", "./\(file)", table)
    #expect(again.code == 0 && again.out.hasSuffix("(unchanged)\n"), "\(again)")
    for _ in 0..<2 {
      let undo = try sandbox.run("undo", "./\(file)")
      #expect(undo.code == 0, "\(undo)")
    }
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == text)
  }

  @Test func `a removal that undo can't restore is reported`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "work/ci.yml", "a: 1\nl:\n- token: x\np:\n  contents: read\n  token: write\nq: {b: 1}\n")
    #expect(try sandbox.run("set", "ci.yml", "a", "2").code == 0)
    for words in [["remove", "ci.yml", "l[0]"], ["reset", "ci.yml", "p"]] {
      for words in [words + ["--dry-run"], words] {
        let removal = try sandbox.run(words)
        let sentence =
          "settee: Undo can't restore \(words[2]), because secret values aren't kept in the history.\n"
        #expect(removal.code == 0 && removal.err.hasSuffix(sentence), "\(removal)")
      }
    }
    let undo = try sandbox.run("undo", "ci.yml")
    let way =
      "To undo an older change to another key, use 'settee undo \(sandbox.path("work/ci.yml")) KEY'.\n"
    #expect(undo.code == 1 && undo.err.hasSuffix(way), "\(undo)")
    #expect(try sandbox.run("undo", "ci.yml", "a").code == 0)
    #expect(try sandbox.run("reset", "ci.yml", "q").err.isEmpty)
    #expect(try sandbox.run("undo", "ci.yml").code == 0)
  }

  @Test func `undo leaves an item that another program has changed`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.json", #"{"a": [1, 2, 3]}"#)
    #expect(try sandbox.run("reset", "a.json", "a[0]", "a[2]").code == 0)
    try sandbox.write("work/a.json", #"{"a": [4]}"#)
    #expect(try sandbox.run("undo", "a.json").code == 6)
    let text = try String(contentsOfFile: sandbox.path("work/a.json"), encoding: .utf8)
    #expect(text == #"{"a": [4]}"#)
  }
}

/// Tests with a library that modifies the environment before the program starts.
@Suite(.enabled(if: Preload.canBeMade, "NOTE: no C compiler"))
struct `With a preloaded library` {
  @Test func `arguments are read correctly after a library has moved the environment`() throws {
    var sandbox = try Sandbox()
    try Preload.use(on: &sandbox)
    let set = try sandbox.run("set", "org.example.app", "k", "", "--type", "string", "--json")
    try expectJSON(set.out, #"[{"key": "k", "new": "", "changed": true}]"#)
    #expect(try sandbox.run("get", "org.example.app", "nö").code == 1)
    #expect(try sandbox.run("history", "org.example.app").out.contains("settee["))
  }
}
