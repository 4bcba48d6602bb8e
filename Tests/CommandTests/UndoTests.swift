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
