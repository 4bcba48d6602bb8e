import Foundation
import Settee

/// The measurements of `Scripts/bench.d/30-domain`, in nanoseconds per operation.
extension DomainTool {
  /// `measure WHAT ROUNDS`: prints `ours TAB foundation`.
  ///
  /// Each is the median of several rounds.
  static func measure(_ arguments: [String]) throws {
    let rounds = Int(arguments[1]) ?? 5
    var ours: [Double] = []
    var theirs: [Double] = []
    for round in 0..<rounds {
      let (mine, other) = try figures(arguments[0], round)
      ours.append(mine)
      theirs.append(other)
    }
    say("\(median(ours))\t\(median(theirs))")
  }

  /// `commits FILE`: performs a durable commit for each input line, and prints its time in
  /// nanoseconds.
  static func commits(_ arguments: [String]) throws {
    let domain = try open(arguments[0])
    var value = Int64.random(in: 1_000_000_000...2_000_000_000)
    while readLine() != nil {
      value += 1
      let time = try nanoseconds(1) { _ in try domain.set(.integer(value), for: key(500)) }
      say("\(Int(time))")
    }
  }

  private static func figures(_ what: String, _ round: Int) throws -> (Double, Double) {
    switch what {
    case "read": try reading()
    case "set-get": try settingAndGetting()
    case "open": try opening(round)
    case "synchronize": try synchronizing(round)
    default: exit(2)
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

  private static func settingAndGetting() throws -> (Double, Double) {
    try fill("bench.set", 1000)
    let domain = try open("bench.set", .coalesced(.seconds(60)), watches: true)
    guard let defaults = UserDefaults(suiteName: "bench.set") else { exit(1) }
    let key = key(500)
    var sum = 0
    let ours = try nanoseconds(200_000) { number in
      try domain.set(.integer(Int64(number)), for: key)
      sum &+= domain.value(for: key)?.value.int ?? 0
    }
    let theirs = nanoseconds(300) { number in
      defaults.set(number, forKey: key)
      sum &+= defaults.integer(forKey: key)
    }
    precondition(sum > 0)
    return (ours, theirs)
  }

  /// Measures how long it takes to open a domain.
  ///
  /// Foundation caches a domain until the process exits, so each round uses a new domain.
  private static func opening(_ round: Int) throws -> (Double, Double) {
    let name = "bench.open\(round)"
    try fill(name, 10_000)
    let key = key(500)
    var sum = 0
    // Keep the domains in memory as Foundation does, because releasing them isn't part of opening.
    var opened: [Domain] = []
    let ours = try nanoseconds(5) { _ in
      let domain = try open(name, watches: true)
      sum += domain.value(for: key)?.value.int ?? 0
      opened.append(domain)
    }
    let theirs = nanoseconds(1) { _ in
      sum += UserDefaults(suiteName: name)?.integer(forKey: key) ?? 0
    }
    precondition(sum == 6 * 500)
    return (ours, theirs)
  }

  private static func synchronizing(_ round: Int) throws -> (Double, Double) {
    let name = "bench.synchronize\(round)"
    try fill(name, 1000)
    let domain = try open(name)
    guard let defaults = UserDefaults(suiteName: name) else { exit(1) }
    let key = key(500)
    let theirs = nanoseconds(20) { number in
      defaults.set(1_000_000 + number, forKey: key)
      defaults.synchronize()
    }
    try domain.reload()
    let ours = try nanoseconds(20) { number in
      try domain.set(.integer(Int64(2_000_000 + number)), for: key)
    }
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
