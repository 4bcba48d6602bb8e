import Foundation
import SetteeValues
import Testing

@Suite struct OldStyleReaderTests {
  @Test(arguments: [
    "{ a = b; \"c d\" = (e, 'f', <0fbd 77>, {}, (),); }", "a = b; c = d;", "\"key\"; a;", "hello",
    "\"hello\"", "  // nothing\n /* at all */ ", "a.b/c:d_e$f-g = 1;", "/* c */ a = b; // d",
    "a = \"b\nc\r\nd\";", "a = \"\\a\\b\\f\\n\\r\\t\\v\\\"\\'\\\\\\\n\\x\\é\";",
    "a = \"\\101\\0\\7z\\400\\U00e9\\Ue9z\\Ud83d\\Ude00\";", "a = b; a = c;", "( a, b )", "<0f 0F>",
  ])
  func `old-style files are read like Foundation reads them`(text: String) throws {
    let bytes = Array(text.utf8)
    let document = try PropertyListDocument(reading: bytes)
    #expect(document.value == Oracle.read(bytes))
    #expect(try PropertyList(reading: bytes) == document.value)
  }

  @Test func `every octal escape is a character of the NeXTSTEP encoding`() throws {
    let text = "a = \"" + (0...255).map { "\\" + String($0, radix: 8) + "\\U20" }.joined() + "\";"
    #expect(try PropertyList(reading: Array(text.utf8)) == Oracle.read(Array(text.utf8)))
  }

  @Test func `values and keys have their line and column`() throws {
    let text = "/* é */ \"k\" = v;\n  é = 1;\nx = (\n  1, {\n y = <00>; }); \"lone\";"
    let document = try PropertyListDocument(
      reading: Array(text.replacing("é =", with: "'é' =").utf8))
    #expect(document.root["k"]?.keyPlace == .text(line: 1, column: 9))
    #expect(document.root["k"]?.place == .text(line: 1, column: 15))
    #expect(document.root["é"]?.keyPlace == .text(line: 2, column: 3))
    #expect(document.root["é"]?.place == .text(line: 2, column: 9))
    #expect(document.root["x"]?.elements.last?["y"]?.place == .text(line: 5, column: 6))
    #expect(document.root["lone"]?.place == .text(line: 5, column: 16))
    #expect(document.root["lone"]?.keyPlace == .text(line: 5, column: 16))
  }

  @Test(
    arguments: [
      (
        "\"a\" = \"b\"\n\"c\" = \"d\";\n", ["a": "b", "c": "d"],
        PropertyListNote.NoteKind.missingSemicolon, 1, 10
      ),
      ("a = b;\nc = ;\nd = e;", ["a": "b", "d": "e"], .skippedStatement, 2, 1),
      (
        "a = b;\n\"c\" = \"d;\n\"e\" = \"f\";\ng = h;", ["a": "b", "e": "f", "g": "h"],
        .skippedStatement, 2, 1
      ),
      ("a = b;\n<<<<<<< HEAD\nc = d;", ["a": "b", "c": "d"], .skippedStatement, 2, 1),
      ("<<<<<<< HEAD\nc = d;\n=======\n", ["c": "d"], .skippedStatement, 1, 1),
      ("a = b;\na = c;", ["a": "c"], .duplicateKey("a", isSame: false), 2, 1),
    ] as [(String, PropertyList, PropertyListNote.NoteKind, Int, Int)])
  func `an invalid statement causes a note, and the rest of the table is read`(
    text: String, value: PropertyList, kind: PropertyListNote.NoteKind, line: Int, column: Int
  ) throws {
    let document = try PropertyListDocument(reading: Array(text.utf8))
    #expect(document.value == value)
    #expect(document.notes.first?.kind == kind)
    #expect(document.notes.first?.place == .text(line: line, column: column))
  }

  @Test(arguments: ["a = b;\nc = ;", "a = b", "\"a\" = \"b\"\n\"c\" = \"d\";"])
  func `without locations, an invalid statement is an error`(text: String) {
    #expect(throws: ParseError.self) { try PropertyList(reading: Array(text.utf8)) }
  }

  @Test(arguments: [
    ("{ a = b }", 1, 9, "expected ; after the entry"),
    ("{ a = b; } c", 1, 12, "unexpected text after the property list"),
    ("{ a = <0f1>; }", 1, 11, "odd number of hexadecimal digits in data"),
    ("( a b )", 1, 5, "expected , or ) in the array"),
    ("{\n a = \"b; }", 2, 6, "unterminated string"),
    ("these are just words\nof prose", 1, 7, "expected = or ; after the key \"these\""),
  ])
  func `a file without a table is rejected`(text: String, line: Int, column: Int, message: String) {
    let error = #expect(throws: ParseError.self) {
      try PropertyListDocument(reading: Array(text.utf8))
    }
    #expect(error?.place == .text(line: line, column: column))
    #expect(error?.message == message)
  }

  @Test func `UTF-16 with and without a byte order mark, UTF-8 and ISO Latin 1 are read`() throws {
    let text = "\"é\" = \"日本😀\";"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [
      little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, Array(text.utf8),
      [0xEF, 0xBB, 0xBF] + Array(text.utf8),
    ] {
      let document = try PropertyListDocument(reading: bytes)
      #expect(document.value == ["é": "日本😀"])
      #expect(document.notes.isEmpty)
      #expect(document.root["é"]?.place == .text(line: 1, column: 7))
    }
    let latin1 = try PropertyListDocument(
      reading: Array("a = \"".utf8) + [0xE9] + Array("\";".utf8))
    #expect(latin1.value == ["a": "é"])
    #expect(latin1.notes.map(\.kind) == [.assumedLatin1])
    #expect(latin1.notes.first?.place == .text(line: 1, column: 6))
  }
}
