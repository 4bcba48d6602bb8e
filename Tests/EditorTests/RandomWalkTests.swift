import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Presses random keys and checks the invariants after each key.
@Suite struct RandomWalkTests {
  static let keys: [String] = {
    var names: Set<String> = []
    for bindings in KeyMap.standard.bindings.values { names.formUnion(bindings.flatMap(\.keys)) }
    for text in ["a", "7", "é", "ｑ", "й", "@", "!", "Space"] { names.insert(text) }
    return names.sorted()
  }()

  static let seed: UInt64 =
    ProcessInfo.processInfo.environment["SETTEE_SEED"].flatMap(UInt64.init) ?? 2026
  /// Whether this is the long test run, which performs all steps.
  static let isLong = ProcessInfo.processInfo.environment["SETTEE_LONG"] == "1"

  /// Checks the invariants that every screen must satisfy.
  static func check(_ player: Player, _ trace: @autoclosure () -> String) {
    let state = player.state
    let screen = render(state)
    #expect(screen.size == state.size, "\(trace())")
    #expect(!state.path.isEmpty && state.items.indices.contains(state.focusIndex), "\(trace())")
    let isOnRows = state.dialog == nil && !state.showsHome && state.message?.isError != true
    if isOnRows, state.size.columns >= 2 {
      let cell = screen.rows[screen.cursor.row][screen.cursor.column]
      #expect(
        cell.glyph.text == state.look.glyphs.focus && cell.style.surface == .band,
        "no focus at the cursor\n\(trace())\n\(screen.text)")
    }
  }

  @Test(arguments: ["80x24", "40x12", "20x5", "132x50", "1x1", "7x3"])
  func `after random keys, the focus is visible and undo restores the initial state`(
    size: String
  ) throws {
    let document = try Samples.mail()
    let size = try #require(Size(cells: size))
    var numbers = SeededNumbers(seed: Self.seed)
    for round in 0..<(Self.isLong ? 5 : 3) {
      let start = GoldenTests.readings(document)
      var player = Player(document, readings: start, size: size)
      var trace: [String] = []
      for _ in 0..<(Self.isLong ? 2000 : 300) {
        let key = Self.keys[Int(numbers.next() % UInt64(Self.keys.count))]
        trace.append(key)
        player.press(key)
        Self.check(
          player, "seed \(Self.seed) round \(round): \(trace.joined(separator: " "))")
      }
      player.state.dialogs = []
      while !player.state.log.done.isEmpty { player.act(.command(.undo)) }
      for (name, reading) in player.state.readings.single {
        #expect(reading.stored == start[name]?.stored, "\(name.key) after undo, seed \(Self.seed)")
      }
    }
  }

  @Test(arguments: ["80x24", "59x24", "40x12", "20x5", "110x30", "132x50"], ["en", "ar"])
  func `a frame after a move equals a frame that is drawn as a whole`(
    size: String, language: String
  ) throws {
    let (file, folder) = try FileScreenTests.session("settings.toml", FileScreenTests.toml)
    defer { withExtendedLifetime(folder) {} }
    let mail = try Samples.mail()
    var numbers = SeededNumbers(seed: Self.seed)
    for isNear in [false, true] {
      var look = GoldenTests.look(language)
      look.isNear = isNear
      let size = try #require(Size(cells: size))
      var players = [
        Player(mail, readings: GoldenTests.readings(mail), look: look, size: size),
        Player(file.document, readings: file.readings(), look: look, size: size),
      ]
      var moves = 0
      for round in 0..<400 {
        for index in players.indices {
          // Other keys can open a dialog, or move to the last row, where no key moves the focus on.
          if round % 40 == 0 {
            players[index].state.dialogs = []
            players[index].press("Home")
          }
          let isOther = numbers.next().isMultiple(of: 8)
          let names = isOther ? Self.keys : ["Down", "Down", "Up"]
          let name = names[Int(numbers.next() % UInt64(names.count))]
          let key = try #require(KeyPress(name: name))
          let action = try #require(Action(.key(key)))
          let (old, screen) = (players[index].state.list, render(players[index].state))
          let isMove = players[index].state.isMove(action)
          players[index].press(name)
          let state = players[index].state
          guard isMove, let old, state.hasMoved(from: old) else { continue }
          moves += 1
          #expect(render(state, movedFrom: old.focus, over: screen) == render(state))
        }
      }
      #expect(moves > 100 || size.rows < 6)
    }
  }

  @Test func `a navigation key never writes`() throws {
    let document = try Samples.mail()
    var numbers = SeededNumbers(seed: Self.seed)
    let moving = (KeyMap.standard.bindings[.rows] ?? []).filter { $0.command.moves }.flatMap(\.keys)
    var player = Player(document, readings: GoldenTests.readings(document))
    for _ in 0..<500 {
      player.state.dialogs = []
      player.press(moving[Int(numbers.next() % UInt64(moving.count))])
    }
    #expect(!player.effects.contains { if case .apply = $0 { true } else { false } })
  }

  @Test(arguments: KeyContext.allCases)
  func `every key binding runs its command`(context: KeyContext) {
    for binding in KeyMap.standard.bindings[context] ?? [] {
      for name in binding.keys {
        guard let key = KeyPress(name: name) else { continue }
        #expect(KeyMap.standard.command(for: key.name, in: context) == binding.command, "\(name)")
      }
    }
  }
}
