import Foundation
import Settee
import Testing

@testable import SetteeFiles
@testable import SetteeStorage

/// Tests processes and threads that write to one domain concurrently.
@Suite struct DomainProcessesTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  /// Whether to run the full number of steps, which takes a minute.
  ///
  /// `Scripts/test --long` sets this.
  static let isLong = ProcessInfo.processInfo.environment["SETTEE_LONG"] != nil

  @Test func `eight processes lose no key, and a reader never misses one`() throws {
    let count = Self.isLong ? 500 : 25
    try place.domain().set(.string("there"), for: "constant")
    let reader = try DomainToolRun(place, ["poll", DomainPlace.name, "constant", "there"])
    let writers = try (0..<8).map {
      try DomainToolRun(place, ["keys", DomainPlace.name, "p\($0)", "\(count)"])
    }
    for writer in writers { #expect(writer.wait() == 0, "\(writer.complaint)") }
    reader.closeInput()
    #expect(reader.wait() == 0, "\(reader.rest)")
    #expect(place.stored.count == 8 * count + 1)
  }

  @Test func `two processes lose no nested value of one dictionary`() throws {
    let count = Self.isLong ? 1000 : 60
    let writers = try ["left", "right"].map {
      try DomainToolRun(place, ["leaves", DomainPlace.name, "nested", $0, "\(count)"])
    }
    for writer in writers { #expect(writer.wait() == 0, "\(writer.complaint)") }
    #expect(place.stored["nested"] as? NSDictionary == ["left": count, "right": count])
  }

  @Test func `eight threads lose no key`() async throws {
    let count = Self.isLong ? 200 : 20
    let domain = try place.domain()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<count {
            try domain.set(.integer(Int64(number)), for: "t\(thread).\(number)")
            #expect(domain.value(for: "t\(thread).\(number)") != nil)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(place.stored.count == 8 * count)
  }

  @Test func `a writer that never pauses doesn't block others`() throws {
    let busy = try DomainToolRun(place, ["rewrite", DomainPlace.name, "1"])
    #expect(busy.line() == "ready")
    let domain = try place.domain()
    // The first write makes later writers wait in the queue.
    try domain.set(.integer(0), for: "ours")
    let count = 50
    let before = domain.value(for: "key0")?.value.int ?? 0
    for number in 1...count { try domain.set(.integer(Int64(number)), for: "ours") }
    let after = domain.value(for: "key0")?.value.int ?? 0
    kill(busy.process.processIdentifier, SIGKILL)
    busy.wait()
    print("\(after - before) commits of a busy writer between \(count) of another's")
    #expect(after - before <= 3 * Int64(count))
  }

  @Test func `a stopped process in the queue blocks no one`() throws {
    let domain = try place.domain()
    try domain.set(.integer(1), for: "a")
    let line = open(FilePath.queue(of: place.file), O_RDWR | O_CREAT, 0o600)
    #expect(flock(line, LOCK_EX) == 0)
    defer { close(line) }
    try domain.set(.integer(2), for: "a")
    #expect(place.stored as NSDictionary == ["a": 2])
  }

  @Test func `a stopped lock holder is named after five seconds`() throws {
    let holder = try DomainToolRun(place, ["hold", DomainPlace.name, "60"])
    #expect(holder.line() == "holding")
    kill(holder.process.processIdentifier, SIGSTOP)
    defer { kill(holder.process.processIdentifier, SIGKILL) }
    let error = #expect(throws: DomainError.self) {
      try place.domain().set(.integer(1), for: "a")
    }
    #expect(error?.code == .busy)
    let sentence = error?.message ?? ""
    #expect(sentence.contains("process \(holder.process.processIdentifier) "), "\(sentence)")
  }

  @Test func `a killed lock holder releases the lock`() throws {
    let holder = try DomainToolRun(place, ["hold", DomainPlace.name, "60"])
    #expect(holder.line() == "holding")
    kill(holder.process.processIdentifier, SIGKILL)
    holder.wait()
    try place.domain().set(.integer(1), for: "a")
    #expect(place.stored as NSDictionary == ["a": 1])
  }

  @Test func `removing the lock file doesn't admit a second writer`() throws {
    try place.domain().set(.integer(0), for: "a")
    let holder = try DomainToolRun(place, ["hold", DomainPlace.name, "1"])
    #expect(holder.line() == "holding")
    try FileManager.default.removeItem(atPath: FilePath.lock(of: place.file))
    try place.domain().set(.integer(1), for: "a")
    // Both changes are saved only if the second writer waited.
    #expect(place.stored["a"] as? Int == 1)
    #expect(place.stored["held"] as? Bool == true)
    #expect(holder.wait() == 0)
  }
}
