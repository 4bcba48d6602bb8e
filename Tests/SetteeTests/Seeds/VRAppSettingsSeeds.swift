import Foundation
import Testing

@testable import Settee
@testable import SetteeStorage

private struct Inner: PreferenceSet {
  @Setting(.range(0...10)) var depth = 1
}
private struct Prefs: PreferenceSet {
  struct Upside: Error {}
  @Setting(.range(1...100)) var low = 10
  @Setting(.range(1...100)) var high = 20
  @Setting(.oneOf(["a", "b"])) var letter = "a"
  @Setting(.length(1...5), .matching("[a-z]+")) var word = "word"
  @Setting(.satisfying("has to be even") { $0 % 2 == 0 }) var even = 2
  @Setting(traits: .transient) var constPi = 3.14
  @Setting(traits: .secret) var token: String? = nil
  @SettingGroup(layout: .nested) var inner = Inner()

  func validate() throws { if low > high { throw Upside() } }
}
private struct Another: PreferenceSet { @Setting var low = 1 }
private struct Renamed: PreferenceSet { @Setting(formerKeys: ["low"]) var lowest = 10 }

@Suite struct VRAppSettingsSeeds {
  @Test("V1 a set can be one dictionary, or one opaque value, under one key") func v1() throws {
    let place = try DomainPlace()
    let single = try place.store(Prefs.self, layout: .single(key: "Prefs"))
    single.prefs.low = 5
    single.prefs.inner.depth = 7
    #expect(place.stored.keys.sorted() == ["Prefs"])
    let stored = try #require(place.stored["Prefs"] as? [String: Any])
    #expect(stored["low"] as? Int == 5)
    #expect(stored["inner"] as? [String: Int] == ["depth": 7])
    let sealed = try place.store(Prefs.self, layout: .opaque(key: "Sealed"))
    sealed.prefs.low = 6
    sealed.prefs.inner.depth = 8
    #expect(place.stored["Sealed"] is Data)
    let again = try place.store(Prefs.self, layout: .opaque(key: "Sealed"))
    #expect(again.prefs.low == 6 && again.prefs.inner.depth == 8)
  }

  @Test("V2 several sets are independent, each with a separate instance") func v2() throws {
    let place = try DomainPlace()
    let one = try place.store(Prefs.self, layout: .single(key: "One"))
    let two = try place.store(Another.self, layout: .single(key: "Two"))
    one.prefs.low = 7
    #expect(two.prefs.low == 1)
    two.prefs.low = 8
    #expect(one.prefs.low == 7)
  }

  @Test("V3 declared defaults are available immediately") func v3() throws {
    let prefs = try Store(Prefs.self, .inMemory).prefs
    #expect(prefs.low == 10 && prefs.letter == "a" && prefs.inner.depth == 1)
  }

  @Test(
    "V4 rules are checked on load: an invalid value falls back to the next layer and is reported")
  func v4()
    throws
  {
    let place = try DomainPlace()
    try place.write(
      DomainPlace.plist("<key>low</key><integer>15</integer>"),
      to: "root/usr/local/etc/\(DomainPlace.name).plist")
    try place.neighbour().apply(["low": 1000, "letter": "z"])
    let store = try place.store(Prefs.self)
    #expect(store.prefs.low == 15)
    #expect(store.prefs.$low.origin == .site)
    #expect(store.prefs.letter == "a")
    #expect(
      store.issues.filter { $0.kind == .invalidStoredValue }.compactMap(\.key) == ["low", "letter"])
  }

  @Test("V5 ranges, lists, lengths, patterns, checks, and rules across keys are enforced") func v5()
    throws
  {
    let store = try Store(Prefs.self, .inMemory)
    let prefs = store.prefs
    #expect(throws: StoreError.self) { try prefs.$low.set(0) }
    #expect(throws: StoreError.self) { try prefs.$letter.set("c") }
    #expect(throws: StoreError.self) { try prefs.$word.set("") }
    #expect(throws: StoreError.self) { try prefs.$word.set("Word") }
    #expect(throws: StoreError.self) { try prefs.$even.set(3) }
    #expect(throws: StoreError.self) { try prefs.$low.set(30) }
    try store.update {
      $0.low = 30
      $0.high = 40
    }
    #expect(prefs.low == 30)
    try prefs.$word.set("abc")
    try prefs.$even.set(4)
  }

  @Test("V6 flush saves explicitly") func v6() throws {
    let place = try DomainPlace()
    let store = try place.store(Prefs.self, autosave: .manual)
    store.prefs.low = 3
    #expect(place.read() == nil)
    try store.flush()
    #expect(place.stored["low"] as? Int == 3)
  }

  @Test("V7 a draft is applied or reverted") func v7() throws {
    let place = try DomainPlace()
    let store = try place.store(Prefs.self)
    let draft = try store.draft()
    draft.prefs.low = 4
    #expect(draft.hasChanges)
    draft.revert()
    #expect(!draft.hasChanges && draft.prefs.low == 10)
    draft.prefs.low = 5
    draft.prefs.high = 6
    try draft.apply()
    #expect(place.stored as? [String: Int] == ["low": 5, "high": 6])
    #expect(!draft.hasChanges)
  }

  @Test("V8 resetAll resets the object and the file to the defaults") func v8() throws {
    let place = try DomainPlace()
    let store = try place.store(Prefs.self)
    try place.neighbour().apply(["not.ours": 1])
    store.prefs.low = 5
    store.prefs.inner.depth = 2
    try store.reset()
    #expect(store.prefs.low == 10 && store.prefs.inner.depth == 1)
    #expect(place.stored as? [String: Int] == ["not.ours": 1])
  }

  @Test("V9 an unbound set has the defaults, for comparison") func v9() throws {
    let store = try Store(Prefs.self, .inMemory)
    store.prefs.low = 5
    #expect(Prefs().low == 10)
    #expect(Prefs().low != store.prefs.low)
  }

  @Test("V10 an unreadable file falls back to the defaults, and its bytes are kept") func v10()
    throws
  {
    let place = try DomainPlace()
    try place.write("<plist><dict><key>low</key>")
    let store = try place.store(Prefs.self)
    #expect(store.prefs.low == 10)
    store.prefs.low = 11
    try store.flush()
    #expect(place.names.contains { $0.contains(".corrupt-") })
    #expect(store.issues.contains { $0.kind == .storage })
    let sealed = try DomainPlace()
    try sealed.neighbour().set(.data(Data([1, 2, 3])), for: "Sealed")
    let blob = try sealed.store(Prefs.self, layout: .opaque(key: "Sealed"))
    #expect(blob.prefs.low == 10)
    blob.prefs.low = 11
    #expect(
      (sealed.stored[ReservedKey.damaged] as? [String: Data])?["Sealed"] == Data([1, 2, 3]))
    #expect(try sealed.store(Prefs.self, layout: .opaque(key: "Sealed")).prefs.low == 11)
  }

  @Test("V10F one invalid field doesn't lose the others") func v10f() throws {
    for layout in [StoreLayout.keys, .single(key: "Prefs"), .opaque(key: "Sealed")] {
      let place = try DomainPlace()
      let store = try place.store(Prefs.self, layout: layout)
      store.prefs.low = 12
      store.prefs.word = "kept"
      let other = try place.store(Another.self, layout: layout)
      try other.domain.apply(
        ChangeSet(
          other.reflection.entries[0].slot.path, "not a number"))
      let again = try place.store(Prefs.self, layout: layout)
      #expect(again.prefs.low == 10)
      #expect(again.prefs.word == "kept")
    }
  }

  @Test("V11 volatile settings are not saved") func v11() throws {
    let place = try DomainPlace()
    let store = try place.store(Prefs.self)
    store.prefs.constPi = 3
    try store.flush()
    #expect(store.prefs.constPi == 3)
    #expect(place.read() == nil)
    #expect(try place.store(Prefs.self).prefs.constPi == 3.14)
  }

  @Test("V12 export copies and description lists all settings except secrets") func v12() throws {
    let store = try Store(Prefs.self, .inMemory)
    store.prefs.token = "hush"
    store.prefs.low = 5
    #expect(store.description.contains("low = 5"))
    #expect(store.description.split(separator: "\n").count == store.keys.count)
    #expect(!store.description.contains("hush"))
    let copy = try Store(Prefs.self, .inMemory)
    try copy.setValues(store.values())
    #expect(copy.prefs.low == 5)
    #expect(copy.prefs.token == nil)
  }

  @Test("V13 a setting that is renamed in code keeps its stored value") func v13() throws {
    let place = try DomainPlace()
    try place.store(Another.self).prefs.$low.set(77)
    let renamed = try place.store(Renamed.self)
    #expect(renamed.prefs.lowest == 77)
    #expect(place.stored as? [String: Int] == ["lowest": 77])
  }
}
