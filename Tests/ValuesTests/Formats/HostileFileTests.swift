import SetteeValues
import Testing

@Suite struct HostileFileTests {
  @Test(arguments: [
    (Format.json, "["), (.json, "{\"a\":"), (.toml, "a=["), (.toml, "a={a="), (.toml, "a."),
  ])
  func `unlimited nesting is rejected`(format: Format, text: String) {
    let bytes = Array(String(repeating: text, count: 200_000).utf8)
    #expect(throws: ParseError.self) { try Document(reading: bytes, as: format) }
  }

  @Test(arguments: Format.all)
  func `unlimited quotes, comment signs and continuations don't crash`(format: Format) {
    for text in [
      "\"", "'", "a=\"\n", "# a = [\n", "\\\n", "a=\\\n", "[", "[a]", "#", ";", "/*", "=",
      "a\n b\n",
    ] {
      let bytes = Array(String(repeating: text, count: 4000).utf8)
      guard let document = try? Document(reading: bytes, as: format) else { continue }
      #expect(document.bytes == bytes)
      _ = document.disabledSettings
    }
  }

  @Test func `bytes that aren't UTF-8 are rejected if the format requires UTF-8`() {
    #expect(throws: ParseError.self) { try Document(reading: [0x22, 0xFF, 0x22], as: .json) }
    #expect(throws: ParseError.self) { try Document(reading: [0x23, 0xC3], as: .toml) }
    #expect(throws: ParseError.self) { try Document(reading: [0x61, 0x00], as: .ini) }
  }
}
