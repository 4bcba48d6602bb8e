import Foundation
import Settee
import Testing

@testable import SetteeStorage

/// Verifies that events arrive while the caller keeps only a stream or a watch.
///
/// A release build releases an object after its last use, but a debug build may keep it longer.
@Suite struct DomainLifetimeTests {
  @Test(arguments: ["domain", "watch", "store", "values"])
  func `a stream retains its source`(what: String) throws {
    let place = try DomainPlace()
    let run = try DomainToolRun(place, ["streams", DomainPlace.name, what])
    #expect(run.line() == "ready")
    try place.domain().set(.integer(1), for: "number")
    #expect(run.line()?.hasPrefix("number") == true)
    run.closeInput()
    kill(run.process.processIdentifier, SIGKILL)
  }

  @Test func `a watch retains its domain until it ends`() throws {
    let place = try DomainPlace()
    weak var kept: Domain?
    var watch: DomainWatch?
    do {
      let domain = try place.domain(DomainOptions())
      watch = domain.observe { _ in }
      kept = domain
    }
    #expect(kept != nil)
    withExtendedLifetime(watch) {}
    watch = nil
    #expect(kept == nil)
  }

  @Test func `a change made by an observer is a separate commit`() throws {
    let place = try DomainPlace()
    let domain = try place.domain()
    let watch = domain.observe { event in
      if event.changes.contains(where: { $0.key == "first" }) {
        try? domain.set(.integer(2), for: "second")
      }
    }
    try domain.set(.integer(1), for: "first")
    #expect(domain.value(for: "second")?.value == .integer(2))
    #expect(place.stored as NSDictionary == ["first": 1, "second": 2])
    withExtendedLifetime(watch) {}
  }
}
