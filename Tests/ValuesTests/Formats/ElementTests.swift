import SetteeValues
import Testing

extension Document {
  fileprivate func mark(of place: DocumentPath, itemKey: Key? = nil) -> ElementMark {
    var finder = ItemFinder(self, itemKey: itemKey)
    return finder.mark(of: place)
  }

  fileprivate func find(_ mark: ElementMark, itemKey: Key? = nil) -> DocumentPath? {
    var finder = ItemFinder(self, itemKey: itemKey)
    return finder.find(mark)
  }
}

@Suite struct ElementTests {
  private let text = "[[p]]\nname = \"a\"\nx = 1\n[[p]]\nname = \"b\"\nx = 2\n"

  @Test func `an item is found after another one is inserted before it`() throws {
    let place = try #require(DocumentPath("p[1].x"))
    let mark = try read(text, as: .toml).mark(of: place)
    let moved = try read("[[p]]\nname = \"new\"\n" + text, as: .toml)
    #expect(moved.find(mark) == DocumentPath("p[2].x"))
    #expect(try read("[[p]]\nname = \"a\"\n", as: .toml).find(mark) == nil)
  }

  @Test func `neither of two equal items is found`() throws {
    let mark = try read("a = [1, 2]\n", as: .toml).mark(of: DocumentPath("a[1]") ?? .root)
    #expect(try read("a = [2, 2]\n", as: .toml).find(mark) == nil)
    #expect(try read("a = [2, 1]\n", as: .toml).find(mark) == DocumentPath("a[0]"))
  }

  @Test func `a named item is found after its values changed`() throws {
    let place = try #require(DocumentPath("p[1].x"))
    let mark = try read(text, as: .toml).mark(of: place, itemKey: "name")
    let changed = try read("[[p]]\nname = \"b\"\nx = 7\n", as: .toml)
    #expect(changed.find(mark, itemKey: "name") == DocumentPath("p[0].x"))
  }

  @Test(arguments: 0..<20)
  func `random inserts and deletes never find a different item`(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    var items = (0..<8).map { "item\($0)" }
    let mark = try read(
      "{\"a\": [\(items.map { "{\"k\": \"\($0)\"}" }.joined(separator: ","))]}", as: .json
    )
    .mark(of: DocumentPath("a[3].k") ?? .root)
    for round in 0..<50 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      let position = Int(state >> 33) % (items.count + 1)
      if state >> 60 < 8 || items.isEmpty {
        items.insert("new\(round)", at: position)
      } else {
        items.remove(at: min(position, items.count - 1))
      }
      let now = try read(
        "{\"a\": [\(items.map { "{\"k\": \"\($0)\"}" }.joined(separator: ","))]}", as: .json)
      let place = now.find(mark)
      let text = place.flatMap { now.node(at: $0) }.flatMap { now.literal(of: $0)?.text }
      #expect(text == (items.contains("item3") ? "item3" : nil))
    }
  }

  @Test(arguments: ["name", "key", "id"])
  func `an item is identified by a key that is unique in all items`(key: String) throws {
    func text(_ items: (String, Int)...) -> String {
      items.map { "[[p]]\n\(key) = \"\($0)\"\nx = \($1)\n" }.joined()
    }
    let place = try #require(DocumentPath("p[1].x"))
    let mark = try read(text(("a", 1), ("b", 1)), as: .toml).mark(of: place)
    #expect(
      try read(text(("new", 1), ("a", 1), ("b", 9)), as: .toml).find(mark) == DocumentPath("p[2].x")
    )
    #expect(try read(text(("b", 1), ("b", 2)), as: .toml).find(mark) == nil)
    // If two items have the same name, all of their values are compared.
    let alike = try read(text(("a", 1), ("a", 2)), as: .toml).mark(of: place)
    #expect(try read(text(("a", 2), ("a", 1)), as: .toml).find(alike) == DocumentPath("p[0].x"))
    #expect(try read(text(("a", 3), ("a", 1)), as: .toml).find(alike) == nil)
  }

  @Test func `in an unchanged list the index identifies equal items`() throws {
    let mark = try read("a = [1, 1]\n", as: .toml).mark(of: DocumentPath("a[1]") ?? .root)
    #expect(try read("b = 2\na = [1, 1]\n", as: .toml).find(mark) == DocumentPath("a[1]"))
    #expect(try read("a = [1, 1, 2]\n", as: .toml).find(mark) == nil)
  }

  @Test func `a section is found by its contents, unless it's no longer the effective one`() throws
  {
    let place = try #require(DocumentPath("Peer.port"))
    func peer(_ name: String, _ port: Int) -> String { "[Peer]\nname = \(name)\nport = \(port)\n" }
    let mark = try read(peer("a", 1), as: .systemd).mark(of: place)
    #expect(try read(peer("b", 1) + peer("a", 1), as: .systemd).find(mark) == place)
    #expect(try read(peer("a", 1) + peer("b", 1), as: .systemd).find(mark) == nil)
    #expect(try read("[Other]\nx = 1\n" + peer("a", 2), as: .systemd).find(mark) == place)
  }

  @Test func `a section is found when it becomes one of several, and when it is the last one`()
    throws
  {
    func peer(_ name: String) -> String { "[Peer]\nname = \(name)\nport = 1\n" }
    let alone = try read(peer("a"), as: .ini).mark(of: try #require(DocumentPath("Peer.port")))
    #expect(try read(peer("a") + peer("b"), as: .ini).find(alone) == DocumentPath("Peer[0].port"))
    #expect(try read(peer("b") + peer("a"), as: .ini).find(alone) == DocumentPath("Peer[1].port"))
    #expect(try read(peer("b") + peer("c"), as: .ini).find(alone) != DocumentPath("Peer[0].port"))
    let second = try read(peer("b") + peer("a"), as: .ini)
      .mark(of: try #require(DocumentPath("Peer[1].port")))
    #expect(try read(peer("a"), as: .ini).find(second) == DocumentPath("Peer.port"))
    #expect(try read(peer("c"), as: .ini).find(second) == nil)
  }
}
