import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Tests where the focus moves after another program adds or removes settings of the open file.
@Suite struct FocusTests {
  private static func document(_ keys: String...) -> PaneTree {
    Samples.document(
      keys.map { key in
        var control = Control(.toggle, key: key, title: key)
        control.defaultValue = .boolean(true)
        return control
      })
  }

  private func focused(_ player: Player) -> String? {
    player.state.control(of: player.state.focused)?.key
  }

  @Test func `the focus stays on its setting when rows above it are added or removed`() {
    var player = Player(Self.document("a", "b", "c", "d"))
    player.focus("c")
    player.act(.event(.opened(Self.document("a", "c", "d"), [:])))
    #expect(focused(player) == "c")
    player.act(.event(.opened(Self.document("new", "a", "b", "c", "d"), [:])))
    #expect(focused(player) == "c")
  }

  @Test func `the focus returns to a setting that was missing while its file was rewritten`() {
    var player = Player(Self.document("a", "b", "c"))
    player.focus("c")
    player.act(.event(.opened(Self.document(), [:])))
    player.act(.event(.opened(Self.document("a"), [:])))
    player.act(.event(.opened(Self.document("a", "b", "c"), [:])))
    #expect(focused(player) == "c")
  }

  @Test func `a key press for a removed setting changes no other setting`() {
    var player = Player(Self.document("a", "b", "c"))
    player.focus("b")
    player.act(.event(.opened(Self.document("a", "c"), [:])))
    player.press("Enter")
    #expect(player.stored.isEmpty)
    #expect(player.screen.contains("b is no longer in the file."))
    player.press("Enter")
    #expect(player.stored.count == 1)
  }
}
