import Foundation
import Testing

@testable import Settee

/// What a user is promised, whatever the network, the clocks and the machines do.
@Suite struct ConvergenceTests {
  /// The first seed and how many: `SETTEE_SCHEDULES=10000 SETTEE_SEED=1` runs the long campaign.
  static var seeds: Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SETTEE_SEED"].flatMap { UInt64($0) } ?? 1
    let count = environment["SETTEE_SCHEDULES"].flatMap { UInt64($0) } ?? 300
    return first..<(first + count)
  }

  static func problems(_ seed: UInt64, _ options: Simulation.Options = .init()) -> [String] {
    var options = options
    options.codesState = seed % 8 == 0
    options.restores = seed % 3 != 0
    let simulation = Simulation(
      seed: seed, carrier: seed % 2 == 0 ? .etcd : .folder, options: options)
    simulation.run()
    if ProcessInfo.processInfo.environment["SETTEE_TRACE"] != nil, !simulation.problems.isEmpty {
      print(simulation.trace.joined(separator: "\n"))
    }
    return simulation.problems
  }

  @Test func `every schedule ends equal, and nothing is lost that was not overtaken or reported`() {
    for seed in Self.seeds {
      let problems = Self.problems(seed)
      #expect(problems.isEmpty, "seed \(seed): \(problems)")
    }
  }

  @Test func `foreign losses delete no value anywhere else`() {
    for seed in Self.seeds {
      let problems = Self.problems(
        seed, .init(foreignLosses: true, deletes: seed % 2 == 0 && seed % 5 == 0))
      #expect(problems.isEmpty, "seed \(seed): \(problems)")
    }
  }

  @Test func `without the note of what is being taken, edits get lost`() {
    let failing = (1..<200).count {
      !Self.problems($0, .init(dropsTaking: true)).isEmpty
    }
    #expect(failing > 0, "the simulation does not see the loss that it is there for")
  }
}
