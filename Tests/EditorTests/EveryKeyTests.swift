import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Every entry of the keymap, pressed where it counts.
@Suite struct EveryKeyTests {
  static let document = Samples.document([
    EditingTests.toggle(), EditingTests.text(), EditingTests.slider(), EditingTests.choice(),
    ModesTests.date(), Control(.textview, key: "notes", title: "Notes"), ListTests.words(),
  ])

  /// A user who stands in a context.
  static func player(in context: KeyContext) -> Player {
    var player = Player(document)
    switch context {
    case .rows: break
    case .text: player.open("name")
    case .longText: player.open("notes")
    case .slider: player.open("size")
    case .date: player.open("when")
    case .list: player.open("sort")
    case .search: player.press("/")
    case .page: player.press("F1")
    case .question: player.press("Esc")
    case .push: player.act(.event(.plan(ModesTests.plan)))
    case .apps:
      let face = AppFace(
        word: "a", title: "A", domain: "org.a", hasBundle: false, modified: 0, unpushed: 0)
      player.act(.event(.apps([face, face])))
    }
    player.effects = []
    return player
  }

  @Test(arguments: KeyContext.allCases)
  func `every key does something that holds, and what moves never writes`(context: KeyContext) {
    for binding in KeyMap.standard.bindings[context] ?? [] {
      for key in binding.keys {
        var player = Self.player(in: context)
        #expect(player.state.context == context)
        player.press(key)
        RandomWalkTests.check(player.state, "\(key) in \(context)")
        let writes = player.effects.contains { if case .apply = $0 { true } else { false } }
        #expect(!(writes && binding.command.moves), "\(key) in \(context) moves and writes")
      }
    }
  }

  @Test(arguments: KeyContext.allCases)
  func `the way back leads out of every context`(context: KeyContext) {
    guard context != .rows, context != .apps else { return }
    var player = Self.player(in: context)
    player.press("Esc")
    #expect(player.state.modes.isEmpty)
    #expect(player.stored.isEmpty)
  }

  @Test(arguments: KeyContext.allCases)
  func `where text is typed every printable key is text`(context: KeyContext) {
    guard context.takesText else { return }
    var player = Self.player(in: context)
    for code in UInt8(0x21)..<0x7F {
      player.type(String(UnicodeScalar(code)))
      #expect(player.state.context == context, "\(UnicodeScalar(code)) in \(context)")
    }
    #expect(player.effects.isEmpty)
  }

  @Test(arguments: KeyContext.allCases)
  func `every context stands on a screen of one cell`(context: KeyContext) {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (5, 2), (2, 5)] {
      var player = Self.player(in: context)
      player.act(.event(.resized(Size(rows: rows, columns: columns))))
      player.type("ab")
      RandomWalkTests.check(player.state, "\(context) at \(columns)x\(rows)")
    }
  }

  @Test func `help says what every key does`() {
    let lines = KeyMap.standard.helpLines(.rows, Words()).map { "\($0.label) \($0.text)" }
    for bindings in KeyMap.standard.bindings.values {
      for binding in bindings where !binding.keys.isEmpty {
        let line = "\(binding.keys.joined(separator: " ")) \(binding.help.rawValue)"
        #expect(lines.contains(line), "\(line)")
      }
    }
  }

  @Test(arguments: ["de", "ja", "ar"])
  func `every sentence is said in every language with the same places`(language: String) {
    let words = Words(preferred: [language])
    for phrase in Phrase.allCases {
      for place in ["%1", "%2"] {
        #expect(
          words(phrase).contains(place) == phrase.rawValue.contains(place), "\(phrase) \(language)")
      }
    }
  }
}

extension Player {
  /// Goes to the row of a key and presses Enter.
  mutating func open(_ key: String) {
    focus(key)
    press("Enter")
  }
}
