import Foundation
import Settee
import Testing

private struct Prefs: PreferenceSet {
  @Setting(traits: .savedExplicitly) var manual = 0
}

/// Tests settings that only a flush saves, and assignments made during a flush.
@Suite struct `Manual settings` {
  @Test func `an assignment during a flush is kept`() throws {
    let place = try DomainPlace()
    let store = try Store(
      Prefs.self, domain: DomainPlace.name,
      configuration: StoreConfiguration(location: .directories(try place.locations)))
    let watch = store.domain.observe { _ in
      if store.prefs.manual == 1 { store.prefs.manual = 2 }
    }
    store.prefs.manual = 1
    try store.flush()
    #expect(store.prefs.manual == 2 && store.isDirty)
    try store.flush()
    #expect(store.prefs.manual == 2 && !store.isDirty)
    #expect(place.stored as NSDictionary == ["manual": 2])
    withExtendedLifetime(watch) {}
  }

  @Test func `an assignment is read back while other threads flush`() throws {
    let place = try DomainPlace()
    #expect(try DomainToolRun.run(place, "manual", DomainPlace.name, "300") == "0\n")
    #expect(place.stored as NSDictionary == ["manual": 300, "number": 300])
  }

  @Test func `an assignment to a draft while it is applied stays in the draft`() throws {
    let place = try DomainPlace()
    let store = try Store(
      Prefs.self, domain: DomainPlace.name,
      configuration: StoreConfiguration(location: .directories(try place.locations)))
    let draft = try store.draft()
    let watch = store.domain.observe { _ in draft.prefs.manual = 2 }
    draft.prefs.manual = 1
    try draft.apply()
    try store.flush()
    #expect(draft.prefs.manual == 2 && draft.hasChanges)
    withExtendedLifetime(watch) {}
  }
}
