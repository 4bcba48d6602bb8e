import SetteeFormats
import Testing

@Suite struct PlaceTests {
  @Test(arguments: [
    "a.b", "\"tool.black\".x", "remote.\"origin\".url", "bar[1].height", "[0].a", "a[0][1]",
    "\"Name[de]\"", "Desktop Entry.Name", "\"\".x", "\"a\\\"b\\\\c\"", "\"\\x01\"", "é.ü",
  ])
  func `A place that is printed reads back as itself`(text: String) throws {
    let place = try #require(Place(text))
    #expect(Place(place.description) == place)
  }

  @Test func `Quotes are printed only where the key would be read otherwise`() {
    #expect(Place(keys: "mail", "textSize").description == "mail.textSize")
    #expect(Place(keys: "tool.black", "x").description == "\"tool.black\".x")
    #expect(Place(keys: "remote", "origin", "url").description == "remote.origin.url")
    #expect(Place([.key("bar"), .index(1), .key("x")]).description == "bar[1].x")
  }

  @Test func `A backslash takes a point into the key`() {
    #expect(Place("a\\.b.c") == Place(keys: "a.b", "c"))
    #expect(Place("Name[de]") == Place(keys: "Name[de]"))
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "\"a", "a\"b\".", "a[0]b"])
  func `What is no place is none`(text: String) { #expect(Place(text) == nil) }

  @Test func `Names compare by code units`() {
    #expect(Name("é") != Name("e\u{301}"))
    #expect("é" == "e\u{301}")
    #expect(Name([0xFF]) != Name([0xFE]))
    #expect(
      Place(Place([.key(Name([0x61, 0xFF]))]).description)?.steps == [.key(Name([0x61, 0xFF]))])
  }
}
