import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// What the screen shows, held by files: see ``Golden``.
@Suite struct GoldenTests {
  static let sizes = ["80x24", "132x50", "40x12", "20x5"]
  static let languages = ["en", "de", "ja", "ar"]
  static let letterings: [(name: String, lettering: Lettering)] = [
    ("utf8", .unicode), ("ascii", .ascii),
  ]
  static let themes = [(name: "colour", theme: Theme()), ("mono", Theme(hasColours: false))]

  static func look(
    _ language: String, _ lettering: Lettering = .unicode, _ theme: Theme = Theme()
  ) -> Look {
    var look = Look()
    look.lettering = lettering
    look.theme = theme
    look.words = Words(preferred: [language])
    look.language = language
    return look
  }

  static func size(_ text: String) throws -> Size {
    try #require(Snapshot.Cells(text)).size
  }

  /// Values that show every mark: set, not pushed, managed.
  static func readings(_ document: Document) -> Readings {
    var readings: Readings = [:]
    func set(_ key: String, _ value: PropertyList, origin: Origin = .user, pushed: Bool = true) {
      let name = SettingName(domain: "org.settee.mail", key: key)
      readings[name] = Reading(
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

  @Test(arguments: sizes, languages)
  func `the root of Mail in every size, language, lettering and palette`(
    size: String, language: String
  ) throws {
    let document = try Samples.mail(language: language)
    for (letters, lettering) in Self.letterings {
      for (colours, theme) in Self.themes {
        let snapshot = try Snapshot(
          document, readings: Self.readings(document), size: Self.size(size),
          look: Self.look(language, lettering, theme))
        try Golden.check(snapshot.screen, "root-\(size)-\(language)-\(letters)-\(colours)")
        #expect(snapshot.screen.cursor.column == 0)
        let row = snapshot.screen.lines[snapshot.screen.cursor.row]
        #expect(row.hasPrefix(">"), "the cursor is on the focused row: \(row)")
      }
    }
  }

  /// Screens other than the root, each with keys that lead there; sizes and languages take turns.
  static let scenes: [(name: String, pane: String, keys: String)] = [
    ("accounts", "Accounts", ""), ("notifications", "Notifications", ""),
    ("sounds", "Sounds", ""), ("writing", "Writing", ""), ("server", "Server", ""),
    ("advanced", "Advanced", ""),
    ("text", "Root", "Enter ! X Y Z"), ("refused", "Server", "Down Enter ^U 9 9 9 9 9 9 Enter"),
    ("slider", "Notifications", "Down Enter Right Right"),
    ("modified", "Root", "m"), ("bottom", "Root", "End"),
    ("new-element", "Accounts", "Enter"), ("add-text", "Accounts", "Down a"),
  ]

  @Test(arguments: scenes.indices)
  func `other screens, sizes and languages taking turns`(index: Int) throws {
    let scene = Self.scenes[index]
    for turn in 0..<4 {
      let language = Self.languages[(index + turn) % 4]
      let size = Self.sizes[turn]
      let (letters, lettering) = Self.letterings[(index + turn / 2) % 2]
      let (colours, theme) = Self.themes[(index / 2 + turn) % 2]
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
        render(player.state), "\(scene.name)-\(size)-\(language)-\(letters)-\(colours)")
    }
  }
}
