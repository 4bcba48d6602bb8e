import Foundation
import Testing

/// Tests the paths of keys in settings files, and the advice for paths that can't be in a file.
@Suite struct KeyPathTests {
  struct Job: Sendable, CustomTestStringConvertible {
    let file: String
    let text: String
    let words: [String]
    let code: Int32
    /// The text of the file after the change, or a part of the error message.
    let result: String

    var testDescription: String { "\(file) \(words.joined(separator: " "))" }
  }

  private static func run(
    _ job: Job
  ) throws -> (code: Int32, output: String, error: String, text: String) {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(job.file)", job.text)
    let words = [job.words[0], "./\(job.file)"] + job.words.dropFirst()
    let outcome = try sandbox.run(words)
    let text = try String(contentsOfFile: sandbox.path("work/\(job.file)"), encoding: .utf8)
    return (outcome.code, outcome.out, outcome.err, text)
  }

  private static let inventory =
    "hosts:\n  web1.example.org:\n    port: 1\n  web2.example.org:\n"

  private static let code = """
    {
      "editor.fontSize": 14,
      "[python]": {
        "editor.tabSize": 4
      }
    }

    """

  private static func changed(_ file: String, _ text: String, _ words: [String], _ result: String)
    -> Job
  {
    Job(file: file, text: text, words: words, code: 0, result: result)
  }

  static let changes: [Job] = [
    // A quoted name or a name with an escaped dot is never part of a longer name.
    changed(
      "a.yml", inventory, ["set", #"hosts.web3\.example\.org.port"#, "3"],
      inventory + "  web3.example.org:\n    port: 3\n"),
    changed(
      "a.yml", inventory, ["set", #"hosts."web3.example.org".port"#, "3"],
      inventory + "  web3.example.org:\n    port: 3\n"),
    changed(
      "a.yml", inventory, ["set", "hosts.web3.port", "3"], inventory + "  web3:\n    port: 3\n"),
    changed(
      "settings.json", code, ["set", "search.exclude.\"**/dist\"", "true"],
      code.replacingOccurrences(
        of: "  }\n}", with: "  },\n  \"search.exclude\": {\n    \"**/dist\": true\n  }\n}")),
    changed(
      "settings.json", code, ["set", "[rust].editor.tabSize", "2"],
      code.replacingOccurrences(
        of: "  }\n}", with: "  },\n  \"[rust]\": {\n    \"editor.tabSize\": 2\n  }\n}")),
    changed(
      "settings.json", code, ["set", "[python].editor.wordWrap", "on"],
      code.replacingOccurrences(
        of: "Size\": 4\n", with: "Size\": 4,\n    \"editor.wordWrap\": \"on\"\n")),
    changed(
      "settings.json", code, ["set", "files.autoSave", "off"],
      code.replacingOccurrences(of: "  }\n}", with: "  },\n  \"files.autoSave\": \"off\"\n}")),
    changed(
      "User/settings.json", "{}\n", ["set", "editor.tabSize", "2"],
      "{\n  \"editor.tabSize\": 2\n}\n"),
    changed(
      "User/settings.json", "{\n  \"zoom\": 1\n}\n", ["set", "[rust].editor.tabSize", "2"],
      "{\n  \"zoom\": 1,\n  \"[rust]\": {\n    \"editor.tabSize\": 2\n  }\n}\n"),
    changed(
      "settings.json", "{}\n", ["set", "editor.tabSize", "2"],
      "{\n  \"editor\": {\n    \"tabSize\": 2\n  }\n}\n"),
    // Brackets that aren't around an index are part of a name.
    changed(
      "app.desktop", "[Desktop Entry]\nName=App\n", ["set", "Desktop Entry.Name[fr]", "Appli"],
      "[Desktop Entry]\nName=App\nName[fr]=Appli\n"),
    changed(
      "app.desktop", "[Desktop Entry]\nName=App\nName[fr]=Appli\n",
      ["reset", "Desktop Entry.Name[fr]"], "[Desktop Entry]\nName=App\n"),
    changed("a.env", "A=x\n", ["set", "B", "y"], "A=x\nB=y\n"),
    changed(
      "a.service", "[Service]\nExecStart=a\n", ["set", "Service.ExecStart[0]", "b"],
      "[Service]\nExecStart=b\n"),
    // A new section is named like the other sections.
    changed(
      "grafana.ini", "[auth]\nlogin = 1\n[auth.google]\nenabled = false\n",
      ["set", "auth.github.enabled", "true"],
      "[auth]\nlogin = 1\n[auth.google]\nenabled = false\n\n[auth.github]\nenabled = true\n"),
    changed(
      "a.ini", "[a]\nb.c = 1\n[a.d]\ne = 2\n", ["set", "a.b.x", "2"],
      "[a]\nb.c = 1\nb.x = 2\n[a.d]\ne = 2\n"),
    changed(
      "my.cnf", "[mysqld]\nreplicate-do-db = a\nreplicate_do_db = b\n",
      ["add", "mysqld.replicate-do-db", "c"],
      "[mysqld]\nreplicate-do-db = a\nreplicate_do_db = b\nreplicate_do_db = c\n"),
    changed("a.yml", "- a\n- b\n", ["set", "[-1]", "c"], "- a\n- c\n"),
    changed("a.yml", "- a\n- b\n", ["remove", "[-1]"], "- a\n"),
    changed("a.yml", "- a\n- b\n", ["reset", "[-2]"], "- b\n"),
    changed("a.yml", "- a\n- b\n", ["move", "[-1]", "0"], "- b\n- a\n"),
    changed("a.json", "[\"a\", 2]\n", ["set", "[0]", "c"], "[\"c\", 2]\n"),
    changed("a.json", "[\"a\", 2]\n", ["set", "[-1]", "3"], "[\"a\", 3]\n"),
    changed("a.json", "[\"a\", 2]\n", ["remove", "[0]"], "[2]\n"),
    changed("a.json", "[\"a\", 2]\n", ["move", "[-1]", "0"], "[2, \"a\"]\n"),
    changed("a.json", "[\"a\", \"b\"]\n", ["add", ".", "c"], "[\"a\", \"b\", \"c\"]\n"),
    changed("a.json", "[{\"a\": [1, 2]}]\n", ["set", "[-1].a[-1]", "3"], "[{\"a\": [1, 3]}]\n"),
    changed("a.json", "[{\"a\": 1}]\n", ["set", "[-1].b", "3"], "[{\"a\": 1, \"b\": 3}]\n"),
    changed("a.yml", "a: 1\n---\na: 2\n", ["set", "[-1].a", "3"], "a: 1\n---\na: 3\n"),
    // A dot at the start of a key is part of its name if the file has this name.
    changed(
      ".gitlab-ci.yml", ".base:\n  image: x\n", ["set", ".base.image", "z"],
      ".base:\n  image: z\n"),
    // setuptools reads `dev` in a section with this name.
    changed(
      "setup.cfg", "[options]\npackages = find:\n",
      ["set", "options.extras_require.dev", "x"],
      "[options]\npackages = find:\n\n[options.extras_require]\ndev = x\n"),
    changed("f.toml", "mask = 1\n", ["set", "mask", "0x0F"], "mask = 0x0F\n"),
    changed("f.toml", "a = 1\n", ["set", "mask", "0o17"], "a = 1\nmask = 0o17\n"),
    changed("f.toml", "a = [1, 2]\n", ["set", "a[0]", "0x10"], "a = [0x10, 2]\n"),
    changed("f.toml", "a = [[1], [2]]\n", ["set", "a[1][0]", "0b1"], "a = [[1], [0b1]]\n"),
    changed("f.toml", "a = [1, 2]\n", ["add", "a", "1_000"], "a = [1, 2, 1_000]\n"),
    changed("f.toml", "a = 1\n", ["set", "a", "-1_000"], "a = -1_000\n"),
    changed("f.toml", "a = 1.5\n", ["set", "a", "+inf"], "a = +inf\n"),
    changed("f.toml", "a = \"x\"\n", ["add", "b", "0o17"], "a = \"x\"\nb = [\"0o17\"]\n"),
    changed("f.toml", "a = [\"x\"]\n", ["add", "a", "0x10"], "a = [\"x\", \"0x10\"]\n"),
    changed("f.toml", "a = \"x\"\n", ["set", "b", "1_000"], "a = \"x\"\nb = \"1_000\"\n"),
    changed(
      ".ssh/config", "Host \"web\"\n    User alice\n", ["set", "Host web.Port", "22"],
      "Host \"web\"\n    User alice\n    Port 22\n"),
    changed(
      ".ssh/config", "HOST=web 'd b'\n    User alice\n", ["set", "Host web \"d b\".User", "bob"],
      "HOST=web 'd b'\n    User bob\n"),
    changed(
      ".ssh/config", "Host WEB\n    User alice\n", ["set", "Host web.Port", "22"],
      "Host WEB\n    User alice\n\nHost web\n    Port 22\n"),
    changed(
      ".ssh/config", "Host web\n Port 1\nHost *\n User g\nHost \"web\"\n Port 2\n",
      ["set", "Host web.User", "u"],
      "Host web\n Port 1\n User u\nHost *\n User g\nHost \"web\"\n Port 2\n"),
    changed(
      ".ssh/config", "Host \"*\"\n    User alice\n", ["set", "Port", "22"],
      "Host \"*\"\n    User alice\n    Port 22\n"),
    changed(
      "a.yml", "---\n# comment\n...\n", ["set", "a", "1"], "---\n# comment\na: 1\n...\n"),
    changed("a.yml", "...\n---\n", ["set", "a", "1"], "...\n---\na: 1\n"),
    changed(
      "a.yml", "a:\n  x: 1\n\nb:\n  k: >+\n    t\n\n", ["set", "c.x", "1"],
      "a:\n  x: 1\n\nb:\n  k: >+\n    t\n\nc:\n  x: 1\n"),
    // A section with dots is named only if no setting is.
    changed(
      "x.ini", "[a.b]\nc = 2\n[a.b.c]\nd = 3\n", ["reset", "a.b.c"], "[a.b]\n[a.b.c]\nd = 3\n"),
    changed(
      "x.ini", "[a]\nz = 2\n# b = 1\n# c = 1\n[a.b]\nd = 3\n", ["set", "a.b", "4"],
      "[a]\nz = 2\n# b = 1\nb = 4\n# c = 1\n[a.b]\nd = 3\n"),
    changed(
      "x.ini", "[a]\nz = 2\n[a.b]\nd = 3\n", ["set", "a.b", "4"],
      "[a]\nz = 2\nb = 4\n[a.b]\nd = 3\n"),
    changed(
      "a.toml", "[\"a.b\"]\nc = 1\n[a]\nz = 1\n", ["set", "a.b", "5"],
      "[\"a.b\"]\nc = 1\n[a]\nz = 1\nb = 5\n"),
    changed(
      "a.toml", "[\"a.b\"]\nc = 1\n[a]\nz = 1\n", ["reset", "a.b"],
      "[\"a.b\"]\nc = 1\n[a]\nz = 1\n"),
    // A blank line separates the services.
    changed(
      "compose.yaml", "services:\n  a:\n    image: x\n\n  b:\n    image: y\n\nvolumes:\n  v:\n",
      ["set", "services.web.image", "nginx"],
      "services:\n  a:\n    image: x\n\n  b:\n    image: y\n\n  web:\n    image: nginx\n\nvolumes:\n  v:\n"
    ),
    changed(
      ".ssh/config", hosts, ["set", "Host web.User", "root", "--force"],
      hosts + "\nHost web\n    User root\n"),
  ]

  private static let hosts = "Host web web.example.org\n    User alice\n"

  @Test(arguments: changes) func `a path names the expected key`(job: Job) throws {
    let run = try Self.run(job)
    #expect(run.code == job.code, "\(run)")
    #expect(run.text == job.result)
  }

  private static func refused(
    _ file: String, _ text: String, _ words: [String], _ result: String, _ code: Int32 = 2
  ) -> Job {
    Job(file: file, text: text, words: words, code: code, result: result)
  }

  private static let steps = "steps:\n  - uses: a\n  - name: Test\n    run: make\n"

  private static let cargo = "[package]\nversion = \"1\"\n[dependencies]\ntokio = \"1\"\n"

  static let refusals: [Job] = [
    refused(
      ".gitconfig", "[user]\n\tname = me\n", ["set", "user.name[x]", "Q"],
      "'user.name' is a single value and not a list. Use 'user.name'."),
    refused(
      "Cargo.toml", cargo, ["set", "package.version[a]", "x"],
      "'package.version' is a single value and not a list."),
    refused(
      "Cargo.toml", cargo, ["set", "package.version[0]", "x"],
      "'package.version' is a single value and not a list."),
    refused(
      "Cargo.toml", cargo, ["set", "package[0]", "x"], "'package' is a table and not a list."),
    refused(".env", "A=x\n", ["set", "A[0]", "x"], "'A' is a single value and not a list."),
    refused(".env", "A=x\n", ["reset", "A[x]", "B"], "'A' is a single value and not a list."),
    refused(
      "package.json", "{\"name\": \"x\"}", ["set", "name[1]", "x"],
      "'name' is a single value and not a list."),
    refused(
      "a.json", "{\"l\": [1, [2]]}", ["set", "l[0][0]", "x"],
      "'l[0]' is a single value and not a list."),
    refused(
      "a.yml", "b: &x [1, 2]\nc: *x\n", ["set", "c[0]", "5"],
      "'c' is an alias of 'b'. Change the list there.", 4),
    refused("a.yml", "- a\n- b\n", ["get", "[5]"], "'[5]' doesn't exist: the list has 2 items."),
    refused("a.yml", "- a\n- b\n", ["set", "[-3]", "x"], "'[-3]' doesn't exist: the list has 2"),
    refused("a.yml", "- a\n- b\n", ["remove", "[5]"], "'[5]' doesn't exist: the list has 2"),
    refused("a.json", "[{\"a\": 1}]", ["set", "[1].a", "2"], "'[1].a' doesn't exist"),
    refused("a.json", "[1]", ["reset", "[5]"], "'[5]' doesn't exist: the list has 1 item."),
    refused(
      "a.yml", "a: 1\n---\na: 2\n", ["set", "[3].a", "5"],
      "has 2 documents. Start the key with [0] or [1]."),
    refused(
      "a.yml", "a: 1\n---\na: 2\n", ["add", ".", "z"],
      "has 2 documents. Start the key with [0] or [1]."),
    refused(
      "a.yml", "a:\n", ["set", "a[0]", "x"], "'a' has no value. Use 'add' to create a list."),
    // The index of an item, instead of its name.
    refused(
      "ci.yml", steps, ["set", "steps[name=Test].run", "x"],
      "'steps' is a list with 2 items. Use an index from [0] to [1]. The item 'name=Test' is 'steps[1]'."
    ),
    refused(
      "a.toml", "[db]\na = 1\n", ["set", "db.x[password=s3].y", "1"],
      "settee: A condition in brackets can't select an item. Use an index such as [0].\n"),
    refused(
      "a.toml", "[db]\na = 1\n", ["add", "x[a.b=s3].y", "1"],
      "A condition in brackets can't select an item."),
    refused(
      "a.json", "{\"l\": [{\"token\": \"s3\"}]}", ["set", "l[token=s3].y", "1"],
      "Use 'l[0]'. This item is 'l[0]'.\n"),
    refused(
      "ci.yml", steps, ["set", "steps.Test.run", "x"],
      "Use an index from [0] to [1]. The item 'Test' is 'steps[1]'."),
    refused(
      "ci.yml", steps, ["remove", "steps[other]"],
      "'steps' is a list with 2 items. Use an index from [0] to [1].\n"),
    refused(
      "ci.yml", steps, ["get", "steps.Test.run"],
      "Use an index from [0] to [1]. The item 'Test' is 'steps[1]'.", 1),
    // Tables aren't lists.
    refused(
      "Cargo.toml", cargo, ["remove", "dependencies", "tokio"],
      "To remove the key, use 'settee remove ./Cargo.toml dependencies.tokio'."),
    refused(
      "a.yml", "volumes:\n  db: {}\n", ["add", "volumes", "cache-data"],
      "To add a key to it, use 'settee set ./a.yml volumes.cache-data VALUE'."),
    refused(
      "pyproject.toml", "[project]\ndependencies = [\"rich\", \"requests>=2.31\"]\n",
      ["remove", "project.dependencies", "requests"],
      "project.dependencies has no item 'requests', but 'project.dependencies[1]' is 'requests>=2.31'.",
      1),
    refused(
      "my.cnf", "[mysqld]\nreplicate-do-db = a\nreplicate_do_db = b\n",
      ["set", "mysqld.replicate-do-db", "c"], "has 2 values. To change one, use"),
    refused(
      "php.ini", "[PHP]\nx=1\n[opcache]\n;opcache.enable=1\n", ["set", "opcache.enable", "1"],
      "To change that, use 'opcache.\"opcache.enable\"'"),
    refused(
      ".gitlab-ci.yml", "a: b\n", ["set", ".base.image", "z"],
      #"for a name that starts with a dot, use '\.base.image'"#),
    refused(
      "package.json", "{\"dependencies\": {\"a\": \"1\"}}", ["set", "dependencies", "b"],
      "'dependencies' is a table. To set a key in it, use 'dependencies.NAME'"),
    refused(
      "package.json", "{\"a\": 1}", ["set", "list[0]", "x"],
      "'list[0]' doesn't exist: 'list' has 0 items. Use 'add' to create the list."),
    refused(
      "o.service", "[Service]\nExecStart=a \\\n  b\n", ["set", "Service.ExecStart", "c"],
      "it spans several lines; to replace them, use 'Service.ExecStart[0]'", 4),
    refused(
      ".babelrc", "{\"presets\": [[\"a\"]]}", ["add", "presets", "@babel/b"],
      "The new item isn't valid JSON, but the other items of 'presets' are lists or tables.", 3),
    refused(
      ".ssh/config", hosts, ["set", "Host web.User", "root"],
      "To set the key there, use '\"Host web web.example.org\".User'"),
    refused(
      ".ssh/config", hosts, ["set", "Host web.Port", "22"],
      "has the section 'Host web web.example.org' for this host."),
    refused(
      ".ssh/config", "Host \"web\" db\n    User alice\n", ["set", "Host web.Port", "22"],
      "has the section 'Host \"web\" db' for this host."),
  ]

  @Test(arguments: refusals) func `the message states what to do instead`(job: Job) throws {
    let run = try Self.run(job)
    #expect(run.code == job.code, "\(run)")
    #expect(run.error.contains(job.result), "\(run.error)")
    #expect(run.text == job.text)
  }

  @Test func `removing a key that isn't in the file says so`() throws {
    for (key, message) in [
      ("db.\"db1.org\"", "Did you mean 'db.\"db1.org port\"'?"), ("db.x", "'db.x' isn't set in "),
    ] {
      let run = try Self.run(
        Job(
          file: "hosts.ini", text: "[db]\ndb1.org port=1\n", words: ["remove", key], code: 0,
          result: message))
      #expect(run.code == 0)
      #expect(run.error.contains(message), "\(run)")
    }
  }

  @Test func `check reads a file in the format that the option names`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/x.list", "a = 1\nb\n")
    let plain = try sandbox.run("check", "./x.list", "--format", "toml")
    #expect(plain.code == 1, "\(plain)")
    #expect(plain.out.contains("x.list:2"), "\(plain)")
    let unknown = try sandbox.run("check", "./x.list", "--format", "xml")
    #expect(unknown.code == 2)
    #expect(unknown.err.contains("Use text, github, or a format of the files"), "\(unknown)")
  }

  @Test(arguments: [
    ("a.yml", "s:\n- a: 1\n", "s[0].r[0].action", "s[0].r"), ("a.yml", "a: 1\n", "r[0]", "r"),
    ("a.json", "{}", "r[-1].x", "r"), ("a.toml", "[t]\na = 1\n", "t.r[1].s[0]", "t.r"),
    ("a.ini", "[s]\na = 1\n", "r[0].x", "r"),
  ])
  func `a list that isn't in the file has no items`(
    file: String, text: String, key: String, list: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    let outcome = try sandbox.run("set", file, key, "x")
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.err.contains("doesn't exist: '\(list)' has 0 items."), "\(outcome)")
    #expect(try sandbox.run("get", file, key).code == 1)
    #expect(try sandbox.run("reset", file, key).code == 0)
  }

  @Test(arguments: [("a.json", "[{\"a\": 1}]", "[5]"), ("a.yaml", "a: [1, 2]\n", "a[5]")])
  func `an index that doesn't exist has the default`(file: String, text: String, key: String)
    throws
  {
    let sandbox = try Sandbox()
    try sandbox.write("work/\(file)", text)
    #expect(try sandbox.run("get", file, key).code == 2)
    let found = try sandbox.run("get", file, key, "--default", "X")
    #expect(found.code == 0 && found.out == "X\n", "\(found)")
  }

  @Test func `an index after a single value of a domain is an error`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["name": "x", "list": ["a"]])
    let outcome = try sandbox.run("set", "org.example.app", "name[0]", "y", "--type", "string")
    #expect(outcome.code == 2, "\(outcome)")
    #expect(outcome.err.contains("'name' is a single value and not a list."), "\(outcome)")
    let item = try sandbox.run("set", "org.example.app", "list[0]", "b")
    #expect(item.code == 0, "\(item)")
  }

  @Test func `similar command names are suggested`() throws {
    let sandbox = try Sandbox()
    for word in ["append", "insert"] {
      let outcome = try sandbox.run(word, "a.toml", "list", "1")
      #expect(outcome.code == 2)
      #expect(outcome.err.contains("Did you mean 'add'? Run: settee add"), "\(outcome)")
    }
  }

  @Test(arguments: [
    (
      "a.yaml", "l:\n  - name: a\n    x: 1\n  - name: b\n    x: 2\n", "l[-1].x",
      "l:\n  - name: a\n    x: 1\n  - name: b\n"
    ),
    ("r.yaml", "- a: 1\n  b: 2\n- a: 3\n  b: 4\n", "[-1].b", "- a: 1\n  b: 2\n- a: 3\n"),
    ("a.toml", "[[l]]\nx = 1\n[[l]]\nk = 1\nx = 2\n", "l[-1].x", "[[l]]\nx = 1\n[[l]]\nk = 1\n"),
    ("a.json", #"{"l": [{"x": 1}, {"k": 1, "x": 2}]}"#, "l[-1].x", #"{"l": [{"x": 1}, {"k": 1}]}"#),
    ("b.toml", "k = 1\n\"l[-1].x\" = 1\n[[l]]\nx = 1\n", "l[-1].x", "k = 1\n[[l]]\nx = 1\n"),
  ])
  func `a negative index selects a field that is described, reset, and removed`(
    file: String, text: String, key: String, result: String
  ) throws {
    let sandbox = try Sandbox()
    let path = sandbox.path("work/\(file)")
    for command in ["remove", "reset"] {
      try sandbox.write("work/\(file)", text)
      let described = try sandbox.run("describe", "./\(file)", key)
      #expect(described.code == 0, "\(described)")
      let outcome = try sandbox.run(command, "./\(file)", key)
      #expect(outcome.code == 0 && outcome.err.isEmpty, "\(outcome)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == result)
      let missing = try sandbox.run(command, "./a.yaml", "l[-9].x")
      #expect(file != "a.yaml" || missing.code == 2, "\(missing)")
    }
  }

  private static let quotedCargo =
    "[target.'cfg(windows)'.dependencies]\ndirs = 1\n\n[tool]\n'a.b' = 1\n['it\"s\\n']\nv = 1\n"

  @Test(arguments: [
    ("target.'cfg(windows)'.dependencies.dirs", "dirs = 1\n", "dirs = 5\n"),
    ("target.'cfg(windows)'.dependencies.new", "dirs = 1\n", "dirs = 1\nnew = 5\n"),
    ("tool.'a.b'", "'a.b' = 1\n", "'a.b' = 5\n"),
    ("tool.'c.d'", "'a.b' = 1\n", "'a.b' = 1\n\"c.d\" = 5\n"),
    ("'it\"s\\n'.v", "v = 1\n", "v = 5\n"),
    ("tool.it's", "'a.b' = 1\n", "'a.b' = 1\n\"it's\" = 5\n"),
  ])
  func `a key with the single quotes of a TOML file is found`(
    key: String, old: String, new: String
  ) throws {
    let job = Self.changed("Cargo.toml", Self.quotedCargo, ["set", key, "5"], "")
    let (code, _, error, text) = try Self.run(job)
    #expect(code == 0, "\(error)")
    #expect(text == Self.quotedCargo.replacingOccurrences(of: old, with: new))
  }

  @Test func `quotes that are part of a name in a TOML file select this name`() throws {
    let text = "[t.\"'a'\"]\nx = 1\n\n[t.a]\nx = 2\n"
    let job = Self.changed("a.toml", text, ["set", "t.'a'.x", "5"], "")
    #expect(try Self.run(job).text == text.replacingOccurrences(of: "x = 1", with: "x = 5"))
    let yaml = Self.changed("a.yaml", "t:\n  a: 1\n", ["set", "t.'b'", "5"], "")
    #expect(try Self.run(yaml).text == "t:\n  a: 1\n  '''b''': 5\n")
  }

  @Test func `a list that can't be created in a file is an error with advice`() throws {
    for (file, key, text, advice) in [
      (
        "tox.ini", "tox.requires", "[tox]\nenvlist = a\n",
        "with one item on each line, use 'settee set ./tox.ini tox.requires --stdin'."
      ),
      (".env", "NEW", "A=1\n", "with one value, use 'settee set ./.env NEW VALUE'."),
    ] {
      let (code, _, error, after) = try Self.run(
        Job(file: file, text: text, words: ["add", key, "tox>=4"], code: 2, result: ""))
      #expect(code == 2 && after == text)
      #expect(error.contains("'\(key)' isn't set, and 'add' can't create a list in this file."))
      #expect(error.contains(advice), "\(error)")
    }
    for key in ["tox.requires", "tox.envlist"] {
      let words = ["set", key, "[\"a\", \"b\"]", "--type", "json"]
      let (code, _, error, _) = try Self.run(
        Job(file: "tox.ini", text: "[tox]\nenvlist = a\n", words: words, code: 3, result: ""))
      #expect(code != 0 && error.contains("--stdin with one item on each line"), "\(error)")
    }
  }
}
