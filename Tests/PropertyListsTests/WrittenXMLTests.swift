import Foundation
import SetteePropertyLists
import Testing

/// A file made from the one before is, byte for byte, the file that is made from nothing.
@Suite struct WrittenXMLTests {
  @Test func `made-up dictionaries, each changed many times`() throws {
    var generator = Generator(seed: GeneratedTests.seed)
    for _ in 0..<300 {
      var values = generator.dictionary()
      var written = try WrittenXML(values)
      for _ in 0..<20 {
        change(&values, &generator)
        written = try WrittenXML(values, after: written)
        let whole = try PropertyList.dictionary(values).xml()
        guard written.bytes == whole else {
          let (ours, theirs) = (text(written.bytes), text(whole))
          #expect(ours == theirs, "seed \(GeneratedTests.seed)")
          return
        }
      }
    }
  }

  @Test func `a file of quite another dictionary does no harm`() throws {
    var generator = Generator(seed: GeneratedTests.seed &+ 7)
    var written: WrittenXML?
    for _ in 0..<300 {
      let values = generator.dictionary()
      let new = try WrittenXML(values, after: written)
      #expect(try new.bytes == PropertyList.dictionary(values).xml())
      written = new
    }
  }

  @Test(arguments: [
    (PropertyList.string("1"), PropertyList.integer(1)), (.integer(1), .boolean(true)),
    (.real(0), .real(-0.0)), (.integer(-1), .bigInteger(UInt64.max)),
    (.string("é"), .string("e\u{301}")),
    (.string("a"), .string("")), (.data(Data([1])), .data(Data([2]))), (.uid(1), .uid(2)),
    (.array([.string("a")]), .array([])), (.dictionary([:]), .dictionary(["a": .boolean(false)])),
  ])
  func `each kind of value is written again when it changes`(
    old: PropertyList, new: PropertyList
  ) throws {
    let (before, after) = (sample(with: old), sample(with: new))
    for (from, to) in [(before, after), (after, before), (before, before)] {
      let written = try WrittenXML(to, after: WrittenXML(from))
      #expect(try text(written.bytes) == text(PropertyList.dictionary(to).xml()))
    }
  }

  @Test func `a date that no file holds is refused, and the file before it stays of use`() throws {
    var values = sample(with: .integer(1))
    let written = try WrittenXML(values)
    values["key5"] = .date(.distantFuture.addingTimeInterval(1e18))
    #expect(throws: PropertyListError.self) { try WrittenXML(values, after: written) }
    values["key5"] = .integer(2)
    #expect(
      try WrittenXML(values, after: written).bytes == PropertyList.dictionary(values).xml())
  }

  // MARK: Steps

  private func sample(with value: PropertyList) -> PropertyListDictionary {
    var values = PropertyListDictionary()
    for number in 0..<10 { values["key\(number)"] = .string("text \(number)") }
    values["key5"] = value
    return values
  }

  private func change(_ values: inout PropertyListDictionary, _ generator: inout Generator) {
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let old = values.keys.randomElement(using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: values[generator.text()] = generator.value()
      case 1: old.map { values[$0] = nil }
      default: old.map { values[$0] = generator.value() }
      }
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
