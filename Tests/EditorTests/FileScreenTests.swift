import Foundation
import Settee
import SetteeTestSupport
import SetteeVerbs
import Testing

@testable import SetteeEditor
@testable import SetteeTerminal

/// Settings files on the screen: the header, the outline, errors, and the lines of the file.
@Suite struct FileScreenTests {
  /// Opens a file with a content in a temporary directory.
  static func session(_ name: String, _ content: String) throws -> (Session, Folder) {
    let folder = try Folder()
    let path = folder.path + "/" + name
    try Data(content.utf8).write(to: URL(filePath: path))
    var finder = try AppFinder(
      environment: ["HOME": folder.path, "SETTEE_ROOT": folder.path + "/root"])
    finder.mayBeBroken = true
    let app = try finder.open(path)
    let session = Session(
      app.shownBundle, word: app.name, domains: app.domains, home: folder.path)
    session.app = app
    return (session, folder)
  }

  static func player(_ session: Session, _ size: String, _ look: Appearance = Appearance()) throws
    -> Player
  {
    Player(
      session.document, readings: session.readings(), look: look, size: try GoldenTests.size(size))
  }

  static let toml = """
    title = "notes"

    [build]
    line-length = 100
    strict = true
    targets = [
      "linux",
      "darwin",
    ]

    [server]
    host = "localhost"
    token = "hunter2"

    """

  @Test func `the lines around a setting of a large file show no secrets`() throws {
    let lines = (1...400).map { $0.isMultiple(of: 50) ? "password\($0) = 'x'" : "a\($0) = \($0)" }
    let (session, folder) = try Self.session("settings.toml", lines.joined(separator: "\n"))
    defer { withExtendedLifetime(folder) {} }
    for number in [1, 90, 210, 399] {
      let name = SettingName(domain: session.domains[0].name.text, key: "a\(number)")
      let excerpt = try #require(session.excerpt(of: name))
      let hidden = excerpt.lines.filter { $0.before == "********" }.map(\.number)
      #expect(hidden == excerpt.lines.map(\.number).filter { $0.isMultiple(of: 50) })
      #expect(excerpt.lines.contains { $0.number == number && !$0.marked.isEmpty })
      #expect(!hidden.isEmpty || number == 1)
    }
  }

  // MARK: Header

  @Test(arguments: ["40x12", "59x24", "60x16", "80x24", "100x32", "132x40", "200x50"])
  func `the name of the file is in the header`(size: String) throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    for language in Strings.languages {
      let player = try Self.player(session, size, GoldenTests.look(language))
      #expect(render(player.state).lines[0].contains("settings.toml"), "\(size) \(language)")
    }
    _ = folder
  }

  @Test func `the header shows the path of the file, and the time of the last save`() throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    var player = try Self.player(session, "100x32")
    #expect(render(player.state).lines[0].contains("~/settings.toml"))
    player.act(.event(.saved(at: "13:42")))
    #expect(render(player.state).lines[0].hasSuffix("✓ saved 13:42"))
    _ = folder
  }

  @Test func `a comment is shown beside its value, except for secrets and without room`() throws {
    let (session, folder) = try Self.session(
      "settings.toml",
      """
      host = "::1"  # all\u{202e} interfaces
      # The port,
      # which is open.
      port = 80
      token = "hunter2"  # was hunter1
      long = "\(String(repeating: "word ", count: 11))"  # no room
      """)
    let player = try Self.player(session, "80x24")
    let lines = render(player.state).lines
    #expect(lines.contains { $0.contains("::1  # all\\u{202e} interfaces") }, "\(lines)")
    #expect(lines.contains { $0.contains("‹ 80 ›  # The port, ...") })
    #expect(!lines.contains { $0.contains("hunter") || $0.contains("# no") })
    _ = folder
  }

  // MARK: Outline

  @Test func `the outline lists the sections with their size, and follows the focus`() throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    var player = try Self.player(session, "100x32")
    let sidebar = try #require(player.state.frame.sidebar)
    #expect(ScreenLayout.sidebarColumns.contains(sidebar.count))
    func outline() -> [String] {
      render(player.state).lines.map { String($0.prefix(sidebar.count)) }
    }
    #expect(outline().contains { $0.contains("build") && $0.contains("3") })
    #expect(outline().contains { $0.hasPrefix("▌ settings.toml") && $0.contains("1") })
    player.press("Tab")
    #expect(outline().contains { $0.hasPrefix("▌ build") })
    player.press("Tab")
    #expect(outline().contains { $0.hasPrefix("▌ server") })
    player.press("o", "Up", "Enter")
    #expect(player.state.control(of: player.state.focused)?.key == "build.line-length")
    _ = folder
  }

  @Test func `a single section needs no outline, and no legend without markers`() throws {
    let (session, folder) = try Self.session("settings.toml", "[a]\nx = 1\n")
    let player = try Self.player(session, "100x32")
    #expect(player.state.frame.sidebar == nil)
    let (other, otherFolder) = try Self.session("settings.toml", Self.toml)
    let screen = try Self.player(other, "100x32").screen
    #expect(!screen.contains("managed") && !screen.contains("problem"))
    _ = (folder, otherFolder)
  }

  @Test func `a section with one setting shares its row, and stays in the outline`() throws {
    let content =
      "[user]\n\tname = Ada\n\temail = a@b.c\n[pull]\n\trebase = true\n[push]\n"
      + "\tdefault = simple\n[url \"ssh://git@example.org/\"]\n\tinsteadOf = gh:\n"
    let (session, folder) = try Self.session(".gitconfig", content)
    var player = try Self.player(session, "100x32")
    let lines = render(player.state).lines
    let row = try #require(lines.firstIndex { $0.contains("pull.rebase") })
    #expect(lines[row + 1].contains("push.default") && lines[row + 1].contains("simple"))
    let sidebar = try #require(player.state.frame.sidebar)
    #expect(lines[row - 1].dropFirst(sidebar.count).allSatisfy { $0 == " " })
    #expect(lines.contains { $0.hasPrefix("  pull") })
    // A long title keeps its heading.
    #expect(lines.contains { $0.contains("url.\"ssh://git@example.org/\" ──") })
    player.press("Tab", "Tab")
    #expect(player.state.control(of: player.state.focused)?.key == "push.default")
    #expect(render(player.state).lines.contains { $0.hasPrefix("▌ push") })
    _ = folder
  }

  @Test func `the last line of the list is never a heading without its rows`() throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    var (isLeftOut, isShown) = (false, false)
    for rows in 8..<32 {
      let player = try Self.player(session, "100x\(rows)")
      let lines = Array(render(player.state).lines[player.state.frame.list])
      #expect(!lines[lines.count - 1].contains("server ──"), "\(rows) rows")
      if lines[lines.count - 2].contains("targets") { isLeftOut = true }
      if lines.contains(where: { $0.contains("server ──") }) { isShown = true }
    }
    #expect(isLeftOut && isShown)
    _ = folder
  }

  @Test func `each file format has an accent color, unless the user has chosen one`() throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    var player = try Self.player(session, "100x32")
    #expect(player.state.shownTheme.accent == .blue)
    player.state.look.hasOneAccent = false
    #expect(player.state.shownTheme.accent == Accent(of: "toml"))
    #expect(Set(["git", "toml", "json", "yaml", "sshd"].map(Accent.init(of:))).count > 1)
    _ = folder
  }

  @Test func `below the rows is the line of the file`() throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    var player = try Self.player(session, "100x32")
    let name = try #require(
      player.state.control(of: player.state.focused).flatMap(player.state.name))
    let facts = session.facts(of: name, words: Strings())
    player.act(.event(.about(facts)))
    #expect(player.screen.contains("1 │ title = \"notes\""))
    _ = folder
  }

  @Test func `a value at the end of a long line is visible beside the rows`() throws {
    let text = "{" + (0..<100).map { "\"k\($0)\": 1, " }.joined() + "\"last\": 7}"
    let start = text.utf8.count - 2
    let excerpt = FileExcerpt(Array(text.utf8), marking: start..<start + 1)
    let lines = excerpt.drawn(Appearance(), columns: 40, wraps: true)
    #expect(lines.joined().contains { $0.text == "7" })
    #expect(lines.allSatisfy { $0.reduce(0) { $0 + $1.text.count } <= 40 })
  }

  @Test func `the rows of pyproject.toml fit on the first screen`() throws {
    let path = ProjectFolder.root.deletingLastPathComponent()
      .appendingPathComponent("shared/look/now/pyproject.toml")
    guard let content = try? String(contentsOf: path, encoding: .utf8) else { return }
    let (session, folder) = try Self.session("pyproject.toml", content)
    let player = try Self.player(session, "100x32")
    let lines = render(player.state).lines
    let shown = session.document.rowsByName.keys.count { name in
      let title = session.document.control(named: name)?.label ?? name.key
      return lines[player.state.frame.list].contains { $0.contains(title) }
    }
    #expect(shown >= 15)
    _ = folder
  }

  // MARK: Errors

  static let broken = [
    ("broken.toml", "[user]\nname = Ada\n", "name = Ada", 2),
    ("broken.json", "{\n  \"name\": Ada\n}\n", "\"name\": Ada", 2),
    ("broken.yaml", "user:\n  name: [Ada\n", "name: [Ada", 2),
    ("broken.ini", "[user]\nname = Ada\n[core\neditor = nano\n", "[core", 3),
    (".gitconfig", "[user]\n  name = Ada\n[core\n  editor = nano\n", "[core", 3),
  ]

  @Test(arguments: broken)
  func `an invalid file shows its line with a caret, and e comes first`(
    name: String, content: String, text: String, line: Int
  ) throws {
    let (session, folder) = try Self.session(name, content)
    for size in ["40x12", "80x24", "132x40"] {
      var player = try Self.player(session, size)
      let lines = render(player.state).lines
      let row = try #require(lines.firstIndex { $0.contains(text) }, "\(name) \(size)")
      #expect(lines[row].contains("\(line) │"))
      #expect(lines.contains { $0.contains("^") && !$0.contains("\"") })
      #expect(lines.last?.hasPrefix(" e editor") == true, "\(lines.last ?? "")")
      #expect(size == "40x12" || lines[0].contains("! 1 problem"))
      player.press("Enter")
      guard case .editProblem(let problem)? = player.effects.last else {
        Issue.record("Enter doesn't open the editor")
        return
      }
      // A YAML list that isn't closed is an error at the end of the file.
      #expect(problem.line == line || name == "broken.yaml" && problem.line == line + 1)
    }
    _ = folder
  }

  @Test(arguments: [
    ("a.toml", "password = hunter2 x\nport = 1\n"),
    ("a.toml", "password = \"\"\"\nhunter2\n\"\"\"\nport = = 1\n"),
    ("a.json", "{\n  \"port\": 1,\n  \"apiToken\": hunter2\n}\n"),
    ("a.yaml", "private_key: |\n  hunter2\n  end\nport: [1\n"),
    ("a.ini", "[a]\npassword = x \\\n  hunter2\nport 1\n"),
    ("b.yaml", "private_key: |\n  begin\n  hunter2\nport: 1\n"),
    ("b.toml", "password = '''\nhunter2\n'''\nport = 1\n"),
    ("b.toml", "#password = \"hunter2\"\nport = 1\n"),
  ])
  func `the lines around a setting or an error contain no secret`(name: String, content: String)
    throws
  {
    let (session, _) = try Self.session(name, content)
    var player = try Self.player(session, "132x40")
    player.press("End")
    #expect(player.screen.contains("port"), "\(player.screen)")
    #expect(!player.screen.contains("hunter2"), "\(player.screen)")
  }

  @Test func `an INI file shows its error above its settings, with secrets masked`() throws {
    let content = "[user]\ntoken = hunter2\nname Ada\nage = 36\n"
    let (session, folder) = try Self.session("broken.ini", content)
    let screen = try Self.player(session, "80x24").screen
    #expect(screen.contains("3 │ name Ada") && screen.contains("‹ 36 ›"))
    #expect(screen.contains("2 │ ****") && !screen.contains("hunter2"))
    let fixed = content.replacingOccurrences(of: "name Ada", with: "# name Ada")
    try Data(fixed.utf8).write(to: URL(filePath: folder.path + "/broken.ini"))
    session.reload()
    #expect(session.isOutdated)
  }

  @Test(arguments: ["Root", "More"])
  func `an invalid bundle shows the line of its file with a caret`(name: String) throws {
    let folder = try Folder()
    let bundle = folder.path + "/Sample.bundle"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    func plist(_ row: String) -> String {
      """
      <plist version="1.0">
      <dict>
      <key>PreferenceSpecifiers</key>
      <array><dict>\(row)</dict></array>
      </dict>
      </plist>

      """
    }
    let link = plist(
      "<key>Type</key><string>PSChildPaneSpecifier</string><key>File</key><string>More</string>")
    let broken = plist("<key>Type</key><key>File</key>")
    if name != "Root" { try Data(link.utf8).write(to: URL(filePath: bundle + "/Root.plist")) }
    try Data(broken.utf8).write(to: URL(filePath: bundle + "/\(name).plist"))
    var finder = try AppFinder(
      environment: ["HOME": folder.path, "SETTEE_ROOT": folder.path + "/root"])
    finder.mayBeBroken = true
    finder.options.domain = "org.example.sample"
    let app = try finder.open(bundle)
    let session = Session(app.shownBundle, word: app.name, domains: app.domains)
    var player = try Self.player(session, "80x24")
    player.press("End")
    // The row for pushing follows the problem of a child pane.
    if name != "Root" { player.press("Up") }
    let lines = render(player.state).lines
    let row = try #require(lines.firstIndex { $0.contains("4 │ <array>") })
    #expect(lines[row + 1].contains("^") && lines[0].contains("! 1 problem"))
    #expect(lines.last?.hasPrefix(" e editor") == true)
    player.press("e")
    guard case .editProblem(let problem)? = player.effects.last else {
      Issue.record("e doesn't open the editor")
      return
    }
    #expect(problem.file == bundle + "/\(name).plist" && problem.line == 4)
  }

  @Test func `the error of a field is on the next line, and the cursor stays in the field`() throws
  {
    let number = Control(
      .text(TextInput(type: .integer, bounds: Bounds(minimum: 0, maximum: 65535))), key: "port",
      title: "Port")
    var player = Player(Samples.document([EditingTests.toggle(), number]))
    player.focus("port")
    player.press("Enter")
    player.type("99999999")
    player.press("Enter")
    let screen = render(player.state)
    let row = try #require(screen.lines.firstIndex { $0.contains("Port") })
    #expect(screen.lines[row + 1].contains("! "))
    #expect(screen.cursor.row == row && player.stored["port"] == nil)
    let field = screen.rows[row].filter { $0.style.surface == .field }
    #expect(field.contains { $0.style.ink == .bad } && screen.lines[row].contains("!"))
    #expect(screen.rows[row].contains { $0.style.surface == .band }, "the row keeps its highlight")
  }

  @Test func `an error while saving is shown below the field`() throws {
    var player = Player(Samples.document([EditingTests.text()]))
    player.press("Enter")
    player.type("x")
    player.refusal = "The file is read-only."
    player.press("Enter")
    let screen = render(player.state)
    let row = try #require(screen.lines.firstIndex { $0.contains("Name") })
    #expect(screen.lines[row + 1].contains("! The file is read-only."))
    #expect(screen.cursor.row == row)
  }

  // MARK: The lines of the file

  @Test func `the excerpt marks the value, and masks secrets`() throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    func excerpt(_ key: String) throws -> FileExcerpt {
      let row = try #require(session.document.rowsByName.keys.first { $0.key == key })
      return try #require(session.excerpt(of: row))
    }
    let length = try excerpt("build.line-length")
    #expect(length.around(7).lines.map(\.number) == [2, 3, 4, 5, 6, 7, 8])
    #expect(length.around(1).lines.map(\.number) == [4])
    #expect(length.around(100).lines.map(\.number) == length.lines.map(\.number))
    #expect(length.lines[3].before == "line-length = " && length.lines[3].marked == "100")
    let targets = try excerpt("build.targets")
    #expect(targets.lines.contains { $0.marked.contains("linux") && $0.number == 7 })
    let host = try excerpt("server.host")
    #expect(host.lines.contains { $0.marked == "\"localhost\"" })
    #expect(!host.text(Appearance()).joined().contains("hunter2"))
    _ = folder
  }

  @Test func `the inspector shows the lines of the file and the changed lines`() throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    var player = try Self.player(session, "132x40")
    player.focus("build.line-length")
    let name = try #require(
      player.state.control(of: player.state.focused).flatMap(player.state.name))
    let change = ValueChange(name: name, old: .integer(100), new: .integer(88))
    let facts = session.facts(of: name, words: Strings(), unsaved: [change])
    #expect(facts.differences == ["-line-length = 100", "+line-length = 88"])
    let typed = TypedValue(.integer(88), text: "+88")
    let digits = ValueChange(name: name, old: .integer(100), new: .integer(88), typed: typed)
    let shown = session.facts(of: name, words: Strings(), unsaved: [digits])
    #expect(shown.differences == ["-line-length = 100", "+line-length = +88"])
    player.act(.event(.about(facts)))
    #expect(player.screen.contains("4 │ line-length = 100"))
    #expect(player.screen.contains("+line-length = 88"))
    player.state.size = try GoldenTests.size("80x24")
    player.press("i", "End")
    #expect(player.screen.contains("line-length = 100"))
    _ = folder
  }

  // MARK: Switches

  /// The background and text colors of Linux consoles, Solarized, Gruvbox, and Nord.
  static let palettes = [
    ("#000000", "#e5e5e5"), ("#ffffff", "#000000"), ("#002b36", "#839496"), ("#fdf6e3", "#657b83"),
    ("#282828", "#ebdbb2"), ("#2e3440", "#d8dee9"),
  ]

  @Test(arguments: palettes, [ColorDepth.many, .full])
  func `a value has at least the contrast of its key`(
    palette: (String, String), depth: ColorDepth
  ) throws {
    let page = try #require(RGB(hex: palette.0))
    let terminal = TerminalColors(page: page, ink: RGB(hex: palette.1))
    let colors = Palette(Theme(), depth: depth, terminal: terminal)
    func contrast(_ style: Style) -> Double {
      func color(_ tint: TerminalColor) -> RGB? {
        switch tint {
        case .own: nil
        case .number(let number): Colors256.color(number)
        case .rgb(let color): color
        }
      }
      let pen = colors[style]
      return (color(pen.ink) ?? terminal.ink ?? .black)
        .contrast(with: color(pen.surface) ?? terminal.page)
    }
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    var player = try Self.player(session, "100x32")
    for isFocused in [false, true] {
      if isFocused { player.focus("server.host") }
      let cells = try #require(
        render(player.state).rows.first { row in
          row.map(\.glyph.text).joined().contains("localhost")
        })
      let text = Array(cells.map(\.glyph.text).joined())
      func style(of word: String) -> Style {
        let start = text.indices.first { text[$0...].starts(with: word) } ?? 0
        return cells[start].style
      }
      let (key, value) = (style(of: "host "), style(of: "localhost"))
      #expect((key.surface == .band) == isFocused && (value.surface == .band) == isFocused)
      #expect(contrast(value) >= contrast(key) && contrast(value) >= 4.5)
    }
    _ = folder
  }

  @Test(arguments: [true, false])
  func `in a file, values are more prominent than their keys`(hasColors: Bool) throws {
    let (session, folder) = try Self.session("settings.toml", Self.toml)
    var look = Appearance()
    look.theme.hasColors = hasColors
    for size in ["100x32", "40x12"] {
      let screen = render(try Self.player(session, size, look).state)
      let row = try #require(screen.lines.firstIndex { $0.contains("line-length") })
      let value = try #require(screen.rows[row].last { $0.glyph.text == "0" })
      let key = try #require(screen.rows[row].first { $0.glyph.text == "-" })
      #expect(value.style == (hasColors ? .text : Style(.text, .bold)), "\(size)")
      #expect(key.style == .quiet, "\(size)")
    }
    _ = folder
  }

  @Test func `a color shows itself beside its value`() throws {
    let (session, folder) = try Self.session(
      "settings.toml", "[colors]\nbackground = \"#1d2021\"\ncursor = \"yellow\"\nname = \"#12\"\n")
    var player = try Self.player(session, "100x32")
    let screen = render(player.state)
    let row = try #require(screen.lines.firstIndex { $0.contains("■ #1d2021") })
    let swatch = try #require(screen.rows[row].first { $0.glyph.text == "■" })
    #expect(swatch.style.color == RGB(0x1D, 0x20, 0x21))
    #expect(screen.lines.contains { $0.contains("■ yellow") })
    #expect(!screen.lines.contains { $0.contains("■ #12 ") })
    player.state.look.depth = .few
    #expect(!player.screen.contains("■ #1d2021"))
    _ = folder
  }

  @Test func `only the knob of a switch that is on has a color`() {
    for isOn in [true, false] {
      var toggle = EditingTests.toggle()
      toggle.defaultValue = .boolean(isOn)
      let player = Player(Samples.document([EditingTests.text(), toggle]))
      let screen = render(player.state)
      let cells = screen.rows.flatMap(\.self)
      #expect(player.screen.contains(isOn ? "━● On" : "●━ Off"))
      #expect(cells.count { $0.style.ink == .good } == (isOn ? 1 : 0))
      #expect(!cells.contains { $0.style.attributes.contains(.reverse) && $0.style.ink == .good })
    }
  }
}
