import Foundation
import Testing

/// Tests output that programs parse: JSON errors, the fields of the contract, and live changes.
@Suite struct `Machine-readable output` {
  static let errors: [(line: String, code: Int)] = [
    ("get", 2), ("gett MAIL", 2), ("read MAIL k", 2), ("get MAIL k --josn", 2),
    ("get MAIL none", 1),
    ("get MAIL account.password", 4), ("get nowhere k", 2), ("get no/such.bundle k", 2),
    ("set MAIL mail.sort by-mood", 3), ("set MAIL mail.sort", 2), ("set MAIL app.version 2", 4),
    ("set MAIL account.password x", 2), ("set MAIL account.name x --layer site", 4),
    ("reset MAIL", 2), ("list MAIL --layer sight", 2), ("describe MAIL none", 1),
    ("show MAIL --pane Rot", 2), ("import MAIL none", 5), ("undo MAIL", 1), ("undo org.none", 1),
    ("diff MAIL none", 5), ("watch nowhere", 2), ("history nowhere", 2), ("find", 2),
    ("check /no/such", 2), ("edit MAIL", 2), ("push MAIL --mirror ftp://x", 2),
    ("pull MAIL --mirror etcd://127.0.0.1:1/a --timeout 1", 7),
    ("sync", 2), ("status MAIL --mirror etcd://127.0.0.1:1/a --timeout 1", 7), ("apps x", 2),
    ("push MAIL --timeout no", 2), ("get MAIL k extra words", 2), ("", 2),
  ]

  @Test(arguments: errors.indices)
  func `an error under --json is an object with its message and exit code`(row: Int) throws {
    let (line, code) = Self.errors[row]
    let sandbox = try Sandbox()
    try sandbox.store(["account.password": "hunter2"], "org.settee.mail")
    try sandbox.write("system/usr/local", "a file, so that no site folder can be made")
    let outcome = try sandbox.shell(
      "settee \(line.replacingOccurrences(of: "MAIL", with: "'\(Sandbox.mail)'")) --json")
    let last = outcome.err.split(separator: "\n").last.map(String.init) ?? ""
    let error = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    // The exit code for the site layer depends on whether the tests run as root.
    let allowed = line.contains("--layer site") ? [4, 5] : [code]
    #expect(allowed.contains(Int(outcome.code)) && error?["exit"] as? Int == Int(outcome.code))
    let sentence = error?["error"] as? String ?? ""
    #expect(sentence.count > 10 && error?.count == 2, "\(outcome)")
    #expect(!outcome.err.contains("hunter2"))
  }

  @Test func `the message about an invalid secret doesn't contain it`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "pin = 1234\n[x]\ntokens = [\"a\", \"b\"]\n")
    for words in [
      ["set", "a.toml", "pin", "--stdin"], ["set", "a.toml", "pin", "--stdin", "--json"],
      ["add", "a.toml", "x.tokens", "--stdin", "--type", "int"],
    ] {
      let outcome = try sandbox.run(words, input: "hunter2")
      #expect(outcome.code == 3 && !(outcome.out + outcome.err).contains("hunter2"), "\(outcome)")
    }
  }

  @Test func `get of a secret prints nothing that could be mistaken for it`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", Sandbox.mail, "account.password", "--stdin", input: "hunter2")
    for words in [[], ["--origin"], ["--default", "x"], ["--layer", "user"]] {
      let outcome = try sandbox.run(["get", Sandbox.mail, "account.password"] + words)
      #expect(outcome.code == 4 && outcome.out.isEmpty, "\(outcome)")
      #expect(outcome.err.contains("--secrets"))
    }
    let json = try sandbox.run("get", Sandbox.mail, "account.password", "--json")
    #expect(json.code == 4 && json.out == "{\"$secret\": true}\n", "\(json)")
    #expect(
      try sandbox.run("get", Sandbox.mail, "account.password", "--secrets").out == "hunter2\n")
    #expect(
      try sandbox.run("get", Sandbox.mail, "account.password", "--secrets", "--json").out
        == "\"hunter2\"\n")
  }

  @Test func `a key that became secret is hidden in the history and in comparisons`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run(
      "set", "org.settee.mail", "account.password", "hunter2", "--type", "string")
    _ = try sandbox.run("list", Sandbox.mail)
    try sandbox.write("work/other.json", #"{"account.password": "hunter3"}"#)
    for words in [
      ["history", "mail"], ["history", "mail", "--json"], ["diff", "mail", "other.json"],
      ["diff", "org.settee.mail", "other.json", "--json"], ["undo", "mail", "--dry-run"],
      ["export", "mail"], ["list", "mail"], ["find", "password", "--json"],
    ] {
      let outcome = try sandbox.run(words)
      #expect(!(outcome.out + outcome.err).contains("hunter"), "\(words): \(outcome)")
    }
  }

  @Test func `set and reset of an item print an array, and remove prints the item`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.yml", "- a\n- b\n- c\n")
    try expectJSON(
      try sandbox.run("set", "a.yml", "[0]", "q", "--json").out,
      #"[{"key": "[0]", "old": "a", "new": "q", "changed": true}]"#)
    try expectJSON(
      try sandbox.run("reset", "a.yml", "[-1]", "--json").out,
      #"[{"key": "[2]", "old": "c", "changed": true}]"#)
    try expectJSON(
      try sandbox.run("remove", "a.yml", "[0]", "--json").out,
      #"{"key": ".", "index": 0, "old": "q", "changed": true}"#)
  }

  @Test func `changes print values that JSON doesn't have as literals`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/a.toml", "lt = 07:32:00\n")
    try sandbox.write("work/b.toml", "lt = 08:00:00\n")
    func literal(_ text: String) -> String {
      "{\"$literal\": \"\(text)\", \"kind\": \"local-time\"}"
    }
    let (old, new) = (literal("07:32:00"), literal("08:00:00"))
    let change = "[{\"key\": \"lt\", \"old\": \(old), \"new\": \(new), \"changed\": true}]"
    let set = ["set", "a.toml", "lt", "08:00:00", "--json"]
    try expectJSON(
      try sandbox.run("diff", "a.toml", "--json").out, "[{\"key\": \"lt\", \"left\": \(old)}]")
    try expectJSON(
      try sandbox.run("diff", "a.toml", "b.toml", "--json").out,
      "[{\"key\": \"lt\", \"left\": \(old), \"right\": \(new)}]")
    try expectJSON(try sandbox.run("import", "a.toml", "b.toml", "--json", "--dry-run").out, change)
    try expectJSON(try sandbox.run(set + ["--dry-run"]).out, change)
    try expectJSON(try sandbox.run(set).out, change)
    let entry = try sandbox.run("history", "a.toml", "--json").json() as? [String: Any]
    #expect((entry?["new"] as? [String: String])?["$literal"] == "08:00:00")
    try expectJSON(
      try sandbox.run("undo", "a.toml", "--json").out,
      "[{\"key\": \"lt\", \"old\": \(new), \"new\": \(old), \"changed\": true}]")
    try expectJSON(
      try sandbox.run("reset", "a.toml", "lt", "--json").out,
      "[{\"key\": \"lt\", \"old\": \(old), \"changed\": true}]")
    try expectJSON(
      try sandbox.run("undo", "a.toml", "--json").out,
      "[{\"key\": \"lt\", \"new\": \(old), \"changed\": true}]")
    try expectJSON(
      try sandbox.run("set", "a.toml", "lt", "x", "--type", "string", "--json").out,
      "[{\"key\": \"lt\", \"old\": \(old), \"new\": \"x\", \"changed\": true}]")
  }

  @Test func `push --dry-run reports what it would send and sends nothing`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("set", Sandbox.mail, "mail.sort", "size")
    let dry = try sandbox.run("push", Sandbox.mail, "--dry-run")
    #expect(dry.code == 0 && dry.out == "would send\tmail.sort\n", "\(dry)")
    #expect(dry.err.contains("nothing was sent"))
    #expect(try sandbox.run("push", Sandbox.mail).out == "sent\tmail.sort\n")
    #expect(try sandbox.run("push", Sandbox.mail, "--dry-run").out.isEmpty)
  }

  @Test func `sync --json that stops at a conflict prints its fields and its error`() throws {
    let one = try Sandbox()
    let two = try Sandbox()
    let mirror = "folder:" + one.path("mirror")
    _ = try one.run("set", Sandbox.mail, "mail.sort", "size")
    _ = try one.run("sync", Sandbox.mail, "--mirror", mirror)
    _ = try two.run("sync", Sandbox.mail, "--mirror", mirror)
    _ = try one.run("set", Sandbox.mail, "mail.sort", "sender")
    _ = try two.run("set", Sandbox.mail, "mail.sort", "subject")
    _ = try one.run("sync", Sandbox.mail, "--mirror", mirror)
    let stopped = try two.run("sync", Sandbox.mail, "--mirror", mirror, "--json")
    #expect(stopped.code == 6)
    let report = try #require(try stopped.json() as? [String: Any])
    #expect(Set(report.keys) == ["sent", "taken", "conflicts", "revision"])
    let conflict = try #require((report["conflicts"] as? [[String: Any]])?.first)
    #expect(
      conflict as NSDictionary == ["key": "mail.sort", "here": "subject", "cloud": "sender"])
    #expect(stopped.err.contains(#""exit": 6"#), "\(stopped.err)")
  }

  @Test func `a conflict whose report can't be written is reported once by the next sync`() throws {
    let one = try Sandbox()
    let two = try Sandbox()
    let mirror = "folder:" + one.path("mirror")
    _ = try two.run("sync", Sandbox.mail, "--mirror", mirror)
    _ = try one.run("set", Sandbox.mail, "mail.sort", "size")
    _ = try two.run("set", Sandbox.mail, "mail.sort", "subject")
    _ = try one.run("sync", Sandbox.mail, "--mirror", mirror)
    let words = "sync \(Sandbox.mail) --mirror \(mirror) --keep newest"
    #expect(try two.shell("settee \(words) > /dev/full").code == 5)
    #expect(try two.shell("settee \(words)").out.contains("conflict\tmail.sort\tkept here"))
    #expect(try two.shell("settee \(words)").out.isEmpty)
  }

  @Test func `SETTEE_LOG logs every command, and no secret`() throws {
    var sandbox = try Sandbox()
    sandbox.environment["SETTEE_LOG"] = "debug:" + sandbox.path("log")
    let help = try sandbox.run("help").out
    let verbs = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("  -") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
      .filter { $0 != "settee" && $0.first?.isLetter == true && $0 != "watch" }
    #expect(verbs.count > 20)
    for verb in Set(verbs) {
      let before = try String(contentsOfFile: sandbox.path("log"), encoding: .utf8).count
      _ = try sandbox.run(verb, Sandbox.mail, "account.password", "hunter2")
      _ = try sandbox.run(verb, Sandbox.mail)
      let new = try String(contentsOfFile: sandbox.path("log"), encoding: .utf8).dropFirst(before)
      #expect(new.contains("exit "), "\(verb)")
    }
    _ = try sandbox.run("set", Sandbox.mail, "account.password", "--stdin", input: "hunter2")
    _ = try sandbox.run("--plain", Sandbox.mail)
    let log = try String(contentsOfFile: sandbox.path("log"), encoding: .utf8)
    #expect(log.contains("editor ") && log.contains("open ") && log.contains("rename "))
    #expect(
      !log.contains("hunter2"), "\(log.split(separator: "\n").filter { $0.contains("hunter2") })")
    sandbox.environment["SETTEE_LOG"] = "debug:/no/such/folder/log"
    #expect(try sandbox.run("apps").err.contains("Can't write the log /no/such/folder/log"))
    sandbox.environment["SETTEE_LOG"] = "debug"
    let loud = try sandbox.run("get", Sandbox.mail, "mail.sort")
    #expect(loud.out == "date\n" && loud.err.contains("]: get "), "\(loud)")
  }
}
