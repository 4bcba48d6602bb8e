import Foundation
import SetteeTestSupport
import Testing

/// Tests that `set` and `add` write a value as the user typed it, in the style of the file.
@Suite struct TypedTextTests {
  struct Job: Sendable {
    let file: String
    let old: String
    let words: [String]
    let new: String

    init(_ file: String, _ old: String, _ words: String..., gives new: String) {
      (self.file, self.old, self.words, self.new) = (file, old, words, new)
    }
  }

  static let numbers = [
    Job("a.yaml", "v: 1.19 # x\n", "set", "v", "1.20", gives: "v: 1.20 # x\n"),
    Job("a.yaml", "v: 1.5\n", "set", "v", "1.50", gives: "v: 1.50\n"),
    Job("a.yaml", "v: 1.50\n", "set", "v", "1.5", gives: "v: 1.5\n"),
    Job("a.yaml", "p: [3.8, 3.9]\n", "add", "p", "3.10", gives: "p: [3.8, 3.9, 3.10]\n"),
    Job("a.yaml", "p: [3.8, 3.9]\n", "set", "p[1]", "3.10", gives: "p: [3.8, 3.10]\n"),
    Job("a.yaml", "p:\n- v: 3.8\n", "set", "p[0].v", "3.80", gives: "p:\n- v: 3.80\n"),
    Job("a.yaml", "a: 1\n", "set", "v", "3.10", gives: "a: 1\nv: 3.10\n"),
    Job("a.yaml", "v: 1.5\n", "set", "v", "010.5", gives: "v: 10.5\n"),
    Job("a.toml", "v = 1.5\n", "set", "v", "1.20", gives: "v = 1.20\n"),
    Job("a.toml", "v = 1.5\n", "set", "v", "2", gives: "v = 2.0\n"),
    Job("a.toml", "[t]\na = 1\n", "set", "t.v", "3.10", gives: "[t]\na = 1\nv = 3.10\n"),
    Job("a.toml", "v = 0x10\n", "set", "v", "32", gives: "v = 0x20\n"),
    Job("a.json", #"{"n": 1.10}"#, "set", "n", "1.20", gives: #"{"n": 1.20}"#),
    Job("a.json", #"{"n": 1.10}"#, "set", "m", "1.20", gives: #"{"n": 1.10, "m": 1.20}"#),
    Job("a.json", #"{"n": [1, 1.5]}"#, "add", "n", "1.20", gives: #"{"n": [1, 1.5, 1.20]}"#),
    // Numbers inside JSON values.
    Job(
      "a.toml", "v = 1\n", "set", "n", #"{"a": 1.20, "b": [1e3, 2.50]}"#, "--type", "json",
      gives: "v = 1\n\n[n]\na = 1.20\nb = [1e3, 2.50]\n"),
    Job(
      "a.toml", "v = [0.25, 1.5]\n", "set", "v", "[1, 2.50]", "--type", "json",
      gives: "v = [1.0, 2.50]\n"),
    Job(
      "a.toml", "[t]\nv = [0.25]\n", "set", "t", #"{"v": [1.50, 2]}"#, "--type", "json",
      gives: "[t]\nv = [1.50, 2.0]\n"),
    Job(
      "a.json", #"{"n": {"a": 1}}"#, "set", "n", #"{"a": 1.20, "l": [5.0]}"#, "--type", "json",
      gives: #"{"n": {"a": 1.20, "l": [5.0]}}"#),
    Job(
      "a.json", #"{"n": [1, 2]}"#, "add", "n", #"{"a": 1.20}"#, "--type", "json",
      gives: #"{"n": [1, 2, {"a": 1.20}]}"#),
    Job(
      "a.yaml", "n: [1]\n", "set", "n", "[1.20, 1e3]", "--type", "json",
      gives: "n: [1.20, 1000.0]\n"),
    Job(
      "a.ini", "[s]\na=1\na=2\n", "set", "s.a", "[1.20, 2]", "--type", "json",
      gives: "[s]\na=1.20\na=2\n"),
    // JSON has no plus sign, and JSON5 has one.
    Job("a.json", #"{"n": 1}"#, "set", "n", "+5", gives: #"{"n": 5}"#),
    Job("a.json5", "{n: 1}", "set", "n", "+5", gives: "{n: +5}"),
    Job("a.json5", "{n: 0.25}", "set", "n", "+5", gives: "{n: +5}"),
    Job("a.json", #"{"n": 0.25}"#, "set", "n", "-0", gives: #"{"n": -0}"#),
    Job("a.ini", "[s]\na=1.5\n", "set", "s.a", "1.50", gives: "[s]\na=1.50\n"),
    Job("a.ini", "[s]\na=1.5\n", "set", "s.b", "1.50", gives: "[s]\na=1.5\nb=1.50\n"),
  ]

  static let words = [
    Job("a.yaml", "b: yes\n", "set", "b", "false", gives: "b: false\n"),
    Job("a.yaml", "b: No\n", "set", "b", "yes", gives: "b: yes\n"),
    Job("a.yaml", "- b: on # x\n", "set", "[0].b", "OFF", gives: "- b: OFF # x\n"),
    Job("a.yaml", "l: [yes, 'no']\n", "set", "l[0]", "no", gives: "l: [no, 'no']\n"),
    Job("a.yaml", "b: 'yes'\n", "set", "b", "no", gives: "b: 'no'\n"),
    Job("a.yaml", "b: word\n", "set", "b", "no", gives: "b: 'no'\n"),
    Job("a.yaml", "b: yes\n", "set", "b", "no", "--type", "string", gives: "b: 'no'\n"),
    Job("a.yaml", "b: yes\n", "set", "b", "false", "--type", "bool", gives: "b: no\n"),
    Job("a.yaml", "l: [yes]\n", "set", "l[0]", "false", "--type", "bool", gives: "l: [false]\n"),
    Job("a.yaml", "b: !t 5\n", "set", "b", "6", "--type", "json", gives: "b: !t 6\n"),
    Job("a.yaml", "b: !!str 5\n", "set", "b", "1.5", "--type", "real", gives: "b: !!str 1.5\n"),
    Job("a.yaml", "b: # x\n", "set", "b", "3", gives: "b: 3 # x\n"),
    Job("a.yaml", "b: ~\n", "set", "b", "true", gives: "b: true\n"),
    Job("a.yaml", "b: null\n", "set", "b", "word", gives: "b: word\n"),
    Job("a.yaml", "l: [1, null]\n", "set", "l[1]", "2", gives: "l: [1, 2]\n"),
    Job("a.json", #"{"b": null}"#, "set", "b", "true", gives: #"{"b": true}"#),
    Job(
      "a.toml", "[s]\na = 1\n", "set", "s.d", "2024-05-05", "--type", "date",
      gives: "[s]\na = 1\nd = 2024-05-05\n"),
    Job(
      "a.toml", "d = \"x\"\n", "set", "d", "2024-05-05", "--type", "date",
      gives: "d = 2024-05-05\n"),
    Job(
      "a.toml", "d = 2020-01-01\n", "set", "d", "2024-05-05T10:00:00Z", "--type", "date",
      gives: "d = 2024-05-05T10:00:00Z\n"),
    Job(
      "a.yaml", "d: 'x' # c\n", "set", "d", "2024-05-05", "--type", "date",
      gives: "d: 2024-05-05 # c\n"),
    Job(
      "a.toml", "d = [2020-01-01]\n", "add", "d", "2024-05-05", "--type", "string",
      gives: "d = [2020-01-01, \"2024-05-05\"]\n"),
    Job(
      "a.yaml", "d: [x]\n", "add", "d", "2024-05-05", "--type", "date",
      gives: "d: [x, 2024-05-05]\n"),
    Job(
      "a.json", #"{"d": "x"}"#, "set", "d", "2024-05-05", "--type", "date",
      gives: #"{"d": "2024-05-05"}"#),
    Job(
      "a.toml", "d = [2026-01-02]\n", "set", "d", #"["2026-01-03", "2026-01-04"]"#, "--type",
      "json",
      gives: "d = [2026-01-03, 2026-01-04]\n"),
    Job("a.toml", "d = [07:32:00]\n", "add", "d", "08:00:00", gives: "d = [07:32:00, 08:00:00]\n"),
    Job(
      "a.yaml", "a: !include b.yaml\n", "set", "a", "!include c.yaml",
      gives: "a: !include c.yaml\n"),
    Job("a.yaml", "a: !include b.yaml\n", "set", "a", "c.yaml", gives: "a: !include c.yaml\n"),
    Job(
      "a.yaml", "a: !include b.yaml\n", "set", "k", "!include c.yaml",
      gives: "a: !include b.yaml\nk: !include c.yaml\n"),
    Job(
      "a.yaml", "a: !include b.yaml\nb: x\n", "set", "b", "!include c.yaml",
      gives: "a: !include b.yaml\nb: !include c.yaml\n"),
    Job("a.yaml", "a: x\n", "set", "k", "!include c.yaml", gives: "a: x\nk: '!include c.yaml'\n"),
    Job(
      "a.yaml", "a: !secret b\n", "set", "k", "!secret a b",
      gives: "a: !secret b\nk: '!secret a b'\n"),
    Job(
      "a.json", #"{"p": {"App": "x"}}"#, "set", #"p.App\Tests"#, "y",
      gives: #"{"p": {"App": "x", "App\\Tests": "y"}}"#),
  ]

  /// Formats whose values are text.
  static let texts = [
    Job(
      "a.ini", "[s]\nc = de\n", "set", "s.c", "no", "--type", "string", gives: "[s]\nc = no\n"),
    Job("a.ini", "[s]\nc = de\n", "set", "s.c", "true", gives: "[s]\nc = true\n"),
    Job("a.ini", "[s]\nc = on\n", "set", "s.d", "TRUE", gives: "[s]\nc = on\nd = TRUE\n"),
    Job("a.ini", "[s]\nc = on\n", "set", "s.d", "true", gives: "[s]\nc = on\nd = true\n"),
    Job("a.ini", "[s]\nc = on\n", "set", "s.c", "no", gives: "[s]\nc = off\n"),
    Job(
      "a.ini", "[s]\nc = on\n", "set", "s.c", "no", "--type", "string", gives: "[s]\nc = no\n"),
    Job(
      "a.ini", "[s]\nc = on\n", "set", "s.c", "yes", "--type", "string", gives: "[s]\nc = yes\n"),
    Job(
      "u.service", "[Service]\nRemainAfterExit=yes\n", "set", "Service.ExecStart", "true", "--type",
      "string", gives: "[Service]\nRemainAfterExit=yes\nExecStart=true\n"),
    Job(".env", "TZ=Europe\n", "set", "TZ", "no", gives: "TZ=no\n"),
    Job(
      "a.desktop", "[Desktop Entry]\nName=x\n", "set", "Desktop Entry.Name", "no",
      gives: "[Desktop Entry]\nName=no\n"),
    Job(
      ".gitconfig", "[alias]\n\tb = x\n", "set", "alias.a", "yes",
      gives: "[alias]\n\tb = x\n\ta = yes\n"),
    Job("a.properties", "a=x\n", "set", "a", "off", gives: "a=off\n"),
    Job("dnsmasq.conf", "port=1\n", "set", "no-hosts", "yes", gives: "port=1\nno-hosts\n"),
    // A text with the same value as a number or as a word.
    Job(
      "a.ini", "[s]\nz = 01234\n", "set", "s.z", "1234", "--type", "string",
      gives: "[s]\nz = 1234\n"),
    Job(".env", "A=007\n", "set", "A", "7", gives: "A=7\n"),
    Job("a.properties", "v=1.10\n", "set", "v", "1.1", gives: "v=1.1\n"),
    Job("tox.ini", "[tox]\nv = 3.10\n", "set", "tox.v", "3.1", gives: "[tox]\nv = 3.1\n"),
    Job("a.ini", "[s]\na = 0x10\n", "set", "s.a", "16", gives: "[s]\na = 16\n"),
    Job("a.ini", "[s]\na = 1e2\n", "set", "s.a", "100", gives: "[s]\na = 100\n"),
    Job("a.ini", "[s]\na = 1\n", "set", "s.a", "1.0", gives: "[s]\na = 1.0\n"),
    Job("a.ini", "[s]\na = 1\n", "set", "s.a", "true", gives: "[s]\na = true\n"),
    Job("a.ini", "[s]\na = 0\n", "set", "s.a", "no", gives: "[s]\na = no\n"),
    Job("sysctl.conf", "net.a = 1\n", "set", "\"net.a\"", "false", gives: "net.a = 0\n"),
    Job("mypy.ini", "[a]\nx = True\n", "set", "a.y", "true", gives: "[a]\nx = True\ny = True\n"),
  ]

  static let styles = [
    Job(
      "a.yaml", "s:\n  - run: x\n    n: 1\n", "add", "s[0].args", "z",
      gives: "s:\n  - run: x\n    n: 1\n    args:\n      - z\n"),
    Job("a.yaml", "l: [\"a:1\", \"b\"]\n", "add", "l", "c", gives: "l: [\"a:1\", \"b\", \"c\"]\n"),
    Job("a.yaml", "l: ['a', b]\n", "add", "l", "c", gives: "l: ['a', b, c]\n"),
    Job(
      "a.json", "[\n    {\n        \"k\": \"a\"\n    }\n]\n", "add", ".", #"{"k":"b"}"#,
      gives: "[\n    {\n        \"k\": \"a\"\n    },\n    {\n        \"k\": \"b\"\n    }\n]\n"),
    Job(
      "a.json", #"{"a":[{"x":1}]}"#, "add", "a", #"{"x":2,"y":[1,2]}"#,
      gives: #"{"a":[{"x":1},{"x":2,"y":[1,2]}]}"#),
    Job(
      "a.json", #"{"a":1}"#, "set", "l", #"[1, {"b": 2}]"#, "--type", "json",
      gives: #"{"a":1,"l":[1,{"b":2}]}"#),
    Job(
      "a.json5", "{\n  l: [\n    {\n      n: 1,\n    },\n  ],\n}\n", "add", "l", #"{"n":2,"m":[]}"#,
      gives:
        "{\n  l: [\n    {\n      n: 1,\n    },\n    {\n      n: 2,\n      m: [],\n    },\n  ],\n}\n"
    ),
    Job(
      "a.ini", "[a]\nk=1\nl=2\n\n[b]\nm = 3\n", "set", "c.n", "4",
      gives: "[a]\nk=1\nl=2\n\n[b]\nm = 3\n\n[c]\nn=4\n"),
    Job(
      "a.ini", "[a]\n   k = 1\n;   n = 2\n   l = 2\n", "set", "a.n", "4",
      gives: "[a]\n   k = 1\n;   n = 2\n   n = 4\n   l = 2\n"),
  ]

  @Test(arguments: numbers + words + texts + styles)
  func `a value is written as typed, and undo restores the file`(job: Job) throws {
    let sandbox = try Sandbox()
    let path = "work/\(job.file)"
    func text() throws -> String { try String(contentsOfFile: sandbox.path(path), encoding: .utf8) }
    try sandbox.write(path, job.old)
    let words = [job.words[0], "./\(job.file)"] + job.words.dropFirst()
    let dry = try sandbox.run(words + ["--dry-run"])
    #expect(dry.code == 0, "\(dry)")
    let lines = job.new.split(separator: "\n").filter { !job.old.contains($0) }
    #expect(lines.allSatisfy { dry.out.contains("+" + $0) }, "\(dry)")
    let changed = try sandbox.run(words)
    #expect(changed.code == 0, "\(changed)")
    #expect(try text() == job.new)
    let undone = try sandbox.run("undo", "./\(job.file)")
    #expect(undone.code == 0, "\(undone)")
    #expect(try text() == job.old)
  }

  @Test func `the output shows a number as typed, and JSON has its value`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "v: 1.5\n")
    let first = try sandbox.run("set", "./a.yaml", "v", "1.50")
    #expect(first.out == "v: 1.5 -> 1.50\n")
    let same = try sandbox.run("set", "./a.yaml", "v", "1.50")
    #expect(same.out == "v: 1.50 (unchanged)\n")
    let second = try sandbox.run("set", "./a.yaml", "v", "1.500", "--json")
    try expectJSON(second.out, #"[{"key": "v", "old": 1.5, "new": 1.5, "changed": true}]"#)
    let new = try sandbox.run("set", "./a.yaml", "w", "3.10")
    #expect(new.err == "settee: added w = 3.10 (decimal number)\n")
  }

  @Test func `an import into a format without types writes words and numbers exactly`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.env", "A=on\nB=x\nC=007\nD=on\n")
    try sandbox.write("work/in.json", #"{"A": "yes", "B": "no", "C": 7, "D": true}"#)
    let imported = try sandbox.run("import", "./a.env", "in.json")
    #expect(imported.code == 0, "\(imported)")
    let text = try String(contentsOfFile: sandbox.path("work/a.env"), encoding: .utf8)
    #expect(text == "A=yes\nB=no\nC=7\nD=on\n")
    try sandbox.write("work/b.env", "X=no\nY=TRUE\nD=off\n")
    #expect(try sandbox.run("import", "./a.env", "b.env").code == 0)
    let all = try String(contentsOfFile: sandbox.path("work/a.env"), encoding: .utf8)
    #expect(all == "A=yes\nB=no\nC=7\nD=off\nX=no\nY=TRUE\n")
  }

  @Test(arguments: [
    Job("a.toml", "d = 1979-05-27\n", "d", "1981-01-01", gives: "d = \"1981-01-01\"\n"),
    Job("a.toml", "d = 1979-05-27\n", "d", "1979-05-27", gives: "d = \"1979-05-27\"\n"),
    Job("a.toml", "d = inf\n", "d", "inf", gives: "d = \"inf\"\n"),
    Job("a.toml", "d = [07:32:00]\n", "d[0]", "x", gives: "d = [\"x\"]\n"),
    Job("a.toml", "[[l]]\nd = 07:32:00\n", "l[0].d", "x", gives: "[[l]]\nd = \"x\"\n"),
    Job("a.yaml", "d: .inf\n", "d", ".inf", gives: "d: '.inf'\n"),
    Job("a.yaml", "d: 2024-01-01\n", "d", "2024-02-02", gives: "d: '2024-02-02'\n"),
    Job("a.json", #"{"d": 12345678901234567890123}"#, "d", "1", gives: #"{"d": "1"}"#),
  ])
  func `type string replaces a date or another type that JSON doesn't have`(job: Job) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(job.file)", job.old)
    func content() throws -> String {
      try String(contentsOfFile: sandbox.path("work/\(job.file)"), encoding: .utf8)
    }
    let words = ["set", job.file] + job.words + ["--type", "string"]
    let set = try sandbox.run(words)
    #expect(set.code == 0, "\(set)")
    #expect(try content() == job.new)
    #expect(try sandbox.run(words).code == 0)
    #expect(try content() == job.new)
    #expect(try sandbox.run("undo", job.file).code == 0)
    #expect(try content() == job.old)
  }

  @Test(arguments: [
    Job("a.yaml", "d: 2024-01-01 # x\n", "d", "2024-02-02", gives: "d: 2024-02-02 # x\n"),
    Job("a.yaml", "d: [2024-01-01]\n", "d[0]", "2024-02-02", gives: "d: [2024-02-02]\n"),
    Job("a.yaml", "d: \"2024-01-01\"\n", "d", "2024-02-02", gives: "d: \"2024-02-02\"\n"),
    Job("a.yaml", "d: 2024-01-01\n", "d", "2024-02-02 # x", gives: "d: '2024-02-02 # x'\n"),
    Job("a.yaml", "d: x\n", "d", "2024-02-02", gives: "d: '2024-02-02'\n"),
  ])
  func `a date in YAML stays without quotes`(job: Job) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(job.file)", job.old)
    let set = try sandbox.run(["set", job.file] + job.words)
    #expect(set.code == 0, "\(set)")
    let text = try String(contentsOfFile: sandbox.path("work/\(job.file)"), encoding: .utf8)
    #expect(text == job.new)
  }

  @Test func `plain mode writes a number as typed`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "v: 1.5\n")
    let outcome = try sandbox.run("--plain", "./a.yaml", input: "1 = 1.50\nq\n")
    #expect(outcome.code == 0, "\(outcome)")
    let text = try String(contentsOfFile: sandbox.path("work/a.yaml"), encoding: .utf8)
    #expect(text == "v: 1.50\n", "\(outcome)")
  }

  @Test func `a list isn't replaced by text, and a text like a list is reported`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "nums = [1, 2, 3]\nwords = []\n")
    for text in ["5,6", "5"] {
      let refused = try sandbox.run("set", "./a.toml", "nums", text)
      #expect(refused.code == 3)
      #expect(
        refused.err
          == "settee: nums is a list. Enter a JSON list such as [1, 2], or use 'add' to add an item.\n"
      )
    }
    #expect(try sandbox.run("set", "./a.toml", "nums", "[5, 6]").code == 0)
    #expect(try sandbox.run("set", "./a.toml", "words", "b").code == 0)
    let list = try sandbox.run("set", "./a.toml", "args", #"["x"]"#)
    #expect(list.err.hasSuffix("(string; for a list, use --type json)\n"), "\(list)")
    let table = try sandbox.run("set", "./a.toml", "clap", #"{"version":"4"}"#)
    #expect(table.err.hasSuffix("(string; for a table, use --type json)\n"), "\(table)")
  }

  @Test(arguments: [
    ("a.yml", "l: [a, b]\n"), ("a.toml", "l = [\"a\", \"b\"]\n"),
    ("a.json", "{\"l\": [\"a\", \"b\"]}\n"),
  ])
  func `a word doesn't replace the items of a list`(file: String, text: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    for word in ["x", "", "[x, y]"] {
      let refused = try sandbox.run("set", file, "l", word)
      #expect(refused.code == 2, "\(refused)")
      #expect(
        refused.err
          == "settee: l is a list with 2 items. To add an item, use 'add'; to replace the list, use a JSON list with --type json.\n"
      )
    }
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == text)
    let lines = try sandbox.run("set", file, "l", "c\nd")
    #expect(lines.out == "l: [\"a\", \"b\"] -> [\"c\", \"d\"]\n", "\(lines)")
    let line = try sandbox.run("set", file, "l", "--stdin", input: "e\n")
    #expect(line.out == "l: [\"c\", \"d\"] -> [\"e\"]\n", "\(line)")
    #expect(
      try sandbox.run("set", file, "l", "x").err == """
        settee: l is a list with 1 item. To change it, use 'l[0]'; to add an item, use 'add'; to \
        replace the list, use a JSON list with --type json.

        """)
    #expect(try sandbox.run("set", file, "l[0]", "x").out == "l[0]: \"e\" -> \"x\"\n")
    #expect(try sandbox.run("set", file, "l", "[\"f\", \"g\"]").code == 0)
  }

  @Test(arguments: [
    ("a.toml", "d = inf\n", "5", "d = 5.0\n"), ("a.toml", "d = -inf\n", "2.5", "d = 2.5\n"),
    ("a.yml", "d: .inf\n", "2.5", "d: 2.5\n"),
  ])
  func `a number replaces an infinite number`(
    file: String, text: String, value: String, result: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let outcome = try sandbox.run("set", file, "d", value)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == result)
    #expect(try sandbox.run("undo", file).code == 0)
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == text)
  }

  @Test func `a value with a tag doesn't get another tag`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "a: !secret b\n")
    let refused = try sandbox.run("set", "./a.yaml", "a", "!include c")
    #expect(refused.code == 4)
    #expect(refused.err.contains("its tag is !secret, but the value begins with !include"))
  }
}
