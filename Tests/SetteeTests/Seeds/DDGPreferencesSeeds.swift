import Foundation
import Observation
import Synchronization
import Testing

@testable import Settee
@testable import SetteeStorage

private struct Plain: PreferenceSet {
  @Setting var name = "none"
  @Setting var count = 1
  @Setting var isOn = false
  @Setting var note: String? = nil
  var unsaved = 5
}
private struct Other: PreferenceSet { @Setting var name = "other" }
private struct Rectangle: RawBytes, Codable, Equatable {
  var x: Float = 1, y: Float = 2, width: Float = 3, height: Float = 4
}
private struct Framed: PreferenceSet { @Setting var frame = Rectangle() }

@Suite struct DDGPreferencesSeeds {
  @Test("D1 a struct with a plain list of properties is sufficient") func d1() throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self)
    store.prefs.name = "Ada"
    #expect(try place.store(Plain.self).prefs.name == "Ada")
  }

  @Test("D2 every property-list type, URL, enums, optionals and any Codable") func d2() throws {
    let place = try DomainPlace()
    let store = try place.store(EveryType.self)
    let changed = EveryType.changed
    EveryType.copy(changed, to: store.prefs)
    #expect(store.issues.isEmpty)
    #expect(
      EveryType.text(of: try place.store(EveryType.self).prefs) == EveryType.text(of: changed))
  }

  @Test("D3 a read uses memory and still sees other processes' writes") func d3() async throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self)
    for _ in 0..<1000 { #expect(store.prefs.count == 1) }
    try DomainToolRun.run(place, "set", DomainPlace.name, "count", "42")
    #expect(await eventually { store.prefs.count == 42 })
  }

  @Test("D4 domain, group or prefix keep keys apart") func d4() throws {
    let place = try DomainPlace()
    let plain = try place.store(Plain.self)
    let prefixed = try place.store(Other.self, prefix: "Other_")
    let elsewhere = try place.store(Other.self, domain: "org.example.elsewhere")
    plain.prefs.name = "a"
    prefixed.prefs.name = "b"
    elsewhere.prefs.name = "c"
    #expect(place.stored.keys.sorted() == ["Other_name", "name"])
    #expect([plain.prefs.name, prefixed.prefs.name, elsewhere.prefs.name] == ["a", "b", "c"])
  }

  @Test("D5 bundle keys are matched with property names, and differences are reported")
  func d5() throws {
    let place = try DomainPlace()
    let bundle = try place.bundle([
      "Root": [
        toggle("isOn", true), toggle("stray", true),
        [
          "Type": "PSMultiValueSpecifier", "Key": "count", "Title": "Count", "DefaultValue": 1,
          "Titles": ["one", "many"], "Values": [1, "many"],
        ],
      ]
    ])
    let store = try place.store(Plain.self, settingsBundle: bundle)
    #expect(store.prefs.isOn)
    let issues = store.issues
    #expect(issues.filter { $0.kind == .onlyInBundle }.map(\.key) == ["stray"])
    #expect(issues.filter { $0.kind == .onlyInCode }.map(\.key) == ["name", "note"])
    #expect(issues.contains { $0.kind == .disagreement && $0.key == "count" })
    #expect(issues.contains { $0.kind == .disagreement && $0.key == "isOn" }, "its default")
  }

  @Test("D6 a bundle's defaults are registered and never written") func d6() throws {
    let place = try DomainPlace()
    let bundle = try place.bundle(["Root": [toggle("isOn", true)]])
    let store = try place.store(Plain.self, settingsBundle: bundle)
    #expect(store.prefs.isOn, "the bundle's, not the code's")
    #expect(store.prefs.$isOn.origin == .default)
    store.prefs.count = 2
    #expect(place.stored.keys.sorted() == ["count"])
  }

  @Test("D7 child panes are followed, and a missing one is reported") func d7() throws {
    let place = try DomainPlace()
    let bundle = try place.bundle([
      "Root": [child("Child"), child("Nowhere")], "Child": [child("Grandchild")],
      "Grandchild": [toggle("isOn", true)],
    ])
    let store = try place.store(Plain.self, settingsBundle: bundle)
    #expect(store.prefs.isOn)
    #expect(store.issues.contains { $0.message.contains("Nowhere") })
  }

  @Test("D8 on the first run the bundle's default reaches the property") func d8() throws {
    let place = try DomainPlace()
    let bundle = try place.bundle(["Root": [toggle("isOn", true)]])
    #expect(try place.store(Plain.self).prefs.isOn == false)
    #expect(try place.store(Plain.self, settingsBundle: bundle).prefs.isOn)
    #expect(place.read() == nil)
  }

  @Test("D9 the declared initial value is the default") func d9() throws {
    let store = try Store(Plain.self, .inMemory)
    #expect(store.prefs.name == "none")
    #expect(store.prefs.$name.defaultValue == "none")
    #expect(store.prefs.$name.isDefault)
  }

  @Test("D10 an external edit updates every unchanged value") func d10() throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self)
    #expect(store.prefs.name == "none")
    try place.neighbour().set("edited", for: "name")
    try store.reload()
    #expect(store.prefs.name == "edited")
  }

  @Test("D11 only differences are written") func d11() throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self, autosave: .manual)
    store.prefs.name = "mine"
    try place.neighbour().apply(["count": 7, "unknown": "kept"])
    try store.flush()
    #expect(place.stored["name"] as? String == "mine")
    #expect(place.stored["count"] as? Int == 7)
    #expect(place.stored["unknown"] as? String == "kept")
  }

  @Test("D12 isDirty is observable") func d12() throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self, autosave: .manual)
    #expect(!store.isDirty)
    let isTold = Atomic(false)
    withObservationTracking {
      _ = store.isDirty
    } onChange: {
      isTold.store(true, ordering: .relaxed)
    }
    store.prefs.name = "dirty"
    #expect(store.isDirty)
    let wasTold = isTold.load(ordering: .relaxed)
    #expect(wasTold)
    try store.flush()
    #expect(!store.isDirty)
  }

  @Test("D13 setting an equal value doesn't make the store dirty") func d13() throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self, autosave: .manual)
    store.prefs.name = "none"
    #expect(!store.isDirty)
    store.prefs.name = "else"
    try store.flush()
    store.prefs.name = "else"
    #expect(!store.isDirty)
  }

  @Test("D14 changes are on disk soon, at exit, and at SIGTERM if requested") func d14()
    async throws
  {
    let place = try DomainPlace()
    let store = try place.store(Plain.self, autosave: .coalesced(.milliseconds(20)))
    store.prefs.name = "soon"
    #expect(await eventually { place.stored["name"] as? String == "soon" })
    await #expect(processExitsWith: .success) { [place = place.environment as [String: String]] in
      let store = try Store(
        Plain.self, domain: DomainPlace.name,
        configuration: StoreConfiguration(
          location: .directories(SettingsDirectories(environment: place)),
          autosave: .coalesced(.seconds(60))
        ))
      store.prefs.name = "at exit"
      exit(0)
    }
    #expect(place.stored["name"] as? String == "at exit")
    await #expect(processExitsWith: .signal(SIGTERM)) {
      [place = place.environment as [String: String]] in
      let store = try Store(
        Plain.self, domain: DomainPlace.name,
        configuration: StoreConfiguration(
          location: .directories(SettingsDirectories(environment: place)),
          autosave: .coalesced(.seconds(60)),
          flushOnTermination: true))
      store.prefs.name = "at the end"
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
    #expect(place.stored["name"] as? String == "at the end")
  }

  @Test("D15 an external change never overwrites unsaved edits") func d15() throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self, autosave: .manual)
    store.prefs.name = "mine"
    try place.neighbour().apply(["name": "theirs", "count": 9])
    try store.reload()
    #expect(store.prefs.name == "mine")
    #expect(store.prefs.count == 9)
    try store.flush()
    #expect(place.stored["name"] as? String == "mine")
  }

  @Test("D16 an app and another program see each other's writes without polling") func d16()
    async throws
  {
    let place = try DomainPlace()
    let store = try place.store(Plain.self)
    var changes = store.changes.makeAsyncIterator()
    try DomainToolRun.run(place, "set", DomainPlace.name, "name", "from outside")
    let change = await changes.next()
    #expect(change?.keys == ["name"])
    #expect(change?.source == .otherProcess)
    #expect(store.prefs.name == "from outside")
    store.prefs.name = "from here"
    #expect(try place.neighbour().value(for: "name")?.value == "from here")
  }

  @Test("D17 only settings are ever persisted") func d17() throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self)
    store.prefs.name = "kept"
    #expect(store.keys == ["name", "count", "isOn", "note"])
    #expect(place.stored.keys.sorted() == ["name"])
  }

  @Test("D18 nil removes the key") func d18() throws {
    let place = try DomainPlace()
    let store = try place.store(Plain.self)
    store.prefs.note = "here"
    #expect(place.stored["note"] as? String == "here")
    store.prefs.note = nil
    #expect(place.stored["note"] == nil)
    #expect(store.prefs.note == nil)
  }

  @Test("D19 a rectangle of four floats takes sixteen bytes, and its older format is migrated")
  func d19() throws {
    let place = try DomainPlace()
    let old: PropertyList = ["x": 5, "y": 6, "width": 7, "height": 8]
    try place.neighbour().set(old, for: "frame")
    let store = try place.store(Framed.self)
    #expect(store.prefs.frame == Rectangle(x: 5, y: 6, width: 7, height: 8))
    #expect((place.stored["frame"] as? Data)?.count == 16)
    try place.neighbour().set(.data(Data(count: 15)), for: "frame")
    try store.reload()
    #expect(store.prefs.frame == Rectangle(), "data of the wrong size is nil")
  }

  @Test("D20 SETTEE_LOG=debug enables tracing") func d20() async throws {
    let place = try DomainPlace()
    let log = place.root + "/log"
    await #expect(processExitsWith: .success) {
      [place = place.environment as [String: String], log = log as String] in
      setenv("SETTEE_LOG", "debug:\(log)", 1)
      let store = try Store(
        Plain.self, domain: DomainPlace.name,
        configuration: StoreConfiguration(
          location: .directories(SettingsDirectories(environment: place))))
      store.prefs.name = "traced"
      _ = store.prefs.name
    }
    let traced = String(decoding: place.read(log) ?? Data(), as: UTF8.self)
    #expect(traced.contains("write name"))
    #expect(traced.contains("read name"))
  }

  @Test("DX1 the sample app and settee change the same values while the other runs")
  func dx1() async throws {
    let place = try DomainPlace()
    let demo = try RunningProgram("settee-demo", in: place)
    #expect(await eventually { demo.said.contains("Nothing has changed yet.") })
    let set = try RunningProgram(
      "settee", ["set", "org.settee.mail", "mail.textSize", "--type", "real", "20"], in: place)
    let outcome = await set.finish()
    #expect(outcome.code == 0, "\(outcome.said)")
    #expect(await eventually { demo.said.contains("Changed (process): mail.textSize") })
    #expect(demo.said.contains("20 pt"))
    demo.type("p")
    let file = place.root + "/home/.config/org.settee.mail.plist"
    #expect(
      await eventually {
        String(decoding: place.read(file) ?? Data(), as: UTF8.self).contains("mail.previews")
      })
    let get = try RunningProgram("settee", ["get", "org.settee.mail", "mail.previews"], in: place)
    #expect(await get.finish().said == "false\n")
    demo.type("q")
    #expect(await demo.finish().code == 0)
  }

  // MARK: Fixes

  @Test("DF1 a property added later has its default next to stored ones") func df1() throws {
    let place = try DomainPlace()
    try place.neighbour().set("stored", for: "name")
    let store = try place.store(Plain.self)
    #expect(store.prefs.name == "stored")
    #expect(store.prefs.count == 1)
    let bundle = try place.bundle(["Root": [toggle("isOn", true)]])
    #expect(try place.store(Plain.self, settingsBundle: bundle).prefs.isOn)
  }

  @Test("DF2 inherited settings are settings") func df2() throws {
    let place = try DomainPlace()
    let store = try place.store(Newer.self)
    store.prefs.inherited = 2
    store.prefs.own = 3
    #expect(place.stored as? [String: Int] == ["inherited": 2, "own": 3])
  }

  @Test("DF3 panes in a cycle are each read once", .timeLimit(.minutes(1))) func df3() throws {
    let place = try DomainPlace()
    let bundle = try place.bundle([
      "Root": [child("Child"), toggle("isOn", true)], "Child": [child("Root"), child("Child")],
    ])
    let store = try place.store(Plain.self, settingsBundle: bundle)
    #expect(store.prefs.isOn)
    #expect(store.panes.panes.map(\.file) == ["Root", "Child"])
  }
}

private class Older: PreferenceSet, @unchecked Sendable {
  // Sharing is safe because the only stored properties are settings, which are thread-safe.
  @Setting var inherited = 1
  required init() {}
}
private final class Newer: Older, @unchecked Sendable {
  // Sharing is safe because the only stored properties are settings, which are thread-safe.
  @Setting var own = 2
}
