import Settee
import SetteeTerminal
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Draws every dialog at any window size and checks that the focus is visible.
@Suite struct EverySizeTests {
  /// Returns random window sizes.
  static func sizes(_ numbers: inout SeededNumbers, count: Int) -> [Size] {
    (0..<count).map { _ in
      Size(
        rows: Int.random(in: 1...60, using: &numbers),
        columns: Int.random(in: 1...220, using: &numbers))
    }
  }

  /// Returns all small sizes in the long test run, and a different subset for each turn otherwise.
  static func small(_ turn: Int) -> [Size] {
    let step = RandomWalkTests.isLong ? 1 : 17
    return stride(from: turn % step, to: 12 * 60, by: step).map {
      Size(rows: 1 + $0 / 60, columns: 1 + $0 % 60)
    }
  }

  static let looks: [Appearance] = ["", "ascii", "mono", "contrast", "ascii,mono"].flatMap {
    style in
    [false, true].map { isNear in
      var look = Appearance()
      look.apply(style: style)
      look.isNear = isNear
      return look
    }
  }

  /// Draws a state at each size, as if the user resized the window.
  static func draw(_ player: Player, _ sizes: [Size], _ about: String) {
    var player = player
    for size in sizes {
      player.act(.event(.resized(size)))
      check(player.state, "\(about) \(size)")
    }
  }

  /// Checks that a screen has the right size and that the cursor is on it.
  static func check(_ state: EditorState, _ about: String) {
    let screen = render(state)
    let isSeen =
      (0..<state.size.rows).contains(screen.cursor.row)
      && (0..<state.size.columns).contains(screen.cursor.column)
    #expect(screen.size == state.size && isSeen, "\(about)")
  }

  @Test(arguments: BoxTests.scenes.indices)
  func `every dialog is drawn in every size`(index: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(index))
    for language in ["en", "ar"] {
      var look = Self.looks[index % Self.looks.count]
      look.words = Strings(preferred: [language])
      look.language = language
      let player = try BoxTests.player(index, size: "80x24", look: look)
      let sizes = Self.small(index) + Self.sizes(&numbers, count: 20)
      Self.draw(player, sizes, BoxTests.scenes[index].name)
    }
  }

  /// Returns panes with a control of each type, filled with random strings and numbers.
  static func document(_ numbers: inout SeededNumbers) -> PaneTree {
    func text() -> String {
      let pieces = HostileTests.texts + ["", "a", "Title", "長い題", "title of some length", "é́́", "👩‍👩‍👧"]
      let count = Int.random(in: 0...3, using: &numbers)
      return (0..<count).map { _ in
        String((pieces.randomElement(using: &numbers) ?? "").unicodeScalars.prefix(300))
      }.joined(
        separator: " ")
    }
    func number() -> Double {
      [0, 1, -1, 0.5, 1e300, -1e300, .infinity, -.infinity, .nan, 12, 99].randomElement(
        using: &numbers)
        ?? 0
    }
    var controls: [Control] = []
    for index in 0..<12 {
      let choices = (0..<Int.random(in: 0...4, using: &numbers)).map {
        Choice(text(), value: .string("\($0)"))
      }
      let bounds = Bounds(minimum: number(), maximum: number())
      let kinds: [ControlContent] = [
        .text, .textview, .slider(Slider(bounds: bounds)), .toggle, .date, .unknown, .button,
        .choice(choices), .radio(choices),
      ]
      var control = Control(kinds[index % kinds.count], key: "k\(index)", title: text())
      control.help = text()
      control.subtitle = Subtitle(text())
      let values: [PropertyList?] = [.real(number()), .string(text()), .string("0"), nil]
      control.defaultValue = values.randomElement(using: &numbers) ?? nil
      controls.append(control)
    }
    return Samples.document(controls, footer: text())
  }

  /// Returns a random event, such as a resize or a change of the rows.
  static func happening(_ numbers: inout SeededNumbers) -> Action {
    let rows = Int.random(in: 1...30, using: &numbers)
    let columns = Int.random(in: 1...140, using: &numbers)
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0: return .event(.resized(Size(rows: rows, columns: columns)))
    case 1: return .event(.opened(document(&numbers), [:]))
    case 2:
      let values: [PropertyList?] = [
        .real(.infinity), .real(-5), .string(""), .string("a\n長い題"), .integer(.max), nil,
      ]
      let name = Samples.name("k\(Int.random(in: 0..<12, using: &numbers))")
      let value = values.randomElement(using: &numbers) ?? nil
      let reading = SettingState(value: value, origin: value == nil ? .none : .user, stored: value)
      return .event(.readings([name: reading], by: .otherProcess))
    case 3: return .press(Position(row: rows - 1, column: columns - 1))
    case 4: return .wheel(Int.random(in: -3...3, using: &numbers))
    default:
      let name = RandomWalkTests.keys.randomElement(using: &numbers) ?? "Enter"
      guard let key = KeyPress(name: name), let action = Action(.key(key)) else { return .wheel(1) }
      return action
    }
  }

  @Test(arguments: 0..<(RandomWalkTests.isLong ? 400 : 12))
  func `rows that change during input are drawn in every size`(seed: Int) {
    var numbers = SeededNumbers(seed: RandomWalkTests.seed &+ UInt64(seed))
    var look = Self.looks[seed % Self.looks.count]
    if seed % 3 == 2 { look.language = "ar" }
    var player = Player(Self.document(&numbers), look: look, size: Size(rows: 24, columns: 80))
    for step in 0..<(RandomWalkTests.isLong ? 1000 : 250) {
      player.act(Self.happening(&numbers))
      Self.check(player.state, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<(RandomWalkTests.isLong ? 400 : 8))
  func `random strings and numbers and their editors are drawn in every size`(seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let document = Self.document(&numbers)
    let look = Self.looks[seed % Self.looks.count]
    let start = Player(document, look: look, size: Size(rows: 24, columns: 80))
    for index in start.state.items.indices where start.state.items[index].isRow {
      var player = start
      player.state.focus(on: index)
      player.state.settle()
      player.press("Enter")
      let sizes = Self.sizes(&numbers, count: 4)
      Self.draw(player, sizes, "seed \(seed), row \(index)")
    }
    Self.draw(start, Self.small(seed), "seed \(seed)")
  }
}
