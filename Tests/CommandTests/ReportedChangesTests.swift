import Foundation
import Testing

/// Tests that a command reports exactly the change that it makes to a settings file.
@Suite struct `Reported changes` {
  struct Job: Sendable {
    let file: String
    let old: String
    let words: [String]
    let new: String
    let report: String

    init(_ file: String, _ old: String, _ words: String..., gives new: String, _ report: String) {
      (self.file, self.old, self.words, self.new, self.report) = (file, old, words, new, report)
    }
  }

  static let lists = [
    Job(
      "a.toml", "l = [5, 6]\n", "set", "l", #"["5", 6]"#, gives: "l = [\"5\", 6]\n",
      #"l: [5, 6] -> ["5", 6]"#),
    Job(
      "a.json", #"{"l": [5, 6]}"#, "set", "l", #"["5", "6"]"#, gives: #"{"l": ["5", "6"]}"#,
      #"l: [5, 6] -> ["5", "6"]"#),
    Job(
      "a.json", #"{"l": [5]}"#, "set", "l", "[5.0]", gives: #"{"l": [5.0]}"#, "l: [5] -> [5.0]"),
    Job("a.toml", "l = [5]\n", "set", "l", "[5.0]", gives: "l = [5.0]\n", "l: [5] -> [5.0]"),
    Job("a.json", #"{"l": []}"#, "set", "l", "{}", gives: #"{"l": {}}"#, "l: [] -> {}"),
    Job("a.toml", "l = []\n", "set", "l", "{}", gives: "l = {}\n", "l: [] -> {}"),
    Job("a.yaml", "l: {}\n", "set", "l", "[]", gives: "l: []\n", "l: {} -> []"),
    Job(
      "a.toml", "[[x]]\na = 1\n\n[y]\nb = 1\n", "set", "x", "[]",
      gives: "x = []\n\n[y]\nb = 1\n", #"x: [{"a": 1}] -> []"#),
    Job(
      "a.toml", "k = 1\n\n[[y.x]]\na = 1\n[y.z]\nq = 1\n", "set", "y.x", "[]",
      gives: "k = 1\n\n[y.z]\nq = 1\n\n[y]\nx = []\n", #"y.x: [{"a": 1}] -> []"#),
    Job(
      "a.toml", "[[y]]\na = 1\n[[y.x]]\nb = 1\n[[y]]\nc = 1\n", "set", "y[0].x", "[]",
      gives: "[[y]]\na = 1\nx = []\n[[y]]\nc = 1\n",
      #"y[0]: {"a": 1, "x": [{"b": 1}]} -> {"a": 1, "x": []}"#),
    Job(
      "a.toml", "[[y]]\na = 1\n[[y.x]]\nb = 1\n[[y.x]]\nb = 2\n[[y]]\na = 2\n", "set", "y",
      #"[{"a": 1, "x": []}]"#, gives: "[[y]]\na = 1\nx = []\n",
      #"y: [{"a": 1, "x": [{"b": 1}, {"b": 2}]}, {"a": 2}] -> [{"a": 1, "x": []}]"#),
    Job(
      "a.toml", "# c\n[[y]]\nname = 1\n[[y]]\nname = 2\n[[y.x]]\nb = 1\n", "set", "y",
      #"[{"name": 2, "x": []}]"#, gives: "[[y]]\nname = 2\nx = []\n",
      #"y: [{"name": 1}, {"name": 2, "x": [{"b": 1}]}] -> [{"name": 2, "x": []}]"#),
    Job(
      "a.toml", "# c\n[[y]]\nname = 1\n[[y.x]]\nb = 1\n[[y]]\nname = 2\n", "set", "y",
      #"[{"name": 2}, {"name": 1, "x": []}]"#,
      gives: "[[y]]\nname = 2\n# c\n[[y]]\nname = 1\nx = []\n",
      #"y: [{"name": 1, "x": [{"b": 1}]}, {"name": 2}] -> [{"name": 2}, {"name": 1, "x": []}]"#),
  ]

  static let nulls = [
    Job(
      "a.json", #"{"a": null}"#, "set", "a", #""null""#, gives: #"{"a": "null"}"#,
      #"a: null -> "null""#),
    Job(
      "a.json", #"{"a": "null"}"#, "set", "a", "null", gives: #"{"a": null}"#, #"a: "null" -> null"#
    ),
    Job(
      "a.yaml", "a: [~, b]\n", "set", "a", #"["null", "b"]"#, gives: "a: ['null', b]\n",
      #"a: [null, "b"] -> ["null", "b"]"#),
    Job(
      "a.json", #"{"a": null}"#, "set", "a", #"{"b": 1.50}"#, gives: #"{"a": {"b": 1.50}}"#,
      #"a: null -> {"b": 1.5}"#),
    Job("a.yaml", "a:\nb: 1\n", "set", "a", #""""#, gives: "a: ''\nb: 1\n", #"a: null -> """#),
  ]

  /// Block collections of YAML that become values of another type.
  static let collections = [
    Job(
      "a.yaml", "a: # c\n  x: 1\n  y: 2\nb: 1\n", "set", "a", "[1, 2]",
      gives: "a: [1, 2] # c\nb: 1\n", #"a: {"x": 1, "y": 2} -> [1, 2]"#),
    Job(
      "a.yaml", "a:\n  x: |\n    t\n\nb: 1\n", "set", "a", "5", gives: "a: 5\n\nb: 1\n",
      #"a: {"x": "t\n"} -> 5"#),
    Job(
      "a.yaml", "a:\n- x\n- z\nb: 1\n", "set", "a", #"{"c": {"d": 1}}"#,
      gives: "a:\n  c:\n    d: 1\nb: 1\n", #"a: ["x", "z"] -> {"c": {"d": 1}}"#),
    Job(
      "a.yaml", "l:\n- a: 1\n  b: 2\n- c\n", "set", "l[0]", "[1]",
      gives: "l:\n- [1]\n- c\n", #"l[0]: {"a": 1, "b": 2} -> [1]"#),
    Job(
      "a.yaml", "# h\na: 1\nb: 2\n", "set", ".", #"[1, {"x": 1}]"#,
      gives: "# h\n- 1\n- x: 1\n", #".: {"a": 1, "b": 2} -> [1, {"x": 1}]"#),
  ]

  @Test(arguments: lists + nulls + collections)
  func `a value in JSON is written and reported, and undo restores the bytes`(job: Job) throws {
    let sandbox = try Sandbox()
    let path = sandbox.path("work/\(job.file)")
    try sandbox.write("work/\(job.file)", job.old)
    let set = try sandbox.run(
      [job.words[0], "./\(job.file)"] + job.words.dropFirst() + ["--type", "json"])
    #expect(set.code == 0 && set.out == job.report + "\n", "\(set)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == job.new)
    let undo = try sandbox.run("undo", "./\(job.file)")
    #expect(undo.code == 0, "\(undo)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == job.old)
  }

  @Test(arguments: [
    ("a.toml", "l = [\"x\", 1.50]\n"), ("a.yaml", "l: [x, 1.50]\n"),
    ("a.json", #"{"l": ["x", 1.50]}"#),
  ])
  func `an item that stays the same is reported as unchanged`(file: String, text: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    #expect(try sandbox.run("set", file, "l[0]", "x").out == "l[0]: \"x\" (unchanged)\n")
    #expect(try sandbox.run("set", file, "l[1]", "1.50").out == "l[1]: 1.50 (unchanged)\n")
    #expect(try sandbox.run("move", file, "l[0]", "0").out == "l[0]: \"x\" (unchanged)\n")
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == text)
  }

  @Test func `a word that is written as a digit is reported as the digit`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.ini", "[s]\nf = 1\n")
    #expect(try sandbox.run("set", "a.ini", "s.f", "false").out == "s.f: 1 -> 0\n")
    let set = try sandbox.run("set", "a.ini", "s.f", "on", "--json").out
    #expect(set.contains("\"new\": 1,"), "\(set)")
    let text = try String(contentsOfFile: sandbox.path("work/a.ini"), encoding: .utf8)
    #expect(text == "[s]\nf = 1\n")
  }

  @Test func `a value that JSON doesn't support is imported as it is printed`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "t = 07:32:00\n")
    let value = "{\"$literal\": \"08:00:00\", \"kind\": \"local-time\"}"
    try sandbox.write("work/a.json", "{\"t\": \(value), \"n\": \(value)}")
    let imported = try sandbox.run("import", "a.toml", "a.json", "--force")
    #expect(imported.code == 0, "\(imported)")
    let text = try String(contentsOfFile: sandbox.path("work/a.toml"), encoding: .utf8)
    #expect(text == "t = 08:00:00\nn = 08:00:00\n")
  }

  @Test func `a table whose header stays is removed once`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "[t]\na = 1\n# c\n")
    #expect(try sandbox.run("remove", "a.toml", "t").out == "t: {\"a\": 1} -> {}\n")
    let again = try sandbox.run("remove", "a.toml", "t")
    #expect(again.code == 0 && again.out == "t: {} (unchanged)\n", "\(again)")
    #expect(try sandbox.run("undo", "a.toml").code == 0)
    let text = try String(contentsOfFile: sandbox.path("work/a.toml"), encoding: .utf8)
    #expect(text == "[t]\na = 1\n# c\n")
  }

  @Test func `null and the string null differ in all output`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.json", #"{"a": null, "b": "null", "c": [null, "null"]}"#)
    #expect(
      try sandbox.run("diff", "a.json").out
        == "- a\tnull\n- b\t\"null\"\n- c\t[null, \"null\"]\n")
    let exported = try sandbox.run("export", "a.json", "--format", "json")
    try expectJSON(exported.out, #"{"a": null, "b": "null", "c": [null, "null"]}"#)
    let imported = try sandbox.run("import", "a.json", "-", input: exported.out)
    #expect(imported.code == 0 && !imported.out.contains("->"), "\(imported)")
    let plist = try sandbox.run("export", "a.json")
    #expect(plist.err.contains("Skipped a: a property list can't contain null."), "\(plist)")
    #expect(!plist.out.contains("CF$UID"))
    #expect(
      try sandbox.run("export", "a.json", "--format", "commands").out.contains("--type json -- "))
  }

  @Test(arguments: [
    (#"{"a": 1, "a": 2}"#, "the key 'a' occurs more than once"),
    (#"{"a": {"x": 1, "x": 2}}"#, "the key 'x' occurs more than once"),
  ])
  func `an import rejects a key that occurs more than once`(text: String, reason: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.json", #"{"a": 5}"#)
    let outcome = try sandbox.run("import", "a.json", "-", input: text)
    #expect(outcome.code == 3 && outcome.err.contains(reason), "\(outcome)")
    let file = try String(contentsOfFile: sandbox.path("work/a.json"), encoding: .utf8)
    #expect(file == #"{"a": 5}"#)
  }

  @Test func `an imported number keeps its digits`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "[t]\nx = 1.5\ny = 1.50\n")
    let text = #"{"t": {"x": 1.20, "y": 1.5, "l": [2.50]}}"#
    #expect(try sandbox.run("import", "a.toml", "-", input: text).code == 0)
    let file = try String(contentsOfFile: sandbox.path("work/a.toml"), encoding: .utf8)
    #expect(file == "[t]\nx = 1.20\ny = 1.50\nl = [2.50]\n")
  }

  @Test(arguments: [
    (
      "t.toml", "s.toml", "d = 2026-01-02\nt = 07:32:00\nl = [2026-01-02T03:04:05Z]\n",
      "d = 2026-01-02\nt = 07:32:00\nl = [2026-01-02T03:04:05Z]\n"
    ),
    (
      "t.toml", "s.toml", "[[t]]\nd = 2026-01-02\ns = \"2026-01-02\"\n",
      "[[t]]\nd = 2026-01-02\ns = \"2026-01-02\"\n"
    ),
    (
      "t.json", "s.toml", "d = 2026-01-02\nl = [07:32:00]\n",
      "{\n  \"d\": \"2026-01-02\",\n  \"l\": [\"07:32:00\"]\n}\n"
    ),
    (
      "t.json", "s.yaml", "n: 12345678901234567890123\nl: [12345678901234567890123]\n",
      "{\n  \"n\": 12345678901234567890123,\n  \"l\": [12345678901234567890123]\n}\n"
    ),
    ("t.yaml", "s.yaml", "a: -18446744073709551616\n", "a: -18446744073709551616\n"),
    (
      "t.yaml", "s.json",
      #"{"a": 12345678901234567890123, "l": [-12345678901234567890123, "1"], "m": {"d": 0.12345678901234567890}}"#,
      "a: 12345678901234567890123\nl: [-12345678901234567890123, '1']\nm:\n  d: 0.12345678901234567890\n"
    ),
    (
      "t.json", "s.json", #"{"a": 18446744073709551616, "l": [0.12345678901234567890, 1e400]}"#,
      "{\n  \"a\": 18446744073709551616,\n  \"l\": [0.12345678901234567890, 1e400]\n}\n"
    ),
    (
      "t.yaml", "s.json", #"{"a": 1e400, "l": [-1.5E400, 1e-400], "s": "1e400"}"#,
      "a: 1.0e+400\nl: [-1.5E+400, 1.0e-400]\ns: '1e400'\n"
    ),
    ("t.toml", "s.yaml", "l: [1.50, {a: 2.0}]\n", "l = [1.50, { a = 2.0 }]\n"),
  ])
  func `imported dates and long numbers stay what they are`(
    file: String, source: String, text: String, result: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", file.hasSuffix("json") ? "{}\n" : "")
    try sandbox.write("work/\(source)", text)
    let outcome = try sandbox.run("import", file, source)
    #expect(outcome.code == 0, "\(outcome)")
    let path = sandbox.path("work/\(file)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == result)
    let again = try sandbox.run("import", file, source)
    #expect(again.code == 0 && !again.out.contains("->"), "\(again)")
  }

  @Test func `a number that TOML doesn't allow is rejected in an import`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/t.toml", "")
    let outcome = try sandbox.run("import", "t.toml", "-", input: #"{"a": 18446744073709551616}"#)
    #expect(outcome.code == 3 && outcome.err.contains("doesn't fit in 64 bits"), "\(outcome)")
  }

  @Test func `an import that would lose a tag of YAML is rejected`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/s.yaml", "a: !secret x\nl: [!Ref q]\n")
    try sandbox.write("work/t.yaml", "z: 1\na: !secret y\n")
    let outcome = try sandbox.run("import", "t.yaml", "s.yaml")
    #expect(outcome.code == 3, "\(outcome)")
    #expect(
      outcome.err
        == "settee: Can't import s.yaml because the tag !Ref of 'l[0]' would be lost. Copy 'l[0]' in an editor, and remove it from s.yaml.\n"
    )
    #expect(try sandbox.run("diff", "t.yaml", "s.yaml").code == 1)
    // The file has the tag already.
    try sandbox.write("work/s.yaml", "a: !secret x\nc: !!str 5\n")
    #expect(try sandbox.run("import", "t.yaml", "s.yaml").code == 0)
    let text = try String(contentsOfFile: sandbox.path("work/t.yaml"), encoding: .utf8)
    #expect(text == "z: 1\na: !secret x\nc: '5'\n")
  }

  @Test func `an unrelated edit of a list keeps an emptied list inside an item`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "v = [1]\n[[y]]\na = 1\n[[y.x]]\nb = 1\n")
    try sandbox.write("work/b.json", #"{"v": [1, 2], "y": [{"a": 1, "x": []}]}"#)
    #expect(try sandbox.run("import", "a.toml", "b.json").code == 0)
    #expect(
      try String(contentsOfFile: sandbox.path("work/a.toml"), encoding: .utf8)
        == "v = [1, 2]\n[[y]]\na = 1\nx = []\n")
  }

  @Test func `the removal of a table reports the tables whose headers stay`() throws {
    let sandbox = try Sandbox()
    let text = "[d.a]\nv = 1\n[d.a.b]\nz = 1\n[d.c]\npassword = \"x\"\n[t]\na.b = 1\n"
    try sandbox.write("work/a.toml", text)
    let dry = try sandbox.run("remove", "./a.toml", "d.a", "--json", "--dry-run").out
    #expect(dry.contains("\"new\": {\n      \"b\": {}\n    }"), "\(dry)")
    let removed = try sandbox.run("remove", "./a.toml", "d.a").out
    #expect(removed == "d.a: {\"v\": 1, \"b\": {\"z\": 1}} -> {\"b\": {}}\n")
    #expect(try sandbox.run("get", "./a.toml", "d.a").out == "{\"b\": {}}\n")
    #expect(try sandbox.run("reset", "./a.toml", "d.c").out == "d.c: ******** -> {}\n")
    #expect(try sandbox.run("remove", "./a.toml", "t.a").out == "t.a: {\"b\": 1} -> (unset)\n")
  }
}
