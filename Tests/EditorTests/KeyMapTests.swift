import SetteeTerminal
import Testing

@testable import SetteeEditor

@Suite struct KeyMapTests {
  static let contexts = KeyContext.allCases

  @Test(arguments: contexts)
  func `no context binds a key twice`(context: KeyContext) {
    var seen: Set<String> = []
    for binding in KeyMap.standard.bindings[context] ?? [] {
      for key in binding.keys {
        #expect(seen.insert(key).inserted, "\(key) is bound twice in \(context)")
      }
    }
  }

  @Test(arguments: contexts)
  func `every key name is the name of a terminal key`(context: KeyContext) {
    for binding in KeyMap.standard.bindings[context] ?? [] {
      for name in binding.keys {
        #expect(KeyPress(name: name)?.name == name, "\(name) in \(context)")
      }
    }
  }

  @Test(arguments: contexts)
  func `no printable key is bound where text is typed`(context: KeyContext) {
    guard context.takesText else { return }
    for binding in KeyMap.standard.bindings[context] ?? [] {
      #expect(binding.keys.allSatisfy { $0.count > 1 }, "\(binding.keys) in \(context)")
    }
  }

  @Test(arguments: contexts)
  func `every context binds Esc and shows help or back in its key hints`(
    context: KeyContext
  ) {
    let bindings = KeyMap.standard.bindings[context] ?? []
    #expect(bindings.contains { $0.keys.contains("Esc") })
    #expect(bindings.contains { $0.hint == "help" || $0.hint == "back" })
  }

  @Test func `characters of other keyboard layouts map to the key they are printed on`() {
    let map = KeyMap.standard
    #expect(map.command(for: "й", in: .rows) == .quit)
    #expect(map.command(for: "θ", in: .rows) == .undo)
    #expect(map.command(for: "ｑ", in: .rows) == .quit)
    #expect(map.command(for: "؟", in: .rows) == .help)
    #expect(map.command(for: "й", in: .search) == nil)
  }

  @Test func `a rebound key is removed from its previous command`() {
    let (map, unknown) = KeyMap.standard.rebinding(["search": "u", "nonsense": "y", "quit": "z"])
    #expect(map.command(for: "u", in: .rows) == .search)
    #expect(map.command(for: "/", in: .rows) == nil)
    #expect(map.command(for: "q", in: .rows) == .quit)
    #expect(unknown == ["nonsense", "quit"])
  }

  @Test func `the arrow keys can't be rebound`() {
    let (map, _) = KeyMap.standard.rebinding(["search": "Down s"])
    #expect(map.command(for: "Down", in: .rows) == .down)
    #expect(map.command(for: "s", in: .rows) == .search)
  }
}
