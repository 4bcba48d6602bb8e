import Foundation
import Settee
import Testing

private struct Prefs: PreferenceSet {
  @Setting var birthday: LocalDate?
  @Setting(.range(LocalDate(year: 2026, month: 1, day: 1)...)) var start = LocalDate(
    year: 2026, month: 3, day: 14)
}

@Suite struct LocalDateTests {
  @Test func `a date without time is stored as noon in UTC`() throws {
    let store = try Store(Prefs.self, .inMemory)
    store.prefs.birthday = LocalDate(year: 2024, month: 2, day: 29)
    let stored = try store.domain.values(in: .user)["birthday"]
    #expect(stored == .date(Date(timeIntervalSince1970: 1_709_208_000)))
    #expect(store.prefs.birthday?.description == "2024-02-29")
    try store.domain.set(.date(Date(timeIntervalSince1970: 1_709_251_199)), for: "birthday")
    #expect(store.prefs.birthday == LocalDate("2024-02-29"), "any time of the date in UTC")
    #expect(throws: StoreError.self) {
      try store.prefs.$start.set(LocalDate(year: 2025, month: 12, day: 31))
    }
  }

  @Test func `a pane edits a date without time`() throws {
    let control = try #require(try Store(Prefs.self, .inMemory).panes.controls.first)
    #expect(control.kind == .date && control.picker.mode == .date)
    let value = try control.parse("2024-02-29").get()
    #expect(LocalDate(settingValue: value) == LocalDate(year: 2024, month: 2, day: 29))
    #expect(control.text(of: value) == "2024-02-29")
  }

  @Test(arguments: [
    ((2026, 2, 30), "2026-03-02"), ((2026, 13, 1), "2027-01-01"), ((2026, 0, 31), "2025-12-31"),
    ((2026, 3, 0), "2026-02-28"), ((0, 1, 1), "0000-01-01"),
  ])
  func `out-of-range components carry over`(parts: (Int, Int, Int), date: String) {
    #expect(LocalDate(year: parts.0, month: parts.1, day: parts.2).description == date)
    #expect(LocalDate(date)?.description == date)
  }

  @Test(arguments: ["2026-02-30", "2026-03-14T09:30", "14.3.2026", "", "2026-03"])
  func `an invalid date is nil`(text: String) { #expect(LocalDate(text) == nil) }
}
