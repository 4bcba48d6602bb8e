import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Tests rows that are hidden by a condition, a closed pane, or the filter, and how search finds
/// them.
@Suite struct HiddenRowTests {
  private static func row(_ key: String, when other: String? = nil, _ title: String) -> Control {
    var control = Control(.toggle, key: key, title: title)
    control.defaultValue = .boolean(false)
    if let other { control.visibleWhen = [Condition(key: other, values: [.boolean(true)])] }
    return control
  }

  private static func link(_ pane: String, when other: String? = nil, _ title: String) -> Control {
    var control = row(pane, when: other, title)
    (control.content, control.key) = (.pane(file: nil, pane: pane), nil)
    return control
  }

  private static func player(
    _ root: [Control], _ children: [String: [Control]] = [:], readings: SettingStates = [:]
  ) -> Player {
    let files = ["Root"] + children.keys.sorted()
    let panes = files.map { file in
      Pane(
        file: file, title: file, domain: "org.example",
        groups: [PaneGroup(title: nil, controls: children[file] ?? root)])
    }
    let bundle = SettingsBundle(title: "Sample", domain: "org.example", panes: panes)
    return Player(PaneTree(bundle, word: "org.example"), readings: readings)
  }

  private static func find(_ text: String, then key: String, _ player: inout Player) {
    player.press("/")
    player.type(text)
    player.press(key)
  }

  private static func focusedKey(_ player: Player) -> String? {
    player.state.control(of: player.state.focused)?.key
  }

  @Test(arguments: ["Enter", "Tab"])
  func `a hidden search result focuses the controlling row and explains why`(key: String) {
    var player = Self.player([
      Self.row("first", "First"), Self.row("on", "Use it"),
      Self.row("hidden", when: "on", "Address"),
    ])
    Self.find("address", then: key, &player)
    #expect(player.screen.contains("! Address is shown only when Use it is On."))
    #expect(Self.focusedKey(player) == "on")
    #expect(player.effects.isEmpty && player.state.dialogs.isEmpty)
    player.press("Space", "/")
    player.press(key)
    #expect(player.state.message?.isError != true)
    #expect(key == "Enter" ? Self.focusedKey(player) == "hidden" : player.stored.count == 2)
  }

  @Test func `the search results explain why a row is hidden`() {
    var player = Self.player([
      Self.row("on", "Use it"), Self.row("hidden", when: "on", "Address"),
    ])
    player.press("/")
    player.type("address")
    #expect(player.screen.contains("Address is shown only when Use it is On."))
  }

  @Test func `a chain of conditions focuses the first visible row, and names each condition`() {
    var player = Self.player([
      Self.row("a", "One"), Self.row("b", when: "a", "Two"), Self.row("c", when: "b", "Three"),
    ])
    Self.find("three", then: "Enter", &player)
    #expect(Self.focusedKey(player) == "a")
    let said = player.state.message?.text
    #expect(
      said == "Three is shown only when Two is On. Two is shown only when One is On.")
  }

  @Test func `circular conditions and conditions on a missing key don't stop a search`() {
    for other in ["hidden", "nowhere"] {
      var player = Self.player([
        Self.row("first", "First"), Self.row("hidden", when: other, "Lost"),
      ])
      Self.find("lost", then: "Enter", &player)
      #expect(player.state.message?.text.hasPrefix("Lost is shown only when ") == true)
      #expect(Self.focusedKey(player) == "first")
    }
  }

  @Test func `a row in a hidden pane focuses the row that shows the pane`() {
    let inner = ["Inner": [Self.row("deep", "Deep")]]
    var closed = Self.player(
      [Self.row("on", "Use it"), Self.link("Inner", when: "on", "More")], inner)
    Self.find("deep", then: "Enter", &closed)
    #expect(closed.state.message?.text == "More is shown only when Use it is On.")
    #expect(Self.focusedKey(closed) == "on")
    var open = Self.player(
      [
        Self.row("on", "Use it"), Self.link("Inner", when: "on", "More"),
        Self.link("Inner", "Else"),
      ],
      inner)
    Self.find("deep", then: "Enter", &open)
    #expect(Self.focusedKey(open) == "deep" && open.state.message == nil)
    #expect(open.state.path.last?.title == "Else")
    var link = Self.link("Inner", "More")
    link.enabledWhen = [Condition(key: "on", values: [.boolean(true)])]
    var disabled = Self.player([Self.row("on", "Use it"), link], inner)
    Self.find("deep", then: "Enter", &disabled)
    #expect(disabled.state.message?.text == "More: Available when Use it is On.")
  }

  @Test func `a row that a managed value hides is explained`() {
    let name = Samples.name("on")
    let reading = SettingState(value: .boolean(false), origin: .managed)
    var player = Self.player(
      [Self.row("on", "Use it"), Self.row("hidden", when: "on", "Address")],
      readings: [name: reading])
    Self.find("address", then: "Enter", &player)
    #expect(player.state.message?.text.hasSuffix("Use it is managed by an administrator.") == true)
  }

  @Test func `a search result hidden by the filter turns the filter off with a message`() {
    var player = Self.player([Self.row("first", "First"), Self.row("second", "Second")])
    player.press("Space", "m")
    #expect(!player.screen.contains("Second"))
    Self.find("second", then: "Enter", &player)
    #expect(Self.focusedKey(player) == "second")
    #expect(player.screen.contains("Showing all settings."))
  }
}
