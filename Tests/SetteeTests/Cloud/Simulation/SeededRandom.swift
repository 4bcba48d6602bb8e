import SetteeTestSupport

/// A random number generator that returns the same sequence for a seed on every computer.
struct SeededRandom: RandomNumberGenerator {
  private var numbers: SeededNumbers

  init(seed: UInt64) {
    numbers = SeededNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678)
  }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &self) }
}
