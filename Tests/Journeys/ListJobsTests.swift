import Foundation
import SetteeTestSupport
import Testing

/// A user performs everyday tasks with lists and new keys in the files of programs.
@Suite struct ListJobsTests {
  struct Job: CustomTestStringConvertible, Sendable {
    let file: String
    let text: String
    let words: [String]
    /// The expected contents of the file.
    let result: String
    var testDescription: String { "\(file): \(words.joined(separator: " "))" }
  }

  private static let project =
    "[project]\nname = \"x\"\ndependencies = [\n  \"httpx\",  # client\n  \"rich\",\n]\n"
  private static let git =
    "[remote \"origin\"]\n\turl = u\n\tfetch = a\n[url \"g:\"]\n\tinsteadOf = h\n\tinsteadOf = i\n"
  private static let keys =
    "[[keyboard.bindings]]\nkey = \"V\" # paste\n\n[[keyboard.bindings]]\nkey = \"C\"\n"
  private static let hosts = "Host a\n  Port 1\n\nHost *\n  Ciphers x\n"

  static let jobs = [
    Job(
      file: "pyproject.toml", text: project, words: ["add", "project.dependencies", "typer"],
      result: project.replacingOccurrences(of: "\"rich\",\n", with: "\"rich\",\n  \"typer\",\n")),
    Job(
      file: "pyproject.toml", text: project, words: ["remove", "project.dependencies[0]"],
      result: project.replacingOccurrences(of: "  \"httpx\",  # client\n", with: "")),
    Job(
      file: "pyproject.toml", text: project, words: ["remove", "project.dependencies", "rich"],
      result: project.replacingOccurrences(of: "  \"rich\",\n", with: "")),
    Job(
      file: "pyproject.toml", text: project, words: ["move", "project.dependencies[0]", "-1"],
      result: project.replacingOccurrences(
        of: "  \"httpx\",  # client\n  \"rich\",\n", with: "  \"rich\",\n  \"httpx\",  # client\n")),
    Job(
      file: "pyproject.toml", text: project, words: ["set", "project.dependencies[-1]", "typer"],
      result: project.replacingOccurrences(of: "rich", with: "typer")),
    Job(
      file: "pyproject.toml", text: project,
      words: ["set", "project.dependencies", "[\"rich\", \"new\"]", "--type", "json"],
      result: project.replacingOccurrences(of: "  \"httpx\",  # client\n", with: "")
        .replacingOccurrences(of: "\"rich\",\n", with: "\"rich\",\n  \"new\",\n")),
    Job(
      file: "pyproject.toml", text: project, words: ["set", "tool.ruff.preview", "true"],
      result: project + "\n[tool.ruff]\npreview = true\n"),
    Job(
      file: "package.json", text: "{\n  \"files\": [\"dist\"]\n}\n",
      words: ["add", "files", "README.md"],
      result: "{\n  \"files\": [\"dist\", \"README.md\"]\n}\n"),
    Job(
      file: "alacritty.toml", text: keys,
      words: ["add", "keyboard.bindings", "{\"key\": \"X\", \"mods\": \"Alt\"}", "--at", "1"],
      result: keys.replacingOccurrences(
        of: "\n[[keyboard.bindings]]\nkey = \"C\"",
        with:
          "\n[[keyboard.bindings]]\nkey = \"X\"\nmods = \"Alt\"\n\n[[keyboard.bindings]]\nkey = \"C\""
      )),
    Job(
      file: "alacritty.toml", text: keys, words: ["move", "keyboard.bindings[1]", "0"],
      result:
        "[[keyboard.bindings]]\nkey = \"C\"\n\n[[keyboard.bindings]]\nkey = \"V\" # paste\n"),
    Job(
      file: "alacritty.toml", text: keys, words: ["remove", "keyboard.bindings[-1]"],
      result: "[[keyboard.bindings]]\nkey = \"V\" # paste\n"),
    Job(
      file: "alacritty.toml", text: keys, words: ["reset", "keyboard.bindings"], result: ""),
    Job(
      file: "a.json", text: "{\"u\": [{\"n\": 1, \"a\": {\"b\": {\"c\": 2}}}, {\"n\": 2}]}\n",
      words: ["remove", "u[0].a.b"],
      result: "{\"u\": [{\"n\": 1, \"a\": {}}, {\"n\": 2}]}\n"),
    Job(
      file: "a.toml", text: "[[u]]\nn = 1\n[u.t]\nq = 1\n[u.t.z]\nw = 1\n[[u]]\nn = 2\n",
      words: ["remove", "u[0].t"],
      result: "[[u]]\nn = 1\n[u.t]\n[u.t.z]\n[[u]]\nn = 2\n"),
    Job(
      file: ".gitconfig", text: git, words: ["add", "remote.origin.fetch", "b"],
      result: git.replacingOccurrences(of: "fetch = a\n", with: "fetch = a\n\tfetch = b\n")),
    Job(
      file: ".gitconfig", text: git, words: ["set", "url.\"g:\".insteadOf[0]", "k"],
      result: git.replacingOccurrences(of: "insteadOf = h", with: "insteadOf = k")),
    Job(
      file: ".gitconfig", text: git, words: ["remove", "url.g:.insteadOf", "h"],
      result: git.replacingOccurrences(of: "\tinsteadOf = h\n", with: "")),
    Job(
      file: "web.service", text: "[Service]\nEnvironment=A=1\nEnvironment=\"B=2\"\nRestart=no\n",
      words: ["add", "Service.Environment", "C=3"],
      result:
        "[Service]\nEnvironment=A=1\nEnvironment=\"B=2\"\nEnvironment=C=3\nRestart=no\n"),
    Job(
      file: "wg0.conf", text: "[Interface]\nMTU = 1\n[Peer]\nKeep = 1\n[Peer]\nKeep = 2\n",
      words: ["set", "Peer[0].Keep", "5"],
      result: "[Interface]\nMTU = 1\n[Peer]\nKeep = 5\n[Peer]\nKeep = 2\n"),
    Job(
      file: "settings.json", text: "{\n  \"editor.fontSize\": 14,\n  \"window.zoom\": 1\n}\n",
      words: ["set", "editor.tabSize", "2"],
      result:
        "{\n  \"editor.fontSize\": 14,\n  \"editor.tabSize\": 2,\n  \"window.zoom\": 1\n}\n"),
    Job(
      file: "ssh_config", text: hosts, words: ["set", "Port", "22"], result: hosts + "  Port 22\n"),
    Job(
      file: "ssh_config", text: hosts, words: ["set", "Host web.HostName", "h"],
      result: hosts.replacingOccurrences(of: "Host *", with: "Host web\n  HostName h\n\nHost *")),
    Job(
      file: "sshd_config", text: "#Port 22\n#PermitRootLogin no\n\nUsePAM yes\n",
      words: ["set", "PermitRootLogin", "yes"],
      result: "#Port 22\n#PermitRootLogin no\nPermitRootLogin yes\n\nUsePAM yes\n"),
  ]

  @Test(arguments: jobs)
  func `a task changes only the expected lines, and undo restores the bytes`(job: Job) throws {
    try job.check()
  }

  @Test func `a change to a list can be undone after another part of the file has changed`()
    throws
  {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write(Self.keys, to: path)
    #expect(try machine.settee("remove", path, "keyboard.bindings[0]").code == 0)
    try machine.write("[keyboard]\nx = 1\n\n[[keyboard.bindings]]\nkey = \"C\"\n", to: path)
    #expect(try machine.settee("undo", path).code == 0)
    let list = try machine.settee("get", path, "keyboard.bindings")
    #expect(list.out == "[{\"key\": \"V\"}, {\"key\": \"C\"}]\n", "\(list)")
    #expect(try machine.settee("remove", path, "keyboard.bindings[1]").code == 0)
    try machine.write(Self.keys.replacingOccurrences(of: "V", with: "W"), to: path)
    #expect(try machine.settee("undo", path).code == 6)
  }

  @Test func `get prints the lines of a repeated key, and set asks which one is meant`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/.gitconfig"
    try machine.write(Self.git, to: path)
    #expect(try machine.settee("get", path, "url.g:.insteadOf").out == "h\ni\n")
    #expect(try machine.settee("get", path, "url.g:.insteadOf[1]").out == "i\n")
    #expect(try machine.settee("get", path, "url.g:.insteadOf[-2]").out == "h\n")
    let json = try machine.settee("get", path, "url.g:.insteadOf", "--json")
    #expect(try json.json() as? [String] == ["h", "i"])
    let rejected = try machine.settee("set", path, "url.g:.insteadOf", "x")
    #expect(rejected.code == 2 && rejected.err.contains("2 values"), "\(rejected)")
    #expect(rejected.err.contains("insteadOf[0]"), "\(rejected)")
    let flat = "\(machine.root)/files/x.properties-like"
    try machine.write("keybind = a=b\nkeybind = c=d\n", to: flat)
    #expect(try machine.settee("get", flat, "keybind").out == "a=b\nc=d\n")
    #expect(try machine.settee("set", flat, "keybind", "x").code == 2)
  }

  @Test func `add, remove, and move print what they did as JSON`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.json"
    try machine.write("{\"a\": [1, 2]}\n", to: path)
    let added = try machine.settee("add", path, "a", "3", "--json")
    let object = try #require(try added.json() as? [String: Any])
    #expect(object["key"] as? String == "a" && object["index"] as? Int == 2)
    #expect(object["new"] as? Int == 3 && object["old"] == nil, "\(added)")
    let moved = try machine.settee("move", path, "a[2]", "0", "--json")
    let move = try #require(try moved.json() as? [String: Any])
    #expect(move["from"] as? Int == 2 && move["index"] as? Int == 0, "\(moved)")
    let removed = try machine.settee("remove", path, "a[1]", "--json")
    let removal = try #require(try removed.json() as? [String: Any])
    #expect(removal["old"] as? Int == 1 && removal["new"] == nil, "\(removed)")
    #expect(try machine.settee("get", path, "a").out == "[3, 2]\n")
  }

  @Test func `an ambiguous item is an error`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write("a = [\"x\", \"y\", \"x\"]\nb = 1\n", to: path)
    for (words, code, says) in [
      (["remove", path, "a", "x"], 2, "[0] and [2]"), (["remove", path, "a", "z"], 1, "'z'"),
      (["remove", path, "a[7]"], 2, "3 items"), (["move", path, "a[0]", "3"], 2, "0 to 2"),
      (["add", path, "a", "w", "--at", "9"], 2, "0 to 3"),
      (["add", path, "b", "2"], 2, "isn't a list"),
      (["move", path, "b", "2"], 2, "isn't an item"), (["set", path, "a[9]", "2"], 2, "3 items"),
    ] as [([String], Int32, String)] {
      let run = try machine.run([ProgramUnderTest.path] + words)
      #expect(run.code == code && run.err.contains(says), "\(words): \(run)")
    }
  }

  @Test func `lists of a domain have items too`() throws {
    let machine = try Machine()
    let domain = "org.example.app"
    #expect(
      try machine.settee("set", domain, "recent", "[\"a\", {\"n\": 1}]", "--type", "json").code == 0
    )
    #expect(
      try machine.settee("add", domain, "recent", "c", "--at", "1", "--type", "string").code == 0)
    #expect(try machine.settee("get", domain, "recent[2].n").out == "1\n")
    #expect(try machine.settee("set", domain, "recent[-1].n", "5").code == 0)
    #expect(try machine.settee("move", domain, "recent[2]", "0").code == 0)
    #expect(try machine.settee("remove", domain, "recent", "a").code == 0)
    #expect(try machine.settee("get", domain, "recent").out == "[{\"n\": 5}, \"c\"]\n")
    for _ in 0..<4 { #expect(try machine.settee("undo", domain).code == 0) }
    #expect(try machine.settee("get", domain, "recent").out == "[\"a\", {\"n\": 1}]\n")
    #expect(try machine.settee("add", domain, "new", "5").code == 0)
    #expect(try machine.settee("get", domain, "new").out == "[5]\n")
  }

  @Test func `a key with the same last name elsewhere is named, and --force adds it`() throws {
    let machine = try Machine()
    for (file, text, key, other) in [
      ("Cargo.toml", "[package]\nname = \"x\"\nedition = \"2021\"\n", "edition", "package.edition"),
      ("php.ini", "[PHP]\nmemory_limit = 1\n[Date]\n", "memory_limit", "PHP.memory_limit"),
      (
        "php.ini", "[PHP]\nx = 1\n[Date]\n;date.timezone =\n", "date.timezone",
        "Date.\"date.timezone\""
      ),
    ] {
      let path = "\(machine.root)/files/\(file)"
      try machine.write(text, to: path)
      let rejected = try machine.settee("set", path, key, "5")
      #expect(rejected.code == 2 && rejected.err.contains(other), "\(rejected)")
      #expect(try machine.settee("set", path, key, "5", "--force").code == 0)
    }
    let path = "\(machine.root)/files/a.toml"
    try machine.write("[a.x]\nip = 1\n[[b]]\nn = 1\n[[b]]\nm = 1\n", to: path)
    for key in ["a.y.ip", "b[1].n", "c.x.ip"] {
      #expect(try machine.settee("set", path, key, "2").code == 0)
    }
  }

  @Test func `the type of a new key is taken from its value, and printed`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write("x = 1\n", to: path)
    for (key, value, line, type) in [
      ("a", "true", "a = true", "Boolean"), ("b", "12", "b = 12", "integer"),
      ("c", "1.5", "c = 1.5", "decimal number"), ("d", "v1", "d = \"v1\"", "string"),
      ("e", "007", "e = \"007\"", "string"), ("f", "-3", "f = -3", "integer"),
    ] {
      let run = try machine.settee("set", path, key, value)
      #expect(run.code == 0 && run.err.contains("added \(key) = \(value) (\(type))"), "\(run)")
      let text = String(
        decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      #expect(text.hasSuffix(line + "\n"))
    }
    #expect(try machine.settee("set", path, "g", "1", "--type", "string").err == "")
    #expect(try machine.settee("get", path, "g", "--json").out == "\"1\"\n")
  }

  @Test func `programs that add to a list concurrently lose no item`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.json"
    try machine.write("{\n  \"a\": [\n    \"x\"\n  ]\n}\n", to: path)
    let writers = try (0..<4).map { writer in
      try machine.start([
        "/bin/bash", "-c",
        "for i in 1 2 3; do settee add \(path) a w\(writer)-$i || exit 1; done",
      ])
    }
    for writer in writers {
      let end = writer.end()
      #expect(end.code == 0, "\(end)")
    }
    let list = try machine.settee("get", path, "a", "--json").json() as? [String]
    #expect(list?.count == 13 && Set(list ?? []).count == 13, "\(list ?? [])")
  }

  @Test func `completions offer lists and their items`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write(Self.keys + "\n[x]\nl = [1]\nn = 2\n", to: path)
    #expect(
      try machine.settee("__complete", "remove", path, "").out
        == "x.l\nx.l[0]\nkeyboard.bindings\nkeyboard.bindings[0]\nkeyboard.bindings[1]\n")
    #expect(try machine.settee("__complete", "add", path, "").out == "x.l\nkeyboard.bindings\n")
  }
}

extension ListJobsTests.Job {
  /// Does the job with the commands, and undoes it in another process.
  func check(path searched: String? = nil) throws {
    let machine = try Machine()
    machine.environment["SETTEE_PATH"] = searched
    let path = "\(machine.root)/files/\(file)"
    func now() -> String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
    try machine.write(text, to: path)
    let command = [ProgramUnderTest.path, words[0], path] + words.dropFirst()
    let dry = try machine.run(command + ["--dry-run"])
    #expect(dry.code == 0 && dry.out.contains("@@"), "\(dry)")
    #expect(now() == text)
    let run = try machine.run(command)
    #expect(run.code == 0, "\(run)")
    #expect(now() == result)
    #expect(try machine.settee("history", path).out.split(separator: "\n").count == 1)
    let undone = try machine.settee("undo", path)
    #expect(undone.code == 0, "\(undone)")
    #expect(now() == text)
  }
}
