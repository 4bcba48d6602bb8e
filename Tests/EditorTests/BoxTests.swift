import Foundation
import Settee
import SetteeTerminal
import SetteeVerbs
import Testing

@testable import SetteeEditor

/// Tests boxes that are shown above the shaded page: their frames and their mouse actions.
@Suite struct BoxTests {
  static let sizes = ["80x24", "132x40", "60x16", "40x12"]

  /// The boxes, each with the keys that open it.
  static let scenes: [(name: String, pane: String, keys: String)] = [
    ("choices", "Root", "End PgUp PgUp PgUp /"), ("chooser", "Advanced", "Enter"),
    ("filtered", "Advanced", "Enter e r"),
    ("date", "Notifications", "Down Down Down Down Down Enter Right"),
    ("longtext", "Writing", "Enter D e a r Enter A d a"), ("search", "Root", "/ p r e"),
    ("empty-search", "Root", "/"), ("search-fact", "Root", "/ @ c h a n g e d"),
    ("help", "Root", "F1"), ("help-found", "Root", "F1 / u n d o"), ("info", "Root", "i"),
    ("differences", "Root", "d"), ("actions", "Root", "F9"), ("leave", "Root", "Esc"),
    ("changes", "Root", "U"), ("undo-one", "Root", "U Down Enter"), ("push", "Root", "p"),
    ("comparing", "Root", "p"), ("start", "Root", ""), ("tree", "Root", "o"),
    ("export", "Root", "F9 e x p o r t Enter"), ("domain", "Root", ""),
  ]

  /// Returns a player with an open box, after every value of Mail has been loaded.
  static func player(_ scene: Int, size: String, look: Appearance) throws -> Player {
    let (name, pane, keys) = scenes[scene]
    let document = try Samples.mail(language: look.language ?? "en")
    var player = Player(
      document, readings: GoldenTests.readings(document), look: look,
      size: try GoldenTests.size(size))
    player.state.path = document.way(to: try #require(document.pane(named: pane)))
    player.state.rebuildItems()
    player.state.settle()
    if name == "choices" { player.focus("mail.sort") }
    if name == "leave" {
      player.state.staged = []
      player.focus("mail.previews")
      player.press("Space")
    }
    for (index, key) in keys.split(separator: " ").enumerated() where name != "choices" {
      if key.count == 1, index > 0 { player.type(String(key)) } else { player.press(String(key)) }
      if name == "push", index == 0 { player.act(.event(.plan(plan))) }
      if key == "U" { player.act(.event(.changes(changes))) }
    }
    if name == "choices" { player.press("Enter") }
    if name == "comparing" { player.act(.event(.waiting("etcd://mirror:2379/ada"))) }
    if name == "start" { player.act(.event(.home(HomeTests.batch))) }
    if name == "domain" { player.act(.event(.nameless(proposal: "local.mail"))) }
    return player
  }

  static func name(_ key: String) -> SettingName {
    SettingName(domain: "org.settee.mail", key: key)
  }

  static let plan = PushDialog(
    mirror: "~/Sync/mail", last: "2026-03-13 19:12",
    rows: [
      PushRow(
        name: name("mail.signature"), title: "Signature", here: "Sent from my terminal",
        cloud: "not set", difference: .pending, keep: .local),
      PushRow(
        name: name("mail.previewLines"), title: "Preview lines", here: "4", cloud: "not set",
        difference: .pending, keep: .local),
      PushRow(
        name: name("mail.sort"), title: "Sort by", here: "Size", cloud: "Sender",
        difference: .conflict, keep: nil, author: "laptop, 08:12"),
      PushRow(
        name: name("mail.textSize"), title: "Text size", here: "14 pt", cloud: "18 pt",
        difference: .incoming, keep: .remote),
      PushRow(
        name: name("fetch.schedule"), title: "Fetch new messages", here: "not set",
        cloud: "Hourly", difference: .incoming, keep: .remote),
    ])

  static let changes = [
    PastChange(
      name: name("notify.volume"), old: .real(0.5), new: .real(0.25),
      time: Date(timeIntervalSince1970: 1_773_480_600), author: "ada, settee"),
    PastChange(
      name: name("account.name"), old: nil, new: .string("Ada Lovelace"),
      time: Date(timeIntervalSince1970: 1_773_394_200), author: "ada, settee"),
    PastChange(
      name: name("account.password"), isSecret: true,
      time: Date(timeIntervalSince1970: 1_773_307_800), author: "ada, settee"),
  ]

  @Test(arguments: scenes.indices)
  func `every box in alternating sizes, languages, character sets and themes`(
    index: Int
  ) throws {
    for (turn, size) in Self.sizes.enumerated() {
      let language = ["en", "en", "de", "ja"][(index + turn) % 4]
      let (letters, lettering) = GoldenTests.letterings[(index + turn / 2) % 5 == 0 ? 1 : 0]
      let (colors, theme) = GoldenTests.themes[(index / 2 + turn) % 4 == 3 ? 1 : 0]
      let player = try Self.player(
        index, size: size, look: GoldenTests.look(language, lettering, theme))
      let scene = Self.scenes[index].name
      try Golden.check(
        render(player.state), "box-\(scene)-\(size)-\(language)-\(letters)-\(colors)")
    }
  }

  static func player(_ name: String, size: String = "80x24") throws -> Player {
    let index = try #require(scenes.firstIndex { $0.name == name })
    return try player(index, size: size, look: GoldenTests.look("en"))
  }

  @Test(arguments: scenes.indices, [false, true])
  func `the page behind a box is shaded, or blank in high contrast, except for the focused row`(
    index: Int, isStrong: Bool
  ) throws {
    var look = GoldenTests.look("en")
    look.theme.isStrong = isStrong
    let player = try Self.player(index, size: "80x24", look: look)
    guard let box = player.state.boxes.last?.box else { return }
    let screen = render(player.state)
    let lit = box.shape.place == .atRow ? player.state.focusedRows : 0..<0
    for (row, cells) in screen.rows.enumerated() where !lit.contains(row) {
      for (column, cell) in cells.enumerated()
      where !box.frame.contains(Position(row: row, column: column)) {
        // A blank cell has no foreground color to compare.
        let isBlank = cell.glyph == .blank && cell.style == .plain
        #expect(isBlank || cell.style == Style(.shade) && !isStrong, "\(row) \(column)")
      }
    }
    for row in lit { #expect(screen.rows[row].contains { $0.style.ink != .shade }) }
    #expect(box.frame.contains(screen.cursor))
    #expect(screen.rows.indices.contains(box.frame.rows.upperBound))
  }

  @Test(arguments: scenes.indices)
  func `a click outside a box closes it and writes nothing`(index: Int) throws {
    var player = try Self.player(index, size: "80x24", look: GoldenTests.look("en"))
    guard let box = player.state.boxes.last?.box,
      !["longtext", "domain"].contains(Self.scenes[index].name)
    else {
      return
    }
    let depth = player.state.dialogs.count
    player.act(.press(Position(row: 0, column: 0)))
    if Self.scenes[index].name == "help-found" { player.act(.press(Position(row: 0, column: 0))) }
    #expect(player.state.dialogs.count < depth, "\(box.frame)")
    let readings = GoldenTests.readings(player.state.document).single.values
    #expect(player.stored.count == readings.count { $0.stored != nil })
  }

  @Test func `the keys of a box can be clicked`() throws {
    var player = try Self.player("leave")
    let box = try #require(player.state.boxes.last?.box)
    let row = render(player.state).lines[box.keys.rows.lowerBound]
    let start = try #require(row.firstRange(of: "Esc")?.lowerBound)
    let column = row.distance(from: row.startIndex, to: start)
    player.act(.press(Position(row: box.keys.rows.lowerBound, column: column + 1)))
    #expect(player.state.dialogs.isEmpty && player.effects.isEmpty)
  }

  /// Clicks a string on the screen.
  static func press(_ text: String, _ player: inout Player) throws {
    let lines = render(player.state).lines
    let row = try #require(lines.firstIndex { $0.contains(text) })
    let start = try #require(lines[row].firstRange(of: text)?.lowerBound)
    let column = player.state.look.columns(of: String(lines[row][..<start]))
    player.act(.press(Position(row: row, column: column)))
  }

  @Test func `the two buttons of a conflict choose a side`() throws {
    var player = try Self.player("push")
    try Self.press("Cloud: Sender", &player)
    guard let dialog = player.state.dialog as? PushDialog else { return }
    #expect(dialog.rows[2].keep == .remote)
    try Self.press("Here: Size", &player)
    guard let other = player.state.dialog as? PushDialog else { return }
    #expect(other.rows[2].keep == .local)
    try Self.press("Text size", &player)
    guard let third = player.state.dialog as? PushDialog else { return }
    #expect(third.place.focus == 3)
  }

  @Test func `a day of the month can be clicked, and a second click keeps it`() throws {
    var player = try Self.player("date")
    player.act(.event(.clock(Date(timeIntervalSince1970: 1_773_480_600))))
    try Self.press("21 ", &player)
    let box = try #require(player.state.boxes.last?.box)
    let row = try #require(
      render(player.state).lines.firstIndex { $0.contains("[21]") })
    #expect(box.content.rows.contains(row) && player.stored.count == 6)
    let line = render(player.state).lines[row]
    let start = try #require(line.firstRange(of: "21]")?.lowerBound)
    let column = player.state.look.columns(of: String(line[..<start]))
    player.act(.press(Position(row: row, column: column)))
    #expect(player.state.dialogs.isEmpty && player.stored.count == 7)
  }

  @Test func `a filter chip narrows the search, and a second click widens it`() throws {
    var player = try Self.player("empty-search")
    guard let all = player.state.dialog as? SearchDialog else { return }
    let total = all.index.count
    #expect(all.hits.count == total)
    try Self.press("@changed", &player)
    guard let some = player.state.dialog as? SearchDialog else { return }
    #expect(!some.hits.isEmpty && some.hits.count < total)
    try Self.press(" @managed", &player)
    try Self.press("@changed  ", &player)
    guard let none = player.state.dialog as? SearchDialog else { return }
    #expect(none.query.text == "@managed")
  }

  @Test func `matches are highlighted in search results`() {
    func marked(_ text: String, _ query: String) -> String {
      SearchQuery(query).spans(of: text, .text).map {
        $0.style == .text ? $0.text : "<\($0.text)>"
      }.joined()
    }
    #expect(marked("Show previews", "pre") == "Show <pre>views")
    #expect(marked("Show pictures", "pres") == "Show <p>ictu<res>")
    #expect(marked("Grüße am Ende", "gruss ende") == "<Grüß>e am <Ende>")
    #expect(marked("Version", "") == "Version")
    #expect(marked("", "x").isEmpty)
  }

  @Test func `a past change is undone after a question, unless the value has changed since`()
    throws
  {
    var player = try Self.player("changes")
    player.press("Down", "u")
    #expect(player.screen.contains("Undo the change to Your name?"))
    player.press("n")
    #expect(player.stored["account.name"] != nil)
    player.press("Enter", "y")
    #expect(player.stored["account.name"] == nil)
    #expect(player.effects.contains { if case .changes = $0 { true } else { false } })
    // The current value differs from the result of that change, so undo is rejected.
    player.press("Enter")
    #expect(player.state.message?.isError == true)
    player.press("Down", "Enter")
    #expect(player.state.message?.text.contains("secret") == true)
    player.press("Esc", "u")
    #expect(player.stored["account.name"] == .string("Ada Lovelace"))
  }

  @Test func `the history distinguishes lists with the same number of items`() throws {
    let list = Control(.list, key: "accounts", title: "Accounts")
    func accounts(_ name: String) -> PropertyList { .array([.dictionary(["name": .string(name)])]) }
    var player = Player(Samples.document([list]))
    player.press("U")
    let change = PastChange(
      name: Samples.name("accounts"), old: accounts("ada"), new: accounts("eve"))
    player.act(.event(.changes([change])))
    #expect(player.screen.contains("ada") && player.screen.contains("eve"))
  }

  @Test func `closing Settee's own settings returns to the previous pane`() throws {
    var player = try Self.player("differences")
    player.press("Esc", "m", "Down")
    let focus = player.state.focused
    player.press(",")
    guard case .openOwn? = player.effects.last else {
      Issue.record("they were not opened")
      return
    }
    let own = PaneTree(
      SettingsBundle(title: "Settee", domain: AppFinder.ownDomain, panes: []),
      word: AppFinder.ownDomain)
    let (mail, readings) = (player.state.document, player.state.readings)
    player.act(.event(.opened(own, [:])))
    #expect(player.state.filter == nil)
    player.press("Esc")
    guard case .reopenFormer? = player.effects.last else {
      Issue.record("going back opened another pane")
      return
    }
    player.act(.event(.opened(mail, readings)))
    #expect(player.state.focused == focus && player.state.filter != nil)
  }
}
