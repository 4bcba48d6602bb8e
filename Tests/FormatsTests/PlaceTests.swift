import SetteeFormats
import Testing

@Suite struct PlaceTests {
  @Test(arguments: [
    "a.b", "\"tool.black\".x", "remote.\"origin\".url", "bar[1].height", "[0].a", "a[0][1]",
    "\"Name[de]\"", "Desktop Entry.Name", "\"\".x", "\"a\\\"b\\\\c\"", "\"\\x01\"", "é.ü",
  ])
  func `A place that is printed reads back as itself`(text: String) throws {
    let place = try #require(DocumentPath(text))
    #expect(DocumentPath(place.description) == place)
  }

  @Test func `Quotes are printed only where the key would be read otherwise`() {
    #expect(DocumentPath(keys: "mail", "textSize").description == "mail.textSize")
    #expect(DocumentPath(keys: "tool.black", "x").description == "\"tool.black\".x")
    #expect(DocumentPath(keys: "remote", "origin", "url").description == "remote.origin.url")
    #expect(DocumentPath([.key("bar"), .index(1), .key("x")]).description == "bar[1].x")
  }

  @Test func `A backslash takes a point into the key`() {
    #expect(DocumentPath("a\\.b.c") == DocumentPath(keys: "a.b", "c"))
    #expect(DocumentPath("Name[de]") == DocumentPath(keys: "Name[de]"))
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "\"a", "a\"b\".", "a[0]b"])
  func `What is no place is none`(text: String) { #expect(DocumentPath(text) == nil) }

  @Test func `Names compare by code units`() {
    #expect(Key("é") != Key("e\u{301}"))
    #expect("é" == "e\u{301}")
    #expect(Key([0xFF]) != Key([0xFE]))
    #expect(
      DocumentPath(DocumentPath([.key(Key([0x61, 0xFF]))]).description)?.steps == [
        .key(Key([0x61, 0xFF]))
      ])
  }
}
