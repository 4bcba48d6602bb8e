import Foundation
import Settee
import Testing

@testable import Settee

/// Verifies the file's contents after each way in which a process can exit, and how forked children
/// exit.
@Suite struct DomainExitTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  @Test(arguments: ["return", "exit", "flush", "opted"])
  func `a coalesced change is saved on exit`(how: String) throws {
    let run = try DomainToolRun(place, ["end", DomainPlace.name, how])
    let status = run.wait()
    #expect(place.stored["how"] as? String == how)
    #expect(status == (how == "opted" ? -SIGTERM : how == "flush" ? -SIGKILL : 0))
  }

  @Test(arguments: ["trap", "term"])
  func `an unexpected exit leaves the old file`(how: String) throws {
    try place.domain().set(.integer(1), for: "old")
    let run = try DomainToolRun(place, ["end", DomainPlace.name, how])
    #expect(run.wait() < 0)
    #expect(place.stored["old"] as? Int == 1)
  }

  @Test(arguments: ["return", "exit", "term"])
  func `an exit waits for the current save`(how: String) throws {
    let run = try DomainToolRun(place, ["end-saving", DomainPlace.name, how])
    #expect(run.wait() == (how == "term" ? -SIGTERM : 0))
    #expect(place.stored["how"] as? String == how)
  }

  // MARK: Children without exec

  /// Returns the exit statuses of children forked by a busy program, and verifies that the parent
  /// can still save.
  private func ends(of what: String, _ count: Int = 10) throws -> String {
    let ends = try DomainToolRun.run(place, "forked", DomainPlace.name, what, "\(count)")
    #expect(place.stored["number"] as? Int == 2)
    return ends.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: ["set", "flush", "reload", "update"])
  func `a store inherited by a forked child throws`(what: String) throws {
    #expect(try ends(of: what) == "exit 9 10")
  }

  @Test(arguments: ["read", "assign"])
  func `an inherited store that can't throw stops the child with a message`(what: String) throws {
    let run = try DomainToolRun(place, ["forked", DomainPlace.name, what, "3"])
    #expect(run.wait() == 0)
    #expect(run.rest == "signal \(SIGABRT) 3\n")
    #expect(run.complaint.contains("it was opened before this process was forked"))
  }

  @Test(arguments: ["exit", "drop"])
  func `a forked child that only exits doesn't wait`(what: String) throws {
    #expect(try ends(of: what) == "exit 0 10")
  }

  @Test func `a forked child can open its own store`() throws {
    #expect(try ends(of: "new") == "exit 0 10")
    #expect(place.stored["children"] as? Int == 10)
  }

  @Test func `a signal that kills a forked child kills only the child`() throws {
    #expect(try ends(of: "term") == "signal \(SIGTERM) 10")
  }

  @Test func `a forked child has no open file that its parent saves`() throws {
    #expect(try ends(of: "files", 200) == "exit 0 200")
  }

  @Test func `a fork waits until the threads of the library are idle`() throws {
    let run = try DomainToolRun(place, ["fork-observed", DomainPlace.name])
    #expect(run.line() == "ready")
    try place.domain().set(.integer(1), for: "other")
    #expect(run.line() == "exit 0")
    #expect(run.wait() == 0)
  }
}
