import Foundation
import Settee
import Synchronization

extension CloudMirrorSuite {
  static let watching = [
    Check(description: "a watch reports another device's push") { bench in
      let counter = EventCounter()
      let now = try bench.one.pull(bench.address, by: bench.deadline).revision
      let stop = bench.one.changes(at: bench.address, after: now, notice: counter.hear)
      defer { stop() }
      try bench.push(["a": .integer(1)], as: bench.otherDevice, through: bench.other)
      try promise(counter.waits(for: 1), "the watch reported nothing within 20 seconds")
    },
    Check(description: "a watch that starts late reports missed changes") { bench in
      let old = try bench.one.pull(bench.address, by: bench.deadline).revision
      try bench.push(["a": .integer(1)], as: bench.otherDevice, through: bench.other)
      let counter = EventCounter()
      let stop = bench.one.changes(at: bench.address, after: old, notice: counter.hear)
      defer { stop() }
      try promise(counter.waits(for: 1), "the watch didn't report a missed change")
    },
    Check(description: "a stopped watch reports nothing") { bench in
      let counter = EventCounter()
      let now = try bench.one.pull(bench.address, by: bench.deadline).revision
      bench.one.changes(at: bench.address, after: now, notice: counter.hear)()
      let before = counter.count
      try bench.push(["a": .integer(1)], as: bench.otherDevice, through: bench.other)
      usleep(300_000)
      try promise(counter.count == before, "a stopped watch called back")
    },
  ]

  /// Pushes from both devices concurrently, and lets each retry when the other one was faster.
  static func raceTwoDevices(_ bench: MirrorBench, pushes: Int) throws {
    let race = Race()
    for (mirror, device) in [(bench.one, bench.device), (bench.other, bench.otherDevice)] {
      // A task would need a thread of the cooperative pool, which waiting tests may have exhausted.
      let thread = Thread {
        do {
          for number in 0..<pushes {
            let values: [String: PropertyList?] = ["\(device.id)\(number)": .integer(1)]
            while try bench.push(values, as: device, through: mirror) == nil {}
          }
        } catch {
          race.problem.withLock { $0 = "\(error)" }
        }
        race.done.withLock { $0 += 1 }
      }
      thread.start()
    }
    for _ in 0..<12_000 where race.done.withLock({ $0 }) < 2 { usleep(5000) }
    try promise(
      race.done.withLock { $0 } == 2, "two devices that pushed concurrently didn't finish")
    if let problem = race.problem.withLock({ $0 }) { throw SuiteFailure(problem) }
  }
}

/// Counts the events of a watch.
final class EventCounter: Sendable {
  private let heard = Mutex(0)

  var count: Int { heard.withLock { $0 } }

  var hear: @Sendable (MirrorEvent) -> Void {
    { notice in if notice == .changed { self.heard.withLock { $0 += 1 } } }
  }

  func waits(for wanted: Int) -> Bool {
    for _ in 0..<4000 {
      if count >= wanted { return true }
      usleep(5000)
    }
    return false
  }
}

/// The result of two devices that push concurrently.
private final class Race: Sendable {
  let problem = Mutex<String?>(nil)
  let done = Mutex(0)
}
