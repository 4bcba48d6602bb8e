import Foundation
import Testing

@Suite struct `Export, import, diff and edit` {
  static var values: [String: Any] {
    [
      "text": "it's \"a\"\n\u{1B}[31m $HOME `x`", "empty": "", "dash": "-5", "whole": Int64.max,
      "real": 0.1, "round": 2.0, "flag": false, "date": Date(timeIntervalSinceReferenceDate: 0.5),
      "data": Data([0, 255]), "list": [1, "a", ["k": true]] as [Any], "map": ["a.b": ["c": 1]],
      "map.x": "a literal key", "ключ": "значение", "-k": "a key with a dash",
    ]
  }

  @Test(arguments: ["plist", "json", "commands"])
  func `an export restores all values`(format: String) throws {
    let sandbox = try Sandbox()
    try sandbox.store(Self.values)
    let before = try sandbox.stored()
    let exported = try sandbox.run("export", "org.example.app", "--format", format)
    #expect(exported.code == 0)
    try FileManager.default.removeItem(atPath: sandbox.path("config/org.example.app.plist"))
    let outcome =
      format == "commands"
      ? try sandbox.shell(exported.out)
      : try sandbox.run("import", "org.example.app", "-", input: exported.out)
    #expect(outcome.code == 0 && outcome.err.isEmpty, "\(outcome)")
    #expect(try sandbox.stored() == before)
  }

  @Test func `export as commands skips a key with a NUL and reports it`() throws {
    let sandbox = try Sandbox()
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: ["a\0b": 1, "c": 2], format: .binary, options: 0)
    try bytes.write(to: URL(fileURLWithPath: sandbox.path("config/org.example.app.plist")))
    let exported = try sandbox.run("export", "org.example.app", "--format", "commands")
    #expect(exported.out == "settee set --type int -- org.example.app c 2\n")
    #expect(exported.err.contains("Skipped a"), "\(exported)")
    #expect(exported.code == 0)
  }

  @Test func `exported variables can be sourced by a shell`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["soundLevel": 0.5, "proxy.host": "it's", "text": "a\nb $HOME"])
    let outcome = try sandbox.shell(
      "eval \"$(settee export org.example.app --format env)\"; printf '%s|' \"$SOUND_LEVEL\" \"$PROXY_HOST\" \"$TEXT\""
    )
    #expect(outcome.out == "0.5|it's|a\nb $HOME|")
  }

  @Test func `--modified omits defaults`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", Sandbox.mail, "mail.sort", "size")
    let outcome = try sandbox.run("export", Sandbox.mail, "--format", "json", "--modified")
    try expectJSON(outcome.out, #"{"mail.sort": "size"}"#)
    let all = try sandbox.run("export", Sandbox.mail, "--format", "json").json() as? [String: Any]
    #expect(all?["notify.volume"] as? Double == 0.7 && all?["mail.sort"] as? String == "size")
  }

  @Test func `importing an export stores no defaults`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", Sandbox.mail, "mail.sort", "size")
    let before = try sandbox.stored("org.settee.mail")
    let exported = try sandbox.run("export", Sandbox.mail).out
    let outcome = try sandbox.run("import", Sandbox.mail, "-", "--json", input: exported)
    #expect(outcome.code == 0 && !outcome.out.contains("\"changed\": true"), "\(outcome)")
    #expect(try sandbox.stored("org.settee.mail") == before)
  }

  @Test func `an import applies all values or none`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", Sandbox.mail, "mail.sort", "size")
    let outcome = try sandbox.run(
      "import", Sandbox.mail, "-", input: #"{"mail.sort": "date", "notify.volume": 7}"#)
    #expect(outcome.code == 3)
    #expect(
      outcome.err.hasPrefix(
        "settee: Nothing was imported because a value is invalid. notify.volume: "))
    #expect(try sandbox.stored("org.settee.mail") == ["mail.sort": "size"])
  }

  @Test func `--exact removes keys that the file lacks`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["a": 1, "b": 2])
    let outcome = try sandbox.run(
      "import", "org.example.app", "-", "--exact", "--json", input: #"{"a": 3}"#)
    try expectJSON(
      outcome.out,
      #"[{"key": "a", "old": 1, "new": 3, "changed": true}, {"key": "b", "old": 2, "changed": true}]"#
    )
    #expect(try sandbox.stored() == ["a": 3])
  }

  @Test func `a secret that the imported file omits is kept`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", Sandbox.mail, "account.password", "--stdin", input: "hunter2")
    let exported = try sandbox.run("export", Sandbox.mail, "--format", "json")
    #expect(
      exported.err
        == "settee: Secrets were not exported: account.password. To include them, use --secrets.\n")
    #expect(try sandbox.run("import", Sandbox.mail, "-", "--exact", input: exported.out).code == 0)
    #expect(
      try sandbox.run("get", Sandbox.mail, "account.password", "--secrets").out == "hunter2\n")
  }

  @Test(arguments: [
    ("", 3, "standard input is empty. Expected a property list or a JSON object."),
    (
      "{", 3,
      "standard input, line 1, column 2: expected a key in double quotes; correct it and try again."
    ),
    ("[1]", 3, "The root of standard input is not a JSON object."),
    (
      "{\"a\": nul}", 3,
      "standard input, line 1, column 7: invalid value; put strings in double quotes."
    ),
    (
      "{\"a\": null}", 3,
      "standard input, key 'a': null isn't a property list value; leave the key out instead."
    ),
  ])
  func `a syntax error has its location`(text: String, code: Int32, sentence: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("import", "org.example.app", "-", input: text)
    #expect(outcome == .init(code: code, out: "", err: "settee: \(sentence)\n"))
    let missing = try sandbox.run("import", "org.example.app", "none.plist")
    #expect(missing.err == "settee: none.plist: No such file or directory.\n")
    #expect(missing.code == 5)
  }

  @Test func `a symlink to a missing file is reported`() throws {
    let sandbox = try Sandbox()
    symlink("none.toml", sandbox.path("work/a.toml"))
    symlink("none.plist", sandbox.path("config/org.example.app.plist"))
    let outcome = try sandbox.run("get", "a.toml", "a")
    #expect(outcome.code == 2)
    #expect(outcome.err == "settee: a.toml is a symlink to a file that doesn't exist.\n")
    #expect(try sandbox.run("list", "org.example.app").err.isEmpty)
  }

  @Test func `diff compares with defaults and with files`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("diff", Sandbox.mail) == .init(code: 0, out: "", err: ""))
    _ = try sandbox.run("set", Sandbox.mail, "mail.sort", "size")
    let outcome = try sandbox.run("diff", Sandbox.mail)
    #expect(
      outcome == .init(code: 1, out: "- mail.sort\t\"size\"\n+ mail.sort\t\"date\"\n", err: ""))
    try expectJSON(
      try sandbox.run("diff", Sandbox.mail, "--json").out,
      #"[{"key": "mail.sort", "left": "size", "right": "date"}]"#)
    let exported = try sandbox.run("export", Sandbox.mail).out
    #expect(try sandbox.run("diff", Sandbox.mail, "-", input: exported).code == 0)
    let other = try sandbox.run("diff", Sandbox.mail, "-", "--json", input: #"{"new": 1}"#)
    #expect(other.code == 1)
    try expectJSON(
      other.out, #"[{"key": "mail.sort", "left": "size"}, {"key": "new", "right": 1}]"#)
  }

  @Test func `edit writes only the values that were changed in the editor`() throws {
    var sandbox = try Sandbox()
    sandbox.environment["EDITOR"] = #"sed -i -e 's/"mail.sort": "date"/"mail.sort": "size"/'"#
    let outcome = try sandbox.run("edit", Sandbox.mail)
    #expect(outcome == .init(code: 0, out: "mail.sort: (unset) -> \"size\"\n", err: ""))
    #expect(try sandbox.stored("org.settee.mail") == ["mail.sort": "size"])
    sandbox.environment["EDITOR"] = "sed -i -e '/mail.sort/d'"
    #expect(try sandbox.run("edit", Sandbox.mail).code == 0)
    #expect(try sandbox.stored("org.settee.mail") == [:])
  }

  @Test func `text that edit rejects is saved for another attempt`() throws {
    var sandbox = try Sandbox()
    sandbox.environment["EDITOR"] = #"sed -i -e 's/"mail.sort": "date"/"mail.sort": "x"/'"#
    let outcome = try sandbox.run("edit", Sandbox.mail)
    #expect(outcome.code == 3 && outcome.err.contains("Your text was saved in "))
    #expect(try sandbox.stored("org.settee.mail") == [:])
    sandbox.environment["EDITOR"] = "false"
    #expect(try sandbox.run("edit", Sandbox.mail).code == 5)
  }

  @Test(arguments: [
    ("r2.conf", "x = 1\n", ["reset", "x"]),
    (
      "trust.conf", "trust-anchor=.,1\ntrust-anchor=.,2\n", ["add", "trust-anchor", ".,3"]
    ),
    ("m.conf", "[m]\nautoload = yes\nload = a\nload = b\nload = c\n", ["reset", "m.autoload"]),
  ])
  func `a file can still be read after a change that removes the signs of its format`(
    file: String, text: String, words: [String]
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let changed = try sandbox.run([words[0], file] + words.dropFirst())
    #expect(changed.code == 0, "\(changed)")
    // Without the history, the name and the content of the file don't determine its format.
    let new = try String(contentsOfFile: sandbox.path("work/\(file)"), encoding: .utf8)
    try sandbox.write("work/other/\(file)", new)
    #expect(try sandbox.run("list", "other/\(file)").code == 2)
    let list = try sandbox.run("list", file)
    #expect(list.code == 0, "\(list)")
    let set = try sandbox.run("set", file, "y", "2", "--force")
    #expect(set.code == 0, "\(set)")
    // A file with other content isn't read in the old format.
    try sandbox.write("work/\(file)", "some words\n[[\n")
    let unknown = try sandbox.run("list", file)
    #expect(unknown.code == 2 && unknown.err.contains("--format"), "\(unknown)")
  }

  @Test(arguments: [[], ["--plain"]])
  func `the home screen rejects a format, because it shows several files`(words: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "x = 1\n")
    let outcome = try sandbox.run(["--format", "json"] + words)
    #expect(outcome.code == 2 && outcome.out.isEmpty, "\(outcome)")
    #expect(
      outcome.err
        == "settee: --format needs a settings file. Name one, as in 'settee FILE --format json'.\n")
  }
}
