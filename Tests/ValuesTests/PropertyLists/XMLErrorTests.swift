import SetteeValues
import Testing

/// Verifies that each error in an XML file has a location and a message with a suggestion.
@Suite struct XMLErrorTests {
  @Test(arguments: [
    (
      "<dict><key>a</key><key>b</key><true/></dict>", 19,
      "the key \"a\" has no value; it is followed by another <key>"
    ),
    ("<dict><key>a</key></dict>", 7, "the key \"a\" has no value"),
    ("<dict><array/></dict>", 7, "<array> without a key; add a <key> before it"),
    (
      "<dict>text</dict>", 7,
      "unexpected text outside of an element"
    ),
    ("<string>a<b</string>", 10, "unescaped < in <string>; use &lt;"),
    ("<string>a & b</string>", 11, "unknown entity; use &amp; for an ampersand"),
    ("<string>&nbsp;</string>", 9, "unknown entity; use &amp; for an ampersand"),
    ("<string>&#xD800;</string>", 9, "invalid character reference"),
    ("<array><string>a</string>", 1, "unclosed <array>; missing </array>"),
    ("<array><string>a</array>", 17, "expected </string> to close <string> in line 1"),
    ("<dict><key>a</key><true/></array>", 26, "expected </dict> to close <dict> in line 1"),
    ("<string>a", 1, "unclosed <string>; missing </string>"),
    ("<string", 1, "missing > after <string"),
    ("<array><!-- a </array>", 8, "unclosed comment; missing -->"),
    ("<integer>12a</integer>", 12, "invalid character in <integer>; use digits only"),
    ("<integer> </integer>", 1, "<integer> without digits"),
    ("<integer/>", 1, "empty <integer/>; add its content"),
    (
      "<integer>18446744073709551616</integer>", 1,
      "<integer> out of range; use -9223372036854775808 to 18446744073709551615"
    ),
    ("<real>1,5</real>", 1, "\"1,5\" isn't a real number; use a form like -1.5e3"),
    (
      "<date>yesterday</date>", 1,
      "\"yesterday\" isn't a date; use a form like 2026-01-31T23:59:59Z"
    ),
    ("<data>é</data>", 7, "invalid Base64 character"),
    ("<true>x</true>", 7, "<true> must be empty; use <true/>"),
    ("<plist></plist>", 1, "empty <plist>; add a value such as <dict/>"),
    (
      "<plist><true/><true/></plist>", 15,
      "<plist> has more than one value; put them in a <dict> or <array>"
    ),
    (
      "<String>a</String>", 1,
      "<String> isn't a property list element; use plist, dict, key, array, string, integer,"
        + " real, true, false, date, or data"
    ),
    ("<key>a</key>", 1, "expected a value, found <key>"),
  ])
  func `an error is reported at its location`(text: String, column: Int, message: String) {
    let error = #expect(throws: ParseError.self) {
      try PropertyList(reading: Array(text.utf8))
    }
    #expect(error?.place == .text(line: 1, column: column))
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (
      "<?xml version=1.0 encoding=UTF-8?>\n<plist><true/></plist>",
      PropertyListNote.NoteKind.brokenDeclaration, 1, 1
    ),
    ("<plist><true/></plist>\n<true/>", .textAfterEnd, 2, 1),
    (
      "<dict><key>a</key><true/>\n<key>a</key><true/></dict>", .duplicateKey("a", isSame: true), 2,
      1
    ),
  ])
  func `content that Foundation ignores is noted`(
    text: String, kind: PropertyListNote.NoteKind, line: Int, column: Int
  ) throws {
    let notes = try PropertyListDocument(reading: Array(text.utf8)).notes
    #expect(notes.map(\.kind) == [kind])
    #expect(notes.first?.place == .text(line: line, column: column))
  }

  @Test func `the last of duplicate keys is used, with its location`() throws {
    let document = try PropertyListDocument(
      reading: Array(
        "<dict>\n<key>a</key><true/>\n<key>b</key><true/>\n<key>a</key><false/></dict>".utf8))
    #expect(document.value == ["a": false, "b": true])
    #expect(document.root["a"]?.keyPlace == .text(line: 4, column: 1))
    #expect(document.root["a"]?.place == .text(line: 4, column: 13))
    #expect(document.root["b"]?.place == .text(line: 3, column: 13))
  }

  @Test(arguments: [
    "\u{FEFF}", "<?xml version='1.0' encoding='utf-8'?>", "<!-- a --> <?pi?>\r\n", "\n\t ",
  ])
  func `content before the first element is ignored`(start: String) throws {
    let text =
      start + "<plist version='1.0'> <!-- <x> --> <string>é</string > <!-- --> </plist> <!-- -->"
    #expect(try PropertyListDocument(reading: Array(text.utf8)).value == "é")
    #expect(try PropertyListDocument(reading: Array(text.utf8)).notes.isEmpty)
  }

  @Test func `UTF-16 and ISO Latin 1 are read`() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é😀</string></plist>"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, Array(text.utf8)] {
      #expect(try PropertyList(reading: bytes) == "é😀")
    }
    let latin1 = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><string>\u{E9}</string>"
    #expect(try PropertyList(reading: latin1.unicodeScalars.map { UInt8($0.value) }) == "é")
    #expect(throws: ParseError.self) {
      try PropertyList(reading: Array("<string>".utf8) + [0xE9] + Array("</string>".utf8))
    }
  }
}
