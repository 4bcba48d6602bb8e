import SetteeTestSupport
import SetteeValues
import Testing

/// Verifies that edits of list items applied together have the same result as one after the other.
@Suite struct ItemBatchTests {
  private static let names = (0..<12).map { "v\($0)" }

  private static let samples: [(format: Format, text: String, isTables: Bool)] = [
    (
      .json, "{\"a\": [" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "], \"b\": 1}\n",
      false
    ),
    (
      .jsonc, "{\n  \"a\": [\n" + names.map { "    \"\($0)\", // \($0)\n" }.joined() + "  ]\n}\n",
      false
    ),
    (.toml, "a = [\n" + names.map { "  # \($0)\n  \"\($0)\",\n" }.joined() + "]\nb = 1\n", false),
    (.toml, names.map { "# \($0)\n[[a]]\nk = \"\($0)\"\n\n" }.joined() + "[t]\nx = 1\n", true),
    (.yaml, "a:\n" + names.map { "  # \($0)\n  - \($0)\n" }.joined() + "b: 1\n", false),
    (.yaml, "a:\n" + names.map { "  - \($0) # \($0)\n" }.joined() + "\nb: 1\n", false),
    (.yaml, "a: [" + names.joined(separator: ", ") + "]\nb: 1\n", false),
    (.yaml, "a:\n" + names.map { "  - k: \($0)\n" }.joined(), true),
    (.git, "[a]\n" + names.map { "\ta = \($0) ; \($0)\n" }.joined() + "\tb = 1\n", false),
  ]

  @Test(arguments: 0..<90)
  func `items removed and inserted together end up as one after the other`(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let (format, text, isTables) = Self.samples[seed % Self.samples.count]
    let list = try #require(DocumentPath(format == .git ? "a.a" : "a"))
    var count = Self.names.count
    var edits: [DocumentEdit] = []
    for index in (0..<count).reversed()
    where count > 1 && Int.random(in: 0..<3, using: &numbers) == 0 {
      edits.append(.remove(DocumentPath(list.steps + [.index(index)])))
      count -= 1
    }
    var index = 0
    while index <= count {
      if Int.random(in: 0..<3, using: &numbers) == 0 {
        let value = Value.text("new \(index)")
        edits.append(
          .insert(list, at: index, isTables ? .table([Value.Member("k", value)]) : value))
        count += 1
      }
      index += 1
    }
    let document = try read(text, as: format)
    let one = try edits.reduce(document) { try $0.changed(by: $1).document }
    let (together, ranges) = try document.changed(by: edits)
    #expect(
      String(decoding: together.bytes, as: UTF8.self) == String(decoding: one.bytes, as: UTF8.self))
    var back = together.bytes
    for range in ranges.reversed() {
      back.replaceSubrange(range.new, with: document.bytes[range.old])
    }
    #expect(back == document.bytes)
  }

  @Test func `items that stay aren't part of the replaced ranges`() throws {
    let document = try read("a = [\n  1,\n  2,\n  3,\n  4,\n  5,\n]\n", as: .toml)
    let edits = [
      try remove("a[4]"), try remove("a[0]"),
      .insert(DocumentPath(keys: "a"), at: 2, .integer(9)),
    ]
    let (new, ranges) = try document.changed(by: edits)
    #expect(String(decoding: new.bytes, as: UTF8.self) == "a = [\n  2,\n  3,\n  9,\n  4,\n]\n")
    #expect(ranges.count == 3)
    #expect(ranges.map(\.old.count).reduce(0, +) < 15)
  }

  @Test func `an impossible edit among many is rejected`() throws {
    let document = try read("a = [1, 2, 3]\n", as: .toml)
    let edits = [try remove("a[2]"), try remove("a[7]"), try remove("a[0]")]
    #expect(throws: EditError.self) { try document.changed(by: edits) }
  }
}
