import Foundation
import SetteeValues
import SetteeTestSupport

/// Generates random values that are reproducible from a seed.
struct Generator: RandomNumberGenerator {
  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func value(depth: Int = 0) -> PropertyList {
    switch Int.random(in: 0..<(depth > 4 ? 8 : 10), using: &self) {
    case 0, 1: .string(text())
    case 2: .integer(integer())
    case 3: .bigInteger(UInt64.random(in: (UInt64(Int64.max) + 1)...(.max), using: &self))
    case 4: .real(real())
    case 5: .boolean(Bool.random(using: &self))
    case 6: .date(Date(timeIntervalSinceReferenceDate: moment()))
    case 7: .data(data())
    case 8: .array((0..<count()).map { _ in value(depth: depth + 1) })
    default: .dictionary(dictionary(depth: depth + 1))
    }
  }

  /// Returns a dictionary in which no two keys are canonically equivalent, because Foundation on
  /// Linux would merge them.
  mutating func dictionary(depth: Int = 0) -> PropertyListDictionary {
    var values = PropertyListDictionary()
    var keys: Set<String> = []
    for _ in 0..<count() {
      let key = text()
      let value = value(depth: depth)
      if keys.insert(key).inserted { values[key] = value }
    }
    return values
  }

  private mutating func count() -> Int {
    Int.random(in: 0..<Int.random(in: 1...20, using: &self), using: &self)
  }

  private static let pieces: [String] = [
    "a", "b", "Z", "z", "0", "9", " ", "\n", "\r\n", "\t", "<", ">", "&", "\"", "'", "]]>", "é",
    "e\u{301}", "ß", "日本", "\u{FFFD}", "\u{FFFE}", "\u{E000}", "😀", "👩‍👩‍👧", "\u{10FFFF}", "\u{1}",
    "\u{7F}", "key", "Title",
    "a longer piece of text that needs its own memory",
  ]

  mutating func text() -> String {
    (0..<Int.random(in: 0..<8, using: &self)).map { _ in
      Self.pieces.randomElement(using: &self) ?? ""
    }.joined()
  }

  private mutating func integer() -> Int64 {
    let edges: [Int64] = [
      0, 1, -1, 127, 128, 255, 256, 65_535, 65_536, .max, .min, 1 << 32, -(1 << 31),
    ]
    return Bool.random(using: &self)
      ? edges.randomElement(using: &self) ?? 0 : Int64(truncatingIfNeeded: next())
  }

  private mutating func real() -> Double {
    switch Int.random(in: 0..<5, using: &self) {
    case 0:
      [
        0.0, -0.0, 0.5, 0.1, 1e100, .leastNonzeroMagnitude, .nan, .infinity, -.infinity, 1e15, 1e16,
        1e17, 1e18,
      ]
      .randomElement(using: &self) ?? 0
    case 1: Double(Int64.random(in: -100_000...100_000, using: &self)) / 1024
    case 2: Double(Int64.random(in: -100_000...100_000, using: &self)) / 100
    case 3: Double.random(in: -1e6...1e6, using: &self)
    default: Double(bitPattern: next())
    }
  }

  private mutating func moment() -> Double {
    switch Int.random(in: 0..<3, using: &self) {
    case 0: Double(Int64.random(in: -63_000_000_000...250_000_000_000, using: &self))
    case 1: Double.random(in: -1e9...1e9, using: &self)
    default: Double(Int64.random(in: -10_000_000_000_000...10_000_000_000_000, using: &self))
    }
  }

  private mutating func data() -> Data {
    Data(
      (0..<Int.random(in: 0..<130, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self)
      })
  }
}
