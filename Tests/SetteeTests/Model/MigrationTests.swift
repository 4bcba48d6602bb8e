import Foundation
import Settee
import Testing

private enum First { struct Prefs: PreferenceSet { @Setting var volume = 0.0 } }
private enum Renamed { struct Preferences: PreferenceSet { @Setting var volume = 0.0 } }
private enum Other { struct Prefs: PreferenceSet { @Setting var volume = 0.0 } }

@Suite struct MigrationTests {
  private let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private func open<Prefs: PreferenceSet>(
    _ set: Prefs.Type, prefix: String = "", layout: StoreLayout = .keys, _ migrations: [Migration]
  ) throws -> Store<Prefs> {
    try Store(
      set, domain: DomainPlace.name,
      configuration: StoreConfiguration(
        location: .directories(try place.locations), prefix: prefix, layout: layout,
        autosave: .immediate,
        migrations: migrations))
  }

  private func toFraction(_ path: SettingPath) -> Migration {
    Migration("fraction") { values in
      if let old = values[path]?.double { values[path] = .real(old / 100) }
    }
  }

  @Test func `renaming the type doesn't run a migration again`() throws {
    try open(First.Prefs.self, []).prefs.$volume.set(50)
    #expect(try open(First.Prefs.self, [toFraction("volume")]).prefs.volume == 0.5)
    #expect(try open(Renamed.Preferences.self, [toFraction("volume")]).prefs.volume == 0.5)
  }

  @Test func `types with the same name under two prefixes are both migrated`() throws {
    for prefix in ["a.", "b."] {
      try open(First.Prefs.self, prefix: prefix, []).prefs.$volume.set(50)
    }
    let first = try open(First.Prefs.self, prefix: "a.", [toFraction("a.volume")])
    let second = try open(Other.Prefs.self, prefix: "b.", [toFraction("b.volume")])
    #expect(first.prefs.volume == 0.5)
    #expect(second.prefs.volume == 0.5)
  }

  @Test func `a set in a dictionary and one under a prefix are migrated separately`() throws {
    try open(First.Prefs.self, prefix: "net.", []).prefs.$volume.set(50)
    try open(First.Prefs.self, layout: .single(key: "net"), []).prefs.$volume.set(50)
    for _ in 1...2 {
      let flat = try open(First.Prefs.self, prefix: "net.", [toFraction("net.volume")])
      let inner = SettingPath("net", "volume")
      let single = try open(First.Prefs.self, layout: .single(key: "net"), [toFraction(inner)])
      #expect(flat.prefs.volume == 0.5)
      #expect(single.prefs.volume == 0.5)
    }
  }

  @Test func `the values of a migration are indexed by a string`() throws {
    try open(First.Prefs.self, []).prefs.$volume.set(50)
    let key = "volume"
    let migration = Migration("by key") { values in
      values[key] = (values[key]?.double).map { .real($0 + 1) }
    }
    #expect(try open(First.Prefs.self, [migration]).prefs.volume == 51)
  }

  @Test func `the record of migrations is not a key of the domain, and can't be undone`() throws {
    try open(First.Prefs.self, []).prefs.$volume.set(50)
    let store = try open(First.Prefs.self, [toFraction("volume")])
    #expect(store.domain.keys == ["volume"])
    #expect(place.stored[ReservedKey.marks] != nil)
    #expect(try store.domain.history().map(\.path) == ["volume"])
    #expect(throws: DomainError.self) { try store.domain.undo() }
    #expect(store.prefs.volume == 0.5)
  }
}
