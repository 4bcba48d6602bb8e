import Foundation
import Testing

@testable import Settee

private struct Address: PreferenceSet {
  @Setting var street = "Main Street"
  @Setting var number = 1
}
private struct Person: PreferenceSet {
  @Setting var name = "Ada"
  @Setting var nickname: String? = nil
  @SettingGroup(layout: .nested) var address = Address()
}

@Suite struct AppSettingsSeeds {
  @Test("A1 property names, exporting to a dictionary, importing from a dictionary") func a1()
    throws
  {
    let store = try Store(Person.self, .inMemory)
    #expect(store.keys == ["name", "nickname", "address.street", "address.number"])
    store.prefs.address.number = 7
    let exported = store.values()
    #expect(exported == ["name": "Ada", "address": ["street": "Main Street", "number": 7]])
    let other = try Store(Person.self, .inMemory)
    try other.setValues(["name": "Grace", "address": ["number": 8]])
    #expect(other.prefs.name == "Grace")
    #expect(other.prefs.address.number == 8)
    #expect(throws: StoreError.self) {
      try other.setValues(["name": "X", "address": ["number": "x"]])
    }
    #expect(other.prefs.name == "Grace", "an import applies all values or none")
  }

  @Test("A2 saved and loaded under the set's name or any key") func a2() throws {
    let place = try DomainPlace()
    for key in ["Person", "someone else"] {
      let store = try place.store(Person.self, layout: .single(key: key))
      store.prefs.name = key
    }
    #expect(place.stored.keys.sorted() == ["Person", "someone else"])
    #expect(try place.store(Person.self, layout: .single(key: "Person")).prefs.name == "Person")
  }

  @Test("A3 saving reports success or failure") func a3() throws {
    let place = try DomainPlace()
    let store = try place.store(Person.self, autosave: .manual)
    store.prefs.name = "unsaved"
    try FileManager.default.createDirectory(atPath: place.file, withIntermediateDirectories: true)
    #expect(throws: StoreError.self) { try store.flush() }
    try FileManager.default.removeItem(atPath: place.file)
    try store.flush()
    #expect(place.stored["name"] as? String == "unsaved")
  }

  @Test("A4 a group can be a nested dictionary") func a4() throws {
    let place = try DomainPlace()
    let store = try place.store(Person.self)
    store.prefs.address.street = "Elsewhere"
    #expect(place.stored["address"] as? [String: String] == ["street": "Elsewhere"])
  }

  @Test("A4F a dictionary is read as a group, and processes keep each other's values") func a4f()
    throws
  {
    let place = try DomainPlace()
    let (one, two) = (
      try place.store(Person.self, autosave: .manual), try place.store(Person.self)
    )
    one.prefs.address.street = "One's"
    two.prefs.address.number = 2
    try one.flush()
    let again = try place.store(Person.self)
    #expect(again.prefs.address.street == "One's")
    #expect(again.prefs.address.number == 2)
  }

  @Test("A5 nil is omitted") func a5() throws {
    let place = try DomainPlace()
    let store = try place.store(Person.self)
    store.prefs.nickname = nil
    store.prefs.name = "x"
    #expect(place.stored.keys.sorted() == ["name"])
    #expect(store.values()["nickname"] == nil)
  }

  @Test("A6 the file is readable: XML with sorted keys") func a6() throws {
    let place = try DomainPlace()
    let store = try place.store(Person.self)
    try store.update {
      $0.name = "z"
      $0.address.number = 3
      $0.nickname = "n"
    }
    let text = String(decoding: try #require(place.read()), as: UTF8.self)
    #expect(text.hasPrefix("<?xml version=\"1.0\""))
    let keys = text.split(separator: "\n").filter { $0.hasPrefix("\t<key>") }
    #expect(keys == ["\t<key>address</key>", "\t<key>name</key>", "\t<key>nickname</key>"])
  }
}
