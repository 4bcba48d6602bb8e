import Foundation
import SetteeValues
import Testing

@Suite struct PropertyListDictionaryTests {
  @Test func `keys are compared by their code units`() {
    let values: PropertyListDictionary = ["é": 1, "e\u{301}": 2]
    #expect(values.count == 2)
    #expect(values["é"] == 1)
    #expect(values["e\u{301}"] == 2)
  }

  @Test func `equality ignores the order`() {
    #expect((["a": 1, "b": 2] as PropertyListDictionary) == ["b": 2, "a": 1])
    #expect((["a": 1, "b": 2] as PropertyListDictionary) != ["b": 1, "a": 2])
    #expect((["a": 1] as PropertyListDictionary) != ["a": 1, "b": 2])
  }

  @Test(arguments: [1, 42, 4711] as [UInt64], [5, 12, 120])
  func `a dictionary behaves like a list of pairs`(seed: UInt64, keys: Int) {
    var generator = Generator(seed: seed)
    var values = PropertyListDictionary()
    var plain: [(key: String, value: PropertyList)] = []
    for step in 0..<3_000 {
      let key = "key\(Int.random(in: 0..<keys, using: &generator))"
      let position = plain.firstIndex { $0.key == key }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        values[key] = nil
        if let position { plain.remove(at: position) }
      } else {
        values[key] = .integer(Int64(step))
        if let position {
          plain[position].value = .integer(Int64(step))
        } else {
          plain.append((key, .integer(Int64(step))))
        }
      }
      #expect(values[key] == plain.first { $0.key == key }?.value)
    }
    #expect(values.keys == plain.map(\.key))
    for key in (0..<keys).map({ "key\($0)" }) {
      #expect(values[key] == plain.first { $0.key == key }?.value)
    }
  }

  @Test func `keys are written in UTF-16 order, regardless of their order in memory`() throws {
    let keys = ["\u{10000}", "\u{FFFF}", "\u{E000}", "z", "a", "é", "", "Z", "aa"]
    let values = PropertyListDictionary(keys.map { ($0, true) })
    let back = try PropertyList(reading: PropertyList.dictionary(values).xml()).dictionary
    #expect(back?.keys == ["", "Z", "a", "aa", "z", "é", "\u{10000}", "\u{E000}", "\u{FFFF}"])
    #expect(back == values)
    #expect(try PropertyList.dictionary(values).xml() == Oracle.write(.dictionary(values), .xml))
  }

  @Test func `every key is found after a dictionary has shrunk and grown`() {
    var values = PropertyListDictionary((0..<40).reversed().map { ("k\($0)", .integer($0)) })
    for number in 4..<40 { values["k\(number)"] = nil }
    for number in 4..<20 { values["k\(number)"] = .integer(Int64(number)) }
    #expect(values.count == 20)
    for number in 0..<20 { #expect(values["k\(number)"] == .integer(Int64(number))) }
  }

  @Test(arguments: 0...12, [1, 8, 9, 10, 30])
  func `the first key out of order is found, and so are the others`(place: Int, count: Int) throws {
    var names = (0..<count).map { "k" + String(100 + $0) }
    names.insert("j", at: min(place, count))
    let values = PropertyListDictionary(names.map { ($0, .string($0)) })
    for name in names { #expect(values[name] == .string(name)) }
    #expect(values["k"] == nil)
    let back = try PropertyList(reading: PropertyList.dictionary(values).xml()).dictionary
    #expect(back?.keys == names.sorted())
  }

  @Test func `removing many keys keeps the others in order`() {
    var values = PropertyListDictionary((0..<100).reversed().map { ("k\($0)", .integer($0)) })
    values.removeAll { $0.value.int.map { $0 % 2 == 0 } ?? false }
    #expect(values.count == 50)
    #expect(values["k51"] == 51)
    #expect(values["k50"] == nil)
  }
}
