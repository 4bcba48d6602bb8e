import SetteeValues
import SetteeTestSupport
import Testing

/// Verifies that edits applied together have the same result as one after the other.
@Suite struct BatchTests {
  private static let samples: [(format: Format, text: String)] = [
    (
      .toml,
      "# top\nx = 1\ny = 2 # why\n\n[t]\na = 1\n\n[[p]]\nname = \"a\"\nh = 1\n[[p]]\nname = \"b\"\n"
    ),
    (.toml, "x = { a = 1, b = 2 }\n[t.u]\nv = 1"),
    (
      .json,
      "{\n  \"x\": 1,\n  \"t\": {\"a\": 1},\n  \"p\": [{\"h\": 1}, {\"h\": 2}],\n  \"y\": 2\n}\n"
    ),
    (.jsonc, "{\n  // one\n  \"x\": 1,\n  \"t\": {\n    \"a\": 1, // two\n  },\n}\n"),
    (.json, ""), (.toml, ""),
    (.ini, "top = 1\n[t]\na = 1\n; b = 2\n[u]\n"),
    (.git, "[t]\n\ta = 1\n[remote \"o\"]\n\turl = u\n"),
    (.sshd, "Port 22\n# Banner none\nMatch User x\n  Banner a\n"), (.flat, "x = 1\ny = 2"),
  ]
  private static let places = [
    "x", "y", "z", "t.a", "t.b", "t.c", "t.u.v", "t.u.w", "q.r", "q.s", "p[0].h", "p[1].h",
    "p[1].name", "u.k", "remote.o.url", "remote.o.fetch", "x.a", "x.b", "Port", "Banner",
  ]

  /// Expects ten times as many keys to take at most thirty times as long.
  ///
  /// Quadratic time would take a hundred times as long.
  @Test(arguments: [Format.toml, .json])
  func `many keys are added next to existing ones in linear time`(format: Format) throws {
    func time(_ count: Int) throws -> Double {
      let text =
        format == .toml
        ? (0..<count).map { "k\($0) = 1\n" }.joined()
        : "{\n" + (0..<count).map { "  \"k\($0)\": 1" }.joined(separator: ",\n") + "\n}\n"
      let document = try Document(reading: Array(text.utf8), as: format)
      let edits = (count..<2 * count).map {
        DocumentEdit.set(DocumentPath([.key(Key("k\($0)"))]), .integer($0))
      }
      var changed = document
      let time = try processorTime { changed = try document.changed(by: edits).document }
      #expect(changed.settings.count == 2 * count)
      return time
    }
    _ = try time(50)
    let (few, many) = (try time(200), try time(2000))
    #expect(many < 30 * few, "\(few) s for 200, \(many) s for 2,000")
  }

  @Test(arguments: 0..<300)
  func `edits applied together have the same result as one after the other`(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Int(state >> 33) % count
    }
    let (format, text) = Self.samples[seed % Self.samples.count]
    let document =
      text.isEmpty ? Document.empty(format) : try Document(reading: Array(text.utf8), as: format)
    var one = document
    var edits: [DocumentEdit] = []
    let isRemoval = next(3) == 0
    for text in Self.places where next(2) == 0 {
      let place = try #require(DocumentPath(text))
      let edit = isRemoval ? DocumentEdit.remove(place) : .set(place, .integer(10 + next(90)))
      // Skip edits that are rejected when applied alone.
      guard let changed = try? one.changed(by: edit).document else { continue }
      one = changed
      edits.append(edit)
    }
    let (together, ranges) = try document.changed(by: edits)
    #expect(together.told.sorted() == one.told.sorted(), "\(edits)")
    #expect(together.comments.count == one.comments.count)
    // Restoring the replaced ranges must result in the original bytes.
    var back = together.bytes
    for range in ranges.reversed() {
      back.replaceSubrange(range.new, with: document.bytes[range.old])
    }
    #expect(back == document.bytes)
  }

  @Test func `one rejected edit rejects all, and the error names it`() throws {
    let document = try read("a = 1\n[t]\nb = 2\n", as: .toml)
    let edits = [try set("a", .integer(2)), try set("t", .integer(1)), try set("c", .integer(3))]
    let refusal = #expect(throws: EditError.self) { try document.changed(by: edits) }
    #expect(refusal?.message == "t is a table; set its keys one by one")
  }

  @Test func `new lines of a table are in the order of the edits`() throws {
    let document = try read("[t]\na = 1\n\n[u]\nb = 1\n", as: .toml)
    let edits = try ["t.c", "t.d", "u.e", "v.f", "v.g", "w.h"].map { try set($0, .integer(2)) }
    let text = String(decoding: try document.changed(by: edits).document.bytes, as: UTF8.self)
    #expect(
      text
        == "[t]\na = 1\nc = 2\nd = 2\n\n[u]\nb = 1\ne = 2\n\n[v]\nf = 2\ng = 2\n\n[w]\nh = 2\n")
  }

  @Test func `new members of an object are in the order of the edits`() throws {
    let document = try read("{\n  \"a\": 1\n}\n", as: .json)
    let edits = try ["b", "c", "o.d", "o.e"].map { try set($0, .integer(2)) }
    let text = String(decoding: try document.changed(by: edits).document.bytes, as: UTF8.self)
    #expect(
      text
        == "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 2,\n  \"o\": {\n    \"d\": 2,\n    \"e\": 2\n  }\n}\n"
    )
    #expect(
      String(
        decoding: try document.changed(by: [try remove("a")]).document.bytes, as: UTF8.self)
        == "{\n}\n")
  }
}
