import Foundation
import SetteeTestSupport
import Testing

/// A user opens files of many programs and relies on what Settee reports about them.
@Suite struct RecognizedFilesTests {
  private func machine() throws -> Machine {
    let machine = try Machine()
    machine.environment["SETTEE_PATH"] = ProjectFolder.path("Panes/Programs")
    return machine
  }

  private func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  @Test func `a missing path is an error that suggests the closest name`() throws {
    let machine = try machine()
    let folder = machine.root + "/files"
    try machine.write("a = 1\n", to: folder + "/config.toml")
    try machine.write("hello\n", to: folder + "/notes.txt")
    for (command, arguments) in [
      ("get", ["a"]), ("set", ["a", "1"]), ("show", []), ("check", []), ("export", []),
      ("history", []), ("undo", []), ("describe", ["a"]), ("diff", []),
    ] {
      let run = try machine.run(
        [ProgramUnderTest.path, command, folder + "/confg.toml"] + arguments)
      #expect(
        run.code == 2 && run.err.contains("Did you mean \(folder)/config.toml?"),
        "\(command): \(run)")
    }
    let listed = try machine.settee("list", folder)
    #expect(listed.code == 2 && listed.err.contains("settings files: config.toml."), "\(listed)")
  }

  @Test func `a file that can't be edited is rejected by every command`() throws {
    let machine = try machine()
    for (name, words) in [("init.lua", "is a Lua program"), ("fstab", "isn't a settings file")] {
      let path = "\(machine.root)/files/\(name)"
      let content = "UUID=a / ext4 x=1 0 1\n"
      try machine.write(content, to: path)
      for arguments in [["list"], ["show"], ["check"], ["list", "--format", "flat"]] {
        let words1 = [ProgramUnderTest.path, arguments[0], path] + arguments.dropFirst()
        let run = try machine.run(words1)
        #expect(run.code == 2 && run.err.contains("\(name) \(words)"), "\(run)")
      }
      #expect(try machine.settee("set", path, "UUID", "b").code == 2)
      #expect(text(path) == content)
    }
  }

  @Test func `undo uses the format in which the change was made`() throws {
    let machine = try machine()
    let path = machine.root + "/files/odd"
    try machine.write("# note\nport 1\n", to: path)
    #expect(try machine.settee("set", path, "port", "2", "--format", "flat-blank").code == 0)
    #expect(text(path) == "# note\nport 2\n")
    let undone = try machine.settee("undo", path)
    #expect(undone.code == 0, "\(undone)")
    #expect(text(path) == "# note\nport 1\n")
  }

  @Test func `check reports what it checked`() throws {
    let machine = try machine()
    let folder = machine.root + "/files"
    try machine.write("Port 99999\nPermitRotLogin no\n", to: folder + "/sshd_config")
    try machine.write("a = 1\n", to: folder + "/a.toml")
    try machine.write("#:schema https://x.invalid/s.json\na = 1\n", to: folder + "/b.toml")
    let bundle = try machine.settee("check", folder + "/sshd_config")
    #expect(
      bundle.code == 1 && bundle.out.contains(":1:6: error: Port: Invalid value")
        && bundle.out.contains("unknown key 'PermitRotLogin'")
        && bundle.err.contains("sshd_config: 2 problems."), "\(bundle)")
    let bare = try machine.settee("check", folder + "/a.toml")
    #expect(
      bare.code == 0 && bare.out.isEmpty
        && bare.err.contains("a.toml: no schema known; only the syntax was checked."), "\(bare)")
    #expect(try machine.settee("check", "--require-schema", folder + "/a.toml").code == 1)
    let all = try machine.settee("check", folder)
    #expect(all.code == 0 && all.err.contains("weren't checked"), "\(all)")
    #expect(try machine.settee("check", "--require-schema", folder).code == 1)
    let remote = try machine.settee("check", folder + "/b.toml")
    #expect(remote.code == 0 && remote.err.contains("is remote and wasn't fetched"), "\(remote)")
  }

  @Test func `a value whose name suggests a secret is secret, even in an environment file`() throws
  {
    let machine = try machine()
    let path = machine.root + "/files/.env"
    try machine.write(
      "PORT=3000\nAPI_KEY=hunter2\nSMTP_PASS=hunter2\nPGPASSWORD=hunter2\n", to: path)
    let listed = try machine.settee("list", path)
    #expect(listed.out.contains("3000") && !listed.out.contains("hunter2"), "\(listed)")
    #expect(try machine.settee("set", path, "PORT", "4000").code == 0)
    #expect(try machine.settee("undo", path).code == 0)
    #expect(text(path).hasPrefix("PORT=3000\n"))
    let keys = machine.root + "/files/k.ini"
    try machine.write(
      "[a]\nPrivateKey=x1y\nPresharedKey=x1y\npsk=x1y\nbindpw=x1y\npin=x1y\nprivate_key=x1y\n",
      to: keys)
    #expect(try !machine.settee("list", keys).out.contains("x1y"))
  }

  @Test func `a file is one page in its own order, except for large arrays of tables`() throws {
    let machine = try machine()
    let path = machine.root + "/files/app.toml"
    let many = (1...20).map { "k\($0) = \($0)" }.joined(separator: "\n")
    let content =
      "[big]\n\(many)\n\n[[person]]\na = 1\nb = 2\nc = 3\nd = 4\n\n[[pair]]\nx = 1\n\n[big.inner]\nz = 1\n"
    try machine.write(content, to: path)
    func groups(_ pane: Int) throws -> [String] {
      let data = Data(try machine.settee("show", "--json", path).out.utf8)
      let shown = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let panes = try #require(shown?["panes"] as? [[String: Any]])
      let groups = try #require(panes[pane]["groups"] as? [[String: Any]])
      return groups.map { $0["title"] as? String ?? "-" }
    }
    #expect(try groups(0) == ["big", "big.inner", "-", "pair[0]"])
    #expect(try groups(1) == ["[0]"], "the items of an array are the groups of its pane")
    let more = (1...73).map { "m\($0) = \($0)" }.joined(separator: "\n")
    try machine.write(content + "\n[more]\n" + more + "\n", to: path)
    #expect(try groups(0) == ["-"], "the tables of a long file are links in one group")
    #expect(try groups(1) == ["-", "inner"])
  }

  @Test func `a dry run masks secrets on the changed line`() throws {
    let machine = try machine()
    for (name, text, key) in [
      ("a.json", "{\"password\": \"s3cret\", \"port\": 1}\n", "port"),
      ("a.toml", "a = {password = \"s3cret\", port = 1}\n", "a.port"),
      ("b.json", "{\"l\": [{\"password\": \"s3cret\"}, {\"port\": 1}]}\n", "l[1].port"),
    ] {
      let path = "\(machine.root)/files/\(name)"
      try machine.write(text, to: path)
      let run = try machine.settee("set", "--dry-run", path, key, "2")
      #expect(run.code == 0 && run.out.contains("********"), "\(run)")
      #expect(run.out.contains("port") && !run.out.contains("s3cret"), "\(run)")
    }
    let path = "\(machine.root)/files/c.json"
    try machine.write("{\"password\": \"s3cret\", \"list\": [1]}\n", to: path)
    let run = try machine.settee("add", "--dry-run", path, "list", "2")
    #expect(run.out.contains("[1, 2]") && !run.out.contains("s3cret"), "\(run)")
  }

  @Test func `a change reports when it takes effect`() throws {
    let machine = try machine()
    let path = machine.root + "/files/postgresql.conf"
    try machine.write("max_connections = 100\n", to: path)
    let restart = try machine.settee("set", path, "max_connections", "200")
    #expect(restart.err.contains("max_connections takes effect after a restart."), "\(restart)")
    let reload = try machine.settee("set", path, "work_mem", "8MB")
    #expect(reload.err.contains("pg_reload_conf"), "\(reload)")
  }

  @Test func `a section of a new host is added above the section of all hosts`() throws {
    let machine = try machine()
    let path = machine.root + "/files/.ssh/config"
    try machine.write("Host *\n  User a\n", to: path)
    let run = try machine.settee(
      "set", path, "\"Host web\"", "{\"User\": \"q\"}", "--type", "json")
    #expect(run.code == 0, "\(run)")
    #expect(text(path) == "Host web\n  User q\n\nHost *\n  User a\n")
  }

  @Test func `settings of mypy in a project's file can be lists`() throws {
    let machine = try machine()
    let path = machine.root + "/files/pyproject.toml"
    let content = "[project]\nname = \"x\"\n\n[tool.mypy]\nstrict = true\n"
    try machine.write(content, to: path)
    for (key, value) in [
      ("plugins", "[\"p\"]"), ("plugins", "\"p\""), ("exclude", "[\"p\"]"),
      ("mypy_path", "[\"p\"]"),
    ] {
      let run = try machine.settee("set", path, "tool.mypy.\(key)", value, "--type", "json")
      #expect(run.code == 0, "\(key): \(run)")
    }
    for (key, value) in [("strict", "[\"p\"]"), ("plugins", "{\"a\": 1}"), ("exclude", "[{}]")] {
      let run = try machine.settee("set", path, "tool.mypy.\(key)", value, "--type", "json")
      #expect(run.code == 3, "\(key): \(run)")
    }
    let added = try machine.settee(
      "add", path, "tool.mypy.overrides", "{\"module\": \"a\"}", "--type", "json")
    #expect(added.code == 0, "\(added)")
    let module = try machine.settee(
      "set", path, "tool.mypy.overrides[0].module", "[\"a\", \"b\"]", "--type", "json")
    #expect(module.code == 0, "\(module)")
    #expect(text(path).hasSuffix("[[tool.mypy.overrides]]\nmodule = [\"a\", \"b\"]\n"))
    #expect(try machine.settee("check", path).code == 0)
  }

  @Test func `tables of programs in a project's file have panes beside the rest`() throws {
    let machine = try machine()
    let path = machine.root + "/files/pyproject.toml"
    let content =
      "[project]\nname = \"x\"\n\n[tool.ruff]\nline-length = 88\n\n[tool.mypy]\nstrict = true\n"
    try machine.write(content, to: path)
    let shown = try machine.settee("show", path)
    let first = shown.out.components(separatedBy: "(tool.").first ?? ""
    for title in ["Ruff", "mypy", "  project\n", "name"] {
      #expect(first.contains(title), "\(shown)")
    }
    #expect(try machine.settee("set", path, "tool.ruff.line-length", "0").code == 3)
    let unknown = try machine.settee("set", path, "tool.ruff.line-lenth", "1")
    #expect(unknown.code == 2 && unknown.err.contains("tool.ruff.line-length"), "\(unknown)")
    #expect(try machine.settee("set", path, "tool.ruff.line-length", "100").code == 0)
    #expect(text(path) == content.replacing("88", with: "100"))
    let configuration = machine.root + "/files/setup.cfg"
    try machine.write("[metadata]\nname = x\n[mypy]\npretty = True\n", to: configuration)
    #expect(try machine.settee("set", configuration, "mypy.pretty", "off").code == 0)
    #expect(text(configuration).hasSuffix("[mypy]\npretty = False\n"))
    let own = machine.root + "/files/mypy.ini"
    try machine.write("[mypy]\npretty = maybe\n", to: own)
    #expect(try machine.settee("check", own).code == 1)
  }

  @Test func `export prints only commands that are accepted`() throws {
    let machine = try machine()
    for (name, content) in [
      ("a.toml", "at = 07:32:00\nlist = [1, 2]\n[t]\nx = \"a b\"\nempty = {}\n"),
      ("web.service", "[Service]\nExecStart=a \\\n  b\nRestart=no\n"),
      ("postgresql.conf", "port = 5432\nwork_mem = 4MB\n"),
    ] {
      let path = "\(machine.root)/files/\(name)"
      try machine.write(content, to: path)
      let lines = try machine.settee("export", path, "--modified", "--format", "commands").out
      #expect(!lines.isEmpty)
      let run = try machine.shell("set -e\nsettee() { \(ProgramUnderTest.path) \"$@\"; }\n" + lines)
      #expect(run.code == 0, "\(name): \(lines)\n\(run)")
      #expect(text(path) == content)
    }
  }

  @Test func `a syntax error is reported with its line until it is corrected`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write("size = = 3\n", to: path)
    let screen = try machine.screen(path)
    try screen.wait(for: "line 1, column 8")
    try machine.write("size = 3\n", to: path)
    try screen.wait(for: "‹ 3 ›")
    try screen.press("q")
  }
}
