import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Uses plain mode the way a user does, with real panes and real files.
@Suite struct PlainModeTests {
  /// Types the lines, and returns the output and the resulting plain mode.
  private func talk(
    _ lines: [String], in folder: Folder, cloud: CloudClient = .none,
    prepare: (inout EditorState) -> Void = { _ in }
  ) throws -> (said: [String], mode: PlainMode) {
    var said: [String] = []
    var waiting = lines[...]
    let console = LineConsole(
      read: { waiting.popFirst() },
      readSecret: { question in
        said.append("secret? " + question)
        return waiting.popFirst()
      },
      write: { said.append($0) }, ask: { said.append(">") }, flush: { said.append("flushed") })
    let session = try SampleSessions.mail(in: folder, cloud: cloud)
    var state = EditorState(session.document, readings: session.readings())
    prepare(&state)
    let mode = PlainMode(
      state, session: session, word: "org.settee.mail", host: SampleSessions.host(in: folder),
      console: console)
    mode.run()
    return (said, mode)
  }

  private func answers(_ lines: [String], in folder: Folder) throws -> [String] {
    let said = try talk(lines, in: folder).said
    let start = said.firstIndex(of: ">") ?? 0
    return said[start...].filter { $0 != ">" }
  }

  private func stored(_ key: String, _ mode: PlainMode) -> PropertyList? {
    let name = SettingName(domain: "org.settee.mail", key: key)
    return mode.loop.session?.readings()[name]?.stored
  }

  @Test func `the pane is printed once, followed by a prompt`() throws {
    let said = try talk([], in: Folder()).said
    #expect(said.first == "Mail. 25 rows.")
    #expect(said.contains("6. Show previews: On."))
    #expect(said.contains("8. Text size: 14 pt, from 10 to 24."))
    #expect(said.contains("9. Sort by: Date received, 4 choices."))
    #expect(said.last == ">")
    #expect(said.count { $0 == ">" } == 1)
  }

  @Test func `the home screen is read out in words, searched, and opened by number`() throws {
    let folder = try Folder()
    let lines = ["/text size", "1"]
    let said = try talk(lines, in: folder) { $0.home = HomeDialog(HomeTests.batch) }.said
    for line in [
      "Settings", "Heading: Apps", "1. Mail, 8 changed, 5 not pushed, org.settee.mail",
      "2. Settee, as installed, org.settee.settee", "3. Git, 12 set, ~/.gitconfig, git",
      "5. PostgreSQL, no file yet, /etc/postgresql/15/main/postgresql.conf, flat",
      "6. broken.toml, ~/notes/broken.toml, TOML. Line 2, column 8: text needs quotes.",
      "8. 13:42, Mail, Text size: was 14 pt, now 16 pt",
      "1. Mail, Text size: 16 pt, changed",
    ] {
      #expect(said.contains(line), "\(line)")
    }
    #expect(said.contains("Mail. 25 rows."), "the app wasn't opened")
  }

  @Test func `a long text isn't saved if the input ends before the dot`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.toml"
    let text = Data("t = \"\"\"\na\nb\n\"\"\"\n".utf8)
    try text.write(to: URL(fileURLWithPath: path))
    let loop = try FileJobsTests.play("", onApp: path, in: folder)
    var said: [String] = []
    var waiting = ["1", "line A"][...]
    let console = LineConsole(
      read: { waiting.popFirst() }, readSecret: { _ in nil }, write: { said.append($0) }, ask: {})
    let mode = PlainMode(
      loop.state, session: loop.session, word: path, host: SampleSessions.host(in: folder),
      console: console)
    mode.run()
    #expect(said.suffix(1) == ["Not changed."])
    #expect(FileManager.default.contents(atPath: path) == text)
  }

  @Test func `every command prints the row again`() throws {
    let folder = try Folder()
    #expect(
      try answers(["6", "u"], in: folder) == [
        "Show previews: Off, changed. Default: On. Saved. Press u to undo.",
        "Show previews: On. Undone: Show previews",
      ])
  }

  @Test func `an invalid text prints the allowed values and prompts again`() throws {
    let folder = try Folder()
    let (said, mode) = try talk(["7", "9", "4"], in: folder)
    #expect(said.contains { $0.contains("5") && $0.contains("1") && !$0.hasPrefix("7.") })
    #expect(stored("mail.previewLines", mode) == .integer(4))
  }

  @Test func `an empty line cancels a text, and two quotes clear it`() throws {
    let folder = try Folder()
    let (_, mode) = try talk(["4", "Bye", "4", "", "1 = Ada", "1=\"\""], in: folder)
    #expect(stored("mail.signature", mode) == .string("Bye"))
    #expect(stored("account.name", mode) == .string(""))
  }

  @Test func `the progress message is printed before the mirror responds`() throws {
    let client = CloudClient(
      place: "etcd://mirror:2379/ada", trouble: "The mirror cannot be reached.")
    let said = try talk(["p"], in: Folder(), cloud: client).said
    let waiting = try #require(
      said.firstIndex(of: "Comparing with the cloud… etcd://mirror:2379/ada"))
    #expect(said[waiting + 1] == "flushed")
    #expect(said[(waiting + 1)...].contains { $0.contains("The mirror cannot be reached.") })
  }

  @Test func `a secret is neither shown nor repeated`() throws {
    let folder = try Folder()
    let (said, mode) = try talk(["3", "hunter2", "?", "i 3", "c 3"], in: folder)
    #expect(stored("account.password", mode) == .string("hunter2"))
    #expect(said.contains { $0.hasPrefix("secret? ") })
    #expect(!said.contains { $0.contains("hunter2") })
  }

  @Test func `choices, sliders, radio groups and panes are selected by number`() throws {
    let folder = try Folder()
    let (said, mode) = try talk(
      ["9", "2", "8", "16", "13", "+ 8", "r 9", "15", "0", "/sort", "1", "q"], in: folder)
    #expect(stored("mail.sort", mode) == nil)
    #expect(stored("mail.textSize", mode) == .real(17))
    #expect(stored("mail.fetch", mode) == .string("hour"))
    #expect(said.contains { $0.hasPrefix("Mail, Notifications.") })
    #expect(mode.loop.ending == .left)
  }

  @Test func `a question is answered with a number, and 0 cancels`() throws {
    let folder = try Folder()
    let (said, mode) = try talk(["6", "resetAll", "0", "resetAll", "2"], in: folder)
    #expect(said.contains("Not changed."))
    #expect(stored("mail.previews", mode) == nil)
  }

  @Test func `staged changes are saved with w`() throws {
    let folder = try Folder()
    let (_, waiting) = try talk(["6"], in: folder) { $0.staged = [] }
    #expect(stored("mail.previews", waiting) == nil)
    let (_, mode) = try talk(["6", "w", "2"], in: folder) { $0.staged = [] }
    #expect(stored("mail.previews", mode) == .boolean(false))
  }

  @Test func `a question can be repeated`() throws {
    let said = try answers(["9", "?", "0"], in: Folder())
    #expect(said.count { $0 == "Sort by" } == 2)
    #expect(said.last == "Not changed.")
  }

  @Test func `a number always refers to the row it was last printed with`() throws {
    let folder = try Folder()
    let (said, mode) = try talk(
      ["5", "2", "one@a.org", "3", "two@a.org", "4", "three@a.org", "x 2", "x 2", "u"], in: folder)
    #expect(said.contains("2. 1: one@a.org."))
    #expect(said.contains { $0.contains("Deleted: two@a.org. Press u to undo.") })
    #expect(said.contains { $0.contains("Undone: Your addresses: two@a.org") })
    #expect(
      stored("accounts.own", mode) == .array([.string("two@a.org"), .string("three@a.org")]))
    let shown = said.drop { !$0.contains("Deleted: one@a.org") }
    #expect(shown.contains("2. 1: two@a.org."))
  }

  @Test func `a search that finds a hidden row explains the condition`() throws {
    let said = try answers(["/proxy addr", "1"], in: Folder())
    #expect(
      said.last == "Use a proxy: Off. Proxy address is shown only when Use a proxy is On.")
  }

  @Test func `copying prints the command`() throws {
    #expect(try answers(["c 6"], in: Folder()) == ["settee reset org.settee.mail mail.previews"])
  }

  @Test func `an unknown command is reported and changes nothing`() throws {
    let said = try answers(["99", "zzz", "zzz 3", "", "6 6 6"], in: Folder())
    #expect(said[0] == "There is no row 99.")
    #expect(said[1] == "Unknown command zzz. Type h for help.")
    #expect(said.last == "Enter on or off.")
    #expect(said.count == 4)
  }

  @Test(arguments: [
    ("", LineAnswer.empty), (" 3 ", .row(3)), ("0", .back), ("٣", .row(3)), ("３", .row(3)),
    ("3 = a = b", .set(3, "a = b")), ("3=", .set(3, "")), ("/ x y", .search("x y")), ("?", .again),
    ("h", .help), ("r 3", .act("r", row: 3)), ("3 r", .set(3, "r")), ("0 x", .back),
    ("back", .back),
    ("3  a  b ", .set(3, "a  b")),
    ("resetAll", .act("resetAll", row: nil)), ("a=b", .act("a=b", row: nil)),
    ("99999999999999999999", .act("99999999999999999999", row: nil)),
  ])
  func `a line is parsed into one command`(line: String, answer: LineAnswer) {
    #expect(LineAnswer(line) == answer)
  }

  @Test func `a number and a value set a row of any type`() throws {
    let folder = try Folder()
    let (said, mode) = try talk(
      ["1 Ada Lovelace", "6 off", "6 off", "8 16", "9 2", "reset all", "back", "redo"], in: folder)
    #expect(stored("account.name", mode) == .string("Ada Lovelace"))
    #expect(stored("mail.previews", mode) == .boolean(false))
    #expect(stored("mail.textSize", mode) == .real(16))
    #expect(stored("mail.sort", mode) == .string("sender"))
    #expect(said.contains("Nothing to redo.") || said.contains { $0.hasSuffix("Nothing to redo.") })
  }

  @Test(arguments: ["9", "p", "/sort", "resetAll", "."])
  func `quit works at every prompt`(question: String) throws {
    #expect(try talk(["6", question, "quit"], in: Folder()).mode.loop.ending == .left)
  }

  @Test func `a pane is chosen from the list of panes, or the list is canceled`() throws {
    let (said, mode) = try talk(["o", "0", "o", "2"], in: Folder())
    #expect(said.contains("Not changed."))
    #expect(said.contains { $0.hasPrefix("Mail, ") } && mode.state.dialog == nil)
  }

  @Test func `headings are announced, and help lists the commands to type`() throws {
    let said = try talk(["h"], in: Folder()).said
    #expect(said.contains("Heading: Reading"))
    #expect(said.contains { $0.hasPrefix("^R, redo: ") })
    #expect(said.contains { $0.hasPrefix("reset-all: ") })
  }

  @Test func `every row of every pane can be opened`() throws {
    let folder = try Folder()
    for number in 1...25 {
      _ = try talk([String(number), "1", "x", "", "0", "0", "0", "n", "."], in: folder)
    }
  }
}
