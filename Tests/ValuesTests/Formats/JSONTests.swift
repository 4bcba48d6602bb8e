import SetteeValues
import Testing

@Suite struct JSONTests {
  @Test func `comments and trailing commas are accepted only where the format allows them`() throws
  {
    let text = "{\"a\": [1, /* two */ 2,], // b\n}"
    #expect(try read(text, as: .jsonc).told == ["a[0]=1", "a[1]=2"])
    #expect(throws: ParseError.self) { try read(text, as: .json) }
  }

  @Test func `an unpaired surrogate is kept and is not a string`() throws {
    let document = try read("[\"\\ud800\", \"\\ud83d\\ude00\"]", as: .json)
    #expect(document.literal(of: 1)?.text == nil)
    #expect(document.literal(of: 2)?.text == "😀")
  }

  @Test func `a new member is on a separate line if the other members are`() throws {
    #expect(
      try edited("{\n    \"a\": 1 // one\n}\n", .jsonc, set("b", .text("x")))
        == "{\n    \"a\": 1, // one\n    \"b\": \"x\"\n}\n")
    #expect(
      try edited("{\n  \"a\": 1, // one\n}\n", .jsonc, set("b", .integer(2)))
        == "{\n  \"a\": 1, // one\n  \"b\": 2,\n}\n")
    #expect(try edited("{\"a\":1}", .json, set("b", .integer(2))) == "{\"a\":1,\"b\":2}")
  }

  @Test func `missing objects are created, and an empty object is expanded`() throws {
    #expect(
      try edited("{\n  \"a\": {}\n}\n", .json, set("a.b", .boolean(true)))
        == "{\n  \"a\": {\n    \"b\": true\n  }\n}\n")
    #expect(
      try edited("{\n\t\"a\": 1\n}\n", .json, set("x.y", .null))
        == "{\n\t\"a\": 1,\n\t\"x\": {\n\t\t\"y\": null\n\t}\n}\n")
    #expect(try edited("{}\n", .json, set("a", .integer(1))) == "{\n  \"a\": 1\n}\n")
  }

  @Test(arguments: [Format.json, .jsonc, .toml, .flat])
  func `a setting can be added to an empty file`(format: Format) throws {
    let new = try Document.empty(format).changed(by: set("a", .integer(1))).document
    #expect(new.told == ["a=1"])
    if case .json = format {
      #expect(String(decoding: new.bytes, as: UTF8.self) == "{\n  \"a\": 1\n}\n")
    }
  }

  @Test func `a comment in an empty object stays in the object`() throws {
    #expect(
      try edited("{\n  \"a\": {\n    // none yet\n  }\n}", .jsonc, set("a.b", .integer(1)))
        == "{\n  \"a\": {\n    \"b\": 1\n    // none yet\n  }\n}")
  }

  @Test func `a member is removed with its comma`() throws {
    let text = "{\n  \"a\": 1,\n  // of b\n  \"b\": 2,\n  \"c\": 3\n}\n"
    #expect(
      try edited(text, .jsonc, remove("c")) == "{\n  \"a\": 1,\n  // of b\n  \"b\": 2\n}\n")
    #expect(
      try edited(text, .jsonc, remove("a"))
        == "{\n  // of b\n  \"b\": 2,\n  \"c\": 3\n}\n")
    #expect(try edited("{\"a\": 1, \"b\": 2}", .json, remove("b")) == "{\"a\": 1}")
    #expect(try edited("{\"a\": 1, \"b\": 2}", .json, remove("a")) == "{\"b\": 2}")
    #expect(try edited("{\"a\": 1}", .json, remove("a")) == "{}")
  }

  @Test func `a duplicate key is read-only`() throws {
    let words =
      "refused: the key is duplicated in its object, so it is unclear which one takes effect"
    #expect(try edited("{\"a\": 1, \"a\": 2}", .json, set("a", .integer(3))) == words)
    #expect(
      try edited("{\"a\": {\"b\": 1}, \"a\": {\"b\": 2}}", .json, set("a.b", .integer(3))) == words)
  }
}
