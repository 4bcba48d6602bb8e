import Foundation
@testable import SetteeValues
import Testing

/// Verifies that the cached key orders of earlier dictionaries don't affect how later ones are
/// parsed.
@Suite struct KeyOrderTests {
  private static let names = [
    "Type", "Title", "Key", "DefaultValue", "Values", "A key of more than fifteen bytes", "", "é",
    "e\u{301}", "a&amp;b", "<![CDATA[a]]>",
  ]

  /// Returns a dictionary in XML with the keys in the given order, possibly with duplicates.
  private func element(_ keys: some Sequence<String>) -> String {
    let entries = keys.enumerated().map { "<key>\($1)</key><string>\($0)</string>" }
    return "<dict>\(entries.joined())</dict>"
  }

  private func read(_ xml: String) throws -> PropertyList {
    try PropertyList(reading: Array("<plist><array>\(xml)</array></plist>".utf8))
  }

  @Test(arguments: [2, 88, 1985] as [UInt64])
  func `each of many dictionaries is read as if it were the only one`(seed: UInt64) throws {
    var generator = Generator(seed: seed)
    let elements = (0..<400).map { _ in
      let orders = Self.names.shuffled(using: &generator)
      let count = Int.random(in: 0...6, using: &generator)
      return element((0..<count).map { orders[$0 % max(1, count - $0 % 2)] })
    }
    let together = try #require(try read(elements.joined()).array)
    for (number, element) in elements.enumerated() {
      let alone = try #require(try read(element).array?.first)
      #expect(together[number].dictionary?.keys == alone.dictionary?.keys)
      #expect(together[number] == alone)
    }
  }

  @Test func `the last value of a duplicate key is used in each of many dictionaries`()
    throws
  {
    let twice = element(["Key", "Title", "Key"])
    let values = try #require(try read(twice + twice + twice).array)
    for value in values {
      #expect(value == ["Key": "2", "Title": "1"])
    }
    let notes = try PropertyListDocument(
      reading: Array("<plist><array>\(twice + twice)</array></plist>".utf8)
    ).notes
    #expect(notes.map(\.kind) == Array(repeating: .duplicateKey("Key", isSame: false), count: 2))
  }

  @Test func `many key orders are read correctly`() throws {
    let elements = (0..<300).map { element(["k\($0)", "Title", "t\($0)"]) }
    let values = try #require(try read(elements.joined()).array)
    for number in 0..<300 {
      let wanted: PropertyList = [
        "k\(number)": "0", "Title": "1", "t\(number)": "2",
      ]
      #expect(values[number] == wanted)
    }
  }

  @Test(arguments: ["<key>Key", "<key>Key<", "<key>Key</key", "<key>Key</kez>", "<key>Kex</key>"])
  func `a file that ends or has an error in a repeated key is rejected`(end: String) {
    #expect(throws: ParseError.self) { try read(element(["Key"]) + "<dict>" + end) }
    let open = Array("<plist><array>\(element(["Key"]))<dict>\(end)".utf8)
    #expect(throws: ParseError.self) { try PropertyList(reading: open) }
  }
}
