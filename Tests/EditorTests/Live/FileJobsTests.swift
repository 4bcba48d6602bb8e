import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport
import SetteeVerbs
import Testing

@testable import SetteeEditor

/// Performs everyday tasks with lists and new keys in the files of programs, with the keys that a
/// user presses.
@Suite struct FileJobsTests {
  struct Job: CustomTestStringConvertible, Sendable {
    let name: String
    let file: String
    let text: String
    /// The key script, in the format of `--keys`.
    let keys: String
    /// The expected contents of the file.
    let result: String
    /// The number of edits that undo has to revert.
    var edits = 1
    var testDescription: String { name }
  }

  private static let package =
    "{\n  \"name\": \"x\",\n  \"scripts\": {\n    \"build\": \"tsc\"\n  }\n}\n"
  private static let project =
    "[project]\nname = \"x\"\ndependencies = [\n  \"httpx\",  # client\n  \"rich\",\n]\n"
  private static let keys =
    "[[keyboard.bindings]]\nkey = \"V\" # paste\n\n[[keyboard.bindings]]\nkey = \"C\"\n"
  private static let git = "[remote \"origin\"]\n\turl = u\n\tfetch = a\n"
  private static let tox = "[testenv]\ndeps =\n    pytest\n    rich\n"
  // The values have no quotes, so that the file isn't TOML.
  private static let peers = "[Peer]\nKey = a=\n\n[Peer]\nKey = b=\n"
  private static let compose =
    "services:\n  web:\n    image: a\n    ports:\n      - \"80:80\"\n      - \"443:443\" # tls\n"
  private static let hosts = "Host web\n  HostName h\n\nHost *\n  Port 22\n"

  static let jobs = [
    Job(
      name: "a script in package.json", file: "package.json", text: package,
      keys: "End a \"lint\" Enter \"eslint\" Enter",
      result: package.replacingOccurrences(
        of: "\"tsc\"\n", with: "\"tsc\",\n    \"lint\": \"eslint\"\n")),
    Job(
      name: "the digits of a number", file: "a.yaml", text: "v: 1.5\n",
      keys: "Home Enter \"0\" Enter", result: "v: 1.50\n"),
    Job(
      name: "a new number", file: "a.yaml", text: "v: 1.5\n",
      keys: "Home a \"w\" Enter \"3.10\" Enter", result: "v: 1.5\nw: 3.10\n"),
    Job(
      name: "a number in a list", file: "a.toml", text: "p = [3.8]\n",
      keys: "Home Enter a \"3.10\" Enter", result: "p = [3.8, 3.10]\n"),
    Job(
      name: "a chosen type", file: "package.json", text: package,
      keys: "Home a \"private\" Enter \"true\" Tab Enter",
      result: package.replacingOccurrences(
        of: "  }\n}", with: "  },\n  \"private\": \"true\"\n}")),
    Job(
      name: "a dependency is added, and another is removed", file: "pyproject.toml", text: project,
      keys: "Down Enter a \"typer\" Enter Down x",
      result: project.replacingOccurrences(of: "  \"rich\",\n", with: "  \"typer\",\n"),
      edits: 2),
    Job(
      name: "an item of a list is moved", file: "pyproject.toml", text: project,
      keys: "Down Enter J",
      result: project.replacingOccurrences(
        of: "  \"httpx\",  # client\n  \"rich\",\n", with: "  \"rich\",\n  \"httpx\",  # client\n")),
    Job(
      name: "a table is added below another", file: "alacritty.toml", text: keys,
      keys: "Home a Enter \"N\" Enter \"mods\" Enter \"Alt\" Enter Enter",
      result: keys.replacingOccurrences(
        of: "\n[[keyboard.bindings]]\nkey = \"C\"",
        with:
          "\n[[keyboard.bindings]]\nkey = \"N\"\nmods = \"Alt\"\n\n[[keyboard.bindings]]\nkey = \"C\""
      )),
    Job(
      name: "fields of a new table have the types of the other tables", file: "b.toml",
      text: "[[b]]\nkey = \"A\"\nopts = { a = \"x\" }\n",
      keys: "Home a \"key\" Enter \"1\" Enter \"n\" Enter \"1.50\" Enter \"opts.b\" Enter"
        + " \"y\" Enter \"opts.a\" Enter \"2\" Enter \"Done\" Enter",
      result: "[[b]]\nkey = \"A\"\nopts = { a = \"x\" }\n\n"
        + "[[b]]\nkey = \"1\"\nn = 1.50\nopts = { b = \"y\", a = \"2\" }\n"),
    Job(
      name: "a dependency is a string, because all others are", file: "package.json",
      text: "{\n  \"dependencies\": {\n    \"a\": \"^1.0\"\n  }\n}\n",
      keys: "Home a \"b\" Enter \"4.17\" Enter",
      result: "{\n  \"dependencies\": {\n    \"a\": \"^1.0\",\n    \"b\": \"4.17\"\n  }\n}\n"),
    Job(
      name: "a key of a table in a list has the type of the others", file: "b.toml",
      text: "[[b]]\nv = \"1\"\nw = 1\n\n[[b]]\nw = 2\n",
      keys: "End a \"v\" Enter \"2\" Enter",
      result: "[[b]]\nv = \"1\"\nw = 1\n\n[[b]]\nw = 2\nv = \"2\"\n"),
    Job(
      name: "a key of an empty table", file: "package.json",
      text: "{\n  \"name\": \"x\",\n  \"dev\": {}\n}\n",
      keys: "End a \"b\" Enter \"^1.0\" Enter",
      result: "{\n  \"name\": \"x\",\n  \"dev\": {\n    \"b\": \"^1.0\"\n  }\n}\n"),
    Job(
      name: "an item of a list in the root is selected after it is added", file: "t.json",
      text: "[\n  {\n    \"n\": 1\n  },\n  {\n    \"n\": 2\n  }\n]\n",
      keys: "Home a \"n\" Enter \"5\" Enter \"Done\" Enter J",
      result: "[\n  {\n    \"n\": 1\n  },\n  {\n    \"n\": 2\n  },\n  {\n    \"n\": 5\n  }\n]\n",
      edits: 2),
    Job(
      name: "a table is moved", file: "alacritty.toml", text: keys, keys: "Home J K J",
      result: "[[keyboard.bindings]]\nkey = \"C\"\n\n[[keyboard.bindings]]\nkey = \"V\" # paste\n",
      edits: 3),
    Job(
      name: "a field moves its table", file: "alacritty.toml", text: keys, keys: "Home Down J",
      result: "[[keyboard.bindings]]\nkey = \"C\"\n\n[[keyboard.bindings]]\nkey = \"V\" # paste\n"),
    Job(
      name: "a table is removed", file: "alacritty.toml", text: keys, keys: "Home Delete",
      result: "[[keyboard.bindings]]\nkey = \"C\"\n"),
    Job(
      name: "a key is removed", file: "package.json", text: package, keys: "Home x",
      result: package.replacingOccurrences(of: "  \"name\": \"x\",\n", with: "")),
    Job(
      name: "a second line of a repeated key", file: ".gitconfig", text: git,
      keys: "End a Enter \"b\" Enter", result: git + "\tfetch = b\n"),
    Job(
      name: "a host", file: ".ssh/config", text: hosts,
      keys: "Home a ^U \"Host db.HostName\" Enter \"d\" Enter",
      result: hosts.replacingOccurrences(of: "Host *", with: "Host db\n  HostName d\n\nHost *")),
    Job(
      name: "a line of a multiline value", file: "tox.ini", text: tox,
      keys: "Home a Enter \"mypy\" Enter", result: tox + "    mypy\n"),
    Job(
      name: "a section of several with the same name", file: "wg0.conf", text: peers,
      keys: "Home a Enter \"c=\" Enter Enter",
      result: peers.replacingOccurrences(of: "a=\n\n", with: "a=\n\n[Peer]\nKey = c=\n\n")),
    Job(
      name: "a section is moved and removed", file: "wg0.conf", text: peers, keys: "Home J x",
      result: "[Peer]\nKey = b=\n", edits: 2),
    Job(
      name: "an item of a list in YAML", file: "compose.yml", text: compose,
      keys: "End Enter Home a \"81:81\" Enter",
      result: compose.replacingOccurrences(
        of: "\"80:80\"\n", with: "\"80:80\"\n      - \"81:81\"\n")),
    Job(
      name: "an item of a list in YAML is moved and removed", file: "compose.yml", text: compose,
      keys: "End Enter Home J x",
      result: compose.replacingOccurrences(
        of: "      - \"80:80\"\n", with: ""), edits: 2),
    Job(
      name: "a key in YAML", file: "compose.yml", text: compose,
      keys: "Home a \"restart\" Enter \"always\" Enter",
      result: compose + "    restart: always\n"),
  ]

  /// Plays keys on a file or domain.
  static func play(
    _ script: String, onApp word: String, in folder: Folder, isStaged: Bool = false,
    editor: String? = nil, hasBundles: Bool = false
  ) throws -> EditorLoop {
    var environment = [
      "HOME": folder.path, "SETTEE_ROOT": folder.path + "/root", "PATH": "/usr/bin:/bin",
    ]
    environment["EDITOR"] = editor
    if hasBundles { environment["SETTEE_PATH"] = ProjectFolder.path("Panes/Programs") }
    var finder = try AppFinder(environment: environment)
    finder.mayBeBroken = true
    func open() throws -> Session {
      let app = try finder.open(word)
      let session = Session(
        app.shownBundle, word: app.name, domains: app.domains,
        controls: { app.bundle == nil ? app.settings : [] })
      session.app = app
      return session
    }
    let session = try open()
    let host = EditorEnvironment(environment: environment, open: { _, _, _ in try open() })
    let loop = EditorLoop(
      EditorState(session.document, readings: session.readings()), session: session,
      device: ScriptedDevice(keys: []), host: host,
      script: try KeyPress.script(script, from: "test"))
    loop.word = word
    if isStaged { loop.change { $0.staged = [] } }
    _ = loop.run()
    return loop
  }

  private func play(
    _ script: String, onApp word: String, in folder: Folder, isStaged: Bool = false,
    editor: String? = nil
  ) throws -> EditorLoop {
    try Self.play(script, onApp: word, in: folder, isStaged: isStaged, editor: editor)
  }

  /// Plays keys on a file, and returns its text.
  private func play(
    _ script: String, on path: String, in folder: Folder, isStaged: Bool = false
  ) throws -> String {
    _ = try play(script, onApp: path, in: folder, isStaged: isStaged)
    return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  @Test(arguments: jobs)
  func `a task changes only its lines, and undo restores the bytes`(job: Job) throws {
    let folder = try Folder()
    let path = "\(folder.path)/\(job.file)"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    func write() throws { try Data(job.text.utf8).write(to: URL(fileURLWithPath: path)) }
    try write()
    #expect(try play(job.keys, on: path, in: folder) == job.result)
    try write()
    let undo = String(repeating: " u", count: job.edits)
    #expect(try play(job.keys + undo, on: path, in: folder) == job.text)
    let redo = String(repeating: " ^R", count: job.edits)
    #expect(try play(job.keys + undo + redo, on: path, in: folder) == job.result)
  }

  @Test func `a new key waits for w in staged mode`() throws {
    let folder = try Folder()
    let path = folder.path + "/package.json"
    func write() throws { try Data(Self.package.utf8).write(to: URL(fileURLWithPath: path)) }
    let keys = "End a \"lint\" Enter \"eslint\" Enter"
    try write()
    #expect(try play(keys, on: path, in: folder, isStaged: true) == Self.package)
    let saved = Self.package.replacingOccurrences(
      of: "\"tsc\"\n", with: "\"tsc\",\n    \"lint\": \"eslint\"\n")
    #expect(try play(keys + " w Down Enter", on: path, in: folder, isStaged: true) == saved)
    try write()
    #expect(try play(keys + " u w", on: path, in: folder, isStaged: true) == Self.package)
    #expect(
      try play("Home x w Down Enter", on: path, in: folder, isStaged: true)
        == "{\n  \"scripts\": {\n    \"build\": \"tsc\"\n  }\n}\n")
  }

  @Test func `items wait for w in staged mode, and tables are rejected`() throws {
    let folder = try Folder()
    let path = folder.path + "/pyproject.toml"
    try Data(Self.project.utf8).write(to: URL(fileURLWithPath: path))
    let keys = "Down Enter a \"typer\" Enter"
    #expect(try play(keys, on: path, in: folder, isStaged: true) == Self.project)
    #expect(
      try play(keys + " w Down Enter", on: path, in: folder, isStaged: true)
        == Self.project.replacingOccurrences(
          of: "  \"rich\",\n", with: "  \"typer\",\n  \"rich\",\n"))
    let other = folder.path + "/alacritty.toml"
    try Data(Self.keys.utf8).write(to: URL(fileURLWithPath: other))
    let loop = try play("Home x", onApp: other, in: folder, isStaged: true)
    #expect(loop.state.message?.isError == true)
    #expect(try play("w", on: other, in: folder, isStaged: true) == Self.keys)
  }

  private static let tables = [
    ("t.json", "{\n  \"p\": {\n    \"name\": \"a\",\n    \"n\": 1\n  },\n  \"x\": 2\n}\n"),
    ("t.toml", "x = 2 # two\n\n[p]\nname = \"a\" # first\nn = 1\n"),
    ("t.yaml", "p:\n  name: a # first\n  n: 1\nx: 2\n"),
  ]

  /// Writes a settings file and a file to import, and returns the keys that start the import.
  private func startImport(
    _ file: String, _ text: String, of json: String, in folder: Folder
  ) throws -> (path: String, keys: String) {
    let (path, other) = (folder.path + "/" + file, folder.path + "/in.json")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try Data(json.utf8).write(to: URL(fileURLWithPath: other))
    return (path, "F9 \"import\" Enter ^U \"\(other)\" Enter")
  }

  @Test(arguments: tables)
  func `an imported table is compared with the file, and undo restores the bytes`(
    file: String, text: String
  ) throws {
    for more in ["", #", "x": 7, "fresh": {"q": 1}"#] {
      let folder = try Folder()
      let json = #"{"p": {"name": "b", "m": 5}\#(more)}"#
      let (path, keys) = try startImport(file, text, of: json, in: folder)
      let question = try play(keys, onApp: path, in: folder).state.dialog as? QuestionDialog
      #expect(question?.details.first == "name: a → b")
      #expect(try play(keys + " y", on: path, in: folder).contains("m"))
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let undone = try play(keys + " y u", onApp: path, in: folder)
      #expect(undone.state.message?.text == "Undone: Import")
      #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
      let (redone, again) = ("y u ^R", "y u ^R u")
      #expect(try play("\(keys) \(redone)", on: path, in: folder).contains("m"))
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(try play("\(keys) \(again)", on: path, in: folder) == text)
    }
    // The list of all changes undoes the import of a table too.
    let folder = try Folder()
    let (path, keys) = try startImport(file, text, of: #"{"p": {"name": "b"}}"#, in: folder)
    #expect(try play(keys + " y U Enter y", on: path, in: folder) == text)
  }

  @Test func `an undo that is refused because a value has changed isn't offered again`() throws {
    let folder = try Folder()
    let (file, text) = Self.tables[0]
    let (path, keys) = try startImport(file, text, of: #"{"p": {"name": "b"}}"#, in: folder)
    let loop = try play(keys + " y", onApp: path, in: folder)
    let changed = text.replacingOccurrences(of: "\"a\"", with: "\"c\"")
    try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
    loop.act(.command(.undo))
    #expect(loop.state.message?.text == "Can't undo: name has changed since then.")
    loop.act(.command(.undo))
    #expect(
      loop.state.message?.text
        == "Nothing to undo in this session. Press U to list earlier changes.")
    #expect(FileManager.default.contents(atPath: path) == Data(changed.utf8))
  }

  @Test func `an import in staged mode rejects tables and masks secrets`() throws {
    let folder = try Folder()
    let (file, text) = Self.tables[0]
    let (path, keys) = try startImport(file, text, of: #"{"fresh": {"q": 1}}"#, in: folder)
    let rejected = try play(keys, onApp: path, in: folder, isStaged: true)
    #expect(rejected.state.message?.text.contains("whole tables") == true)
    #expect(rejected.state.dialogs.isEmpty)
    _ = try startImport(file, text, of: #"{"password": "hunter2", "y": 4}"#, in: folder)
    for more in [" ", " y w", " y U"] {
      let loop = try play(keys + more, onApp: path, in: folder, isStaged: true)
      let screen = render(loop.state).text
      #expect(screen.contains("password") && !screen.contains("hunter2"), "\(screen)")
    }
    #expect(try play(keys + " y w y", on: path, in: folder, isStaged: true).contains("hunter2"))
  }

  @Test func `an array of a property list is edited item by item`() throws {
    let folder = try Folder()
    let domain = try Domain(
      DomainName("org.example.app"),
      locations: SettingsDirectories(environment: [
        "HOME": folder.path, "SETTEE_ROOT": folder.path + "/root",
      ]))
    func value() throws -> PropertyList? {
      try domain.reload()
      return domain.value(for: "recent")?.value
    }
    func list(_ texts: String...) -> PropertyList { .array(texts.map { .string($0) }) }
    try domain.set(list("a", "b"), for: "recent")
    try domain.flush()
    func play(_ keys: String) throws {
      _ = try self.play(keys, onApp: "org.example.app", in: folder)
    }
    try play("Home Enter Home a \"c\" Enter")
    #expect(try value() == list("a", "c", "b"))
    try play("Home Enter Home J")
    #expect(try value() == list("c", "a", "b"))
    try play("Home Enter Home x u x")
    #expect(try value() == list("a", "b"))
    try play("Home a \"size\" Enter \"5\" Enter")
    try domain.reload()
    #expect(domain.value(for: "size")?.value == .integer(5))
  }

  @Test func `a new key stays in its field if it can't be saved`() throws {
    let folder = try Folder()
    let path = folder.path + "/l.ini"
    try Data("[a]\nk = v\n".utf8).write(to: URL(fileURLWithPath: path))
    let keys = "Home a \"new\" Enter \"x # y\" Enter"
    let loop = try play(keys, onApp: path, in: folder)
    guard let prompt = loop.state.dialog as? PromptDialog else {
      Issue.record("the field is closed: \(loop.state.message?.text ?? "")")
      return
    }
    #expect(prompt.line.text == "x # y" && prompt.refusal != nil)
    #expect(
      try play(keys + " ^U \"y\" Enter", on: path, in: folder) == "[a]\nk = v\nnew = y\n")
  }

  @Test func `adding a switch that is commented out asks for its value`() throws {
    let folder = try Folder()
    let path = folder.path + "/s.toml"
    let text = "[s]\n# debug = false\nport = 1\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let keys = "Home a \"debug\" Enter"
    #expect(try play(keys, on: path, in: folder) == text)
    let new = "[s]\n# debug = false\ndebug = false\nport = 1\n"
    #expect(try play(keys + " Down Down Enter", on: path, in: folder) == new)
    // The switch is only selected if it is set.
    #expect(try play("End a \"debug\" Enter", on: path, in: folder) == new)
  }

  @Test func `undo names the table of a setting on another page`() throws {
    let folder = try Folder()
    let path = folder.path + "/t.toml"
    let tables = (0..<20).map { table in
      "[t\(table)]\n" + (0..<10).map { "k\($0) = \"v\"\n" }.joined()
    }
    try Data(tables.joined().utf8).write(to: URL(fileURLWithPath: path))
    let loop = try play(
      "Home Enter Enter \"x\" Enter Esc Down Enter u", onApp: path, in: folder)
    #expect(loop.state.message?.text == "Undone: t0.k0")
  }

  @Test func `a read-only row opens the text editor at its line`() throws {
    let folder = try Folder()
    let path = folder.path + "/web.service"
    let unit = "[Service]\nRestart=no\nExecStart=/bin/sh \\\n  -c true\n"
    try Data(unit.utf8).write(to: URL(fileURLWithPath: path))
    let seen = folder.path + "/seen"
    let editor = folder.path + "/nano"
    try Data("#!/bin/sh\necho \"$@\" > \(seen)\n".utf8).write(to: URL(fileURLWithPath: editor))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
    let loop = try play("End e", onApp: path, in: folder, editor: editor)
    #expect(loop.state.message?.isError != true, "\(loop.state.message?.text ?? "")")
    let words = try String(contentsOfFile: seen, encoding: .utf8)
    #expect(words.contains("+3") && words.contains(path), "\(words)")
  }
}
