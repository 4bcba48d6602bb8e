import Settee
import SetteeTerminal
import SetteeVerbs
import Testing

@testable import SetteeEditor

/// Presses each key binding in its context.
@Suite struct EveryKeyTests {
  static let document = Samples.document([
    EditingTests.toggle(), EditingTests.text(), EditingTests.slider(), EditingTests.choice(),
    ModesTests.date(), Control(.textview, key: "notes", title: "Notes"), ListTests.words(),
    text("secret") { $0.isSecure = true },
    text("file") { $0.content = .text(TextInput(type: .path)) },
  ])

  /// Panes that link to other panes.
  static let tree: PaneTree = {
    func pane(_ file: String, _ links: [String]) -> Pane {
      let controls = links.map { file in
        var control = Control(.pane(file: nil, pane: file), title: file)
        control.key = nil
        return control
      }
      return Pane(
        file: file, title: file, domain: "org.example", groups: [PaneGroup(controls: controls)])
    }
    let panes = [pane("Root", ["One", "Two"]), pane("One", []), pane("Two", [])]
    return PaneTree(
      SettingsBundle(title: "Tree", domain: "org.example", panes: panes), word: "org.example")
  }()

  private static func text(_ key: String, _ change: (inout Control) -> Void) -> Control {
    var control = Control(.text, key: key, title: key)
    change(&control)
    return control
  }

  /// Returns a player whose editor is in `context`.
  static func player(in context: KeyContext) -> Player {
    var player = Player(document)
    switch context {
    case .rows: break
    case .panes:
      player = Player(tree, size: Size(rows: 24, columns: 100))
      player.press("o")
    case .text: player.open("name")
    case .longText: player.open("notes")
    case .slider: player.open("size")
    case .date: player.open("when")
    case .list: player.open("sort")
    case .search: player.press("/")
    case .page: player.press("F1")
    case .question:
      player.state.ask("Now?", (1...40).map(String.init), orElse: .stay, ("Yes", { _ in [.quit] }))
    case .push: player.act(.event(.plan(ModesTests.plan)))
    case .changes:
      player.press("U")
      let past = (0..<40).map { _ in
        PastChange(name: Samples.name("name"), old: .string("Ada"), new: nil)
      }
      player.act(.event(.changes(past)))
    case .home, .homeSearch:
      player.act(.event(.home(HomeTests.long)))
      if context == .homeSearch { player.press("/") }
    }
    player.effects = []
    return player
  }

  /// Key presses that lead to states in which other keys have an effect.
  ///
  /// These are positions inside a list or a text, and states after a change and after an undo.
  static let preludes: [[String]] = [
    [], ["Down"], ["Right"], ["End"], ["c"], ["5"], ["Space"], ["Space", "u"],
    ["a", "Space", "b"], ["a", "Space", "b", "Home"], ["a", "Space", "b", "^W"],
    ["Enter", "Enter"], ["Enter", "Enter", "Up"], ["PgDn"], ["n"], ["n", "Down"], ["a", "Left"],
    // Move from one field to a secret, and from one field to a file path.
    ["Esc", "End", "Up", "Up", "Enter", "x"], ["Esc", "End", "Up", "Enter"],
  ]

  /// Returns the screen and the number of requested effects.
  private static func visibleState(_ player: Player) -> (Screen, Int) {
    (render(player.state), player.effects.count)
  }

  @Test(arguments: KeyContext.allCases)
  func `every key has an effect, and navigation keys never write`(context: KeyContext) {
    for binding in KeyMap.standard.bindings[context] ?? [] {
      for key in binding.keys {
        var changes = false
        for prelude in Self.preludes where !changes {
          var player = Self.player(in: context)
          #expect(player.state.context == context)
          for key in prelude { player.press(key) }
          guard player.state.context == context else { continue }
          let (before, effects) = (Self.visibleState(player), player.effects.count)
          player.press(key)
          if Self.visibleState(player) != before { changes = true }
          RandomWalkTests.check(player, "\(key) in \(context) after \(prelude)")
          let writes = player.effects.dropFirst(effects).contains {
            if case .apply = $0 { true } else { false }
          }
          #expect(!(writes && binding.command.moves), "\(key) in \(context) moves and writes")
        }
        #expect(changes, "\(key) in \(context) changes nothing")
      }
    }
  }

  @Test(arguments: KeyContext.allCases)
  func `Esc closes every context`(context: KeyContext) {
    guard ![.rows, .home, .homeSearch].contains(context) else { return }
    var player = Self.player(in: context)
    player.press("Esc")
    #expect(player.state.dialogs.isEmpty)
    #expect(player.stored.isEmpty)
  }

  @Test(arguments: KeyContext.allCases)
  func `printable keys are text wherever text is typed`(context: KeyContext) {
    guard context.takesText else { return }
    var player = Self.player(in: context)
    for code in UInt8(0x21)..<0x7F {
      player.type(String(UnicodeScalar(code)))
      #expect(player.state.context == context, "\(UnicodeScalar(code)) in \(context)")
    }
    #expect(player.effects.isEmpty)
  }

  @Test(arguments: KeyContext.allCases)
  func `every context is drawn on a screen of one cell`(context: KeyContext) {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (5, 2), (2, 5)] {
      var player = Self.player(in: context)
      player.act(.event(.resized(Size(rows: rows, columns: columns))))
      player.type("ab")
      RandomWalkTests.check(player, "\(context) at \(columns)x\(rows)")
    }
  }

  @Test func `help describes every key`() throws {
    var player = Self.player(in: .rows)
    player.press("?")
    let page = try #require(player.state.dialog as? PageDialog)
    let lines = page.lines.map { "\($0.label) \($0.text)" }
    for bindings in KeyMap.standard.bindings.values {
      for binding in bindings where !binding.keys.isEmpty {
        let line = "\(binding.keys.joined(separator: " ")) \(binding.help)"
        #expect(lines.contains(line), "\(line)")
      }
    }
  }

  @Test(arguments: Strings.languages.dropFirst())
  func `every phrase has the same placeholders in every language`(language: String) {
    let words = Strings(preferred: [language])
    for phrase in Phrase.allCases {
      for place in ["%1", "%2"] {
        #expect(
          words(phrase).contains(place) == phrase.rawValue.contains(place), "\(phrase) \(language)")
      }
    }
  }
}

extension Player {
  /// Focuses the row of `key` and presses Enter.
  mutating func open(_ key: String) {
    focus(key)
    press("Enter")
  }
}
