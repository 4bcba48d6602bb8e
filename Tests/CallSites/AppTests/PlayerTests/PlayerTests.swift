import Player
import Settee
import Testing

struct PlayerTests {
  @Test(arguments: 1...20) func `each test has separate settings`(times: Int) throws {
    let store = try Store(PlayerPrefs.self, .inMemory)
    withStore(store) {
      for _ in 0..<min(times, 5) { Player().louder() }
    }
    let expected = 0.5 + Double(min(times, 5)) / 10
    #expect(abs(store.prefs.volume - expected) < 0.001)
  }

  @Test func `louder stops at the maximum volume`() throws {
    let store = try Store(PlayerPrefs.self, .inMemory)
    withStore(store) { for _ in 0..<20 { Player().louder() } }
    #expect(store.prefs.volume <= 1)
    #expect(store.issues.last?.kind == .invalidAssignment)
  }
}
