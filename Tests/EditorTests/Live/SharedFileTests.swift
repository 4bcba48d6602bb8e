import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport
import SetteeVerbs
import Testing

@testable import SetteeEditor

/// Edits files while other programs change them, and keys that a file repeats.
@Suite struct SharedFileTests {
  /// A settings file and an editor that shows it.
  private struct Opened {
    let folder: Folder
    let path: String
    let loop: EditorLoop

    /// Opens a file and presses keys.
    init(_ name: String, _ text: String, _ keys: String = "") throws {
      folder = try Folder()
      path = folder.path + "/" + name
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      loop = try FileJobsTests.play(keys, onApp: path, in: folder, hasBundles: true)
      loop.ending = nil
    }

    var text: String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    var state: EditorState { loop.state }
    var message: String? { loop.state.message?.text }
    var screen: String { render(loop.state).text }

    func press(_ keys: String) throws {
      for key in try KeyPress.script(keys, from: "test") {
        loop.act(.key(key.name, typed: key.typed))
      }
    }

    /// Changes the file as another program.
    func rewrite(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      loop.session?.reload()
      loop.handleMessages()
    }
  }

  // MARK: Keys that a file repeats

  private static let ports = "Port 2222\nPort 2200\nListenAddress 1.1.1.1\nListenAddress 2.2.2.2\n"
  private static let git =
    "[fetch]\n\tparallel = 2\n\tparallel = 4\n[core]\n\tpager = less\n\tpager = cat\n"

  static let repeated = [
    ("sshd_config", ports, "\"/port\" Enter \"+\"", "", ""),
    ("sshd_config", ports, "\"/port\" Enter Enter Down \"+\"", "Port 2200", "Port 2201"),
    ("sshd_config", ports, "\"/port\" Enter Enter Enter \"99\" Enter", "", ""),
    ("sshd_config", ports, "\"/port\" Enter Enter Down x", "Port 2200\n", ""),
    ("sshd_config", ports, "\"/listenad\" Enter Enter Enter \"9\" Enter", "1.1.1.1", "1.1.1.19"),
    (".gitconfig", git, "\"/parallel\" Enter \"-\"", "", ""),
    (".gitconfig", git, "\"/parallel\" Enter Enter \"+\"", "= 2", "= 3"),
    (".gitconfig", git, "\"/pager\" Enter Enter Down Enter \"0\" Enter", "cat", "cat0"),
    (
      "redis.conf", "save 3600 1\nsave 300 100\n", "\"/save\" Enter Enter Down Enter \"0\" Enter",
      "300 100", "300 1000"
    ),
  ]

  @Test(arguments: repeated)
  func `a key that a file repeats is a list, also if a bundle describes it`(
    file: String, text: String, keys: String, old: String, new: String
  ) throws {
    let opened = try Opened(file, text, keys)
    let expected = old.isEmpty ? text : text.replacingOccurrences(of: old, with: new)
    #expect(opened.text == expected, "\(opened.screen)")
    if old.isEmpty {
      #expect(opened.message != nil || (opened.state.dialog as? TextDialog)?.refusal != nil)
    }
  }

  @Test func `a key becomes a list as soon as another program repeats it`() throws {
    let opened = try Opened("a.ini", "[a]\nx = 1\ny = 2\n", "Home")
    try opened.rewrite("[a]\nx = 1\nx = 5\ny = 2\n")
    try opened.press("\"+\"")
    #expect(opened.text == "[a]\nx = 1\nx = 5\ny = 2\n")
    try opened.press("Enter Down \"x\"")
    #expect(opened.text == "[a]\nx = 1\ny = 2\n")
  }

  @Test func `a repeated secret is masked in its list`() throws {
    let opened = try Opened("a.ini", "[a]\npassword = hunter1\npassword = hunter2\n", "Home Enter")
    #expect(!opened.screen.contains("hunter"), "\(opened.screen)")
    try opened.press("Down Enter \"new\" Enter")
    #expect(opened.text == "[a]\npassword = hunter1\npassword = new\n")
    #expect(!opened.screen.contains("hunter") && opened.message?.contains("hunter") == false)
  }

  // MARK: Pasting

  @Test func `a newline at the end of pasted text is dropped`() throws {
    let text = "url = \"u\"\npassword = \"p\"\nlist = [\"a\"]\n"
    let opened = try Opened("a.toml", text, "Home Enter ^U")
    opened.loop.act(.paste("https://x.example\r\n"))
    try opened.press("Enter Down Enter")
    opened.loop.act(.paste("secret\n"))
    try opened.press("Enter End Enter End a")
    opened.loop.act(.paste("b\n\n"))
    try opened.press("Enter Esc Home a")
    opened.loop.act(.paste("name\n"))
    try opened.press("Enter")
    opened.loop.act(.paste("one\ntwo\n"))
    try opened.press("Enter")
    #expect(
      opened.text == "url = \"https://x.example\"\npassword = \"secret\"\nlist = [\"a\", \"b\"]\n"
        + "name = \"one two\"\n")
  }

  @Test(arguments: [false, true])
  func `each pasted line becomes an item of the list`(isStaged: Bool) throws {
    let opened = try Opened("a.toml", "list = [\"a\", \"z\"]\n", "Home Enter Home")
    if isStaged { opened.loop.change { $0.staged = [] } }
    try opened.press("a")
    opened.loop.act(.paste("b\n\nc d\n"))
    if isStaged { try opened.press("w y") }
    #expect(opened.text == "list = [\"a\", \"b\", \"c d\", \"z\"]\n", "\(opened.screen)")
    #expect(opened.state.dialogs.isEmpty)
  }

  // MARK: Undo and differences

  @Test func `after a new key is undone, the next key press counts`() throws {
    let text = "[a]\nx = 1\n\n[b]\nz = 3\n"
    let opened = try Opened("a.toml", text, "Home a \"foo\" Enter \"bar\" Enter u")
    #expect(opened.text == text)
    #expect(opened.state.control(of: opened.state.focused)?.key == "a.x")
    try opened.press("a")
    #expect((opened.state.dialog as? MenuDialog)?.suggestsNames == true, "\(opened.message ?? "")")
  }

  @Test func `the differences include changes from before a key was added or removed`() throws {
    let opened = try Opened(
      "a.toml", "[a]\nx = 1\ny = 2\n", "Home \"+\" a \"foo\" Enter \"bar\" Enter Up x d")
    for line in ["-x = 1", "+x = 2", "-y = 2"] {
      #expect(opened.screen.contains(line), "\(opened.screen)")
    }
  }

  @Test func `undo without changes names the list of earlier changes, if there are any`() throws {
    let opened = try Opened("a.toml", "x = 1\n", "Home u")
    #expect(opened.message == "Nothing to undo.")
    try opened.press("\"+\"")
    let again = try FileJobsTests.play("u", onApp: opened.path, in: opened.folder)
    #expect(again.state.message?.text.contains("Press U") == true)
    #expect(opened.text == "x = 2\n")
  }

  // MARK: Other programs

  @Test func `x deletes the selected item, although another program inserts one above it`() throws {
    let opened = try Opened("a.toml", "list = [1, 2, 3]\n", "Home Enter Home Down")
    try opened.rewrite("list = [9, 1, 2, 3]\n")
    try opened.press("x")
    #expect(opened.text == "list = [9, 1, 3]\n")
    try opened.rewrite("list = [9, 1]\n")
    try opened.press("x")
    #expect(opened.text == "list = [9, 1]\n")
    #expect(opened.message == "3 is no longer in the list.")
    try opened.press("Up x")
    #expect(opened.text == "list = [9]\n")
  }

  @Test func `equal items of a list are told apart by their position`() throws {
    let opened = try Opened("a.toml", "list = [1, 1, 2, 1]\n", "Home Enter Home Down")
    try opened.rewrite("list = [9, 1, 1, 2, 1]\n")
    guard case .element(_, _, 2) = opened.state.focused else {
      Issue.record("\(opened.state.focused)")
      return
    }
  }

  @Test func `the selection follows a table that another program moves`() throws {
    let tables = "[[b]]\nn = \"x\"\n\n[[b]]\nn = \"y\"\n"
    let opened = try Opened("a.toml", tables, "Home Down Down")
    try opened.rewrite("[[b]]\nn = \"new\"\n\n" + tables)
    try opened.press("x")
    #expect(opened.text == "[[b]]\nn = \"new\"\n\n[[b]]\nn = \"x\"\n", "\(opened.screen)")
  }

  @Test func `a draft keeps its key if another program removes the key`() throws {
    let opened = try Opened("a.toml", "[a]\nx = 1\ny = 2\n\n[b]\nz = 3\n", "Home Down Enter \"5\"")
    try opened.rewrite("[a]\nx = 1\n\n[b]\nz = 3\n")
    #expect(opened.screen.contains("a.y is no longer in the file."), "\(opened.screen)")
    try opened.press("Enter")
    #expect(opened.text == "[a]\nx = 1\ny = 25\n\n[b]\nz = 3\n")
    #expect(opened.state.control(of: opened.state.focused)?.key == "a.y")
    try opened.press("u")
    #expect(opened.text == "[a]\nx = 1\n\n[b]\nz = 3\n")
  }

  @Test func `a multiline draft stays open if another program removes its key`() throws {
    let opened = try Opened("a.toml", "s = \"\"\"\na\nb\"\"\"\nz = 3\n", "Home Enter \"x\"")
    try opened.rewrite("z = 3\n")
    #expect(opened.screen.contains("s is no longer in the file."), "\(opened.screen)")
    try opened.press("\"y\"")
    #expect(opened.screen.contains("s is no longer in the file."), "\(opened.screen)")
    try opened.press("^O")
    #expect(opened.text == "z = 3\ns = \"xya\\nb\"\n", "\(opened.screen)")
    #expect(opened.state.dialogs.isEmpty)
    #expect(opened.state.control(of: opened.state.focused)?.key == "s")
    try opened.press("u")
    #expect(opened.text == "z = 3\n")
  }

  // MARK: Rows

  @Test func `secrets of a new table are masked`() throws {
    let opened = try Opened(
      "a.toml", "[[u]]\nname = \"a\"\npassword = \"x\"\n",
      "Home a \"name\" Enter \"ada\" Enter \"password\" Enter \"pwpw\"")
    #expect(!opened.screen.contains("pwpw"))
    try opened.press("Enter")
    #expect(!opened.screen.contains("pwpw") && opened.screen.contains("name = ada"))
  }

  @Test func `a table is still shown after its last key is removed, and gets new keys`() throws {
    let opened = try Opened("a.toml", "[a]\nx = 1\n\n[b]\nz = 3\n", "End x End x")
    #expect(opened.text == "[a]\nx = 1\n\n[b]\n")
    #expect(opened.screen.contains("b ──"), "\(opened.screen)")
    #expect(opened.message?.hasPrefix("b has no keys.") == true, "\(opened.message ?? "")")
    try opened.press("a \"k\" Enter \"1\" Enter")
    #expect(opened.text == "[a]\nx = 1\n\n[b]\nk = 1\n")
  }

  @Test func `the sections of a file keep their order if some have no keys`() throws {
    let opened = try Opened("a.ini", "[a]\n[b]\nz = 3\n[c]\n")
    #expect(
      opened.state.items.compactMap(\.sectionGroup).map { opened.state.groups[$0].title } == [
        "a", "b", "c",
      ])
  }

  @Test func `a list of lists offers only what is possible`() throws {
    let opened = try Opened("a.toml", "nested = [[1, 2], [3]]\n", "Home Enter Home")
    #expect(!opened.screen.contains("Enter edit"))
    try opened.press("Enter")
    #expect(opened.message == "nested[0] is read-only.")
  }

  @Test func `messages don't name options of commands`() throws {
    let opened = try Opened("a.toml", "[core]\neditor = \"nano\"\n", "Home a ^U \"editor\" Enter")
    #expect(
      opened.screen.contains("core.editor") && !opened.screen.contains("--"), "\(opened.screen)")
    func shown(_ message: String) -> String { SetteeError(.usage, message).editorMessage }
    #expect(shown("It is open. Quit it first, or use --force.") == "It is open. Quit it first.")
    #expect(shown("the file is empty; specify its format with --format") == "the file is empty.")
    #expect(shown("Use --force.") == "Use --force.")
    #expect(shown("Can't read a, b; or c.") == "Can't read a, b; or c.")
  }

  @Test func `plain mode adds a key to the table of its row`() throws {
    let opened = try Opened("a.toml", "[a]\nx = 1\n\n[b]\nz = 3\n")
    var said: [String] = []
    var lines = ["a 1", "foo", "bar", "a 1", "b.q", "7"][...]
    let console = LineConsole(
      read: { lines.popFirst() }, readSecret: { _ in nil }, write: { said.append($0) }, ask: {})
    let mode = PlainMode(
      opened.state, session: opened.loop.session, word: opened.path, host: opened.loop.host,
      console: console)
    mode.run()
    #expect(said.contains("Add: a."))
    #expect(opened.text == "[a]\nx = 1\nfoo = \"bar\"\n\n[b]\nz = 3\n\n[a.b]\nq = 7\n", "\(said)")
  }
}
