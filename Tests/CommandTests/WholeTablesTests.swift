import Foundation
import Testing

/// Tests commands that write whole tables and lists of settings files of other programs.
@Suite struct `Whole tables and lists` {
  private func content(_ sandbox: borrowing Sandbox, _ file: String) throws -> String {
    try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8)
  }

  @Test(arguments: [
    (
      "a.toml", "[a]\ny = 1\n[a.b]\nz = 2\n\n[c]\nq = 1\n", "a", #"{"x": 3}"#,
      "[a]\nx = 3\n[c]\nq = 1\n"
    ),
    ("b.toml", "[a.b]\nz = 2\n\n[c]\nq = 1\n", "a", #"{"x": 3}"#, "[c]\nq = 1\n\n[a]\nx = 3\n"),
    ("c.toml", "[a]\ny = 1\n[a.b]\nz = 2\n", "a", "{}", "[a]\n"),
    ("d.toml", "[a.b]\nz = 2\n[a.b.c]\nw = 1\n", "a.b", #"{"z": 3}"#, "[a.b]\nz = 3\n"),
    ("e.toml", "[a]\ny = 1\n", "a", #"{"y": {"z": 1}}"#, "[a]\ny = { z = 1 }\n"),
    ("f.toml", "[[l]]\nx = 1\n[l.t]\ny = 1\n", "l", #"[{"x": 2}]"#, "[[l]]\nx = 2\n"),
    (
      "g.toml", "[a]\nx = 1\n", "a", #"{"d": {"$date": "2026-01-02T03:04:05Z"}}"#,
      "[a]\nd = 2026-01-02T03:04:05Z\n"
    ),
    ("a.json", #"{"a": {"y": 1, "b": {"z": 2}}}"#, "a", #"{"x": 3}"#, #"{"a": {"x": 3}}"#),
    ("b.json", #"{"a": 5}"#, "a", #"{"b": {"z": 1}}"#, #"{"a": {"b": {"z": 1}}}"#),
    ("a.yaml", "a:\n  y: 1\n  b:\n    z: 2\nc: 1\n", "a", #"{"x": 3}"#, "a:\n  x: 3\nc: 1\n"),
    (
      "b.yaml", "a: 1\n# x\nc: 2\n", ".", #"{"b": 2}"#, "# x\nb: 2\n"
    ),
    ("c.yaml", "l: [yes, no]\n", "l", "[true]", "l: [true]\n"),
    ("d.yaml", "l:\n- on # x\n- off\n", "l", "[false, true]", "l:\n- false # x\n- true\n"),
    (
      ".gitconfig", "[remote]\n\tp = o\n[remote \"o\"]\n\turl = x\n", "remote", #"{"p": "yes"}"#,
      "[remote]\n\tp = yes\n"
    ),
    (
      ".gitconfig", "[core]\n\teditor = vim\n", "pull", #"{"rebase": "true"}"#,
      "[core]\n\teditor = vim\n\n[pull]\n\trebase = true\n"
    ),
  ])
  func `a table replaces all of the old one, and undo restores the bytes`(
    file: String, before: String, key: String, value: String, after: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", before)
    let path = "./\(file)"
    let set = try sandbox.run("set", path, key, value, "--type", "json", "--force")
    #expect(set.code == 0, "\(set)")
    #expect(try content(sandbox, file) == after)
    let undo = try sandbox.run("undo", path)
    #expect(undo.code == 0, "\(undo)")
    #expect(try content(sandbox, file) == before)
  }

  @Test(arguments: [
    (
      "a.toml", "[[b]]\nname = \"x\"\n\n# about y\n[[b]]\nname = \"y\" # n\nv = 1\n",
      "[{\"name\": \"y\", \"v\": 2}, {\"name\": \"x\"}]",
      "# about y\n[[b]]\nname = \"y\" # n\nv = 2\n\n[[b]]\nname = \"x\"\n"
    ),
    (
      "a.yaml", "b:\n  # about x\n  - name: x # n\n    v: 1\n  # about z\n  - name: z\n",
      "[{\"name\": \"z\", \"w\": 1}, {\"name\": \"x\", \"v\": 2}]",
      "b:\n  # about z\n  - name: z\n    w: 1\n  # about x\n  - name: x # n\n    v: 2\n"
    ),
    (
      "a.json5", "{b: [\n  {p: 1, q: 2, r: 3}, // one\n  {s: 1}, // two\n]}\n",
      "[{\"s\": 1}, {\"p\": 1, \"q\": 2, \"r\": 4}]",
      "{b: [\n  {s: 1}, // two\n  {p: 1, q: 2, r: 4}, // one\n]}\n"
    ),
  ])
  func `a table that moves and changes keeps its comments`(
    file: String, before: String, value: String, after: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", before)
    let set = try sandbox.run("set", file, "b", value, "--type", "json")
    #expect(set.code == 0, "\(set)")
    #expect(try content(sandbox, file) == after)
    #expect(try sandbox.run("undo", file).code == 0)
    #expect(try content(sandbox, file) == before)
  }

  @Test func `a YAML collection with comments isn't replaced by another type`() throws {
    let sandbox = try Sandbox()
    let before = "a:\n  x: 1 # c\n  z: 2\nb: 1\n"
    try sandbox.write("work/a.yaml", before)
    let set = try sandbox.run("set", "a.yaml", "a", "[1]", "--type", "json")
    #expect(set.code == 4 && set.err.contains("its lines contain comments"), "\(set)")
    #expect(try content(sandbox, "a.yaml") == before)
  }

  @Test func `a table of a program's file is checked by its keys`() throws {
    var sandbox = try Sandbox()
    sandbox.environment["SETTEE_PATH"] = Sandbox.panes + "/Programs"
    let before = "[core]\n\teditor = vim\n"
    try sandbox.write("home/.gitconfig", before)
    let path = sandbox.path("home/.gitconfig")
    let words = ["set", path, "remote.two", "{\"url\": \"x\"}", "--type", "json"]
    #expect(try sandbox.run(words).code == 0)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == before + "\n[remote \"two\"]\n\turl = x\n")
    #expect(try sandbox.run("undo", path).code == 0)
    let other = try sandbox.run(
      "import", path, "-", input: "{\"remote\": {\"two\": {\"url\": \"x\"}}}")
    #expect(other.code == 0, "\(other)")
    #expect(try sandbox.run("undo", path).code == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    let new = try sandbox.run("set", path, "remote.a", "{\"urll\": \"x\"}", "--type", "json")
    #expect(new.code == 2 && new.err.contains("'remote.a.urll'"), "\(new)")
  }

  @Test func `reset keeps the headers of subtables`() throws {
    let sandbox = try Sandbox()
    let before = "[a]\ny = 1\n# about b\n[a.b]\nz = 2\n"
    try sandbox.write("work/a.toml", before)
    let reset = try sandbox.run("reset", "a.toml", "a", "a.b.z")
    #expect(reset.code == 0, "\(reset)")
    #expect(try content(sandbox, "a.toml") == "[a]\n# about b\n[a.b]\n")
    #expect(try sandbox.run("undo", "a.toml").code == 0)
    #expect(try content(sandbox, "a.toml") == before)
  }

  @Test(arguments: [
    (#"["c", "b", "a"]"#, "  \"c\", # 3\n  \"b\", # 2\n  \"a\", # 1\n"),
    (#"["c", "a"]"#, "  \"c\", # 3\n  \"a\", # 1\n"),
    (#"["d", "b", "a"]"#, "  \"d\",\n  \"b\", # 2\n  \"a\", # 1\n"),
  ])
  func `items of a list that change their order keep their comments`(
    value: String, after: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "l = [\n  \"a\", # 1\n  \"b\", # 2\n  \"c\", # 3\n]\n")
    let set = try sandbox.run("set", "a.toml", "l", value, "--type", "json")
    #expect(set.code == 0, "\(set)")
    #expect(try content(sandbox, "a.toml") == "l = [\n\(after)]\n")
  }

  @Test(arguments: [
    ("a.json", #"{"a":[1,{"x":1,"y":2},{"x":3}]}"#, #"{"a":[{"y":2},{"x":3}]}"#),
    ("a.yaml", "a: [1, {x: 1, y: 2}, {x: 3}]\n", "a: [{y: 2}, {x: 3}]\n"),
    ("a.toml", "a = [1, {x = 1, y = 2}, {x = 3}]\n", "a = [{y = 2}, {x = 3}]\n"),
  ])
  func `the indices of a command refer to the list before the command`(
    file: String, before: String, after: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", before)
    let reset = try sandbox.run("reset", "./\(file)", "a[0]", "a[1].x")
    #expect(reset.code == 0, "\(reset)")
    #expect(try content(sandbox, file) == after)
  }

  @Test func `edit can replace a list of tables`() throws {
    var sandbox = try Sandbox()
    let before = "l = [{x = 1}, {x = 2, y = 3}]\nk = 1\n"
    try sandbox.write("work/a.toml", before)
    try sandbox.write("new.json", #"{"k": 1, "l": [{"x": 9}, {"x": 2, "y": 4}]}"#)
    sandbox.environment["EDITOR"] = "cp \(sandbox.path("new.json"))"
    let edit = try sandbox.run("edit", "a.toml")
    #expect(edit.code == 0, "\(edit)")
    #expect(try content(sandbox, "a.toml") == "l = [{x = 9}, {x = 2, y = 4}]\nk = 1\n")
    #expect(try sandbox.run("undo", "a.toml").code == 0)
    #expect(try content(sandbox, "a.toml") == before)
  }

  @Test(arguments: ["", "# c\n"], ["[1, 2]", #"[{"a": 1}, {"b": 2}]"#])
  func `an empty YAML file can't become a list`(before: String, value: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", before)
    let set = try sandbox.run("set", "a.yaml", ".", value, "--type", "json")
    #expect(set.code == 4 && set.err.contains("the file is empty; add a key first"), "\(set)")
    #expect(try content(sandbox, "a.yaml") == before)
  }

  @Test func `a tag stays in front of single values only`() throws {
    let sandbox = try Sandbox()
    let before = "v: !!str 5\nw: !include x\n"
    try sandbox.write("work/a.yaml", before)
    for (key, value) in [("v", #"{"a": 1}"#), ("w", #"["a"]"#)] {
      let set = try sandbox.run("set", "a.yaml", key, value, "--type", "json")
      #expect(set.code == 4 && set.err.contains("remove the tag first"), "\(set)")
    }
    #expect(try content(sandbox, "a.yaml") == before)
  }

  @Test func `a whole file isn't replaced by a single value`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.json", #"{"a": 1}"#)
    let set = try sandbox.run("set", "a.json", ".", "1")
    #expect(set.code == 2 && set.err.contains("use 'NAME'"), "\(set)")
  }

  @Test(arguments: ["password:\n", "a: 1\n", "password: [x, 1]\n"])
  func `a secret from standard input isn't printed`(before: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", before)
    let key = before.contains("[") ? "password[1]" : "password"
    let set = try sandbox.run(["set", "a.yaml", key, "--stdin"], input: "hunter2")
    #expect(!(set.out + set.err).contains("hunter2"), "\(set)")
  }

  @Test func `undo of an unsaved number restores the number`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "a = 5.0\n")
    for keys in ["1 = 6.50\nu\nw\ny\nq\n", "1 = 6.50\nw\ny\nu\nw\ny\nq\n"] {
      _ = try sandbox.run(["a.toml", "--staged", "--plain"], input: keys)
      let number = try content(sandbox, "a.toml").dropFirst(4).prefix { $0 != "\n" }
      #expect(Double(number) == 5, "\(number)")
    }
  }

  // MARK: Import

  private func imported(
    _ file: String, _ before: String, _ values: String, _ options: String...
  ) throws -> (outcome: Sandbox.Outcome, content: String) {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", before)
    let outcome = try sandbox.run(["import", file, "-"] + options, input: values)
    let after = try content(sandbox, file)
    if outcome.code == 0 {
      let undo = try sandbox.run("undo", file)
      #expect(undo.code == 0 && !undo.out.isEmpty, "\(undo)")
    }
    #expect(try content(sandbox, file) == before)
    return (outcome, after)
  }

  @Test func `an imported integer becomes a TOML float in place of one`() throws {
    let (outcome, after) = try imported("a.toml", "a = 0.25\n", #"{"a": 1887}"#)
    #expect(outcome.out == "a: 0.25 -> 1887.0\n", "\(outcome)")
    #expect(after == "a = 1887.0\n")
  }

  @Test func `import finds keys with dots as set does`() throws {
    let before = #"{"editor.fontSize": 14, "files.eol": "x"}"# + "\n"
    for key in ["editor.fontSize", #"\"editor.fontSize\""#] {
      let (outcome, after) = try imported("settings.json", before, "{\"\(key)\": 15}")
      #expect(outcome.out == "\"editor.fontSize\": 14 -> 15\n", "\(outcome)")
      #expect(after == before.replacing("14", with: "15"))
    }
  }

  @Test(arguments: ["x[", #"\"q\""#, "a]", "a b", " s", #"a\\b"#, #"\"\""#])
  func `an imported key in any spelling can be undone`(key: String) throws {
    for (file, before) in [("a.toml", ""), ("a.json", "{}\n"), ("a.yaml", "")] {
      let (outcome, _) = try imported(file, before, "{\"\(key)\": 1}")
      #expect(outcome.code == 0, "\(outcome)")
    }
  }

  @Test func `an invalid key is wrong usage`() throws {
    for key in ["", "a..b"] {
      let (outcome, _) = try imported("a.toml", "", "{\"\(key)\": 1}")
      #expect(outcome.code == 2 && outcome.err.contains("isn't a valid key path"), "\(outcome)")
    }
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "")
    #expect(try sandbox.run("set", "a.toml", "a..b", "1").code == 2)
  }

  @Test func `an imported table changes only the settings that it contains`() throws {
    let toml = "[a]\nx = 1\ny = 2\n[a.b]\nz = 2\n"
    let (outcome, after) = try imported("a.toml", toml, #"{"a": {"y": 5, "c": {"d": 1}}}"#)
    #expect(outcome.out == "a.y: 2 -> 5\na.c: (unset) -> {\"d\": 1}\n", "\(outcome)")
    #expect(after == "[a]\nx = 1\ny = 5\n[a.b]\nz = 2\n\n[a.c]\nd = 1\n")
    let yaml = "a:\n  x: 1\n  b:\n    z: 2\n"
    #expect(
      try imported("a.yaml", yaml, #"{"a": {"b": {"z": 3}}}"#).content
        == "a:\n  x: 1\n  b:\n    z: 3\n")
    #expect(
      try imported("a.toml", toml, #"{"a": {"y": 5}}"#, "--exact").content
        == "[a]\ny = 5\n[a.b]\n")
  }

  @Test func `import rejects a key that is part of another one`() throws {
    let (outcome, _) = try imported(
      "a.toml", "[[users]]\nname = \"a\"\n",
      #"{"users": [{"name": "x"}], "users[0].name": "q"}"#)
    #expect(
      outcome.code == 3 && outcome.err.contains("'users[0].name' is part of 'users'"), "\(outcome)")
    let (twice, _) = try imported("b.toml", "[a]\nx = 1\n", #"{"a": {"x": 2}, "a.x": 3}"#)
    #expect(twice.code == 3 && twice.err.contains("'a.x' occurs more than once"), "\(twice)")
  }

  @Test(arguments: [
    ("a.ini", "[a]\nx = true\ny = on\nz = 1\nw = 5\nn = 0755\n", "b.ini"),
    ("a.env", "x=true\ny=on\nz=1\nw=5\nn=0755\n", "b.env"),
  ])
  func `an import between files without types keeps the text of values`(
    file: String, before: String, other: String
  ) throws {
    let sandbox = try Sandbox()
    let after = before.replacingOccurrences(of: "true", with: "no")
      .replacingOccurrences(of: "on", with: "Off").replacingOccurrences(of: "0755", with: "0644")
      .replacingOccurrences(of: "1", with: "off").replacingOccurrences(of: "5", with: "on")
    try sandbox.write("work/\(file)", before)
    try sandbox.write("work/\(other)", after)
    let dry = try sandbox.run("import", file, other, "--dry-run")
    #expect(dry.code == 0 && dry.out.contains("no\n"), "\(dry)")
    let imported = try sandbox.run("import", file, other)
    #expect(imported.code == 0 && imported.out.contains(": true -> no\n"), "\(imported)")
    #expect(try content(sandbox, file) == after)
    let again = try sandbox.run("import", file, other)
    #expect(again.out.contains("x: no (unchanged)\n"), "\(again)")
    #expect(try sandbox.run("undo", file).code == 0)
    #expect(try content(sandbox, file) == before)
  }

  @Test func `an import of a git file keeps its words for on and off`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/.gitconfig", "[core]\n\tfilemode = true\n\tbare = yes\n")
    try sandbox.write("work/b/.gitconfig", "[core]\n\tfilemode = off\n\tbare = on\n")
    let imported = try sandbox.run("import", "./.gitconfig", "b/.gitconfig")
    #expect(imported.code == 0, "\(imported)")
    #expect(
      try content(sandbox, ".gitconfig") == "[core]\n\tfilemode = off\n\tbare = on\n")
    // A value from an included file isn't copied.
    try sandbox.write("work/.gitconfig", "[include]\n\tpath = other\n")
    try sandbox.write("work/other", "[core]\n\tfilemode = false\n\tbare = true\n")
    let included = try sandbox.run("import", "./.gitconfig", "b/.gitconfig")
    #expect(included.code == 0, "\(included)")
    #expect(try content(sandbox, ".gitconfig") == "[include]\n\tpath = other\n")
  }

  @Test(arguments: [
    (
      "a.toml",
      "l = [2020-01-01, 2021-01-01]\nt = {x = 07:32:00, y = 1}\n\n[[a]]\nd = 2020-01-01\n",
      "l = [2030-02-03]\nt = {x = 07:32:00, y = 1}\n\n[[a]]\nd = 2030-02-03\n"
    ),
    (
      "a.yaml", "l: [2020-01-01]\na:\n  - d: x\n", "l: ['2030-02-03']\na:\n  - d: '2030-02-03'\n"
    ),
  ])
  func `values that JSON doesn't have are read inside lists and tables`(
    file: String, before: String, after: String
  ) throws {
    let sandbox = try Sandbox()
    let date = #"{"$literal": "2030-02-03", "kind": "local-date"}"#
    try sandbox.write("work/\(file)", before)
    try sandbox.write("work/b.json", #"{"l": [\#(date)], "a": [{"d": \#(date)}]}"#)
    let imported = try sandbox.run("import", file, "b.json")
    #expect(imported.code == 0, "\(imported)")
    #expect(try content(sandbox, file) == after)
    #expect(try sandbox.run("undo", file).code == 0)
    for words in [["l", "[\(date)]"], ["a", #"[{"d": \#(date)}]"#]] {
      let set = try sandbox.run(["set", file] + words + ["--type", "json"])
      #expect(set.code == 0, "\(set)")
    }
    #expect(try content(sandbox, file) == after)
    // A table with a key of this name isn't such a value.
    #expect(try sandbox.run("set", file, "q", #"{"$literal": "$x"}"#, "--type", "json").code == 0)
    #expect(try sandbox.run("get", file, "q.$literal").out == "$x\n")
  }

  @Test func `dates and null are read from their form in JSON`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "t = {x = 07:32:00}\n[k]\nn = 1\n")
    let time = #"{"$literal": "09:30:00", "kind": "local-time"}"#
    #expect(try sandbox.run("set", "a.toml", "k.new", time, "--type", "json").code == 0)
    #expect(try sandbox.run("set", "a.toml", "t.x", time, "--type", "json").code == 0)
    let set = try sandbox.run("set", "a.toml", "k.t", #"{"x": \#(time)}"#, "--type", "json")
    #expect(set.code == 0, "\(set)")
    #expect(
      try content(sandbox, "a.toml")
        == "t = {x = 09:30:00}\n[k]\nn = 1\nnew = 09:30:00\n\n[k.t]\nx = 09:30:00\n")
    try sandbox.write("work/a.yaml", "a: 1\nl: [x]\n")
    let null = #"{"$literal": "null", "kind": "null"}"#
    let imported = try sandbox.run(
      "import", "a.yaml", "-", input: #"{"a": \#(null), "l": [\#(null)]}"#)
    #expect(imported.code == 0, "\(imported)")
    #expect(try content(sandbox, "a.yaml") == "a: null\nl: [null]\n")
  }
}

/// Tests values that a settings file can't contain, or only in some formats.
@Suite struct `Values of settings files` {
  @Test(arguments: [
    ("a.json", "{\"n\": 9223372036854775808, \"l\": [1]}\n"),
    ("a.yaml", "n: 9223372036854775808\nl: [1]\n"), ("a.ini", "n = 9223372036854775808\n"),
    ("a.properties", "n = 9223372036854775808\n"),
  ])
  func `integers up to 2^64-1 can be set and undone`(file: String, before: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", before)
    let most = "18446744073709551615"
    var commands = [["set", file, "n", most], ["set", file, "n", most, "--type", "int"]]
    commands.append(["set", file, "n", "5"])
    if before.contains("l") {
      commands += [
        ["set", file, "m", most], ["set", file, "l[0]", most], ["add", file, "l", most],
      ]
    }
    for command in commands {
      let set = try sandbox.run(command)
      #expect(set.code == 0, "\(command) \(set)")
      let after = try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8)
      #expect(after != before && !after.contains("\"\(most)"), "\(after)")
      let undo = try sandbox.run("undo", file)
      #expect(undo.code == 0, "\(command) \(undo)")
      #expect(
        try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == before)
    }
    let imported = try sandbox.run("import", file, "-", input: "{\"n\": \(most)}")
    #expect(imported.code == 0, "\(imported)")
    #expect(try sandbox.run("undo", file).code == 0)
    #expect(try sandbox.run("get", file, "n").out == "9223372036854775808\n")
  }

  @Test(arguments: [
    ["set", "a.toml", "x", "nan", "--type", "real"],
    ["set", "a.json", "x", "AA==", "--type", "data"],
    ["set", "a.yaml", "x", "inf", "--type", "real"], ["set", "a.ini", "x", "a\nb"],
    ["set", "a.ini", "x", #"[{"a": 1}]"#, "--type", "json"],
    ["set", "a.env", "x", #"{"a": 1}"#, "--type", "json"],
    ["set", "a.properties", "x", "[1]", "--type", "json"],
    ["set", "a.toml", "t", "25:99"], ["set", "a.toml", "x", "9223372036854775808"],
    ["add", "a.toml", "l", #"{"$data": "AA=="}"#, "--type", "json"],
    ["set", "a.toml", "x", "nan", "--type", "real", "--dry-run"],
    ["add", "a.toml", "l", #"{"$data": "AA=="}"#, "--type", "json", "--dry-run"],
  ])
  func `a value that the format doesn't accept exits 3`(command: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "x = 1\nt = 07:00:00\nl = [1]\n")
    try sandbox.write("work/a.json", "{\"x\": 1}\n")
    try sandbox.write("work/a.yaml", "x: 1\n")
    for file in ["a.ini", "a.env", "a.properties"] { try sandbox.write("work/\(file)", "x=1\n") }
    let outcome = try sandbox.run(command)
    #expect(outcome.code == 3, "\(outcome)")
  }

  @Test func `a domain without settings is created with a suggestion`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["a": 1], "org.example.mail")
    let outcome = try sandbox.run("set", "org.example.mial", "a", "1", "--type", "int")
    #expect(outcome.code == 0)
    #expect(
      outcome.err
        == "settee: org.example.mial has no settings yet. Did you mean org.example.mail?\n")
  }

  @Test(arguments: [
    (
      "a.yaml", "l:\n - x: 1\n   y:\n   - z: 1\n", "b.yaml", "q: 1\n",
      "[{\"x\": 1, \"y\": [{\"z\": 1}]}]"
    ),
    ("a.json", #"{"l": [{"x": 1}, {}]}"#, "b.json", "{}", #"[{"x": 1}, {}]"#),
    ("a.toml", "[[l]]\nx = 1\n[l.t]\ny = 2\n", "b.toml", "", #"[{"x": 1, "t": {"y": 2}}]"#),
    ("a.ini", "[l]\nx=1\n[l]\nx=2\n", "b.ini", "[a]\nb=1\n", #"[{"x": 1}, {"x": 2}]"#),
  ])
  func `an exported list of tables can be created in another file`(
    file: String, text: String, other: String, before: String, list: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    try sandbox.write("work/\(other)", before)
    let json = try sandbox.run("export", file, "--format", "json")
    try expectJSON(json.out, "{\"l\": \(list)}")
    try sandbox.write("work/all.json", json.out)
    let same = try sandbox.run("diff", file, "all.json")
    #expect(same.code == 0 && same.out.isEmpty, "\(same)")
    #expect(try sandbox.run("diff", other, "all.json").code == 1)
    #expect(try sandbox.run("import", other, "all.json").code == 0)
    try expectJSON(try sandbox.run("get", other, "l", "--json").out, list)
    try sandbox.write("work/\(other)", before)
    let commands = try sandbox.run("export", file, "--format", "commands").out
    let path = sandbox.path("work/")
    let run = try sandbox.shell(commands.replacingOccurrences(of: path + file, with: path + other))
    #expect(run.code == 0, "\(run)")
    try expectJSON(try sandbox.run("get", other, "l", "--json").out, list)
  }

  @Test func `lists of tables are compared with a file in its own form`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.json", #"{"a": {"l": [{"x": 1}]}}"#)
    try sandbox.write("work/b.json", #"{"a": {"l": [{"x": 1}]}}"#)
    #expect(try sandbox.run("diff", "a.json", "b.json").code == 0)
    try sandbox.write("work/b.json", #"{"a": {"l": [{"x": 2}]}}"#)
    let outcome = try sandbox.run("diff", "a.json", "b.json")
    #expect(outcome.code == 1)
    #expect(outcome.out == "- a.l\t[{\"x\": 1}]\n+ a.l\t[{\"x\": 2}]\n", "\(outcome)")
  }

  @Test func `a list with a secret is exported without it`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "l:\n- x: 1\n  password: hunter2\n")
    let outcome = try sandbox.run("export", "a.yaml", "--format", "json")
    try expectJSON(outcome.out, #"{"l[0].x": 1, "l[0].password": {"$secret": true}}"#)
    let all = try sandbox.run("export", "a.yaml", "--format", "json", "--secrets")
    try expectJSON(all.out, #"{"l": [{"x": 1, "password": "hunter2"}]}"#)
  }
}
