import SetteeJSONSchema
import Testing

@Suite struct NamedSchemaTests {
  @Test(arguments: [
    ("# yaml-language-server: $schema=./a.json\nx: 1\n", "/srv/app/a.json"),
    (
      "---\n# yaml-language-server: $schema=https://example.org/a.json # x\n",
      "https://example.org/a.json"
    ),
    ("# about\n# $schema: b.json\nx: 1\n", "/srv/app/b.json"),
    ("#:schema /c.json\nx = 1\n", "/c.json"),
    ("{\"$schema\": \"d.json\"}\n", "/srv/app/d.json"),
  ])
  func `a file can name its schema in its first lines`(text: String, place: String) {
    #expect(JSONSchema.declaredPlace(in: Array(text.utf8), at: "/srv/app/settings") == place)
  }

  @Test(arguments: ["x: 1\n# yaml-language-server: $schema=a.json\n", "# see $schema=a.json\n"])
  func `other text doesn't name a schema`(text: String) {
    #expect(JSONSchema.declaredPlace(in: Array(text.utf8), at: "/srv/app/settings") == nil)
  }
}
