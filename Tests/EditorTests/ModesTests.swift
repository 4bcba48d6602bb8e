import Foundation
import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Tests dialogs and complex fields: dates, long texts, questions, push, and the list of apps.
@Suite struct ModesTests {
  static func date() -> Control {
    Control(.date, key: "when", title: "When")
  }

  static func dateText(_ player: Player) -> String? {
    guard let value = player.stored["when"] else { return nil }
    return date().text(of: value)
  }

  // MARK: Dates

  @Test func `a date is typed part by part`() throws {
    let start = try date("2026-03-14 09:30")
    var player = Player(
      Samples.document([Self.date()]),
      readings: [Samples.name("when"): SettingState(value: start, origin: .user, stored: start)])
    player.press("Enter")
    player.type("20271231")
    player.press("Enter")
    #expect(Self.dateText(player) == "2027-12-31 09:30")
  }

  @Test func `the arrows change a part of a date, and the day stays within the month`() throws {
    let start = try date("2024-01-31 23:59")
    var player = Player(
      Samples.document([Self.date()]),
      readings: [Samples.name("when"): SettingState(value: start, origin: .user, stored: start)])
    player.press("Enter", "Right", "Up", "Enter")
    #expect(Self.dateText(player) == "2024-02-29 23:59")
  }

  @Test func `t inserts the current time, and an unchanged date is not written`() throws {
    let start = try date("2024-01-31 23:59")
    var player = Player(
      Samples.document([Self.date()]),
      readings: [Samples.name("when"): SettingState(value: start, origin: .user, stored: start)])
    player.press("Enter", "Enter")
    #expect(!player.hasWritten)
    player.press("Enter", "t")
    #expect(player.effects.contains { if case .readClock = $0 { true } else { false } })
    player.act(.event(.clock(Date(timeIntervalSince1970: 1_800_000_000))))
    player.press("Enter")
    #expect(Self.dateText(player)?.hasPrefix("2027-01-1") == true)
  }

  @Test(arguments: ["202613", "20260230", "20261301"])
  func `a number out of range for a part of a date is rejected`(typed: String) throws {
    let start = try date("2026-03-14 09:30")
    var player = Player(
      Samples.document([Self.date()]),
      readings: [Samples.name("when"): SettingState(value: start, origin: .user, stored: start)])
    player.press("Enter", "Right")
    player.press("Left")
    let reason = "! Enter a whole number from 1 to "
    for character in typed where !player.screen.contains(reason) { player.type(String(character)) }
    #expect(player.screen.contains(reason))
    player.press("Esc")
    #expect(!player.hasWritten)
  }

  @Test(arguments: [
    (DatePicker.Mode.date, "20271231", "2027-12-31T12:00:00Z"),
    (.time, "2345", "2001-01-01T23:45:00Z"),
  ])
  func `a date and a time are typed and stored without a time zone`(
    mode: DatePicker.Mode, typed: String, kept: String
  ) throws {
    var control = Self.date()
    control.content = .date(DatePicker(mode))
    let start = try control.parse(mode == .date ? "2026-03-14" : "09:30").get()
    var player = Player(
      Samples.document([control]),
      readings: [Samples.name("when"): SettingState(value: start, origin: .user, stored: start)])
    player.press("Enter", "Enter")
    #expect(!player.hasWritten)
    player.press("Enter")
    player.type(typed)
    player.press("Enter")
    #expect(player.stored["when"]?.date.map(\.iso8601) == kept)
  }

  private func date(_ text: String) throws -> PropertyList { try Self.date().parse(text).get() }

  // MARK: Long texts

  @Test func `a multiline text is edited, joined, split and saved`() {
    var player = Player(Samples.document([Control(.textview, key: "notes", title: "Notes")]))
    player.press("Enter")
    player.type("one")
    player.press("Enter")
    player.type("two")
    player.press("Home", "Backspace", "Left", "Enter", "^O")
    #expect(player.stored["notes"] == .string("on\netwo"))
  }

  @Test func `closing a changed long text asks to continue, save or discard`() {
    var player = Player(Samples.document([Control(.textview, key: "notes", title: "Notes")]))
    player.press("Enter")
    player.type("one")
    player.press("Esc", "n")
    #expect(player.screen.contains("one") && player.state.dialogs.count == 1)
    player.press("Esc", "y")
    #expect(player.stored["notes"] == .string("one") && player.state.dialogs.isEmpty)
    player.press("Enter")
    player.type("more ")
    player.press("Esc", "Down", "Down", "Enter")
    #expect(player.stored["notes"] == .string("one") && player.state.dialogs.isEmpty)
  }

  @Test func `a long text shows why it can't be saved until the user types`() {
    var player = Player(Samples.document([Control(.textview, key: "notes", title: "Notes")]))
    player.press("Enter")
    player.type("one")
    player.act(.event(.failed("The disk is full.")))
    #expect(player.screen.contains("! The disk is full."))
    player.type("two")
    #expect(!player.screen.contains("full") && player.screen.contains("onetwo"))
  }

  @Test func `pasted lines stay lines in a long text`() {
    var player = Player(Samples.document([Control(.textview, key: "notes", title: "Notes")]))
    player.press("Enter")
    player.act(.paste("a\r\nb\u{1B}c\td\n"))
    player.press("^O")
    #expect(player.stored["notes"] == .string("a\nbc\td\n"))
  }

  @Test(arguments: [24, 40])
  func `a click on another row or section leaves an open field where it is`(rows: Int) throws {
    let controls = [
      Control(.text, key: "a", title: "First"), Control(.text, key: "b", title: "Second"),
    ]
    var player = Player(
      Samples.document(controls), size: Size(rows: rows, columns: rows == 24 ? 80 : 132))
    player.press("Enter")
    player.type("one")
    let focus = player.state.focusIndex
    for row in 1..<rows {
      for column in [2, 30, 60] where !player.screen.isEmpty {
        let line = Array(render(player.state).lines)[row]
        if line.contains("First") || row == rows - 1 { continue }
        player.act(.press(Position(row: row, column: column)))
      }
    }
    #expect(player.state.focusIndex == focus && player.screen.contains("one"))
    player.press("Enter")
    #expect(player.stored == ["a": .string("one")])
  }

  @Test func `the text from $EDITOR is inserted into the field, to be saved there`() {
    var player = Player(Samples.document([Control(.textview, key: "notes", title: "Notes")]))
    player.press("Enter", "^X")
    guard case .editExternally("")? = player.effects.last else {
      Issue.record("no editor was requested")
      return
    }
    player.act(.event(.edited("from outside\n")))
    #expect(player.stored.isEmpty)
    player.press("^O")
    #expect(player.stored["notes"] == .string("from outside"))
  }

  // MARK: Conditions

  @Test func `a disabled row explains its condition and changes nothing`() {
    var second = EditingTests.text()
    second.enabledWhen = [Condition(key: "sounds", values: [.boolean(false)])]
    var hidden = Control(.toggle, key: "hidden", title: "Hidden")
    hidden.visibleWhen = [Condition(key: "sounds", values: [.boolean(false)])]
    var player = Player(Samples.document([EditingTests.toggle(), second, hidden]))
    #expect(!player.screen.contains("Hidden"))
    player.press("Down", "Enter")
    #expect(player.state.dialogs.isEmpty)
    #expect(player.screen.contains("! Available when Play sounds is Off."))
    player.press("Up", "Space")
    #expect(player.screen.contains("Hidden"))
    player.press("Down", "Enter")
    #expect(!player.state.dialogs.isEmpty)
  }

  @Test func `a managed value is marked and cannot be changed`() {
    let reading = SettingState(value: .boolean(false), origin: .managed)
    var player = Player(
      Samples.document([EditingTests.toggle()]), readings: [Samples.name("sounds"): reading])
    #expect(player.screen.contains("▌§"))
    player.press("Space", "r", "+")
    #expect(player.effects.isEmpty)
    #expect(player.screen.contains("managed by an administrator") || player.state.message != nil)
  }

  // MARK: Cloud

  static let plan = PushDialog(
    mirror: "folder:/mirror", last: nil,
    rows: [
      PushRow(
        name: Samples.name("sounds"), title: "Play sounds", here: "On", cloud: "Off",
        difference: .conflict, keep: nil),
      PushRow(
        name: Samples.name("name"), title: "Name", here: "Ada", cloud: "", difference: .pending,
        keep: .local
      ),
    ])

  @Test func `a push requires a choice for every conflict`() {
    var player = Player(Samples.document([EditingTests.toggle()]))
    player.press("p")
    player.act(.event(.plan(Self.plan)))
    #expect(player.screen.contains("1 to resolve"))
    player.press("Enter")
    #expect(player.state.message?.isError == true)
    player.press("c", "Enter")
    guard case .push(let choices)? = player.effects.last else {
      Issue.record("nothing was pushed")
      return
    }
    #expect(choices.map(\.keep) == [.remote, .local])
    player.act(.event(.pushed("Pushed 2 settings.")))
    player.press("End")
    #expect(player.screen.contains("Pushed 2 settings."))
  }

  @Test func `the mirror and the time of the last push are separated on a narrow screen`() {
    var player = Player(
      Samples.document([EditingTests.toggle()]), size: Size(rows: 12, columns: 40))
    player.press("p")
    var plan = Self.plan
    (plan.mirror, plan.last) = ("~/Synchronized/settings/mail", "2026-03-13 19:12")
    player.act(.event(.plan(plan)))
    #expect(player.screen.contains("… "), "\(player.screen)")
    #expect(!player.screen.contains("…last"), "\(player.screen)")
  }

  @Test func `the outline shows no number for a section without settings`() {
    let groups = [
      PaneGroup(title: "Editing", controls: []),
      PaneGroup(title: "Sounds", controls: [EditingTests.toggle()]),
    ]
    let pane = Pane(file: "Root", title: "Sample", domain: "org.example", groups: groups)
    let bundle = SettingsBundle(title: "Sample", domain: "org.example", panes: [pane])
    let player = Player(
      PaneTree(bundle, word: "org.example"), size: Size(rows: 24, columns: 132))
    let lines = player.screen.split(separator: "\n").filter { $0.contains("Editing") }
    #expect(!lines.isEmpty && !lines.contains { $0.contains("Editing  ") && $0.contains(" 0") })
  }

  @Test func `a conflict is shown in the header and in its row until it is resolved`() {
    let name = Samples.name("sounds")
    var reading = SettingState(value: .boolean(true), origin: .user)
    (reading.stored, reading.isUnpushed) = (.boolean(true), true)
    let groups = [
      PaneGroup(title: "Sounds", controls: [EditingTests.toggle()]),
      PaneGroup(title: "Other", controls: [Control(.toggle, key: "other", title: "Other")]),
    ]
    let pane = Pane(file: "Root", title: "Sample", domain: "org.example", groups: groups)
    let bundle = SettingsBundle(title: "Sample", domain: "org.example", panes: [pane])
    var player = Player(
      PaneTree(bundle, word: "org.example"), readings: [name: reading],
      size: Size(rows: 24, columns: 100))
    var plan = Self.plan
    plan.rows[0].author = "laptop, 13:28"
    player.press("p")
    player.act(.event(.plan(plan)))
    player.press("Esc")
    let lines = player.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].contains("! 1 conflict"))
    let row = lines.firstIndex { $0.contains("Play sounds") } ?? 0
    #expect(lines[row].contains("!"))
    #expect(lines[row].contains("On") && lines[row + 1].contains("Here   On"))
    #expect(lines[row + 2].contains("Cloud  Off  laptop, 13:28"))
    let columns = ["Here ", "Cloud "].map { label in
      lines.lazy.compactMap { $0.firstRange(of: label)?.lowerBound.utf16Offset(in: $0) }.first
    }
    #expect(columns[0] == columns[1], "the two sides are in the same column")
    #expect(lines.contains { $0.contains("Sounds") && $0.contains("!1") })
    #expect(player.screen.contains("p resolve"))
    player.press("p")
    player.act(.event(.plan(plan)))
    player.press("c", "Enter")
    player.act(.event(.pushed("Pushed 2 settings.")))
    #expect(!player.screen.contains("conflict"))
  }

  @Test func `the push page shows what it waits for, and Esc stops waiting`() {
    var player = Player(Samples.document([EditingTests.toggle()]))
    player.press("p")
    player.act(.event(.waiting("etcd://mirror:2379/ada")))
    #expect(player.screen.contains("etcd://mirror:2379/ada"))
    #expect(player.screen.contains("Comparing with the cloud… Press Esc to stop waiting."))
    // Keys typed before the choices appear must not choose one.
    player.press("Enter", "c", "Esc")
    #expect(player.state.dialogs.isEmpty)
    guard case .stopWaiting? = player.effects.last else {
      Issue.record("the loop is still waiting")
      return
    }
  }

  @Test func `a failed or closed push keeps the choices`() throws {
    var player = Player(Samples.document([EditingTests.toggle()]))
    player.press("p")
    player.act(.event(.plan(Self.plan)))
    player.press("c", "Enter")
    #expect(player.screen.contains("Pushing to the cloud… Press Esc to stop waiting."))
    // Keys typed during the push must not choose anything.
    player.press("h")
    player.act(.event(.failed("The mirror cannot be reached.")))
    #expect(player.screen.contains("! The mirror cannot be reached."))
    player.press("Enter")
    player.press("Esc")
    #expect(player.screen.contains("Stopped waiting."))
    player.press("Enter")
    let pushed = player.effects.compactMap { effect -> [CloudSide?]? in
      if case .push(let choices) = effect { choices.map(\.keep) } else { nil }
    }
    #expect(pushed == Array(repeating: [.remote, .local], count: 3))
    var changed = Self.plan
    changed.rows[1].cloud = "Bob"
    changed.rows[1].keep = nil
    player.act(.event(.plan(changed)))
    guard let dialog = player.state.dialog as? PushDialog else {
      Issue.record("the page was closed")
      return
    }
    #expect(dialog.rows.map(\.keep) == [.remote, nil])
    #expect(player.screen.contains("Values have changed in the meantime"))
    player.act(.event(.news("Pulled 1.", isError: false)))
    #expect(player.state.dialogs.count == 1)
  }

  // MARK: Apps and languages

  @Test func `the home screen finds an app, opens it and can be opened again`() {
    var player = Player(Samples.document([EditingTests.toggle()]))
    let entries = ["Mail", "Music", "Editor"].map {
      HomeEntry(word: "org.\($0)", title: $0, group: .apps, place: "org.\($0)", changed: 1)
    }
    player.act(.event(.home(HomeBatch(entries: entries, isLast: true))))
    #expect(player.screen.contains("Music"))
    player.type("/mu")
    player.press("Enter")
    guard case .openApp("org.Music")? = player.effects.last else {
      Issue.record("no app was opened")
      return
    }
    player.act(.event(.opened(Samples.document([EditingTests.text()]), [:])))
    #expect(player.screen.contains("Name"))
    player.press("Esc")
    #expect(player.state.showsHome)
  }

  @Test func `changing the language keeps the pane and the row`() throws {
    var player = Player(try Samples.mail(language: "en"))
    let pane = try #require(player.state.document.pane(named: "Sounds"))
    player.state.path = player.state.document.way(to: pane)
    player.state.rebuildItems()
    player.press("Down")
    let focus = player.state.focused
    player.act(.event(.opened(try Samples.mail(language: "de"), [:])))
    #expect(player.state.focused == focus)
    #expect(player.screen.contains("Mitteilungen"))
    #expect(player.state.path.count == 3)
  }

  // MARK: Mouse and commands

  @Test func `a click focuses a row, and a second click activates it`() {
    var player = Player(Samples.document([EditingTests.toggle(), EditingTests.text()]))
    player.act(.press(Position(row: 4, column: 24)))
    #expect(player.state.focused == .row(0, 1) && player.effects.isEmpty)
    player.act(.press(Position(row: 3, column: 24)))
    player.act(.press(Position(row: 3, column: 10)))
    #expect(player.effects.isEmpty, "a title isn't a toggle")
    player.act(.press(Position(row: 3, column: 24)))
    #expect(player.stored["sounds"] == .boolean(false))
  }

  @Test func `c copies the row as a shell command`() {
    let value = PropertyList.string("it's $HOME")
    var player = Player(
      Samples.document([EditingTests.text()]),
      readings: [Samples.name("name"): SettingState(value: value, origin: .user, stored: value)])
    player.press("c")
    guard case .copy(let text)? = player.effects.last else {
      Issue.record("nothing was copied")
      return
    }
    #expect(text == "settee set --type string org.example name 'it'\\''s $HOME'")
  }

  @Test func `every command of the menu works on every row`() {
    let menu = (KeyMap.standard.bindings[.rows] ?? []).filter { !$0.command.moves }
    for binding in menu where binding.command != .actions {
      var player = Player(Samples.document([EditingTests.toggle(), EditingTests.slider()]))
      player.act(.command(binding.command))
      RandomWalkTests.check(player, "\(binding.command)")
    }
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5), (80, 6)])
  func `every line of a question can be read`(columns: Int, rows: Int) throws {
    let changes = (0..<40).map { number in
      ValueChange(name: Samples.name("key\(number)"), old: nil, new: .integer(number))
    }
    var player = Player(
      Samples.document([EditingTests.toggle()]), size: Size(rows: rows, columns: columns))
    player.act(.event(.importPlan(file: "in.plist", changes, untold: [])))
    var seen = player.screen
    for _ in 0..<40 {
      player.press("PgDn")
      seen += player.screen
    }
    for number in 0..<40 {
      #expect(seen.contains("key\(number):"), "\(number) at \(columns)x\(rows)")
    }
    #expect(player.screen.contains("Cancel"))
    for _ in 0..<40 { player.press("PgUp") }
    #expect(player.screen.contains("Import"))
  }
}
