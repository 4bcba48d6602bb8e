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
  private static let hosts = "Host web\n  HostName h\n\nHost *\n  Port 22\n"

  static let jobs = [
    Job(
      name: "a script in package.json", file: "package.json", text: package,
      keys: "End a \"lint\" Enter \"eslint\" Enter",
      result: package.replacingOccurrences(
        of: "\"tsc\"\n", with: "\"tsc\",\n    \"lint\": \"eslint\"\n")),
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
      name: "a table is moved", file: "alacritty.toml", text: keys, keys: "Home J K J",
      result: "[[keyboard.bindings]]\nkey = \"C\"\n\n[[keyboard.bindings]]\nkey = \"V\" # paste\n",
      edits: 3),
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
  ]

  /// Plays a key script on a file, and returns the file's contents.
  private func play(_ script: String, on path: String, in folder: Folder) throws -> String {
    let environment = [
      "HOME": folder.path, "SETTEE_ROOT": folder.path + "/root", "PATH": "/usr/bin:/bin",
    ]
    var finder = try AppFinder(environment: environment)
    finder.mayBeBroken = true
    func open() throws -> Session {
      let app = try finder.open(path)
      let desk = Session(
        app.shownBundle, word: app.name, domains: app.domains,
        controls: { app.bundle == nil ? app.settings.map(\.bound) : [] })
      desk.app = app
      return desk
    }
    let desk = try open()
    let host = EditorEnvironment(environment: environment, open: { _, _, _ in try open() })
    let loop = EditorLoop(
      EditorState(desk.document, readings: desk.readings()), desk: desk,
      device: ScriptedDevice(keys: []), host: host,
      script: try KeyScript.keys(script, from: "test"))
    loop.word = path
    _ = loop.run()
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
}
