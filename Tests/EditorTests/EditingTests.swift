import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Edits each type of row the way a user does.
@Suite struct EditingTests {
  static func toggle() -> Control {
    var control = Control(.toggle, key: "sounds", title: "Play sounds")
    control.defaultValue = .boolean(true)
    return control
  }

  static func text() -> Control {
    Control(
      .text(TextInput(rules: TextRules(maximumLength: 5))), key: "name", title: "Name")
  }

  static func slider() -> Control {
    var control = Control(
      .slider(Slider(bounds: Bounds(minimum: 0, maximum: 100))), key: "size", title: "Size")
    control.defaultValue = .real(50)
    return control
  }

  static func choice() -> Control {
    let choices = [
      Choice("Date", value: .string("date")), Choice("Sender", value: .string("sender")),
      Choice("Size", value: .string("size")),
    ]
    var control = Control(.choice(choices), key: "sort", title: "Sort by")
    control.defaultValue = .string("date")
    return control
  }

  func player() -> Player {
    Player(Samples.document([Self.toggle(), Self.text(), Self.slider(), Self.choice()]))
  }

  @Test func `space flips a toggle, u undoes it and ^R redoes it`() {
    var player = player()
    player.press("Space")
    #expect(player.stored["sounds"] == .boolean(false))
    player.press("u")
    #expect(player.stored["sounds"] == nil)
    player.press("^R")
    #expect(player.stored["sounds"] == .boolean(false))
  }

  @Test func `choosing the value in effect is not a change`() {
    var player = player()
    player.focus("sort")
    player.press("Enter", "Enter")
    #expect(player.stored["sort"] == nil && player.state.dialog == nil)
    player.press("Enter", "End", "Enter", "Enter", "Home", "Enter")
    #expect(player.stored["sort"] == .string("date"), "it was changed, and is the user's own now")
  }

  @Test func `r removes the key and doesn't write the default`() {
    var player = player()
    player.press("Space")
    #expect(player.stored["sounds"] == .boolean(false))
    #expect(player.screen.contains("▌•"))
    player.press("Space")
    #expect(player.stored["sounds"] == .boolean(true))
    #expect(!player.screen.contains("▌•"), "a value that equals the default isn't changed")
    player.press("r")
    #expect(player.stored["sounds"] == nil)
  }

  @Test func `enter opens a text field and saves it`() {
    var player = player()
    player.focus("name")
    player.press("Enter")
    player.type("Ada")
    player.press("Enter")
    #expect(player.stored["name"] == .string("Ada"))
    #expect(player.state.dialogs.isEmpty)
  }

  @Test func `an invalid value is reported, and the typed text stays`() {
    var player = player()
    player.focus("name")
    player.press("Enter")
    player.type("Augusta")
    player.press("Enter")
    #expect(player.stored["name"] == nil)
    let screen = render(player.state)
    let lines = screen.lines.dropFirst(screen.cursor.row)
    #expect(lines.first?.contains("    Augusta ") == true, "the cursor stays in the field")
    #expect(lines.first?.hasSuffix("!") == true)
    #expect(lines.dropFirst().first?.contains("! Enter any text of at most 5 characters") == true)
    player.press("Backspace", "Backspace", "Enter")
    #expect(player.stored["name"] == .string("Augus"))
  }

  @Test func `esc closes a field without a change`() {
    var player = player()
    player.focus("name")
    player.press("Enter")
    player.type("Eve")
    player.press("Esc")
    #expect(player.stored["name"] == nil)
    #expect(player.effects.isEmpty)
  }

  @Test func `opening and saving a field without a change writes nothing`() {
    var player = player()
    player.focus("name")
    player.press("Enter", "Enter")
    #expect(player.effects.isEmpty)
  }

  @Test func `a failed write keeps the field and its text open`() {
    var player = player()
    player.refusal = "the disk is full"
    player.focus("name")
    player.press("Enter")
    player.type("Ada")
    player.press("Enter")
    let screen = render(player.state)
    let lines = screen.lines.dropFirst(screen.cursor.row)
    #expect(lines.first?.contains("    Ada ") == true, "the cursor stays in the field")
    #expect(lines.dropFirst().first?.contains("! the disk is full") == true)
  }

  @Test func `arrows move a slider only after enter`() {
    var player = player()
    player.focus("size")
    player.press("Left", "Esc")
    #expect(player.stored["size"] == nil)
    player.state.dialogs = []
    player.focus("size")
    player.press("Enter", "Right", "Right", ".", "Enter")
    #expect(player.stored["size"] == .real(61))
  }

  @Test func `plus and minus step a number at any time and stop at the bounds`() {
    var player = player()
    player.focus("size")
    player.press("+")
    #expect(player.stored["size"] == .real(55))
    for _ in 0..<20 { player.press("+") }
    #expect(player.stored["size"] == .real(100))
    #expect(player.state.message?.text == "Enter a number from 0 to 100.")
  }

  @Test(arguments: [1_000_000_000_000_000, 9_007_199_254_740_993, .max - 1, .min + 1] as [Int64])
  func `a large integer steps by one`(number: Int64) {
    var field = Control(.text(TextInput(type: .integer)), key: "lines", title: "Lines")
    field.defaultValue = .integer(number)
    var player = Player(Samples.document([field]))
    player.press("+")
    #expect(player.stored["lines"] == .integer(number + 1))
    player.press("-", "-")
    #expect(player.stored["lines"] == .integer(number - 1))
  }

  @Test func `a large number steps by one, and all digits are shown`() {
    var slider = Self.slider()
    slider.content = .slider(Slider(bounds: Bounds(minimum: 0, maximum: 4e15, step: 1)))
    slider.defaultValue = .real(2e15)
    var player = Player(Samples.document([slider]))
    player.press("+")
    #expect(player.stored["size"] == .real(2e15 + 1))
    #expect(player.screen.contains("2000000000000001"))
  }

  @Test func `integers step and are drawn from their current value`() {
    var field = Control(
      .text(TextInput(type: .integer, bounds: Bounds(minimum: 1, maximum: 5))), key: "lines",
      title: "Lines")
    field.defaultValue = .integer(2)
    var slider = Self.slider()
    slider.defaultValue = .integer(100)
    var player = Player(Samples.document([field, slider]))
    guard case .slider(let face)? = player.state.face(of: .row(0, 1))?.form else {
      Issue.record("no slider")
      return
    }
    #expect(face.fraction == 1)
    player.press("+")
    #expect(player.stored["lines"] == .integer(3))
    player.press("-", "-", "-")
    #expect(player.stored["lines"] == .integer(1))
    #expect(
      player.state.message?.text == "Enter a whole number from 1 to 5.")
    player.focus("size")
    player.press("-")
    #expect(player.stored["size"] == .real(95))
  }

  @Test func `an unchanged slider is not written, and characters are not a number`() {
    var player = player()
    player.focus("size")
    player.press("Enter")
    player.type("ext")
    player.press("Enter")
    #expect(player.effects.isEmpty)
    let high = SettingState(value: .real(300), origin: .user, stored: .real(300))
    player.act(.event(.readings([Samples.name("size"): high], by: .otherProcess)))
    player.press("Enter", "Enter")
    #expect(player.effects.isEmpty)
  }

  @Test func `a typed number out of range is rejected with the message of set`() {
    var player = player()
    player.focus("size")
    player.press("Enter")
    player.type("2.5e2")
    player.press("Enter")
    #expect(player.stored["size"] == nil)
    let screen = render(player.state)
    #expect(
      screen.lines[screen.cursor.row + 1].contains("! Enter a number from 0 to 100."))
    player.press("Backspace", "Backspace", "Enter")
    #expect(player.stored["size"] == .real(2.5))
  }

  @Test func `digits of any script are accepted`() {
    var player = player()
    player.focus("size")
    player.press("Enter")
    player.type("٤٢")
    player.press("Enter")
    #expect(player.stored["size"] == .real(42))
  }

  @Test func `typing filters the choices and enter chooses one`() {
    var player = player()
    player.focus("sort")
    player.press("Enter")
    player.type("sen")
    #expect(player.screen.contains("1 of 3"))
    player.press("Enter")
    #expect(player.stored["sort"] == .string("sender"))
  }

  @Test func `a change by another program is shown while typing, and the typed text is kept`() {
    var player = player()
    player.focus("name")
    player.press("Enter")
    player.type("Ada")
    let foreign = SettingState(value: .string("Eve"), origin: .user, stored: .string("Eve"))
    player.act(.event(.readings([Samples.name("name"): foreign], by: .otherProcess)))
    #expect(player.screen.contains("Another program changed this to Eve"))
    #expect(player.screen.contains("    Ada\n"))
    player.press("Enter")
    #expect(player.stored["name"] == .string("Ada"))
    player.press("u")
    #expect(player.stored["name"] == .string("Eve"))
  }

  @Test func `undo fails if the value has changed since`() {
    var player = player()
    player.press("Space")
    let foreign = SettingState(value: .boolean(true), origin: .user, stored: .boolean(true))
    player.act(.event(.readings([Samples.name("sounds"): foreign], by: .otherProcess)))
    #expect(player.screen.contains("changed by another program"))
    player.press("u")
    #expect(player.stored["sounds"] == .boolean(true))
    #expect(player.state.message?.isError == true)
  }

  @Test func `staged changes are shown and saved with w`() {
    var player = player()
    player.state.staged = []
    player.press("Space")
    #expect(player.stored.isEmpty)
    #expect(player.screen.contains("▌+"))
    player.press("w")
    #expect(player.screen.contains("On → Off"))
    player.press("y")
    #expect(player.stored["sounds"] == .boolean(false))
    #expect(player.state.staged?.isEmpty == true)
  }

  /// Reports that another program has set the text field `name`.
  private func change(_ player: inout Player, to text: String) {
    let foreign = SettingState(value: .string(text), origin: .user, stored: .string(text))
    player.act(.event(.readings([Samples.name("name"): foreign], by: .otherProcess)))
  }

  /// Returns a player who collects changes and has typed a new value of the text field `name`.
  private func stagedPlayer() -> Player {
    var player = player()
    player.state.staged = []
    player.focus("name")
    player.press("Enter")
    player.type("Ada")
    player.press("Enter")
    return player
  }

  @Test func `a value that changes during the review of staged changes is reviewed again`() {
    for key in ["w", "q"] {
      var player = stagedPlayer()
      player.press(key)
      change(&player, to: "Eve")
      player.press("Down", "Enter")
      #expect(player.stored["name"] == .string("Eve"))
      #expect(player.screen.contains("Eve → Ada"))
      #expect(player.state.message?.text.contains("Review them and save again") == true)
      player.press("Down", "Enter")
      #expect(player.stored["name"] == .string("Ada"))
    }
  }

  @Test func `undo of a staged change restores the value of another program`() {
    for isSaved in [false, true] {
      var player = stagedPlayer()
      change(&player, to: "Eve")
      if isSaved { player.press("w", "y") }
      player.press("u")
      #expect(player.state.value(named: Samples.name("name")) == .string("Eve"))
      if isSaved { player.press("w", "y") }
      #expect(player.stored["name"] == .string("Eve"))
    }
  }

  @Test func `undo after staged changes were saved never overwrites a later change`() {
    var player = stagedPlayer()
    player.press("w", "y")
    change(&player, to: "Eve")
    player.press("u")
    #expect(player.state.staged?.isEmpty == true)
    #expect(player.state.message?.text.hasPrefix("Can't undo") == true)
    // The undo of a saved change is unsaved when the other program changes the value.
    player = stagedPlayer()
    player.press("w", "y", "u")
    #expect(player.state.staged?.count == 1)
    change(&player, to: "Eve")
    #expect(player.state.staged?.isEmpty == true)
    #expect(player.state.message?.text.hasPrefix("Can't undo") == true)
    #expect(player.stored["name"] == .string("Eve"))
  }

  @Test func `a value that changes during the review of a reset is reviewed again`() {
    var player = player()
    change(&player, to: "Eve")
    player.act(.command(.resetPane))
    change(&player, to: "Bob")
    player.press("y")
    #expect(player.stored["name"] == .string("Bob"))
    #expect(player.screen.contains("Name: Bob →"))
    player.press("y")
    #expect(player.stored["name"] == nil)
  }

  @Test func `quitting with staged changes asks`() {
    var player = player()
    player.state.staged = []
    player.press("Space", "q")
    guard player.state.dialog is QuestionDialog else {
      Issue.record("no question was shown")
      return
    }
    #expect(!player.effects.contains { if case .quit = $0 { true } else { false } })
  }

  @Test func `a secret is never shown on the screen`() {
    var secret = Control(.text, key: "token", title: "Token")
    secret.isSecure = true
    let name = Samples.name("token")
    let reading = SettingState(value: .string("hunter2"), origin: .user, stored: .string("hunter2"))
    var player = Player(Samples.document([secret]), readings: [name: reading])
    // The status line and the details explain why only dots are shown.
    #expect(player.screen.contains(" secret "))
    player.press("i")
    #expect(player.screen.contains("Type"))
    player.press("Esc")
    for keys in [[], ["i"], ["Esc", "d"], ["Esc", "c"], ["F9"], ["Esc", "Enter"], ["F2"]] {
      for key in keys { player.press(key) }
      #expect(!player.screen.contains("hunter2"))
    }
    player.press("Esc", "/")
    player.type("hunter")
    #expect(player.screen.contains("No results"))
  }

  @Test func `resetting a pane asks and lists the changes`() {
    var player = player()
    player.press("Space")
    player.focus("size")
    player.press("+")
    _ = update(&player.state, .command(.resetPane))
    #expect(
      player.screen.contains("Reset this pane to its defaults (2 changed)?"))
    #expect(player.screen.contains("Size: 55 → 50"))
    player.press("n")
    #expect(player.stored.count == 2)
    _ = update(&player.state, .command(.resetPane))
    player.press("y")
    #expect(player.stored.isEmpty)
    player.press("u")
    #expect(player.stored.count == 2)
  }

  static func hasQuit(_ player: Player) -> Bool {
    player.effects.contains { if case .quit = $0 { true } else { false } }
  }

  @Test func `q and Esc quit without a question if everything is saved`() {
    for key in ["q", "Esc"] {
      var player = player()
      player.press("Space", key)
      #expect(player.state.dialogs.isEmpty && Self.hasQuit(player), "\(key)")
    }
  }

  @Test(arguments: ["Left", "Backspace", "h"])
  func `going back from the first pane does not quit`(key: String) {
    var player = player()
    player.press(key)
    #expect(player.state.dialogs.isEmpty && !Self.hasQuit(player))
  }

  @Test func `staged changes, undo and open fields follow moved list items`() {
    let names = (0..<3).map { SettingName(domain: nil, key: "p[\($0)].h") }
    let moves: [SettingName: SettingName?] = [names[0]: names[1], names[1]: nil]
    var staged: [ValueChange] = []
    for name in names { staged.stage(ValueChange(name: name, old: nil, new: .string(name.key))) }
    let all = staged
    #expect(staged.follow(moves).map(\.name) == [names[1]])
    #expect(staged.map(\.name) == [names[1], names[2]])
    #expect(staged.map(\.new) == [.string("p[0].h"), .string("p[2].h")])
    var log = EditLog()
    for change in all { log.keep(UndoableEdit(changes: [change], title: ""), cause: .edit) }
    log.follow(moves)
    #expect(log.done.map(\.isLost) == [false, true, false])
    #expect(log.done[0].changes[0].name == names[1])
    #expect(log.done[1].reversed.isLost)
  }

  @Test func `an edit of a deleted list item is not undone`() throws {
    var player = player()
    player.press("Space")
    let name = try #require(player.state.log.done.last?.changes.first?.name)
    player.act(.event(.moved([name: nil])))
    let stored = player.stored
    player.press("u")
    #expect(player.stored == stored)
    #expect(player.screen.contains("has changed since"))
  }

  @Test func `a list item is found by its name, or else by its whole value`() {
    func items(_ names: String...) -> [PropertyList] {
      names.map { .dictionary(["name": .string($0), "x": .integer(1)]) }
    }
    #expect(items("a", "b").place(of: 1, in: items("new", "a", "b")) == 2)
    #expect(items("a", "b").place(of: 1, in: items("b", "a", "b")) == nil)
    #expect(items("a", "b").place(of: 1, in: items("a")) == nil)
    let numbers: [PropertyList] = [.integer(1), .integer(2)]
    #expect(numbers.place(of: 1, in: [.integer(2), .integer(1)]) == 0)
    #expect(numbers.place(of: 1, in: [.integer(2), .integer(2)]) == nil)
  }
}
