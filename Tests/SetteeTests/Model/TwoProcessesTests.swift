import Foundation
import Testing

@testable import Settee
@testable import SetteeStorage

private struct Counter: PreferenceSet { @Setting var count = 0 }

@Suite struct TwoProcessesTests {
  @Test func `two processes that increment a thousand times reach two thousand`() async throws {
    let place = try DomainPlace()
    async let first: Void = Self.count(1000, in: place)
    async let second: Void = Self.count(1000, in: place)
    _ = await (first, second)
    #expect(place.stored["count"] as? Int == 2000)
  }

  private static func count(_ times: Int, in place: DomainPlace) async {
    await #expect(processExitsWith: .success) {
      [place = place.environment as [String: String], times = times as Int] in
      let store = try Store(
        Counter.self, domain: DomainPlace.name,
        configuration: StoreConfiguration(
          location: .directories(SettingsDirectories(environment: place))))
      let before = store.snapshot()
      for _ in 0..<times { try store.update { $0.count += 1 } }
      if before.count > 2000 - times { exit(3) }
    }
  }

  @Test func `an update that throws leaves memory and disk unchanged`() throws {
    struct Stop: Error {}
    let place = try DomainPlace()
    let store = try place.store(Counter.self)
    store.prefs.count = 5
    let before = place.read()
    #expect(throws: Stop.self) {
      try store.update {
        $0.count = 6
        throw Stop()
      }
    }
    #expect(store.prefs.count == 5)
    #expect(place.read() == before)
  }
}
