import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Tests how the focus moves over the rows, and how the list scrolls.
@Suite struct RowsTests {
  static func rows(_ count: Int) -> PaneTree {
    let groups = (0..<count / 10).map { group in
      PaneGroup(
        title: "Group \(group)", footer: "Note about group \(group).",
        controls: (0..<10).map {
          var control = Control(.toggle, key: "g\(group)r\($0)", title: "Row \(group).\($0)")
          control.defaultValue = .boolean(false)
          return control
        })
    }
    let pane = Pane(file: "Root", title: "Rows", domain: "org.example", groups: groups)
    return PaneTree(
      SettingsBundle(title: "Rows", domain: "org.example", panes: [pane]), word: "org.example")
  }

  @Test func `filtered rows stay in the list until the filter is applied again`() {
    var player = Player(Self.rows(30))
    player.press("Space", "Down", "Space", "m")
    #expect(player.screen.contains("Row 0.0") && !player.screen.contains("Row 0.2"))
    player.press("r")
    #expect(player.screen.contains("Row 0.1"), "the row that is no longer changed stays")
    player.press("m", "m")
    #expect(!player.screen.contains("Row 0.1"))
    player.press("Esc")
    #expect(player.screen.contains("Row 0.2"), "Esc shows all rows again")
  }

  @Test func `the group title and its note scroll into view with the focus`() {
    var player = Player(Self.rows(100), size: Size(rows: 12, columns: 80))
    for _ in 0..<19 { player.press("Down") }
    let lines = player.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].contains("Group 1"), "the header names the section")
    #expect(!lines.dropFirst().contains { $0.contains("Group 1") })
    for _ in 0..<9 { player.press("Up") }
    #expect(player.screen.contains("Group 1") && player.screen.contains("Note about group 1."))
    for _ in 0..<10 { player.press("Up") }
    #expect(player.screen.contains("Group 0") && player.screen.contains("Note about group 0."))
  }

  @Test func `a note that doesn't fit above its row isn't cut`() {
    let note = "Your name is shown to recipients. Your password stays on this device."
    let player = Player(
      Samples.document(
        (0..<5).map { Control(.toggle, key: "k\($0)", title: "Row \($0)") }, footer: note),
      size: Size(rows: 6, columns: 30))
    #expect(player.screen.contains("Row 0") && player.screen.contains("Row 2"))
    #expect(!player.screen.contains("this device"))
  }

  @Test func `a note is below the heading, unless it is long or there is no heading`() {
    func order(_ title: String?, _ note: String) -> [RowID] {
      let group = PaneGroup(title: title, footer: note, controls: [EditingTests.toggle()])
      let pane = Pane(file: "Root", title: "Sample", domain: "org.example", groups: [group])
      let bundle = SettingsBundle(title: "Sample", domain: "org.example", panes: [pane])
      return Player(PaneTree(bundle, word: "org.example")).state.items.filter { $0.group == 0 }
    }
    #expect(order("Group", "Note.") == [.heading(0), .footer(0), .row(0, 0)])
    #expect(order(nil, "Note.") == [.row(0, 0), .footer(0)])
    let long = String(repeating: "License. ", count: 40)
    #expect(order("Group", long) == [.heading(0), .row(0, 0), .footer(0)])
  }

  @Test func `home, end, pages and groups move the focus as described`() {
    var player = Player(Self.rows(100))
    player.press("End")
    #expect(player.state.focused == .push)
    player.press("Home")
    #expect(player.state.focused == .row(0, 0))
    player.press("Tab", "Tab")
    #expect(player.state.focused == .row(2, 0))
    player.press("S-Tab")
    #expect(player.state.focused == .row(1, 0))
    player.press("PgDn", "PgUp")
    #expect(player.state.focused == .row(1, 0))
  }

  @Test func `returning to a pane restores the row and the scroll position`() throws {
    var player = Player(try Samples.mail(), size: Size(rows: 12, columns: 80))
    while player.state.control(of: player.state.focused)?.pane != "Server" { player.press("Down") }
    let before = player.screen
    player.press("Right", "Down", "Down", "Left")
    #expect(player.screen == before)
  }

  @Test func `a smaller screen keeps the focus visible`() {
    var player = Player(Self.rows(100))
    player.press("Tab", "Tab", "Tab")
    for (columns, rows) in [(40, 12), (20, 5), (5, 2), (1, 1), (132, 50), (80, 24)] {
      player.act(.event(.resized(Size(rows: rows, columns: columns))))
      #expect(player.state.focused == .row(3, 0))
      RandomWalkTests.check(player, "\(columns)x\(rows)")
    }
  }

  @Test func `a link with a long title isn't cut`() {
    let title = "A title with exactly forty-two characters."
    let link = Control(.pane(file: "More", pane: "More"), title: title)
    let rows = (0..<12).map { Control(.toggle, key: "k\($0)", title: "Row \($0)") }
    let panes = [
      Pane(
        file: "Root", title: "Rows", domain: "org.example", groups: [PaneGroup(controls: [link])]),
      Pane(file: "More", title: "More", domain: "org.example", groups: [PaneGroup(controls: rows)]),
    ]
    let player = Player(
      PaneTree(
        SettingsBundle(title: "Rows", domain: "org.example", panes: panes), word: "org.example"),
      size: Size(rows: 16, columns: 60))
    #expect(player.screen.contains(title) && player.screen.contains("12 settings ›"))
  }

  @Test func `an ignored key changes no cell`() {
    var player = Player(Self.rows(30))
    let before = render(player.state)
    for key in ["é", "F8", "M-x", "Insert", "^T"] { player.act(.key(key, typed: nil)) }
    player.press("n")
    player.state.message = nil
    #expect(render(player.state) == before)
  }

  @Test func `an empty pane shows a message, and all keys work`() {
    var player = Player(
      PaneTree(SettingsBundle(title: "Empty", domain: nil, panes: []), word: "empty"))
    #expect(player.screen.contains("No settings"))
    for key in RandomWalkTests.keys { player.press(key) }
    #expect(!player.effects.contains { if case .apply = $0 { true } else { false } })
  }

  @Test func `a pane with only text scrolls line by line, and its titles are not clipped`() {
    let long = (1...40).map { "word\($0)" }.joined(separator: " ")
    let groups = [
      PaneGroup(title: "License\nof " + long, footer: "As is."), PaneGroup(title: "The end"),
    ]
    let pane = Pane(file: "Root", title: "About", groups: groups)
    var player = Player(
      PaneTree(SettingsBundle(title: "About", domain: nil, panes: [pane]), word: "about"),
      size: Size(rows: 12, columns: 80))
    player.state.hasMirror = false
    player.state.rebuildItems()
    player.state.settle()
    #expect(player.screen.contains("▌   License"))
    #expect((1...40).allSatisfy { player.screen.contains("word\($0)") })
    #expect(!player.screen.contains("No settings"))
    for _ in 0..<9 { player.press("Down") }
    #expect(player.screen.contains("▌   The end"))
    for _ in 0..<9 { player.press("Up") }
    #expect(player.screen.contains("▌   License"))
  }

  @Test func `a focused text in the last line of the list is visible`() {
    let pane = Pane(
      file: "Root", title: "About",
      groups: (1...30).map { number in
        PaneGroup(
          title: Array(repeating: "Text \(number)", count: number % 4 + 1).joined(separator: "\n"))
      })
    for rows in 6...24 {
      var player = Player(
        PaneTree(SettingsBundle(title: "About", domain: nil, panes: [pane]), word: "about"),
        size: Size(rows: rows, columns: 80))
      let keys = ["End", "PgUp", "PgDn", "Up", "Down", "PgUp", "Home", "PgDn"]
      for key in (0..<20).flatMap({ keys + Array(repeating: "Down", count: $0) }) {
        player.press(key)
        RandomWalkTests.check(player, "\(rows) rows: \(key)")
      }
    }
  }

  @Test func `in near mode, words replace the markers, which narrow screens keep`() {
    let reading = SettingState(
      value: .boolean(true), origin: .user, stored: .boolean(true), isUnpushed: true)
    var player = Player(
      Self.rows(10), readings: [SettingName(domain: "org.example", key: "g0r0"): reading],
      size: Size(rows: 12, columns: 50))
    #expect(player.screen.contains("▌•↑ Row 0.0: ━● On"))
    #expect(player.screen.contains("changed, not pushed"))
    player.act(.event(.resized(Size(rows: 24, columns: 80))))
    #expect(player.screen.contains("▌•↑ Row 0.0"))
    player.act(.command(.near))
    #expect(player.screen.contains("▌ Row 0.0: On (changed, not pushed)"))
  }

  // MARK: Files

  @Test func `a row that can't be edited shows its value and the reason`() {
    var row = Control(.text, key: "ExecStart")
    row.readOnlyReason = "it spans several lines; edit the file instead"
    let name = SettingName(domain: "org.example", key: "ExecStart")
    let command = PropertyList.string("/usr/bin/server")
    var player = Player(
      PaneTree(Samples.document([row]).bundle, word: "x.service", isFile: true),
      readings: [name: SettingState(value: command, origin: .user, stored: command)])
    #expect(player.screen.contains("/usr/bin/server"))
    #expect(player.screen.contains("read-only: it spans several lines"))
    player.press("Enter")
    #expect(player.state.dialog == nil)
    #expect(player.screen.contains("ExecStart is read-only: it spans several lines"))
    player.press("e")
    #expect(player.effects.contains { if case .editFile(at: name) = $0 { true } else { false } })
  }

  @Test func `a value that equals the default is set but not changed`() {
    var port = Control(.text(TextInput(type: .integer)), key: "Port", title: "Port")
    port.defaultValue = .integer(22)
    let user = Control(.text, key: "AllowUsers", title: "Allowed users")
    func reading(_ value: PropertyList) -> SettingState {
      SettingState(value: value, origin: .user, stored: value)
    }
    func player(_ number: Int64) -> Player {
      var player = Player(
        Samples.document([port, user]),
        readings: [
          Samples.name("Port"): reading(.integer(number)),
          Samples.name("AllowUsers"): reading(.string("ada")),
        ])
      player.state.relist()
      return player
    }
    #expect(!player(22).screen.contains("1 changed") && !player(22).screen.contains("▌•"))
    #expect(player(23).screen.contains("• 1 changed") && player(23).screen.contains("▌•"))
    var found = player(23)
    #expect(SearchTests.found("@changed", &found) == ["Port"])
    #expect(SearchTests.found("@modified", &found) == ["Port", "Allowed users"])
  }

  @Test func `a saved change explains how the program loads it`() {
    var bundle = Samples.document([EditingTests.toggle()]).bundle
    bundle.programFile = ProgramFile(tables: [], knownKeys: [])
    bundle.programFile?.reload = "Run 'systemctl reload ssh'."
    var player = Player(PaneTree(bundle, word: "sshd_config", isFile: true))
    player.press("Space")
    #expect(player.screen.contains("Saved. Run 'systemctl reload ssh'."))
    var row = EditingTests.toggle()
    row.needsRestart = true
    player = Player(Samples.document([row]))
    player.press("Space")
    #expect(player.screen.contains("Saved. Play sounds takes effect after a restart."))
  }

  // MARK: Keys in rows

  /// Returns a player that shows the settings file of another program.
  static func filePlayer(columns: Int, look: Appearance = Appearance()) -> Player {
    let title = "A title that is longer than the column for titles"
    let controls = [
      Control(.text, key: "PermitRootLogin", title: "Root login"),
      Control(.toggle, key: "server.port", title: "port"),
      Control(.text, key: "Long", title: title),
    ]
    let bundle = Samples.document(controls).bundle
    var look = look
    look.showsKeys = true
    return Player(
      PaneTree(bundle, word: "sshd_config", isFile: true), look: look,
      size: Size(rows: 24, columns: columns))
  }

  @Test func `the key of another program's setting is shown at the end of its row`() throws {
    var player = Self.filePlayer(columns: 100)
    func row(_ title: String) throws -> String {
      try #require(render(player.state).lines.first { $0.contains(title + "  ") })
    }
    #expect(try row("Root login").contains(/\s{2}PermitRootLogin\s*$/))
    #expect(try !row("port").contains("server.port"), "the title already names the key")
    player.state.look.showsKeys = false
    #expect(try !row("Root login").contains("PermitRootLogin"))
    player.state.look.showsKeys = true
    player.act(.event(.resized(Size(rows: 24, columns: 99))))
    #expect(try !row("Root login").contains("PermitRootLogin"), "the row is too narrow for the key")
  }

  @Test func `a key next to a title works right to left and without colors`() {
    var look = Appearance()
    look.words = Strings(preferred: ["ar"])
    look.theme.hasColors = false
    let player = Self.filePlayer(columns: 100, look: look)
    #expect(player.screen.contains("PermitRootLogin  Root login"))
    #expect(player.screen.contains("A title that is longer than the column for titles"))
  }

  @Test(arguments: [50, 80, 100])
  func `the status line always shows the key`(columns: Int) {
    let player = Self.filePlayer(columns: columns)
    let strip = render(player.state).lines[player.state.frame.facts ?? 0]
    #expect(strip.contains("PermitRootLogin"), "\(strip)")
  }
}
