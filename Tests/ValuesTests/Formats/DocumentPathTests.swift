import SetteeValues
import Testing

@Suite struct DocumentPathTests {
  @Test(arguments: [
    "a.b", "\"tool.black\".x", "remote.\"origin\".url", "bar[1].height", "[0].a", "a[0][1]",
    "\"Name[de]\"", "Desktop Entry.Name", "\"\".x", "\"a\\\"b\\\\c\"", "\"\\x01\"", "é.ü",
  ])
  func `the description of a path parses to the same path`(text: String) throws {
    let place = try #require(DocumentPath(text))
    #expect(DocumentPath(place.description) == place)
  }

  @Test func `keys are quoted only if necessary`() {
    #expect(DocumentPath(keys: "mail", "textSize").description == "mail.textSize")
    #expect(DocumentPath(keys: "tool.black", "x").description == "\"tool.black\".x")
    #expect(DocumentPath(keys: "remote", "origin", "url").description == "remote.origin.url")
    #expect(DocumentPath([.key("bar"), .index(1), .key("x")]).description == "bar[1].x")
  }

  @Test func `a backslash escapes a period in a key`() {
    #expect(DocumentPath("a\\.b.c") == DocumentPath(keys: "a.b", "c"))
    #expect(DocumentPath("Name[de]") == DocumentPath(keys: "Name[de]"))
  }

  @Test func `a backslash before an ordinary character is part of the key`() {
    #expect(DocumentPath("a.App\\Tests\\") == DocumentPath(keys: "a", "App\\Tests\\"))
    #expect(DocumentPath("App\\\\Tests") == DocumentPath(keys: "App\\Tests"))
    #expect(DocumentPath("\"App\\Tests\".b") == DocumentPath(keys: "App\\Tests", "b"))
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "\"a", "a\"b\".", "a[0]b"])
  func `an invalid path is nil`(text: String) { #expect(DocumentPath(text) == nil) }

  @Test func `keys are compared by code units`() {
    #expect(Key("é") != Key("e\u{301}"))
    #expect("é" == "e\u{301}")
    #expect(Key([0xFF]) != Key([0xFE]))
    #expect(
      DocumentPath(DocumentPath([.key(Key([0x61, 0xFF]))]).description)?.steps == [
        .key(Key([0x61, 0xFF]))
      ])
  }
}
