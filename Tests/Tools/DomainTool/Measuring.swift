import Foundation
import Settee

/// The measurements of `Scripts/bench.d/30-domain`, in nanoseconds per operation.
extension DomainTool {
  /// `measure ROUNDS`: prints the times of reading a value, `ours TAB foundation`.
  ///
  /// Each is the median of several rounds.
  static func measure(_ arguments: [String]) throws {
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<(Int(arguments[0]) ?? 5) {
      let (mine, other) = try reading()
      ours.append(mine)
      theirs.append(other)
    }
    say("\(median(ours))\t\(median(theirs))")
  }

  /// `commits DOMAIN`: fills a domain with 1,000 keys, performs a durable commit for each input
  /// line, and prints its time in nanoseconds.
  static func commits(_ arguments: [String]) throws {
    try fill(arguments[0], 1000)
    let domain = try open(arguments[0])
    var value = Int64.random(in: 1_000_000_000...2_000_000_000)
    while readLine() != nil {
      value += 1
      let time = try nanoseconds(1) { _ in try domain.set(.integer(value), for: key(500)) }
      say("\(Int(time))")
    }
  }

  private static func key(_ number: Int) -> String { "key.\(number).of.the.domain" }

  private static func fill(_ name: String, _ count: Int) throws {
    let domain = try open(name)
    var change = ChangeSet()
    for number in 0..<count { change[SettingPath(key(number))] = .integer(Int64(number)) }
    try domain.apply(change)
  }

  private static func reading() throws -> (Double, Double) {
    try fill("bench.read", 1000)
    let domain = try open("bench.read", watches: true)
    guard let defaults = UserDefaults(suiteName: "bench.read") else { exit(1) }
    let key = key(500)
    var sum = 0
    let ours = nanoseconds(2_000_000) { _ in sum &+= domain.value(for: key)?.value.int ?? 0 }
    let theirs = nanoseconds(50_000) { _ in sum &+= defaults.integer(forKey: key) }
    precondition(sum == 500 * 2_050_000)
    return (ours, theirs)
  }

  private static func nanoseconds(
    _ count: Int, _ body: (Int) throws -> Void
  ) rethrows -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure { for number in 0..<count { try body(number) } }
    return (Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9)
      / Double(count)
  }

  private static func median(_ figures: [Double]) -> Int {
    Int(figures.sorted()[figures.count / 2])
  }
}
