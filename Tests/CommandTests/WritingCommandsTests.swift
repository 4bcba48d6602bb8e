import Foundation
import Testing

@Suite struct `Writing values` {
  static var settings: [(words: [String], values: NSDictionary)] {
    [
      (["notify.volume", "0.5"], ["notify.volume": 0.5]),
      (["mail.previews", "off"], ["mail.previews": false]),
      (["mail.sort", "Sender's name"], ["mail.sort": "sender"]),
      (["mail.previewLines", "3"], ["mail.previewLines": 3]),
      (["mail.signature", "-- Ada"], ["mail.signature": "-- Ada"]),
      (["new.key", "-7", "--type", "int"], ["new.key": -7]),
      (["new.key", "--type", "json", #"{"a": [1, 2.5]}"#], ["new.key": ["a": [1, 2.5]]]),
      (["new.key", "aGk=", "--type", "data"], ["new.key": Data("hi".utf8)]),
      (
        ["new.key", "2001-01-01", "--type", "date"],
        ["new.key": Date(timeIntervalSinceReferenceDate: 0)]
      ),
      (["new.key", "{ a = b; }", "--type", "plist"], ["new.key": ["a": "b"]]),
      (["new.key", "", "--type", "string"], ["new.key": ""]),
    ]
  }

  @Test(arguments: settings.indices)
  func `set parses a value according to its control or type`(index: Int) throws {
    let (words, values) = Self.settings[index]
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(["set", Sandbox.mail] + words)
    #expect(outcome.code == 0 && outcome.err.isEmpty, "\(outcome)")
    #expect(try sandbox.stored("org.settee.mail") == values)
  }

  @Test func `set reports whether the value changed`() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.run("set", Sandbox.mail, "notify.volume", "0.5", "--json")
    try expectJSON(first.out, #"[{"key": "notify.volume", "new": 0.5, "changed": true}]"#)
    let second = try sandbox.run("set", Sandbox.mail, "notify.volume", "0.5", "--json")
    try expectJSON(
      second.out, #"[{"key": "notify.volume", "old": 0.5, "new": 0.5, "changed": false}]"#)
    #expect(first.code == 0 && second.code == 0)
    #expect(
      try sandbox.run("set", Sandbox.mail, "notify.volume", "1").out
        == "notify.volume: 0.5 -> 1.0\n")
  }

  @Test func `--dry-run reports what would change and writes nothing`() throws {
    let sandbox = try Sandbox()
    for words in [
      ["set", Sandbox.mail, "notify.volume", "0.5"], ["reset", Sandbox.mail, "--all"],
      ["import", Sandbox.mail, "-"], ["install", Sandbox.mail],
    ] {
      let outcome = try sandbox.run(words + ["--dry-run"], input: #"{"notify.volume": 0.1}"#)
      #expect(outcome.code == 0, "\(words) \(outcome)")
    }
    let config = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("config"))
    let data = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("data"))
    #expect(config.isEmpty && data.isEmpty)
    let told = try sandbox.run("set", Sandbox.mail, "notify.volume", "0.5", "--dry-run", "--json")
      .out
    try expectJSON(told, #"[{"key": "notify.volume", "new": 0.5, "changed": true}]"#)
  }

  @Test func `reset restores the default and accepts a key that was not set`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["mail.sort": "size", "other": 1], "org.settee.mail")
    let outcome = try sandbox.run("reset", Sandbox.mail, "mail.sort", "notify.volume", "--json")
    #expect(outcome.code == 0)
    try expectJSON(
      outcome.out,
      #"[{"key": "mail.sort", "old": "size", "changed": true}, {"key": "notify.volume", "changed": false}]"#
    )
    #expect(try sandbox.run("get", Sandbox.mail, "mail.sort").out == "date\n")
    #expect(try sandbox.run("reset", Sandbox.mail, "--all").code == 0)
    #expect(try sandbox.stored("org.settee.mail") == [:])
  }

  @Test func `a secret is read from standard input and never from an argument`() throws {
    let sandbox = try Sandbox()
    let refused = try sandbox.run("set", Sandbox.mail, "account.password", "hunter2")
    #expect(refused.code == 2)
    #expect(refused.err.contains("is a secret") && !refused.err.contains("hunter2"))
    #expect(try sandbox.run("set", Sandbox.mail, "account.password").code == 2)
    let taken = try sandbox.run(
      "set", Sandbox.mail, "account.password", "--stdin", input: "hunter2\n")
    #expect(taken.code == 0 && !taken.out.contains("hunter2"))
    #expect(try sandbox.stored("org.settee.mail") == ["account.password": "hunter2"])
  }

  @Test func `a table with a secret is never accepted as an argument`() throws {
    let sandbox = try Sandbox()
    let file = sandbox.path("work") + "/a.json"
    let text = #"{"list": [{"n": 1}]}"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let plist = "<plist><dict><key>token</key><string>hunter2</string></dict></plist>"
    for arguments in [
      ["srv", #"{"password": "hunter2"}"#, "--type", "json"],
      ["srv", #"[{"a": {"apiKeys": ["hunter2"]}}]"#, "--type", "json"],
      ["srv", plist, "--type", "plist"],
      ["list[0]", #"{"n": 2, "password": "hunter2"}"#, "--type", "json"],
      ["list[0].n", #"{"password": "hunter2"}"#, "--type", "json", "--dry-run"],
    ] {
      let refused = try sandbox.run(["set", file] + arguments)
      #expect(refused.code == 2, "\(arguments): \(refused)")
      #expect(refused.err.contains("contains a secret") && refused.err.contains("--stdin"))
      #expect(!refused.err.contains("hunter2"))
    }
    #expect(FileManager.default.contents(atPath: file) == Data(text.utf8))
    let taken = try sandbox.run(
      "set", file, "srv", "--stdin", "--type", "json", input: #"{"password": "hunter2"}"#)
    #expect(taken.code == 0 && !taken.out.contains("hunter2"))
    #expect(try sandbox.run("set", file, "other", #"{"n": 1}"#, "--type", "json").code == 0)
  }

  @Test func `an error about a secret never repeats its value`() throws {
    let sandbox = try Sandbox()
    for type in ["int", "real", "bool", "date", "data", "json", "plist"] {
      let refused = try sandbox.run(
        "set", Sandbox.mail, "account.password", "--stdin", "--type", type, input: "{ hunter 2")
      #expect(refused.code == 3, "\(type): \(refused)")
      #expect(!refused.err.contains("hunter"), "\(refused.err)")
    }
  }

  @Test func `a managed key is rejected, and --layer writes the chosen layer`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["notify.volume": 0.9], "org.settee.mail", in: Sandbox.managed)
    let refused = try sandbox.run("set", Sandbox.mail, "notify.volume", "0.1")
    #expect(refused.code == 4, "\(refused)")
    let site = try sandbox.run("set", Sandbox.mail, "mail.sort", "size", "--layer", "site")
    #expect(site.code == 0, "\(site)")
    #expect(try sandbox.stored("org.settee.mail", in: Sandbox.site) == ["mail.sort": "size"])
    #expect(try sandbox.run("get", Sandbox.mail, "mail.sort", "--origin").out == "size\tsite\n")
    let managed = try sandbox.run("set", Sandbox.mail, "notify.volume", "0.3", "--layer", "managed")
    #expect(managed.code == 0, "\(managed)")
    #expect(try sandbox.run("get", Sandbox.mail, "notify.volume").out == "0.3\n")
  }

  @Test func `a value that another layer overrides is saved with a warning`() throws {
    let sandbox = try Sandbox()
    let set = ["set", Sandbox.mail, "mail.sort", "size", "--layer"]
    #expect(try sandbox.run(set + ["site"]).err.isEmpty)
    #expect(try sandbox.run("set", Sandbox.mail, "mail.sort", "sender").err.isEmpty)
    let proposed = try sandbox.run(set + ["site"])
    #expect(proposed.code == 0 && proposed.err.contains("was saved, but the user layer ("))
    #expect(try sandbox.run(set + ["managed"]).err.isEmpty)
    let additions = Sandbox.managed + "/org.settee.mail.d"
    try sandbox.store(["mail.sort": "date"], "10-x", in: additions)
    let decided = try sandbox.run(set + ["managed"])
    let file = sandbox.path(additions) + "/10-x.plist"
    #expect(decided.err.contains("but the managed layer (\(file)) overrides it."), "\(decided)")
  }

  @Test func `set changes one nested value and keeps the others`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["proxy": ["port": 1, "host": "h"] as [String: Any]])
    #expect(try sandbox.run("set", "org.example.app", "proxy.port", "2", "--type", "int").code == 0)
    #expect(try sandbox.stored() == ["proxy": ["port": 2, "host": "h"] as [String: Any]])
  }

  /// Runs `settee` on a pseudoterminal, types input at the prompt, and returns the screen.
  private func onTerminal(_ sandbox: borrowing Sandbox, _ line: String, typing: String) throws
    -> String
  {
    let outcome = try sandbox.shell(
      """
      mkfifo keys
      timeout 60 script -qefc '\(line)' screen <keys >/dev/null &
      exec 3>keys
      until grep -q 'Password' screen 2>/dev/null; do sleep 0.05; done
      printf '\(typing)' >&3
      wait $!
      cat screen
      """)
    return outcome.out
  }

  private static let hasTerminal = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  @Test(.enabled(if: hasTerminal)) func `a secret is prompted for on a terminal without echo`()
    throws
  {
    let sandbox = try Sandbox()
    let screen = try onTerminal(
      sandbox, "settee set \(Sandbox.mail) account.password; stty -a", typing: #"hunter2\n"#)
    #expect(screen.contains("Password: "), "\(screen)")
    #expect(!screen.contains("hunter2"), "\(screen)")
    #expect(screen.contains(" echo "), "echo is on: \(screen)")
    #expect(try sandbox.stored("org.settee.mail")["account.password"] as? String == "hunter2")
  }

  @Test(.enabled(if: hasTerminal)) func `an interrupted prompt restores echo and keeps the value`()
    throws
  {
    let sandbox = try Sandbox()
    let screen = try onTerminal(
      sandbox,
      "trap true INT; settee set \(Sandbox.mail) account.password; echo code $?; stty -a",
      typing: #"hunt\003"#)
    #expect(screen.contains("code 130"), "\(screen)")
    #expect(screen.contains(" echo "), "\(screen)")
    #expect(!screen.contains("hunt"), "\(screen)")
    #expect(try sandbox.stored("org.settee.mail").count == 0)
  }

  @Test func `history records the source, and undo reverts a change`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", Sandbox.mail, "mail.sort", "size")
    _ = try sandbox.run("set", Sandbox.mail, "mail.sort", "sender")
    let lines = try sandbox.run("history", Sandbox.mail, "--json").out.split(separator: "\n")
    let text = try #require(lines.last)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let last = try #require(object as? [String: Any])
    #expect(last["old"] as? String == "size" && last["new"] as? String == "sender")
    #expect(last["program"] as? String == "settee" && last["source"] as? String == "local")
    #expect(try sandbox.run("undo", Sandbox.mail, "mail.sort", "--dry-run").code == 0)
    let outcome = try sandbox.run("undo", Sandbox.mail, "--json")
    try expectJSON(
      outcome.out, #"[{"key": "mail.sort", "old": "sender", "new": "size", "changed": true}]"#)
    #expect(try sandbox.run("get", Sandbox.mail, "mail.sort").out == "size\n")
  }

  @Test func `undo fails if the value has changed since`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", Sandbox.mail, "mail.sort", "size")
    try sandbox.store(["mail.sort": "subject"], "org.settee.mail")
    #expect(try sandbox.run("undo", Sandbox.mail, "mail.sort", "--dry-run").code == 6)
    #expect(try sandbox.run("undo", Sandbox.mail, "mail.sort").code == 6)
    #expect(try sandbox.run("get", Sandbox.mail, "mail.sort").out == "subject\n")
    #expect(try sandbox.run("undo", "org.example.empty").code == 1)
  }

  @Test func `add accepts a secret only from standard input`() throws {
    let sandbox = try Sandbox()
    for (text, key) in [("bar = []\n", "tokens"), ("tokens = [\"x\"]\n", "tokens")] {
      try sandbox.write("work/a.toml", text)
      let argument = try sandbox.run("add", "a.toml", key, "hunter2")
      #expect(argument.code == 2 && argument.err.contains("--stdin"), "\(argument)")
      let added = try sandbox.run("add", "a.toml", key, "--stdin", input: "hunter2\n")
      #expect(added.code == 0 && !(added.out + added.err).contains("hunter2"), "\(added)")
      let new = try String(contentsOfFile: sandbox.path("work/a.toml"), encoding: .utf8)
      #expect(new.contains("\"hunter2\"]"))
    }
    let table = #"{"password": "hunter2"}"#
    let words = ["add", "a.toml", "users", "--type", "json"]
    #expect(try sandbox.run(words + ["--", table]).code == 2)
    #expect(try sandbox.run(words + ["--stdin"], input: table).code == 0)
    #expect(try sandbox.run("add", "a.toml", "bar").code == 2)
  }

  @Test func `only the items of a list that contain a secret are secret`() throws {
    let sandbox = try Sandbox()
    let text = "[[bar]]\nheight = 1\n\n[[bar]]\nheight = 2\npassword = \"hunter2\"\n"
    try sandbox.write("work/a.toml", text)
    func run(_ words: String...) throws -> Sandbox.Outcome {
      let outcome = try sandbox.run([words[0], "a.toml"] + words.dropFirst())
      #expect(!(outcome.out + outcome.err).contains("hunter2"), "\(outcome)")
      return outcome
    }
    let added = try run("add", "bar", #"{"height": 3}"#, "--type", "json")
    #expect(added.out == "bar[2]: added {\"height\": 3}\n" && added.err.isEmpty, "\(added)")
    let dry = try run("remove", "bar[0]", "--dry-run")
    #expect(dry.out.contains("\n-height = 1\n"), "\(dry)")
    let removed = try run("remove", "bar[0]")
    #expect(removed.out == "bar[0]: removed {\"height\": 1}\n" && removed.err.isEmpty, "\(removed)")
    #expect(try run("undo").code == 0)
    #expect(try run("undo").code == 0)
    #expect(try String(contentsOfFile: sandbox.path("work/a.toml"), encoding: .utf8) == text)
    #expect(try run("remove", "bar[1]", "--dry-run").code == 0)
    #expect(try run("move", "bar[1]", "1").out == "bar[1]: ******** (unchanged)\n")
    let secret = try run("remove", "bar[1]")
    #expect(secret.out == "bar[1]: removed ********\n" && secret.err.contains("can't restore"))
  }

  @Test(arguments: [
    ("toml", "[[srv]]\nhost = \"h\"\napi_key = \"k\"\n"),
    ("yaml", "srv:\n  - host: h\n    api_key: k\n"),
  ])
  func `a list of tables with a secret is imported and compared as a whole`(
    format: String, text: String
  ) throws {
    let sandbox = try Sandbox()
    let (file, other) = ("./a.\(format)", "./b.\(format)")
    let old = text.replacingOccurrences(of: "h\"", with: "old\"")
      .replacingOccurrences(of: "host: h", with: "host: old")
    try sandbox.write("work/a.\(format)", old)
    try sandbox.write("work/b.\(format)", text)
    let differs = try sandbox.run("diff", file, other)
    #expect(differs.code == 1 && !differs.out.contains("\"k\""), "\(differs)")
    let outcome = try sandbox.run("import", file, other)
    #expect(outcome.code == 0 && !outcome.err.contains("not in the file"), "\(outcome)")
    let read = try String(contentsOfFile: sandbox.path("work/a.\(format)"), encoding: .utf8)
    #expect(read == text)
    let same = try sandbox.run("diff", file, other)
    #expect(same.code == 0 && same.out.isEmpty, "\(same)")
  }

  @Test func `a field that is secret only in the other file isn't imported or compared`() throws {
    let sandbox = try Sandbox()
    let text = "[[srv]]\nhost = \"h\"\napi_key = \"k\"\n"
    try sandbox.write("work/a.toml", text)
    try sandbox.write("work/b.toml", text.replacingOccurrences(of: "\"h\"", with: "\"planted\""))
    #expect(try sandbox.run("set", "./b.toml", "srv[0].host", "--secret").code == 0)
    let outcome = try sandbox.run("import", "./a.toml", "./b.toml")
    #expect(outcome.code == 0 && outcome.err.contains("not changed: srv."), "\(outcome)")
    #expect(try sandbox.run("get", "./a.toml", "srv[0].host").out == "h\n")
    let same = try sandbox.run("diff", "./a.toml", "./b.toml")
    #expect(same.code == 0 && same.out.isEmpty, "\(same)")
  }
}
