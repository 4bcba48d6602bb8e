import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport
import SetteeVerbs
import Testing

@testable import SetteeEditor

/// The home screen with apps, programs, and files.
@Suite struct HomeTests {
  private static func setting(
    _ title: String, _ value: String, isChanged: Bool = false, isSet: Bool = false
  ) -> HomeSetting {
    HomeSetting(
      key: title.lowercased().replacing(" ", with: "."), title: title, value: value,
      isChanged: isChanged, isSet: isSet || isChanged)
  }

  /// Entries of every kind, as in the specification.
  static let batch = HomeBatch(
    entries: [
      HomeEntry(
        word: "org.settee.mail", title: "Mail", group: .apps, place: "org.settee.mail",
        file: "~/.config/org.settee.mail.plist", panes: [("Mail", 14), ("Accounts", 2)],
        set: 9, changed: 8, unpushed: 5,
        settings: [
          setting("Your name", "Ada Lovelace", isChanged: true), setting("Sort by", "Date"),
          setting("Text size", "16 pt", isChanged: true),
        ]),
      HomeEntry(
        word: "org.settee.settee", title: "Settee", group: .apps, place: "org.settee.settee",
        file: "~/.config/org.settee.settee.plist",
        settings: [setting("Theme", "Match terminal")]),
      HomeEntry(
        word: "git", title: "Git", group: .programs, place: "~/.gitconfig",
        file: "~/.gitconfig", format: "git", set: 12,
        settings: [setting("user.name", "Ada Lovelace", isSet: true)]),
      HomeEntry(
        word: "sshd", title: "SSH Server", group: .programs, place: "/etc/ssh/sshd_config",
        file: "/etc/ssh/sshd_config", format: "flat", isSystem: true, set: 7,
        settings: [setting("Port", "22", isSet: true)]),
      HomeEntry(
        word: "postgresql", title: "PostgreSQL", group: .programs,
        place: "/etc/postgresql/15/main/postgresql.conf",
        file: "/etc/postgresql/15/main/postgresql.conf", format: "flat", isMissing: true,
        isSystem: true),
      HomeEntry(
        word: "./broken.toml", title: "broken.toml", group: .files, place: "~/notes/broken.toml",
        file: "./broken.toml", format: "TOML", fault: "Line 2, column 8: text needs quotes."),
      HomeEntry(
        word: "./pyproject.toml", title: "pyproject.toml", group: .files,
        place: "~/notes/pyproject.toml", file: "./pyproject.toml", format: "TOML", set: 1,
        settings: [setting("line-length", "100", isSet: true)]),
    ],
    changes: [
      HomeChange(
        word: "org.settee.mail", app: "Mail", key: "text.size", title: "Text size", old: "14 pt",
        new: "16 pt", moment: 3, time: "13:42"),
      HomeChange(
        word: "git", app: "Git", key: "user.name", title: "user.name", old: "Ada",
        new: "Ada Lovelace", moment: 2, time: "2026-03-14"),
    ], isLast: true)

  /// More entries than fit on a screen.
  static let long = HomeBatch(
    entries: (0..<60).map { index in
      HomeEntry(
        word: "org.example.app\(index)", title: "App \(index)", group: index < 30 ? .apps : .files,
        place: "org.example.app\(index)", changed: index % 2,
        settings: [setting("Sound \(index)", "On")])
    }, isLast: true)

  static func player(_ size: String, _ language: String = "en") throws -> Player {
    var player = Player(
      Samples.document([EditingTests.toggle()]), look: GoldenTests.look(language),
      size: try GoldenTests.size(size))
    player.act(.event(.home(batch)))
    return player
  }

  // MARK: Screens

  @Test(arguments: ["20x5", "40x12", "60x16", "80x24", "100x32", "132x40", "200x50"])
  func `the home screen in every layout`(size: String) throws {
    for (index, language) in Strings.languages.enumerated() {
      var look = GoldenTests.look(language)
      let (name, change) = GoldenTests.looks[(index * 2) % GoldenTests.looks.count]
      change(&look)
      var player = Player(
        Samples.document([EditingTests.toggle()]), look: look, size: try GoldenTests.size(size))
      player.act(.event(.home(Self.batch)))
      try Golden.check(render(player.state), "home-\(size)-\(language)-\(name)")
    }
  }

  @Test func `each group, state, and file is on the screen`() throws {
    let screen = try Self.player("100x32").screen
    for text in [
      "Apps", "Programs", "Files here", "Recently changed", "• 8 changed   ↑ 5 not pushed",
      "as installed", "12 set", "1 setting", "no file yet", "~/.gitconfig", "root",
      "~/.config/org.settee.settee.plist", "TOML",
      "! broken.toml", "Line 2: text needs quotes.", "14 pt → 16 pt", "With problems",
      "Mail · org.settee.mail · 3 settings in 2 panes",
    ] {
      #expect(screen.contains(text), "\(text)")
    }
  }

  @Test func `an app or file can be identified in a small window`() throws {
    for size in ["40x12", "20x5"] {
      var player = try Self.player(size)
      #expect(player.screen.contains("Mail"))
      #expect(size == "20x5" || player.screen.contains("/ search everything"))
      player.press("Down", "Down")
      #expect(player.screen.contains("Git"))
    }
  }

  @Test func `each row has its title, state, file, and owner in the same columns`() throws {
    let player = try Self.player("100x32")
    let lines = render(player.state).lines
    func column(_ text: String, in row: String) throws -> Int {
      let line = try #require(lines.first { $0.contains(" \(row)  ") }, "\(row)")
      let start = try #require(line.firstRange(of: text)?.lowerBound)
      return line.distance(from: line.startIndex, to: start)
    }
    let states = try [
      ("Mail", "• 8"), ("Settee", "as in"), ("Git", "12 set"), ("SSH Server", "7 set"),
    ]
    .map { try column($0.1, in: $0.0) }
    #expect(Set(states).count == 1)
    let files = try [("Settee", "~/.con"), ("Git", "~/.git"), ("SSH Server", "/etc")]
      .map { try column($0.1, in: $0.0) }
    #expect(Set(files).count == 1)
    // The owner is shown only if it is root.
    let owners = try [("SSH Server", "root"), ("PostgreSQL", "root")]
      .map { try column($0.1, in: $0.0) }
    #expect(Set(owners).count == 1)
    #expect(!lines.contains { $0.hasSuffix(" user") })
  }

  @Test func `many programs without a file share a row until Enter is pressed on it`() throws {
    var batch = Self.batch
    batch.entries.insert(
      contentsOf: (1...5).map {
        HomeEntry(
          word: "tool\($0)", title: "Tool \($0)", group: .programs, place: "~/.tool\($0)",
          isMissing: true, settings: [Self.setting("Option \($0)", "1")])
      }, at: 5)
    var player = Player(
      Samples.document([EditingTests.toggle()]), size: try GoldenTests.size("100x32"))
    player.act(.event(.home(batch)))
    #expect(player.screen.contains("… 6 more programs without a file"))
    #expect(!player.screen.contains("Tool 3") && !player.screen.contains("PostgreSQL"))
    player.type("/tool 3")
    #expect(player.screen.contains("~/.tool3") || player.screen.contains("Tool 3"))
    player.press("Esc")
    while player.state.home?.focused != .more(6) { player.press("Down") }
    player.press("Enter")
    #expect(player.state.home?.focusedEntry?.word == "postgresql")
    #expect(player.screen.contains("Tool 3") && !player.screen.contains("without a file"))
  }

  // MARK: Arrival

  @Test func `entries that arrive move neither the rows above nor the focus`() throws {
    var player = Player(
      Samples.document([EditingTests.toggle()]), size: try GoldenTests.size("100x32"))
    var lines: [String] = []
    for (index, entry) in Self.batch.entries.enumerated() {
      player.act(.event(.home(HomeBatch(entries: [entry]))))
      let column = player.state.frame.pane.lowerBound
      let shown = render(player.state).lines.dropFirst(4).prefix { !$0.contains("────") }
        .map { String($0.dropFirst(column)) }
      for (old, now) in zip(lines, shown) where old.contains(where: { $0 != " " }) {
        #expect(old == now, "after entry \(index)")
      }
      lines = shown
      #expect(player.state.home?.place.focus == 0)
    }
  }

  @Test func `entries that were loaded again keep the focus`() throws {
    var player = try Self.player("100x32")
    player.press("Down", "Down", "Down")
    let word = player.state.home?.focusedEntry?.word
    var again = Self.batch
    again.entries.insert(
      HomeEntry(word: "org.example.new", title: "New", group: .apps), at: 0)
    again.isWhole = true
    player.act(.event(.home(again)))
    #expect(word == "sshd" && player.state.home?.focusedEntry?.word == "sshd")
  }

  // MARK: Keys

  @Test func `a setting of any app is found by its title or key, and opened there`() throws {
    var player = try Self.player("100x32")
    player.type("/text si")
    #expect(player.screen.contains("Text size") && player.screen.contains("16 pt"))
    #expect(!player.screen.contains("SSH Server"))
    player.press("Enter")
    guard case .openApp("org.settee.mail")? = player.effects.last else {
      Issue.record("the app wasn't opened")
      return
    }
    let control = [EditingTests.toggle(), EditingTests.text()]
    player.state.focusWishes = ["name"]
    player.act(.event(.opened(Samples.document(control), [:])))
    #expect(player.state.control(of: player.state.focused)?.key == "name")
  }

  @Test func `an app and a setting are found together`() throws {
    var player = try Self.player("100x32")
    player.type("/mail sort")
    #expect(player.state.home?.focusable.count == 1)
    #expect(player.screen.contains("Sort by"))
    player.press("Esc")
    #expect(player.screen.contains("SSH Server"))
    player.type("/qqqq")
    #expect(player.screen.contains("No results."))
  }

  @Test func `the sidebar and m show some of the entries`() throws {
    var player = try Self.player("100x32")
    player.press("m")
    #expect(player.screen.contains("Mail") && !player.screen.contains("SSH Server"))
    player.press("m", "o", "Down", "Down")
    #expect(player.screen.contains("SSH Server") && !player.screen.contains("pyproject.toml"))
    player.press("Enter")
    #expect(player.state.home?.isInSidebar == false)
    player.press("o", "End")
    let shown = player.state.home?.rows.count(where: \.isFocusable)
    #expect(player.screen.contains("broken.toml") && shown == 1)
  }

  @Test func `Tab moves between the sections`() throws {
    var player = try Self.player("80x24")
    player.press("Tab")
    #expect(player.state.home?.focusedEntry?.word == "git")
    player.press("Tab")
    #expect(player.state.home?.focusedEntry?.word == "./broken.toml")
    player.press("S-Tab")
    #expect(player.state.home?.focusedEntry?.word == "git")
  }

  @Test func `a click chooses a filter, and opens the focused entry`() throws {
    var player = try Self.player("100x32")
    try BoxTests.press("With problems", &player)
    #expect(player.state.home?.rows.count(where: \.isFocusable) == 1)
    try BoxTests.press("broken.toml", &player)
    guard case .openApp("./broken.toml")? = player.effects.last else {
      Issue.record("nothing was opened")
      return
    }
  }

  // MARK: Loading

  @Test func `the loader finds apps, programs, files, and changes`() throws {
    let folder = try Folder()
    let environment = [
      "HOME": folder.path, "SETTEE_ROOT": folder.path + "/root",
      "SETTEE_PATH": ProjectFolder.path("Panes/Programs"),
    ]
    let finder = try AppFinder(environment: environment)
    try Data("[user]\n\tname = Ada\n".utf8).write(
      to: URL(filePath: folder.path + "/.gitconfig"))
    let ssh = URL(filePath: folder.path + "/root/etc/ssh")
    try FileManager.default.createDirectory(at: ssh, withIntermediateDirectories: true)
    try Data("Port 2222\nPermitRootLogin no\n".utf8).write(to: ssh.appending(path: "sshd_config"))
    let ruff = URL(filePath: folder.path + "/.config/ruff")
    try FileManager.default.createDirectory(at: ruff, withIntermediateDirectories: true)
    try Data("line-length = = 1\n".utf8).write(to: ruff.appending(path: "ruff.toml"))
    let batch = HomeLoader(finder: finder, home: folder.path).all()
    let git = try #require(batch.entries.first { $0.word == "git" })
    #expect(git.group == .programs && git.place == "~/.gitconfig" && git.set == 1)
    #expect(!git.isMissing && git.settings.contains { $0.key == "user.name" && $0.value == "Ada" })
    let sshd = try #require(batch.entries.first { $0.word == "sshd" })
    #expect(sshd.set == 2 && sshd.changed > 0, "the file of all users is read")
    #expect(sshd.isSystem && !git.isSystem)
    let missing = try #require(batch.entries.firstIndex { $0.isMissing })
    let first = batch.entries.first { $0.group == .programs }
    #expect(first?.word == "ruff" && first?.fault != nil, "a program with a problem comes first")
    let last = batch.entries.lastIndex { $0.group == .programs && !$0.isMissing } ?? 0
    #expect(missing > last, "programs without a file are below the others")
    #expect(batch.entries.count { $0.group == .programs && $0.fault != nil } == 1)
  }
}
