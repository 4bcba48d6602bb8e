import Foundation
import Testing

@testable import Settee
@testable import SetteeStorage

private struct Box: PreferenceSet {
  @Setting var name = "box"
  @Setting var list = [1]
  @Setting var blob = Data()
  @Setting(traits: .savedExplicitly) var held = 0
  @Setting(traits: .transient) var passing = 0
  @Setting var server = Server()
  struct Server: Codable, Equatable, SettingValue { var host = "h" }
}
private struct Chest: PreferenceSet { @Setting var name = "chest" }
private struct Renamed: PreferenceSet {
  @Setting(formerKeys: ["oldest", "name"]) var label = "none"
}

@Suite struct SettingsBoxSeeds {
  @Test("S1 every assignment is saved automatically") func s1() async throws {
    let place = try DomainPlace()
    let store = try Store(
      Box.self, domain: DomainPlace.name,
      configuration: StoreConfiguration(location: .directories(place.locations)))
    store.prefs.name = "saved"
    #expect(await eventually { place.stored["name"] as? String == "saved" })
  }

  @Test("S2 saved values are restored at the next launch") func s2() async throws {
    let place = try DomainPlace()
    await #expect(processExitsWith: .success) { [place = place.environment as [String: String]] in
      let store = try Store(
        Box.self, domain: DomainPlace.name,
        configuration: StoreConfiguration(
          location: .directories(SettingsDirectories(environment: place))))
      store.prefs.name = "last launch's"
      exit(0)
    }
    #expect(try place.store(Box.self).prefs.name == "last launch's")
  }

  @Test("S3 sets with equal property names don't conflict") func s3() throws {
    let place = try DomainPlace()
    let box = try place.store(Box.self, prefix: "box.")
    let chest = try place.store(Chest.self, prefix: "chest.")
    box.prefs.name = "b"
    #expect(chest.prefs.name == "chest")
    #expect(place.stored.keys.sorted() == ["box.name"])
  }

  @Test("S4 a singleton is a static let") func s4() {
    #expect(Chest.shared === Chest.shared)
  }

  @Test("S5 with autosave off, flush saves") func s5() throws {
    let place = try DomainPlace()
    let store = try place.store(Box.self, autosave: .manual)
    store.prefs.name = "later"
    #expect(place.read() == nil)
    #expect(store.isDirty)
    try store.flush()
    #expect(place.stored["name"] as? String == "later")
  }

  @Test("S6 a manual setting is saved only by flush, even with autosave on") func s6() throws {
    let place = try DomainPlace()
    let store = try place.store(Box.self)
    store.prefs.held = 5
    store.prefs.name = "now"
    #expect(place.stored.keys.sorted() == ["name"])
    #expect(store.prefs.held == 5)
    #expect(store.isDirty)
    try store.flush()
    #expect(place.stored["held"] as? Int == 5)
    #expect(!store.isDirty)
    #expect(store.prefs.held == 5)
  }

  @Test("S7 a volatile setting is never saved") func s7() throws {
    let place = try DomainPlace()
    let store = try place.store(Box.self)
    store.prefs.passing = 5
    try store.flush()
    #expect(place.read() == nil)
  }

  @Test("S7F a volatile setting isn't saved together with other settings") func s7f() throws {
    let place = try DomainPlace()
    let store = try place.store(Box.self)
    store.prefs.passing = 5
    store.prefs.name = "x"
    try store.update {
      $0.passing += 1
      $0.name = "y"
    }
    try store.flush()
    #expect(place.stored.keys.sorted() == ["name"])
    #expect(store.prefs.passing == 6)
    try store.reset()
    #expect(store.prefs.passing == 0)
  }

  @Test("S8 any Codable is saved, and five megabytes of data are restored") func s8() throws {
    let place = try DomainPlace()
    let store = try place.store(Box.self)
    let bytes = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    store.prefs.blob = bytes
    store.prefs.server.host = "there"
    let again = try place.store(Box.self)
    #expect(again.prefs.blob == bytes)
    #expect(again.prefs.server.host == "there")
  }

  @Test("S9 values are read as their declared type") func s9() throws {
    let place = try DomainPlace()
    try place.neighbour().apply(["name": 12, "list": "no list"])
    let store = try place.store(Box.self)
    #expect(store.prefs.name == "12")
    #expect(store.prefs.list == [1])
    #expect(store.issues.contains { $0.key == "list" })
  }

  @Test("S10 a list is changed in place and saved") func s10() throws {
    let place = try DomainPlace()
    let store = try place.store(Box.self)
    store.prefs.list.append(2)
    store.prefs.list[0] = 9
    #expect(place.stored["list"] as? [Int] == [9, 2])
  }

  @Test("S11 reset accepts exceptions") func s11() throws {
    let place = try DomainPlace()
    let store = try place.store(Box.self)
    store.prefs.name = "kept"
    store.prefs.list = []
    try store.reset(keeping: \.$name)
    #expect(place.stored.keys.sorted() == ["name"])
    #expect(store.prefs.list == [1])
  }

  @Test("S12 a renamed property keeps its value, the latest name first") func s12() throws {
    let place = try DomainPlace()
    try place.neighbour().apply(["name": "new", "oldest": "old"])
    let store = try place.store(Renamed.self)
    #expect(["new", "old"].contains(store.prefs.label))
    #expect(place.stored.keys.sorted() == ["label"])
    try store.prefs.$label.reset()
    #expect(store.prefs.label == "none")
    #expect(place.stored.isEmpty)
  }
}

extension Chest {
  fileprivate static let shared = Store.orExit { try Store(Chest.self, .inMemory) }
}
