import Foundation
import Settee
import SetteeTestSupport
import Testing

@testable import SetteeStorage

/// Compares the cost of operations for few and many keys, because absolute times differ between
/// computers.
@Suite(.serialized) struct DomainCostTests {
  private func keys(_ count: Int) -> PropertyListDictionary {
    PropertyListDictionary((0..<count).map { ("k\($0)", .integer(Int64($0))) })
  }

  private func leaves(_ count: Int) -> ChangeSet {
    var change = ChangeSet()
    for number in 0..<count { change[SettingPath("all", "k\(number)")] = .integer(1) }
    return change
  }

  private func removal(_ count: Int) -> ChangeSet {
    var change = ChangeSet()
    for number in 0..<count { change[SettingPath("k\(number)")] = nil as PropertyList? }
    return change
  }

  /// Expects ten times as many keys to take at most thirty times as long.
  ///
  /// Quadratic time would take a hundred times as long.
  private func expectLinear(_ what: String, _ work: (Int) -> Void) {
    work(200)
    let few = processorTime { work(1000) }
    let many = processorTime { work(10_000) }
    #expect(many < 30 * few, "\(what): \(few) s for 1,000, \(many) s for 10,000")
  }

  @Test func `many nested values are set in one dictionary in linear time`() {
    expectLinear("to collect") { _ = leaves($0) }
    expectLinear("to apply") { count in
      let change = leaves(count)
      var values = PropertyListDictionary()
      let changes = values.apply(change)
      #expect(changes.count == count)
    }
  }

  @Test func `many keys are removed in linear time`() {
    expectLinear("to take out") { count in
      var values = keys(count)
      let changes = values.apply(removal(count))
      #expect(changes.count == count && values.isEmpty)
    }
  }

  @Test func `nested values set after their dictionary was removed create a new one`() {
    var values: PropertyListDictionary = [
      "a": ["old": 1], "b": 1, "c": ["x": 1, "y": 2],
    ]
    var change = ChangeSet()
    change[SettingPath("c", "x")] = nil as PropertyList?
    change["a"] = nil as PropertyList?
    change["b"] = nil as PropertyList?
    change[SettingPath("a", "new")] = 2
    let changes = values.apply(change)
    #expect(changes.count == 4)
    #expect(values == ["c": ["y": 2], "a": ["new": 2]])
  }

  @Test func `an invalid file is parsed only when it changes`() throws {
    var numbers = SystemRandomNumberGenerator()
    let bytes = (0..<(2 << 20)).map { _ in UInt8.random(in: 0...255, using: &numbers) } + [0xFF]
    let once = processorTime { _ = try? PropertyList(reading: bytes) }
    let place = try DomainPlace()
    try place.write(Data(bytes))
    let opening = try processorTime { _ = try place.domain() }
    #expect(opening < 6 * once, "parsed once: \(once) s; opened: \(opening) s")
  }
}
