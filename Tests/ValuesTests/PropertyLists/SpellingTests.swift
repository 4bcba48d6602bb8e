import Foundation
@testable import SetteeValues
import Testing

/// Compares unusual spellings of values with the usual ones.
@Suite struct SpellingTests {
  /// Writes tags as `<name >` and `</name >`.
  private func thorough(_ xml: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, byte) in xml.enumerated() {
      let follows = index > 0 ? xml[index - 1] : 0
      let isTagEnd = byte == UInt8(ascii: ">") && follows != UInt8(ascii: "/")
      if isTagEnd, follows != UInt8(ascii: "?") { result.append(0x20) }
      result.append(byte)
    }
    return result
  }

  @Test(arguments: [1, 7, 1984] as [UInt64])
  func `tags are read the same way with and without spaces`(seed: UInt64) throws {
    var generator = Generator(seed: seed)
    for _ in 0..<300 {
      let xml = try PropertyList.dictionary(generator.dictionary()).xml()
      #expect(try PropertyList(reading: xml) == PropertyList(reading: thorough(xml)))
    }
  }

  @Test func `a truncated file is rejected with and without spaces in tags`() throws {
    let xml = Array(
      "<plist><dict><key>a</key><array><true/><integer>1</integer></array></dict></plist>".utf8)
    for end in 1..<(xml.count - 1) {
      #expect(throws: ParseError.self) { try PropertyList(reading: Array(xml[..<end])) }
      let other = thorough(Array(xml[..<end]))
      #expect(throws: ParseError.self) { try PropertyList(reading: other) }
    }
  }

  @Test(arguments: [
    "0", "7", "007", "123456789012345678", "1234567890123456789", "18446744073709551615",
    "-5", "+5", "0x1F", " 12", "9223372036854775807", "9223372036854775808",
  ])
  func `an integer is read the same way with and without leading spaces`(digits: String) throws {
    func read(_ text: String) throws -> PropertyList {
      try PropertyList(reading: Array("<plist><integer>\(text)</integer></plist>".utf8))
    }
    #expect(try read(digits) == read(" " + digits))
  }

  @Test(arguments: ["", "1x", "1 ", "1.5", "18446744073709551616", "1</string>"])
  func `an invalid integer is rejected with and without leading spaces`(digits: String) {
    for text in [digits, " " + digits] {
      #expect(throws: ParseError.self) {
        try PropertyList(reading: Array("<plist><integer>\(text)</integer></plist>".utf8))
      }
    }
  }

  @Test(arguments: ["Row %d", "key%d", "%d", "a.long.prefix.of.keys.%d", "%dabc"])
  func `hashes of keys that differ only in a number are distributed evenly`(form: String) {
    let hashes = (0..<2_000).map { String(format: form, $0).codeUnitHash & 8191 }
    // For comparison, random hashes would fill 1,776 slots on average.
    #expect(Set(hashes).count > 1_600)
  }

  @Test func `dictionaries in one file are read like separate files`() throws {
    var generator = Generator(seed: 11)
    for _ in 0..<100 {
      let several = (0..<6).map { _ in PropertyList.dictionary(generator.dictionary()) }
      let together = try PropertyList(reading: PropertyList.array(several + several).xml()).array
      let alone = try several.map { try PropertyList(reading: $0.xml()) }
      #expect(together == alone + alone)
    }
  }

  @Test(arguments: [
    "0", "-0", "5", "-12.5", "0.1", "2.50", "0.000001", "123456789.012345", "123456789012345",
    "1234567890123456", "12345678.90123456", "1e3", "-1.5e-7", "5.", ".5", "+2",
    "3.141592653589793", "9007199254740993",
  ])
  func `a real number is read the same way with and without leading spaces`(digits: String) throws {
    func read(_ text: String) throws -> Double? {
      try PropertyList(reading: Array("<plist><real>\(text)</real></plist>".utf8)).double
    }
    let (quick, thorough) = (try read(digits), try read(" " + digits))
    #expect(quick?.bitPattern == thorough?.bitPattern)
    #expect(quick?.bitPattern == Double(digits)?.bitPattern)
  }

  @Test(arguments: [
    ["a", "b", "b"], ["b", "a", "b"], ["b", "a", "&#98;"], ["b", "&#97;", "a"],
    ["&#98;", "a", "b"], ["b", "a", "<![CDATA[a]]>"], ["b", "a", "b", "&#97;", "a"],
  ])
  func `a key in two encodings is one key`(keys: [String]) throws {
    let entries = keys.map { "<key>\($0)</key><string>\($0)</string>" }.joined()
    let values = try PropertyList(reading: Array("<plist><dict>\(entries)</dict></plist>".utf8))
      .dictionary
    #expect(values?.keys.sorted() == ["a", "b"])
    for key in ["a", "b"] { #expect(values?[key] == .string(key)) }
  }

  @Test func `a marker has the same location as its node`() throws {
    let document = try PropertyListDocument(
      reading: Array("<plist><array>\n <true/>\n<string>é</string> <false/></array></plist>".utf8))
    let places = document.root.elements.map(\.mark.place)
    #expect(places == document.root.elements.map(\.place))
    #expect(places.last == .text(line: 3, column: 20))
  }

  @Test func `text that XML would change is detected at every position`() {
    let odd = ["\0", "\r", "\u{1F}", "\u{FFFE}", "\u{FFFF}"]
    let fine = ["\t", "\n", " ", "~", "\u{7F}", "é", "\u{FFFD}", "\u{F8FF}", "😀"]
    for count in 0..<20 {
      for place in 0...count {
        func text(_ middle: String) -> String {
          String(repeating: "x", count: place) + middle
            + String(repeating: "y", count: count - place)
        }
        for middle in odd { #expect(!text(middle).survivesXML) }
        for middle in fine {
          #expect(text(middle).survivesXML)
          #expect(text(middle).isASCII == (middle.utf8.count == 1))
        }
      }
    }
  }

  @Test func `strings are ordered by their UTF-8 code units`() {
    let texts = ["", "a", "ab", "abcdefgh", "abcdefghi", "abcdefgz", "b", "é", "\u{FFFD}", "😀"]
    for left in texts {
      for right in texts {
        #expect(left.precedes(right) == left.utf8.lexicographicallyPrecedes(right.utf8))
      }
    }
  }
}
