import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport
import Testing
@testable import SetteeVerbs

@testable import SetteeEditor

/// Tests that export and import handle all values or none, and that an import can be undone.
@Suite struct ImportExportTests {
  private static let signature = SettingName(domain: "org.settee.mail", key: "mail.signature")
  private static let lines = SettingName(domain: "org.settee.mail", key: "mail.previewLines")

  private static func loop(_ keys: [String], in folder: Folder) throws -> EditorLoop {
    let environment = ["HOME": folder.path, "SETTEE_ROOT": folder.path + "/root"]
    let finder = try AppFinder(
      environment: environment, options: BundleOptions(languages: ["en"]))
    let app = try finder.open(ProjectFolder.mail)
    let bundle = try #require(app.bundle)
    let session = Session(bundle, word: app.name, domains: app.domains, home: folder.path)
    session.app = app
    let size = Size(rows: 24, columns: 80)
    let state = EditorState(session.document, readings: session.readings(), size: size)
    let loop = EditorLoop(
      state, session: session, device: ScriptedDevice(size: size, keys: keys),
      host: SampleSessions.host(in: folder))
    _ = loop.run()
    return loop
  }

  /// Returns the keys that choose a menu entry and replace the suggested path.
  private static func keys(_ entry: String, _ path: String) -> [String] {
    ["F9"] + entry.map(String.init) + ["Enter", "^U"] + path.map(String.init) + ["Enter"]
  }

  private static func file(_ folder: Folder, _ name: String, _ text: String = "") -> String {
    let path = folder.path + "/" + name
    if !text.isEmpty { try? Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
    return path
  }

  @Test func `the menu exports the values, and asks before it replaces a file`() throws {
    let folder = try Folder()
    let loop = try Self.loop(Self.keys("export", "~/out.json"), in: folder)
    #expect(loop.state.dialogs.isEmpty)
    #expect(loop.state.message?.text.hasPrefix("Exported to ~/out.json. Settings: ") == true)
    let path = Self.file(folder, "out.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\"mail.textSize\": 14"))
    #expect(!text.contains("account.password\": \"g"))

    let again = try Self.loop(Self.keys("export", path), in: folder)
    guard let question = again.state.dialog as? QuestionDialog else {
      Issue.record("no question was shown")
      return
    }
    #expect(question.title.hasSuffix("already exists. Replace it?"))
    try FileManager.default.removeItem(atPath: path)
    again.act(.command(.yes))
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(again.state.dialogs.isEmpty)
  }

  @Test func `an export keeps the mode of a file and writes through a symlink`() throws {
    let folder = try Folder()
    let files = FileManager.default
    func mode(_ path: String) throws -> Int? {
      try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let new = Self.file(folder, "new.plist")
    _ = try Self.loop(Self.keys("export", new), in: folder)
    #expect(try mode(new) == 0o600)
    let target = Self.file(folder, "target.json", "old")
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    let link = folder.path + "/link.json"
    try files.createSymbolicLink(atPath: link, withDestinationPath: "target.json")
    for path in [target, link] {
      try Data("old".utf8).write(to: URL(fileURLWithPath: target))
      _ = try Self.loop(Self.keys("export", path) + ["y"], in: folder)
      #expect(try String(contentsOfFile: target, encoding: .utf8).contains("mail.textSize"))
      #expect(try mode(target) == 0o640)
    }
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "target.json")
    let refused = try Self.loop(Self.keys("export", "~/none/out.json"), in: folder)
    #expect(refused.state.message?.text.contains("No such file or directory") == true)
  }

  @Test func `an export reports that unsaved changes are omitted`() throws {
    let folder = try Folder()
    let loop = try Self.loop([], in: folder)
    loop.change { $0.staged = [] }
    for key in ["Enter", "A", "Enter"] + Self.keys("export", "~/out.json") {
      if let key = KeyPress(name: key), let action = Action(.key(key)) { loop.act(action) }
    }
    #expect(
      loop.state.message?.text.hasSuffix("Unsaved changes not included: 1.") == true)
    loop.act(.event(.done(loop.state.words(.nothingToPush))))
    #expect(loop.state.message?.text.hasSuffix("Unsaved changes not included: 1.") == true)
  }

  @Test func `an import shows its changes, applies them, and is undone as a whole`() throws {
    let folder = try Folder()
    let path = Self.file(
      folder, "in.json", #"{"mail.signature": "Ada", "mail.previewLines": 4, "other": "new"}"#)
    let loop = try Self.loop(Self.keys("import", path), in: folder)
    guard let question = loop.state.dialog as? QuestionDialog else {
      Issue.record("no question was shown: \(loop.state.message?.text ?? "")")
      return
    }
    #expect(
      question.details == [
        "Signature: empty → Ada", "Preview lines: 2 → 4", "other: not set → \"new\"",
      ])
    #expect(loop.session?.readings()[Self.signature]?.stored == nil)
    loop.act(.command(.yes))
    #expect(loop.session?.readings()[Self.signature]?.stored == .string("Ada"))
    #expect(loop.session?.readings()[Self.lines]?.stored == .integer(4))
    loop.act(.command(.undo))
    #expect(loop.session?.readings()[Self.signature]?.stored == nil)
    #expect(loop.session?.readings()[Self.lines]?.stored == nil)
    #expect(try loop.session?.domains[0].values(in: .user).isEmpty == true)
  }

  @Test func `one rejected value rejects the whole import with one message`() throws {
    let folder = try Folder()
    let path = Self.file(folder, "in.json", #"{"mail.signature": "Ada", "mail.previewLines": 9}"#)
    let loop = try Self.loop(Self.keys("import", path), in: folder)
    #expect(loop.state.message?.isError == true)
    #expect(loop.state.message?.text.hasPrefix("Nothing was imported") == true)
    // The path must remain in the field so that the user can correct it.
    guard let asking = loop.state.dialog as? PromptDialog else {
      Issue.record("the path is no longer shown")
      return
    }
    #expect(asking.line.text == path)
    #expect(try loop.session?.domains[0].values(in: .user).isEmpty == true)
  }

  @Test func `importing an export finds no changes`() throws {
    let folder = try Folder()
    let path = Self.file(folder, "all.plist")
    _ = try Self.loop(Self.keys("export", path), in: folder)
    let loop = try Self.loop(Self.keys("import", path), in: folder)
    #expect(loop.state.dialogs.isEmpty)
    #expect(loop.state.message?.text.hasPrefix("Nothing to import") == true)
  }

  @Test(arguments: [
    ("", "Missing file name."), ("~", "~ is a directory. Give the path"),
    ("~/none.plist", "No such file"), ("~/empty.json", "is empty"),
  ])
  func `an unusable path is reported`(path: String, sentence: String) throws {
    let folder = try Folder()
    _ = Self.file(folder, "empty.json", " ")
    let loop = try Self.loop(Self.keys("import", path), in: folder)
    #expect(loop.state.message?.text.contains(sentence) == true)
    #expect(loop.state.message?.isError == true)
  }

  @Test func `tab completes the path`() throws {
    let folder = try Folder()
    _ = Self.file(folder, "values-of-mail.plist", "x")
    let keys = Array(Self.keys("import", folder.path + "/val").dropLast())
    let loop = try Self.loop(keys + ["Tab"], in: folder)
    guard let asking = loop.state.dialog as? PromptDialog else {
      Issue.record("no path prompt was shown")
      return
    }
    #expect(asking.line.text == folder.path + "/values-of-mail.plist")
  }
}
