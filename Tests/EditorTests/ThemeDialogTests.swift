import SetteeValues
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Choosing a theme from the list of actions, with a preview.
@Suite struct ThemeDialogTests {
  private var player: Player
  private let own = GivenColors(["Page": .black])

  init() {
    var look = Appearance()
    look.ownThemes = ["night": own]
    player = Player(Samples.document([EditingTests.text()]), look: look)
    player.press("F9")
    player.type("theme")
    player.press("Enter")
  }

  @Test func `the actions find the list of themes, with the current one selected`() {
    #expect(player.screen.contains("◉ Terminal colors"))
    for title in ["Dark", "Light", "High contrast", "No colors", "night"] {
      #expect(player.screen.contains("○ \(title)"), "\(title)")
    }
  }

  @Test mutating func `the focused theme is previewed, and Esc restores the theme`() {
    player.press("Down")
    #expect(player.state.shownTheme == Theme(.dark))
    player.press("End")
    #expect(player.state.shownTheme == Theme(.own("night", own)))
    player.press("Esc")
    #expect(player.state.shownTheme == Theme())
    #expect(player.state.dialogs.isEmpty)
    #expect(!player.effects.contains { if case .keepTheme = $0 { true } else { false } })
  }

  @Test mutating func `Enter selects the theme and saves it`() {
    player.press("Down", "Down", "Enter")
    #expect(player.state.look.theme == Theme(.light))
    let saved = player.effects.compactMap { effect in
      if case .keepTheme(let name) = effect { name } else { nil }
    }
    #expect(saved == ["light"])
  }
}
