import Foundation
import Testing

@Suite struct `Reading values` {
  static var forms: [(key: String, value: Any, text: String)] {
    [
      ("text", "a b\n", "a b\n"), ("whole", 7, "7"), ("real", 0.1, "0.1"), ("round", 3.0, "3"),
      ("flag", true, "true"), ("data", Data("hi".utf8), "aGk="),
      ("date", Date(timeIntervalSinceReferenceDate: 0), "2001-01-01T00:00:00Z"),
      ("list", [1, "x"] as [Any], #"[1, "x"]"#), ("map", ["k": [true]], #"{"k": [true]}"#),
    ]
  }

  @Test(arguments: forms.indices)
  func `get prints each type in its text form`(index: Int) throws {
    let (key, value, text) = Self.forms[index]
    let sandbox = try Sandbox()
    try sandbox.store([key: value])
    #expect(
      try sandbox.run("get", "org.example.app", key) == .init(code: 0, out: text + "\n", err: ""))
  }

  @Test func `a key without a value exits 1 and suggests the closest key`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["theme": "dark"])
    let outcome = try sandbox.run("get", "org.example.app", "them")
    #expect(outcome.code == 1)
    #expect(outcome.out.isEmpty)
    #expect(
      outcome.err
        == "settee: No layer of org.example.app has a value for 'them'; did you mean theme?\n")
    let other = try sandbox.run("get", "org.example.app", "x", "--default", "-1")
    #expect(other == .init(code: 0, out: "-1\n", err: ""))
  }

  @Test func `the layer with the highest precedence is reported`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["a": 1, "b": 1, "c": 1], in: Sandbox.site)
    try sandbox.store(["a": 2, "b": 2])
    try sandbox.store(["a": 3], in: Sandbox.managed)
    for (key, text) in [("a", "3\tmanaged\n"), ("b", "2\tuser\n"), ("c", "1\tsite\n")] {
      #expect(try sandbox.run("get", "org.example.app", key, "--origin").out == text)
    }
    #expect(
      try sandbox.run("list", "org.example.app").out == "a\t3\tmanaged\nb\t2\tuser\nc\t1\tsite\n")
    #expect(try sandbox.run("list", "org.example.app", "--managed").out == "a\t3\tmanaged\n")
    #expect(
      try sandbox.run("list", "org.example.app", "--modified").out == "a\t3\tmanaged\nb\t2\tuser\n")
    #expect(
      try sandbox.run("get", "org.example.app").out == sandbox.run("list", "org.example.app").out)
  }

  @Test func `list prints type, default, pane and title as JSON`() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("list", Sandbox.mail, "--json")
    let rows = try #require(try outcome.json() as? [[String: Any]])
    let row = try #require(rows.first { $0["key"] as? String == "notify.volume" })
    let expected: NSDictionary = [
      "key": "notify.volume", "value": 0.7, "default": 0.7, "type": "real",
      "origin": "registered", "pane": "Notifications", "title": "Volume", "modified": false,
    ]
    #expect(row as NSDictionary == expected)
  }

  @Test func `list -z ends rows with NUL and prints keys unescaped`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["a\u{1B}[2J\nb": 1])
    #expect(try sandbox.run("list", "org.example.app", "-z").out == "a\u{1B}[2J\nb\t1\tuser\0")
    #expect(try sandbox.run("list", "org.example.app").out == "a\\u{1b}[2J\\nb\t1\tuser\n")
  }

  @Test func `secrets are printed only with --secrets`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["account.password": "hunter2"], "org.settee.mail")
    _ = try sandbox.run("install", Sandbox.mail)
    for words in [
      ["get", Sandbox.mail, "account.password"], ["list", Sandbox.mail], ["show", Sandbox.mail],
      ["show", Sandbox.mail, "--json"], ["list", Sandbox.mail, "--json"], ["diff", Sandbox.mail],
      ["describe", Sandbox.mail, "account.password"], ["export", Sandbox.mail],
      ["export", Sandbox.mail, "--format", "json"],
      ["export", Sandbox.mail, "--format", "commands"],
      ["export", Sandbox.mail, "--format", "env"], ["find", "password"],
    ] {
      let outcome = try sandbox.run(words)
      #expect(!outcome.out.contains("hunter2") && !outcome.err.contains("hunter2"), "\(words)")
    }
    #expect(try sandbox.run("get", Sandbox.mail, "account.password").out.isEmpty)
    #expect(
      try sandbox.run("get", Sandbox.mail, "account.password", "--secrets").out == "hunter2\n")
  }

  @Test func `--layer reads only that layer`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", "org.example.app", "a", "1", "--type", "int", "--layer", "site")
    _ = try sandbox.run("set", "org.example.app", "a", "2", "--type", "int")
    _ = try sandbox.run("set", "org.example.app", "b", "3", "--type", "int")
    #expect(try sandbox.run("get", "org.example.app", "a").out == "2\n")
    #expect(try sandbox.run("get", "org.example.app", "a", "--layer", "site").out == "1\n")
    #expect(try sandbox.run("list", "org.example.app", "--layer", "site").out == "a\t1\tsite\n")
    #expect(
      try sandbox.run("list", "org.example.app", "--layer", "user").out
        == "a\t2\tuser\nb\t3\tuser\n")
    #expect(try sandbox.run("list", "org.example.app", "--layer", "managed").out.isEmpty)
    let none = try sandbox.run("get", "org.example.app", "b", "--layer", "site")
    #expect(none.code == 1)
    #expect(none.err.contains("The site layer of org.example.app has no value for 'b'"))
    // The default of a bundle isn't part of any of the three layers.
    #expect(try sandbox.run("get", Sandbox.mail, "notify.volume", "--layer", "user").code == 1)
  }

  @Test func `get prints the bytes of a value that isn't UTF-8`() throws {
    let sandbox = try Sandbox()
    try Data("a=".utf8 + [0xFF] + "\nb=1\nc=x\nc=".utf8 + [0xFE, 0x0A])
      .write(to: URL(fileURLWithPath: sandbox.path("work/a.ini")))
    let hex = try sandbox.shell("for k in a c; do settee get a.ini $k --origin; done | od -An -tx1")
    #expect(hex.out == " ff 09 75 73 65 72 0a 78 09 75 73 65 72 0a fe 09\n 75 73 65 72 0a\n")
    #expect(try sandbox.run("get", "a.ini", "a", "--json").out == "\"\u{FFFD}\"\n")
  }

  @Test func `get of a key without a value names the origin and the layer`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "a = 1\nb = 2\n")
    let none = try sandbox.run("get", "a.toml", "x", "--default", "5", "--origin")
    #expect(none.code == 0 && none.out == "5\tnone\n")
    let site = try sandbox.run("get", "a.toml", "a", "--layer", "site")
    #expect(site.code == 1 && site.err.hasSuffix("no value for 'a'; another layer has one.\n"))
  }

  @Test func `a secret stays secret when the bundle is uninstalled`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("install", Sandbox.mail)
    _ = try sandbox.run("set", "mail", "account.password", "--stdin", input: "hunter2")
    _ = try sandbox.run("uninstall", "mail")
    for words in [
      ["get", "org.settee.mail", "account.password"], ["list", "org.settee.mail"],
      ["list", "org.settee.mail", "--json"], ["export", "org.settee.mail"],
      ["export", "org.settee.mail", "--format", "commands"], ["history", "org.settee.mail"],
      ["describe", "org.settee.mail", "account.password"], ["show", "org.settee.mail"],
      ["show", "org.settee.mail", "--json"], ["find", "password"], ["diff", "org.settee.mail"],
      ["snapshot", "org.settee.mail"],
    ] {
      let outcome = try sandbox.run(words)
      #expect(!(outcome.out + outcome.err).contains("hunter2"), "\(words): \(outcome)")
    }
    let listed = try sandbox.run("list", "org.settee.mail").out
    #expect(listed.contains("account.password\t{\"$secret\": true}\tuser"))
    #expect(try sandbox.run("set", "org.settee.mail", "account.password", "x").code == 2)
  }

  @Test func `describe lists every layer`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["notify.volume": 0.2], "org.settee.mail", in: Sandbox.site)
    try sandbox.store(["notify.volume": 0.4], "org.settee.mail")
    let outcome = try sandbox.run("describe", Sandbox.mail, "notify.volume", "--json")
    let facts = try #require(try outcome.json() as? [String: Any])
    let layers = try #require(facts["layers"] as? [[String: Any]])
    #expect(layers.compactMap { $0["origin"] as? String } == ["user", "site", "registered"])
    #expect(facts["allowed"] as? String == "A number from 0 to 1.")
    let text = try sandbox.run("describe", Sandbox.mail, "notify.volume").out
    #expect(text.contains("layer    site: 0.2\n"))
  }

  @Test func `a nested value is addressed with dots, and a literal key takes precedence`() throws {
    let sandbox = try Sandbox()
    try sandbox.store([
      "proxy": ["port": 1, "a.b": 2] as [String: Any], "proxy.host": "literal",
    ])
    #expect(try sandbox.run("get", "org.example.app", "proxy.port").out == "1\n")
    #expect(try sandbox.run("get", "org.example.app", "proxy.a\\.b").out == "2\n")
    #expect(try sandbox.run("get", "org.example.app", "proxy.host").out == "literal\n")
    #expect(try sandbox.run("get", "org.example.app", "proxy.none").code == 1)
  }

  @Test func `find searches titles and keys of all apps`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["loudness": 3])
    #expect(try sandbox.run("install", Sandbox.mail).code == 0)
    #expect(try sandbox.run("find", "LOUDN").out == "org.example.app\tloudness\t3\tuser\n")
    let rows = try #require(try sandbox.run("find", "volume", "--json").json() as? [[String: Any]])
    #expect(rows.compactMap { $0["domain"] as? String } == ["org.settee.mail"])
    #expect(try sandbox.run("find", "xyzzy").code == 1)
    try expectJSON(try sandbox.run("find", "xyzzy", "--json").out, "[]")
  }

  @Test(arguments: ["diff", "import"])
  func `another file with an alias is rejected`(verb: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yaml", "q: 1\n")
    try sandbox.write("work/b.yaml", "a: &x {k: 1}\nb: *x\n")
    let run = try sandbox.run(verb, "a.yaml", "b.yaml")
    #expect(run.code == 3 && run.out.isEmpty && run.err.contains("'b' is an alias"), "\(run)")
    #expect(try String(contentsOfFile: sandbox.path("work/a.yaml"), encoding: .utf8) == "q: 1\n")
  }

  @Test(arguments: [
    ("a.yaml", "a: 1\nl:\n- x: 1\n", "b.yaml", "a: 2\nl:\n- x: 2\n"),
    ("a.toml", "a = 1\nv = 1.20\n", "b.toml", "a = 2\nv = 1.30\n"),
    ("a.ini", "[s]\na = 1\n", "b.ini", "[s]\na = 2\npassword = x\n"),
    ("a.env", "A=1\n", "b.env", "A=2\nB=\"x y\"\n"),
    ("a.jsonc", "// c\n{\"a\": 1}\n", "b.jsonc", "// c\n{\"a\": 2}\n"),
  ])
  func `a settings file is compared with another one, and imports it`(
    file: String, text: String, other: String, new: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    try sandbox.write("work/\(other)", new)
    let diff = try sandbox.run("diff", file, other)
    #expect(diff.code == 1 && diff.err.isEmpty && !diff.out.contains("password\tx"), "\(diff)")
    let imported = try sandbox.run("import", file, other, "--exact")
    #expect(imported.code == 0, "\(imported)")
    #expect(try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8) == new)
    #expect(try sandbox.run("diff", file, other).code == 0)
  }

  @Test func `a file of an unknown format is reported with the formats that work`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "a = 1\n")
    try sandbox.write("work/x.txt", "hello world\nfoo")
    let text = try sandbox.run("diff", "a.toml", "x.txt")
    #expect(text.code == 3, "\(text)")
    #expect(
      text.err
        == "settee: Can't read the values of x.txt. Use a property list, JSON, or a settings file whose name shows its format, such as .toml or .yaml.\n"
    )
    let domain = try sandbox.run("diff", "org.example.app", "a.toml")
    #expect(domain.err.hasSuffix("Use a property list or JSON.\n"), "\(domain)")
  }

  @Test func `export explains how to read a file in a format`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.list", "a = 1\n")
    let outcome = try sandbox.run("export", "./a.list", "--format", "toml")
    #expect(outcome.code == 2)
    let way = "To read a file as toml, use 'settee list FILE --format toml --json'.\n"
    #expect(outcome.err.hasSuffix(way), "\(outcome)")
    #expect(try sandbox.run("list", "./a.list", "--format", "toml", "--json").code == 0)
  }

  @Test(arguments: [
    ("a.json", "[\"x\", 2, [true]]\n"), ("a.json5", "['x', 2, [true]]\n"),
    ("a.yaml", "- x\n- 2\n- [true]\n"),
  ])
  func `the items of a file that is a list of values are settings`(
    file: String, text: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let list = try sandbox.run("list", file)
    #expect(list.out == "[0]\t\"x\"\tuser\n[1]\t2\tuser\n[2]\t[true]\tuser\n", "\(list)")
    for (key, value) in [("[0]", "x"), ("[-2]", "2"), ("[2]", "[true]"), ("[2][0]", "true")] {
      #expect(try sandbox.run("get", file, key).out == value + "\n", "\(key)")
    }
    #expect(try sandbox.run("get", file, ".").out == "[\"x\", 2, [true]]\n")
  }
}
