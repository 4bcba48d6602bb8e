import Testing

@testable import SetteeTerminal

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("가", 2), ("👍", 2), ("👍🏽", 2), ("❤️", 1),
    ("👨‍👩‍👧", 6), ("\u{1FAE8}", 2), ("ｆｕｌｌ", 8), ("كِتاب", 4), ("a\u{200B}b", 2), ("", 0),
    ("\u{AD}", 0), ("क्षि", 3),
  ])
  func `text has the width that terminals use`(text: String, columns: Int) {
    #expect(GlyphSet.unicode.glyphs(of: text).reduce(0) { $0 + Int($1.width) } == columns)
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "\u{241B}[31mred"), ("a\u{9B}b", "a\u{FFFD}b"), ("x\u{202E}y", "xy"),
    ("tab\there", "tab here"), ("\u{2066}i\u{2069}", "i"), ("bell\u{7}", "bell\u{2407}"),
    ("❤\u{FE0F}!", "❤!"), ("l1\nl2", "l1\u{240A}l2"), ("\u{7F}", "\u{2421}"),
    ("\u{E0041}tag", "tag"), ("a\u{200C}b", "a\u{200C}b"), ("क\u{200D}", "क\u{200D}"),
    ("👨\u{200D}👩", "👨👩"), ("\u{200F}\u{61C}\u{FEFF}x\u{FFF9}\u{180E}", "x"),
  ])
  func `text can't control the terminal`(text: String, shown: String) {
    let glyphs = GlyphSet.unicode.glyphs(of: text)
    #expect(glyphs.map(\.text).joined().unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test func `no character becomes a control character, a format character or a wrong width`() {
    let codes = [0...0x3400, 0xF900...0x10000, 0x1F000...0x1FB00, 0xE0000...0xE0200]
    for code in codes.joined().map(UInt32.init) {
      guard let scalar = Unicode.Scalar(code) else { continue }
      for lettering in [GlyphSet.unicode, .ascii] {
        for glyph in lettering.glyphs(of: String(scalar)) {
          #expect(glyph.width == 1 || glyph.width == 2)
          guard let base = Unicode.Scalar(glyph.base) else { continue }
          if base.value < 0x20 || (0x7F..<0xA0).contains(base.value)
            || base.properties.isBidiControl
          {
            Issue.record("U+\(String(code, radix: 16)) is shown as a control character")
          }
          if lettering == .ascii, base.value >= 0x7F {
            Issue.record("U+\(String(code, radix: 16)) is not ASCII")
          }
        }
      }
    }
  }

  @Test func `a character keeps four combining marks, and the fifth is dropped`() {
    let glyphs = GlyphSet.unicode.glyphs(of: "a" + String(repeating: "\u{301}", count: 8))
    #expect(glyphs.count == 1)
    #expect(glyphs[0].text.unicodeScalars.count == 5)
  }

  @Test(arguments: [
    ("Größe…", "Grosse..."), ("naïve café", "naive cafe"), ("“a” – b", "\"a\" - b"), ("日本", "??"),
    ("Звук Ёж", "Zvuk Ezh"), ("Ήχος", "Ichos"), ("Ａ１", "A1"), ("• x", "* x"), ("e\u{301}", "e"),
    ("→", "->"),
  ])
  func `other characters are transliterated to ASCII in ASCII mode`(
    text: String, ascii: String
  ) {
    #expect(GlyphSet.ascii.glyphs(of: text).map(\.text).joined() == ascii)
  }
}

extension GlyphSet {
  fileprivate func glyphs(of text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    forEachGlyph(of: text) {
      glyphs.append($0)
      return true
    }
    return glyphs
  }
}
