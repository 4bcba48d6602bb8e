import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Tests lists whose items users add, delete, and reorder.
@Suite struct ListTests {
  static func words() -> Control {
    let item = Control(.text, key: "word", title: "Word")
    let add = Control(.text, key: "word", title: "Add a word")
    return Control(
      .list(ItemList(item: item, add: add, isDeletable: true)), key: "words", title: "Words")
  }

  static func player(_ texts: [String]) -> Player {
    let value = PropertyList.array(texts.map { .string($0) })
    return Player(
      Samples.document([words()]),
      readings: [Samples.name("words"): SettingState(value: value, origin: .user, stored: value)])
  }

  @Test func `a adds an item, and undo removes it`() {
    var player = Self.player(["one"])
    player.press("a")
    player.type("two")
    player.press("Enter")
    #expect(player.stored["words"] == .array([.string("one"), .string("two")]))
    player.press("u")
    #expect(player.stored["words"] == .array([.string("one")]))
  }

  @Test func `enter edits an item in place`() {
    var player = Self.player(["one", "two"])
    player.press("Down", "Enter")
    player.type("!")
    player.press("Enter")
    #expect(player.stored["words"] == .array([.string("one"), .string("two!")]))
  }

  @Test func `x deletes an item, J and K move it`() {
    var player = Self.player(["one", "two", "three"])
    player.press("J")
    #expect(player.stored["words"] == .array([.string("two"), .string("one"), .string("three")]))
    player.press("K", "x")
    #expect(player.stored["words"] == .array([.string("two"), .string("three")]))
    player.press("u", "u", "u")
    #expect(player.stored["words"] == .array([.string("one"), .string("two"), .string("three")]))
  }

  @Test func `an item's pane follows its item, and closes when the item is deleted`() throws {
    let name = SettingName(domain: "org.settee.mail", key: "accounts.list")
    func list(_ titles: String...) -> SettingState {
      let value = PropertyList.array(titles.map { .dictionary(["title": .string($0)]) })
      return SettingState(value: value, origin: .user, stored: value)
    }
    var player = Player(try Samples.mail(), readings: [name: list("one", "two")])
    player.state.path = player.state.document.way(
      to: try #require(player.state.document.pane(named: "Accounts")))
    player.state.rebuildItems()
    player.press("Home", "Down", "Enter")
    #expect(player.state.path.count == 3)
    player.act(.event(.readings([name: list("two")], by: .otherProcess)))
    player.press("Home", "Enter")
    player.type("!")
    player.press("Enter")
    #expect(player.stored["accounts.list"] == list("two!").stored)
    player.act(.event(.readings([name: list("three", "four")], by: .otherProcess)))
    #expect(player.state.path.count == 2)
    #expect(player.state.message?.text.hasSuffix("is no longer in the list.") == true)
  }

  @Test func `a list with unsaved changes marks its items`() {
    var player = Self.player(["one", "two"])
    player.state.staged = []
    player.press("x")
    #expect(player.screen.contains("Deleted: one. Press u to undo."))
    #expect(player.screen.contains("▌+  Word") && player.screen.contains("+ 1 unsaved"))
    player.press("u")
    #expect(player.screen.contains("Undone: Words: one"))
    #expect(!player.screen.contains("waiting"))
  }

  @Test func `a new item with a pane is saved when finished, and leaving it asks`()
    throws
  {
    var player = Player(try Samples.mail())
    player.state.path = player.state.document.way(
      to: try #require(player.state.document.pane(named: "Accounts")))
    player.state.rebuildItems()
    player.press("Home", "Enter")
    #expect(player.state.path.count == 3)
    let text = try #require(
      player.state.items.firstIndex { player.state.control(of: $0)?.kind == .text })
    player.state.focus(on: text)
    player.press("Enter")
    player.type("Home")
    player.press("Enter")
    #expect(player.stored.isEmpty, "nothing is stored before the item is finished")
    player.press("Esc")
    #expect(player.screen.contains("Discard the new item?"))
    player.press("n")
    player.press("End", "Enter")
    #expect(player.state.path.count == 2 || player.state.message?.isError == true)
  }

  @Test func `quitting asks about an unfinished item`() throws {
    var player = Player(try Samples.mail())
    player.state.path = player.state.document.way(
      to: try #require(player.state.document.pane(named: "Accounts")))
    player.state.rebuildItems()
    player.press("Home", "Enter")
    let text = try #require(
      player.state.items.firstIndex { player.state.control(of: $0)?.kind == .text })
    player.state.focus(on: text)
    player.press("Enter")
    player.type("Home")
    player.press("Enter", "q")
    #expect(player.screen.contains("Discard the new item?"))
    #expect(!EditingTests.hasQuit(player))
    player.press("y")
    #expect(EditingTests.hasQuit(player))
  }

  @Test func `a asks for the name of a new key in a file`() {
    let bundle = Samples.document([EditingTests.toggle()]).bundle
    var player = Player(PaneTree(bundle, word: "a.toml", isFile: true))
    player.press("a")
    guard case .findNames? = player.effects.last else {
      Issue.record("\(player.effects)")
      return
    }
    player.act(.event(.names(start: "a.", list: nil, names: ["a.b", "a.c"])))
    player.type("c")
    #expect(player.screen.contains("a.c"))
    player.press("Enter")
    guard case .findAddition("a.c", at: nil, isForced: false)? = player.effects.last else {
      Issue.record("\(player.effects)")
      return
    }
  }
}
