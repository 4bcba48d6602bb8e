import Foundation
import SetteeTestSupport
import Testing

/// A user changes the settings files of other programs, in which all other bytes must stay the
/// same.
@Suite struct ProgramFilesTests {
  struct File: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    /// The keys and their new values.
    let edits: [(key: String, value: String)]
    /// The lines that must change.
    let lines: [String]
    var testDescription: String { name }
  }

  static let files = [
    File(
      name: "bottom.toml",
      text: """
        # For the monitor.
        [flags]
        # How often, in milliseconds.
        rate = 250
        #avg_cpu = true
        group = false   # by name

        [[bar]]
        height = 0x10
        """,
      edits: [
        ("flags.rate", "500"), ("flags.avg_cpu", "off"), ("flags.group", "on"),
        ("bar[0].height", "17"),
      ],
      lines: [
        "-rate = 250", "+rate = 500", "+avg_cpu = false", "-group = false   # by name",
        "+group = true   # by name", "-height = 0x10", "+height = 0x11",
      ]),
    File(
      name: "settings.json",
      text: """
        {
            // the font
            "editor.fontSize": 14,
            "files": {"trim": true, "list": [1, 2]},
        }
        """,
      edits: [("\"editor.fontSize\"", "15"), ("files.trim", "off"), ("files.list", "[1, 3]")],
      lines: [
        "-    \"editor.fontSize\": 14,", "-    \"files\": {\"trim\": true, \"list\": [1, 2]},",
        "+    \"editor.fontSize\": 15,", "+    \"files\": {\"trim\": false, \"list\": [1, 3]},",
      ]),
    File(
      name: ".gitconfig",
      text: "[user]\n\tname = Ann ; me\n[core]\n\tautocrlf\n[remote \"o\"]\n\turl = x\n",
      edits: [("user.name", "Bob # x"), ("core.AutoCRLF", "off"), ("remote.o.url", "y")],
      lines: [
        "-\tname = Ann ; me", "+\tname = \"Bob # x\" ; me", "-\tautocrlf", "+\tautocrlf = false",
        "-\turl = x", "+\turl = y",
      ]),
    File(
      name: "journald.conf", text: "[Journal]\n#Storage=auto\nSeal=yes\nSystemMaxUse=50M\n",
      edits: [("Journal.Storage", "persistent"), ("Journal.Seal", "off")],
      lines: ["+Storage=persistent", "-Seal=yes", "+Seal=no"]),
    File(
      name: "sshd_config",
      text: "Port 22\nPermitRootLogin no\nMatch User bob\n    PermitRootLogin yes\n",
      edits: [("port", "2222"), ("PermitRootLogin", "on"), ("X11Forwarding", "no")],
      lines: [
        "-Port 22", "-PermitRootLogin no", "+Port 2222", "+PermitRootLogin yes",
        "+X11Forwarding no",
      ]),
    File(
      name: "postgresql.conf",
      text: "port = 5432\t\t# (change requires restart)\n#fsync = on\nwork_mem = '4MB'\n",
      edits: [("port", "6000"), ("fsync", "off"), ("work_mem", "8MB")],
      lines: [
        "-port = 5432\t\t# (change requires restart)",
        "+port = 6000\t\t# (change requires restart)",
        "+fsync = off", "-work_mem = '4MB'", "+work_mem = '8MB'",
      ]),
  ]

  /// Returns the changed lines with their signs, in the order of the file.
  private func difference(_ old: String, _ new: String) -> [String] {
    new.components(separatedBy: "\n").difference(from: old.components(separatedBy: "\n"))
      .map { change in
        switch change {
        case .remove(_, let text, _): "-" + text
        case .insert(_, let text, _): "+" + text
        }
      }.sorted()
  }

  private func content(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  private func text(_ path: String) -> String {
    String(decoding: content(path) ?? Data(), as: UTF8.self)
  }

  @Test(arguments: files)
  func `set changes only its lines, and undo restores the same bytes`(file: File) throws {
    for form in ["", "\r\n", "\u{FEFF}", "no end"] {
      let machine = try Machine()
      let path = "\(machine.root)/files/\(file.name)"
      var text = file.text
      if form == "no end" { while text.hasSuffix("\n") { text.removeLast() } }
      if form == "\r\n" { text = text.replacingOccurrences(of: "\n", with: "\r\n") }
      // Programs that don't support a byte order mark treat it as part of the first key.
      if form == "\u{FEFF}" {
        guard ["bottom.toml", "settings.json"].contains(file.name) else { continue }
        text = form + text
      }
      try machine.write(text, to: path)
      for (key, value) in file.edits {
        let run = try machine.settee("set", path, key, value)
        #expect(run.code == 0, "\(form): \(key): \(run)")
      }
      let changed = self.text(path).replacingOccurrences(of: "\r\n", with: "\n")
      let plain = text.replacingOccurrences(of: "\r\n", with: "\n")
      if form.isEmpty { #expect(difference(plain, changed) == file.lines.sorted()) }
      for _ in file.edits { #expect(try machine.settee("undo", path).code == 0, "\(form)") }
      #expect(content(path) == Data(text.utf8), "\(form.debugDescription): \(self.text(path))")
    }
  }

  @Test func `undo keeps other changes made in between`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write("# one\na = 0x10\n\nb = 2\n", to: path)
    #expect(try machine.settee("set", path, "a", "0").code == 0)
    try machine.write(text(path).replacingOccurrences(of: "b = 2", with: "b = 3 # mine"), to: path)
    #expect(try machine.settee("undo", path).code == 0)
    #expect(text(path) == "# one\na = 0x10\n\nb = 3 # mine\n")
    #expect(try machine.settee("set", path, "a", "1").code == 0)
    try machine.write("# one\na = 9\n", to: path)
    #expect(try machine.settee("undo", path).code == 6)
  }

  @Test func `an unsupported edit is an error, and the file is unchanged`() throws {
    let machine = try Machine()
    let work = "\(machine.root)/files"
    try machine.write("a = 1\nb = = 2\n", to: "\(work)/bad.toml")
    try machine.write("a = 1\n", to: "\(work)/two.toml")
    try machine.write("one two three\n", to: "\(work)/odd.conf")
    try FileManager.default.linkItem(atPath: "\(work)/two.toml", toPath: "\(work)/other.toml")
    for (words, code, says) in [
      (["get", "\(work)/bad.toml", "a"], 5, "line 2, column 5"),
      (["set", "\(work)/bad.toml", "a", "2"], 5, "line 2, column 5"),
      (["set", "\(work)/two.toml", "a", "2"], 4, "hard links"),
      (["list", "\(work)/odd.conf"], 2, "--format"),
      (["list", "\(work)/none.toml"], 2, "none.toml"), (["list", "none.toml"], 2, "none.toml"),
      (["set", "\(work)/none.toml", "a", "2"], 2, "none.toml"),
      (["set", "\(work)/two.toml", "a", "x"], 3, "Enter a number."),
      (["push", "\(work)/two.toml"], 2, "aren't synced"),
    ] as [([String], Int32, String)] {
      let before = machine.files(below: work)
      let run = try machine.run([ProgramUnderTest.path] + words)
      #expect(run.code == code, "\(words): \(run)")
      #expect(run.err.contains(says) && run.err.hasSuffix(".\n") || run.err.contains("“"), "\(run)")
      #expect(machine.files(below: work) == before, "\(words)")
    }
  }

  @Test func `set keeps a symbolic link, the mode, and the extended attributes`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/real/a.toml"
    try machine.write("a = 1\n", to: path)
    let link = "\(machine.root)/files/a.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/a.toml")
    #expect(try machine.shell("chmod 640 \(path); setfattr -n user.note -v x \(path)").code == 0)
    #expect(try machine.settee("set", link, "a", "2").code == 0)
    #expect(text(path) == "a = 2\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/a.toml")
    let kept = try machine.shell(
      "stat -c %a \(path); getfattr --only-values -n user.note \(path); ls -A $(dirname \(path))")
    #expect(kept.out == "640\nxa.toml\n")
  }

  @Test(arguments: ["i", "a"]) func `a file that chattr protects stays as it is`(
    flag: String
  ) throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write("a = 1\n", to: path)
    let protected = try machine.shell("chattr +\(flag) \(path)")
    guard protected.code == 0 else {
      print("NOTE: chattr +\(flag) isn't possible here: \(protected.err)")
      return
    }
    defer { _ = try? machine.shell("chattr -\(flag) \(path)") }
    let run = try machine.settee("set", path, "a", "2")
    #expect(run.code == 4 && run.err.contains(path), "\(run)")
    #expect(text(path) == "a = 1\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(machine.root)/files") == ["a.toml"])
  }

  @Test func `concurrent writers of one file keep each other's keys`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/.gitconfig"
    try machine.write("[a]\n\tx = 1\n", to: path)
    let writers = try (0..<8).map { writer in
      try machine.start([
        "/bin/bash", "-c",
        "for i in 1 2 3 4; do settee set \(path) w\(writer).k$i $i || exit 1; done",
      ])
    }
    let git = try machine.start([
      "/bin/bash", "-c",
      "for i in 1 2 3 4 5 6; do while ! git config -f \(path) g.k$i $i; do sleep 0.02; done; done",
    ])
    for writer in writers {
      let end = writer.end()
      #expect(end.code == 0, "\(end)")
    }
    #expect(git.end().code == 0)
    let all = try machine.shell("git config -f \(path) -l | wc -l")
    #expect(all.out == "39\n", "\(text(path))")
  }

  @Test func `included files have the precedence that the program defines`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/.gitconfig"
    try machine.write(
      "[user]\n\tname = A\n[include]\n\tpath = inc\n[core]\n\teditor = nano\n", to: path)
    try machine.write(
      "[user]\n\tname = B\n\temail = b@x\n[core]\n\teditor = ed\n", to: "\(machine.root)/files/inc")
    for key in ["user.name", "user.email", "core.editor"] {
      let git = try machine.shell("git config --includes -f \(path) \(key)")
      #expect(try machine.settee("get", path, key).out == git.out, "\(key)")
    }
    let hidden = try machine.settee("set", path, "user.name", "C")
    #expect(hidden.code == 0 && hidden.err.contains("\(machine.root)/files/inc"), "\(hidden)")
    #expect(try machine.settee("get", path, "user.name", "--origin").out == "B\tinclude\n")
    try machine.write("[a]\n\tx = 1\n\tx = 2\n[include]\n\tpath = two\n", to: path)
    try machine.write("[a]\n\tx = 3\n\tx = 4\n", to: "\(machine.root)/files/two")
    #expect(try machine.settee("get", path, "a.x").out == "3\n4\n")
  }

  @Test func `files of a repository and included files are written in git's format`() throws {
    let machine = try Machine()
    let root = "\(machine.root)/files"
    try machine.write("[include]\n\tpath = \(root)/inc\n", to: "\(root)/r/.git/config")
    try machine.write("[user]\n\tname = x\n", to: "\(root)/inc")
    try machine.write("[core]\n\tbare = true\n", to: "\(root)/bare/config")
    try machine.write("ref: refs/heads/main\n", to: "\(root)/bare/HEAD")
    _ = try machine.shell("mkdir \(root)/bare/objects; cp \(root)/inc \(root)/r/inc")
    for path in ["\(root)/r/.git/config", "\(root)/bare/config"] {
      #expect(try machine.settee("set", path, "core.editor", "a\\b").code == 0)
      #expect(try machine.shell("git config -f \(path) core.editor").out == "a\\b\n", "\(path)")
    }
    try machine.write("[include]\n\tpath = ../inc\n", to: "\(root)/r/.git/config")
    #expect(try machine.settee("set", "\(root)/r/inc", "user.name", "a\\b").code == 0)
    #expect(try machine.shell("git config -f \(root)/r/inc user.name").out == "a\\b\n")
  }

  @Test func `a dry run of several changes prints each group of changed lines`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    let text =
      "a = 1 # one\nb = 2\nc = 3\n# d = 4\npassword = \"planted\"\n\n[t]\nx = 1\ny = { a = 1, b = 2 }\n"
    try machine.write(text, to: path)
    try machine.write(
      #"{"a": 10, "c": 30, "d": 40, "e": 5, "password": "planted-new", "t.y.a": 3, "t.y.b": 4}"#,
      to: "\(machine.root)/files/new.json")
    let run = try machine.settee(
      "import", path, "\(machine.root)/files/new.json", "--force", "--dry-run")
    #expect(run.code == 0, "\(run)")
    #expect(
      run.out == """
        @@ \(path):1 @@
        -a = 1 # one
        +a = 10 # one
        @@ \(path):3 @@
        -c = 3
        +c = 30
        @@ \(path):5 @@
        +d = 40
        @@ \(path):7 @@
        +e = 5
        @@ \(path):11 @@
        -y = { a = 1, b = 2 }
        +y = { a = 3, b = 4 }
        @@ \(path):6 @@
        -password ********
        +password ********

        """, "\(run)")
    #expect(String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) == text)
  }

  @Test(arguments: ["a.toml", ".gitconfig"])
  func `a change to the current value doesn't open the file for writing`(name: String) throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/\(name)"
    try machine.write("[a]\nx = 1\n", to: path)
    let trace = "\(machine.root)/trace"
    let run = try machine.run([
      "/usr/bin/strace", "-f", "-qq", "-o", trace, "-e", "trace=open,openat,openat2,renameat",
      ProgramUnderTest.path, "set", path, "a.x", "1",
    ])
    #expect(run.code == 0, "\(run)")
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("\(name)\"") }
    #expect(calls.contains { $0.contains("O_RDONLY") })
    #expect(!calls.contains { $0.contains("O_WRONLY") || $0.contains("O_RDWR") }, "\(calls)")
  }

  @Test func `secrets are never shown`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/app.toml"
    machine.environment["SETTEE_LOG"] = "debug:\(machine.root)/log"
    let names = [
      "password", "db_passwd", "clientSecret", "auth-token", "api_key", "apikey", "credential",
      "auth",
    ]
    let lines = names.enumerated().map { "\"\($1)\" = \"planted-\($0)\"" }
    try machine.write("[app]\n" + lines.joined(separator: "\n") + "\nplain = 1\n", to: path)
    let key = "app.api_key"
    for (words, input) in [
      (["list", path], ""), (["list", path, "--json"], ""), (["show", path], ""),
      (["show", path, "--json"], ""), (["get", path, key], ""), (["describe", path, key], ""),
      (["diff", path], ""), (["export", path], ""), (["snapshot", path, "--pane", "app"], ""),
      (["set", path, key, "--stdin", "--dry-run"], "planted-new"),
      (["set", path, key, "--stdin"], "planted-new"), (["reset", path, "app.auth"], ""),
      (["history", path], ""), (["history", path, "--json"], ""),
      (["undo", path, "--dry-run"], ""),
    ] {
      let run = try machine.run([ProgramUnderTest.path] + words, input: input)
      #expect(!(run.out + run.err).contains("planted"), "\(words): \(run)")
    }
    for (name, data) in machine.files(below: machine.root)
    where !name.hasSuffix("app.toml") && !name.contains(".in-") {
      // Values in the history are encoded in Base64.
      let text = String(decoding: data, as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace).compactMap {
        Data(base64Encoded: String($0))
      }
      #expect(!text.contains("planted"), "\(name)")
      #expect(words.allSatisfy { $0.range(of: Data("planted".utf8)) == nil }, "\(name)")
    }
  }

  @Test func `in an environment file, a value whose name suggests a secret is secret`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/.env"
    try machine.write("PORT=8080\nDB_PASSWORD=planted\n", to: path)
    let list = try machine.settee("list", path)
    #expect(list.code == 0)
    #expect(list.out.contains("8080") && !list.out.contains("planted"), "\(list)")
    #expect(try machine.settee("get", path, "PORT").out == "8080\n")
    #expect(try machine.settee("get", path, "DB_PASSWORD").code == 4)
    #expect(try machine.settee("get", path, "DB_PASSWORD", "--secrets").out == "planted\n")
    let screen = try machine.screen(path)
    let shown = try screen.wait(for: "8080")
    #expect(!shown.contains("planted"), "\(shown)")
    let set = [ProgramUnderTest.path, "set", path, "DB_PASSWORD", "--stdin"]
    #expect(try machine.run(set, input: "other").code == 0)
    #expect(text(path) == "PORT=8080\nDB_PASSWORD=other\n")
    try screen.press("q")
  }

  @Test func `a file in an unknown format is opened and left alone`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/odd.conf"
    try machine.write("one two three\n", to: path)
    let screen = try machine.screen(path)
    try screen.wait(for: "--format")
    try screen.press("q")
    try screen.waitForEnd()
    #expect(text(path) == "one two three\n")
    let list = try machine.settee("list", path)
    #expect(list.code == 2 && list.err.contains("Can't determine the format of \(path)"), "\(list)")
  }

  @Test func `a mistyped program, path or key has a suggestion`() throws {
    let machine = try Machine()
    machine.environment["SETTEE_PATH"] = ProjectFolder.path("Panes/Programs")
    try machine.write("[user]\n\tname = A\n", to: "\(machine.home)/.gitconfig")
    try machine.write("a = 1\n", to: "\(machine.root)/work/a.toml")
    for (words, code, says) in [
      (["git", "user.name"], 2, "To open the app 'git', omit 'user.name'."),
      (["list", "gti"], 2, "Did you mean git?"), (["list", "a.tml"], 0, "Did you mean a.toml?"),
      (["list", "./a.tml"], 2, "No such file or directory"),
      (["get", "git", "user.nam"], 1, "mean user.name?"),
      (["set", "git", "user.emial", "x"], 2, "Did you mean 'user.email'?"),
      (["get", "a.toml", "b"], 1, "a.toml has no value for 'b'"),
    ] as [([String], Int32, String)] {
      let run = try machine.run([ProgramUnderTest.path] + words)
      #expect(run.code == code && run.err.contains(says), "\(words): \(run)")
    }
    // The argument of `check` may be the name of a program instead of its file.
    let check = try machine.settee("check", "git")
    #expect(check.code == 0 && check.out.isEmpty, "\(check)")
    try machine.write("[user]\nname = A\n???\n", to: "\(machine.home)/.gitconfig")
    #expect(try machine.settee("check", "git").out.contains(".gitconfig:3:1: warning"))
  }

  @Test func `a file at another path is recognized by its name`() throws {
    let machine = try Machine()
    machine.environment["SETTEE_PATH"] = ProjectFolder.path("Panes/Programs")
    let copy = "\(machine.root)/files/sshd_config"
    try machine.write("Port 2222\n", to: copy)
    let described = try machine.settee("describe", copy, "PermitRootLogin")
    #expect(described.code == 0 && described.out.contains("default"), "\(described)")
    #expect(try machine.settee("get", copy, "Port").out == "2222\n")
    #expect(try machine.settee("set", copy, "PermitRootLogin", "no").code == 0)
    #expect(text(copy) == "Port 2222\nPermitRootLogin no\n")
    // Settings that the bundle doesn't define are listed as well.
    try machine.write("Port 2222\nVersionAddendum none\n", to: copy)
    let shown = try machine.settee("show", copy)
    #expect(
      shown.out.contains("Other settings in this file") && shown.out.contains("VersionAddendum"),
      "\(shown)")
    // The lines of a repeated key are a list.
    try machine.write("AcceptEnv LANG\nAcceptEnv LC_*\n", to: copy)
    let list = try machine.settee("describe", copy, "AcceptEnv")
    #expect(list.out.contains(#"["LANG", "LC_*"]"#), "\(list)")
    // Each of the two paths in the bundle refers to its own file, even if the other one is in
    // effect.
    let second = "\(machine.home)/.config/git/config"
    try machine.write("[user]\n\tname = A\n", to: "\(machine.home)/.gitconfig")
    try machine.write("[user]\n\tname = B\n", to: second)
    #expect(try machine.settee("get", second, "user.name").out == "B\n")
    // This file name isn't specific to one program, so the value isn't validated.
    let other = "\(machine.root)/files/settings.json"
    try machine.write("{\"tabsize\": 4}\n", to: other)
    #expect(try machine.settee("set", other, "tabsize", "100000").code == 0)
  }

  @Test func `enabling a commented-out setting asks first, and external changes appear`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write("# How many.\nsize = 3\n#fast = true\n", to: path)
    let screen = try machine.screen(path)
    try screen.wait(for: "How many.")
    try screen.press("Down", "Space")
    try screen.wait(for: "fast isn't set")
    try screen.press("Down", "Enter")
    try screen.wait(for: "Saved")
    #expect(text(path) == "# How many.\nsize = 3\n#fast = true\nfast = true\n")
    try machine.write(text(path) + "more = \"new\"\n", to: path)
    try screen.wait(for: "more")
    try machine.write("size = = 3\n", to: path)
    try screen.wait(for: "line 1, column 8")
    try machine.write("size = 4\n", to: path)
    try screen.wait(for: "‹ 4 ›")
    try screen.press("q")
  }

  @Test func `a commented-out list is a list when it is set`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.toml"
    try machine.write("# servers = ['a', 'b']\nport = 1\n", to: path)
    let said = try machine.run(
      [ProgramUnderTest.path, "--plain", path], input: "1\nx\ny\n.\n/@changed\nq\n")
    #expect(
      said.code == 0 && said.out.contains("1. servers: not set (for example, ['a', 'b']).")
        && said.out.contains("servers: x, y, list. Saved."), "\(said)")
    #expect(!said.out.contains("of 2"), "a file has no defaults to differ from: \(said)")
    #expect(text(path).contains("\nservers = [\"x\", \"y\"]\n"), "\(text(path))")
  }

  @Test func `an untyped value accepts any text`() throws {
    let machine = try Machine()
    for (name, text) in [("a.ini", "[a]\nname=x\n"), (".env", "# Mine.\nname=x\n")] {
      let path = "\(machine.root)/files/\(name)"
      try machine.write(text, to: path)
      let screen = try machine.screen(path)
      try screen.wait(for: "name")
      try screen.press("Enter", "C-u", "4", "2", "Enter")
      try screen.wait(for: "Saved")
      #expect(self.text(path) == text.replacingOccurrences(of: "=x", with: "=42"))
      try screen.press("q")
    }
  }

  @Test func `titles in comments are groups`() throws {
    let machine = try Machine()
    let path = "\(machine.root)/files/a.conf"
    let many = (0..<73).map { "k\($0) = \($0)\n" }.joined()
    try machine.write("a = 1\n### Net work ###\nport = 1\n#####\n# Many\n#####\n\(many)", to: path)
    let shown = try machine.settee("show", path).out
    #expect(shown.contains("Net work  (Net work)") && shown.contains("Many  (Many)"), "\(shown)")
    try machine.write("a = 1\n### Net work ###\nport = 1\n", to: path)
    #expect(try machine.settee("show", path).out.contains("Net work\n"))
    #expect(try machine.settee("get", path, "port").out == "1\n")
  }
}
