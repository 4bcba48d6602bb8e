import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Compares screens with recorded files, as described at ``Golden``.
@Suite struct GoldenTests {
  static let sizes = ["80x24", "132x40", "40x12", "20x5"]
  static let languages = Strings.languages
  static let letterings: [(name: String, lettering: GlyphSet)] = [
    ("utf8", .unicode), ("ascii", .ascii),
  ]
  static let themes = [(name: "color", theme: Theme()), ("mono", Theme(hasColors: false))]

  static func look(
    _ language: String, _ lettering: GlyphSet = .unicode, _ theme: Theme = Theme()
  ) -> Appearance {
    var look = Appearance()
    look.lettering = lettering
    look.theme = theme
    look.words = Strings(preferred: [language])
    look.language = language
    return look
  }

  static func size(_ text: String) throws -> Size {
    try #require(Size(cells: text))
  }

  /// Returns values that show every marker: set, not pushed, and managed.
  static func readings(_ document: PaneTree) -> SettingStates {
    var readings: SettingStates = [:]
    func set(
      _ key: String, _ value: PropertyList, origin: SettingOrigin = .user, pushed: Bool = true
    ) {
      let name = SettingName(domain: "org.settee.mail", key: key)
      readings[name] = SettingState(
        value: value, origin: origin, stored: origin == .user ? value : nil, isUnpushed: !pushed)
    }
    set("account.name", .string("Ada Lovelace"))
    set("mail.signature", .string("Sent from my terminal"), pushed: false)
    set("account.password", .string("hunter2"))
    set("mail.previews", .boolean(false), pushed: false)
    set("server.host", .string("mail.acme.example"), origin: .managed)
    set("mail.sort", .string("nonsense"))
    set("notify.volume", .real(0.25))
    return readings
  }

  /// Window sizes on both sides of each layout breakpoint, and common sizes.
  static let layouts = [
    "20x5", "29x12", "30x6", "40x12", "59x24", "60x16", "80x24", "99x24", "100x30", "129x40",
    "130x40", "132x40", "200x50",
  ]

  /// Appearances that change the cells and not only their colors.
  static let looks: [(name: String, change: @Sendable (inout Appearance) -> Void)] = [
    ("utf8-full", { _ in }), ("utf8-few", { $0.depth = .few }),
    ("ascii-mono", { ($0.lettering, $0.theme.hasColors) = (.ascii, false) }),
    ("utf8-console", { ($0.depth, $0.isConsole) = (.few, true) }),
    ("ascii-full", { $0.lettering = .ascii }), ("utf8-mono", { $0.theme.hasColors = false }),
  ]

  @Test(arguments: layouts.indices)
  func `the root pane of Mail in every layout and in alternating styles`(index: Int) throws {
    for turn in 0..<3 {
      let language = turn == 0 ? "en" : Self.languages[(index + turn) % 4]
      let (name, change) = Self.looks[turn == 0 ? 0 : (index + turn * 2) % Self.looks.count]
      var look = Self.look(language)
      change(&look)
      let document = try Samples.mail(language: language)
      var state = EditorState(
        document, readings: Self.readings(document), look: look,
        size: try Self.size(Self.layouts[index]))
      try state.go(toPane: nil, key: turn == 1 ? "mail.textSize" : nil)
      try Golden.check(render(state), "root-\(Self.layouts[index])-\(language)-\(name)")
    }
  }

  /// Screens other than the root pane, each with the keys that open it.
  ///
  /// The tests draw them in alternating sizes and languages.
  static let scenes: [(name: String, pane: String, keys: String)] = [
    ("accounts", "Accounts", ""), ("notifications", "Notifications", ""),
    ("sounds", "Sounds", ""), ("writing", "Writing", ""), ("server", "Server", ""),
    ("advanced", "Advanced", ""),
    ("text", "Root", "Enter ! X Y Z"), ("refused", "Server", "Down Enter ^U 9 9 9 9 9 9 Enter"),
    ("slider", "Notifications", "Down Enter Right Right"),
    ("modified", "Root", "m"), ("bottom", "Root", "End"), ("panes", "Sounds", "o"),
    ("new-element", "Accounts", "Enter"), ("add-text", "Accounts", "Down a"),
  ]

  @Test(arguments: scenes.indices)
  func `other screens in alternating sizes and languages`(index: Int) throws {
    let scene = Self.scenes[index]
    for turn in [index % 4, (index + 2) % 4] {
      let language = Self.languages[(index + turn) % 4]
      let size = Self.sizes[turn]
      let (letters, lettering) = Self.letterings[(index + turn / 2) % 2]
      let (colors, theme) = Self.themes[(index / 2 + turn) % 2]
      let document = try Samples.mail(language: language)
      var player = Player(
        document, readings: Self.readings(document), look: Self.look(language, lettering, theme),
        size: try Self.size(size))
      let pane = try #require(document.pane(named: scene.pane))
      player.state.path = document.way(to: pane)
      player.state.rebuildItems()
      player.state.settle()
      for key in scene.keys.split(separator: " ") {
        if key.count == 1 { player.type(String(key)) } else { player.press(String(key)) }
      }
      try Golden.check(
        render(player.state), "\(scene.name)-\(size)-\(language)-\(letters)-\(colors)")
    }
  }
}
