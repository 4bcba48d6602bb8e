import Foundation
import Observation
import Synchronization
import SetteeTestSupport
import Testing

@testable import Settee
@testable import SetteeStorage

private struct Prefs: PreferenceSet {
  @Setting var name = "none"
  @Setting var count = 0
  @Setting(key: "mapped_key") var mapped = 1
  @Setting var list = ["a"]
  @Setting var note: String? = nil

  /// A second property for the setting `name`.
  var title: String {
    get { name }
    nonmutating set { name = newValue }
  }
}
private struct Second: PreferenceSet { @Setting var name = "second" }
private struct Doubled: PreferenceSet {
  @Setting(key: "same") var one = 1
  @Setting(key: "same") var two = 2
}

extension Prefs {
  fileprivate static let shared = Store.orExit { try Store(Prefs.self, .inMemory) }
}
extension Second {
  fileprivate static let shared = Store.orExit { try Store(Second.self, .inMemory) }
}

@Suite struct PAPreferencesSeeds {
  @Test("P1 a property is a live view of the store") func p1() throws {
    let place = try DomainPlace()
    let (one, two) = (try place.store(Prefs.self), try place.store(Prefs.self))
    one.prefs.name = "live"
    try two.reload()
    #expect(two.prefs.name == "live")
    #expect(place.stored["name"] as? String == "live")
  }

  @Test("P2 a shared instance is a static let, usable from any task") func p2() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 { group.addTask { Prefs.shared.prefs.list.append("\(number)") } }
    }
    #expect(Prefs.shared.prefs.list.first == "a")
  }

  @Test("P2F two sets have separate shared instances") func p2f() {
    Prefs.shared.prefs.name = "first's"
    #expect(Second.shared.prefs.name == "second")
    #expect(Prefs.shared.prefs.name == "first's")
  }

  @Test("P3 each type is written, read, and read by UserDefaults") func p3() throws {
    let place = try DomainPlace()
    let store = try place.store(EveryType.self)
    EveryType.copy(.changed, to: store.prefs)
    let seen = try place.userDefaults()
    #expect(seen["int"] as? Int == .min)
    #expect(seen["bool"] as? Bool == true)
    #expect(seen["float"] as? Double == -0.25)
    #expect(seen["double"] as? Double == 1e300)
    #expect(seen["string"] as? String == store.prefs.string)
    #expect(seen["array"] as? [String] == ["", "ä", "z"])
    #expect(seen["dictionary"] as? [String: Int] == ["ü": -1, "": 0])
    #expect(seen["url"] as? String == "/tmp/ä b", "the form that url(forKey:) reads as a file")
    #expect(seen["data"] as? Data == Data(repeating: 7, count: 300))
    #expect(seen["date"] as? Date == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(seen["raw"] as? Int == 2)
    #expect(seen["named"] as? String == "right")
    #expect((seen["server"] as? [String: Any])?["host"] as? String == "example.org")
  }

  @Test("P4 the key is the property's name, or mapped") func p4() throws {
    let place = try DomainPlace()
    let store = try place.store(Prefs.self)
    store.prefs.name = "x"
    store.prefs.mapped = 5
    #expect(place.stored.keys.sorted() == ["mapped_key", "name"])
  }

  @Test("P5 a computed property for a setting has a separate name") func p5() throws {
    let store = try Store(Prefs.self, .inMemory)
    store.prefs.title = "by another name"
    #expect(store.prefs.name == "by another name")
    #expect(!store.keys.contains("title"))
  }

  @Test("P6 two processes share a suite without losing an update") func p6() async throws {
    let place = try DomainPlace()
    async let first: Void = Self.count(in: place)
    async let second: Void = Self.count(in: place)
    _ = await (first, second)
    #expect(place.stored["count"] as? Int == 400)
    let other = try place.store(
      Prefs.self, domain: "org.example.other", suites: [DomainPlace.name])
    #expect(other.prefs.count == 400)
    #expect(other.prefs.$count.origin == .suite)
  }

  /// Increments a setting 200 times in a separate process.
  private static func count(in place: DomainPlace) async {
    await #expect(processExitsWith: .success) { [place = place.environment as [String: String]] in
      let store = try Store(
        Prefs.self, domain: DomainPlace.name,
        configuration: StoreConfiguration(
          location: .directories(SettingsDirectories(environment: place))))
      for _ in 0..<200 { try store.update { $0.count += 1 } }
    }
  }

  @Test("P7 autosave can be turned off, and a failure is reported") func p7() throws {
    let place = try DomainPlace()
    let manual = try place.store(Prefs.self, autosave: .manual)
    manual.prefs.count = 1
    #expect(place.read() == nil)
    try manual.flush()
    #expect(place.stored["count"] as? Int == 1)
    try FileManager.default.removeItem(atPath: place.file)
    try FileManager.default.createDirectory(
      atPath: place.file, withIntermediateDirectories: false)
    #expect(throws: StoreError.self) { try place.store(Prefs.self).prefs.$count.set(2) }
  }

  @Test("P8 each change is announced with its keys and its source") func p8() async throws {
    let place = try DomainPlace()
    let store = try place.store(Prefs.self)
    var changes = store.changes.makeAsyncIterator()
    store.prefs.count = 3
    let own = await changes.next()
    #expect(own?.keys == ["count"])
    #expect(own?.source == .local)
    try DomainToolRun.run(place, "set", DomainPlace.name, "name", "theirs")
    let theirs = await changes.next()
    #expect(theirs?.keys == ["name"])
    #expect(theirs?.source == .otherProcess)
  }

  @Test("P9 a property can be observed, also when its default changes") func p9()
    async throws
  {
    let place = try DomainPlace()
    let store = try place.store(Prefs.self)
    var values = store.prefs.$name.values.makeAsyncIterator()
    #expect(await values.next() == "none")
    store.prefs.name = "one"
    #expect(await values.next() == "one")
    try store.prefs.$name.reset()
    #expect(await values.next() == "none")
    try place.write(
      DomainPlace.plist("<key>name</key><string>site</string>"),
      to: "root/usr/local/etc/\(DomainPlace.name).plist")
    try store.reload()
    #expect(await values.next() == "site")
    #expect(store.prefs.$name.origin == .site)
    let isTold = Atomic(false)
    withObservationTracking {
      _ = store.prefs.name
    } onChange: {
      isTold.store(true, ordering: .relaxed)
    }
    store.prefs.name = "two"
    // If another thread is delivering the notification of the reload, it delivers this one too.
    let wasTold = await eventually { isTold.load(ordering: .relaxed) }
    #expect(wasTold)
  }

  @Test("P10 nil removes the key, and values are value types") func p10() throws {
    let store = try Store(Prefs.self, .inMemory)
    store.prefs.note = "x"
    store.prefs.note = nil
    #expect(try store.domain.values(in: .user)["note"] == nil)
    var copy = store.prefs.list
    copy.append("b")
    #expect(store.prefs.list == ["a"])
  }

  @Test("P11 misuse is detected at launch with the property's name") func p11() throws {
    do {
      _ = try Store(Doubled.self, .inMemory)
      Issue.record("two settings had one key")
    } catch let error as StoreError {
      #expect(error.code == .declaration)
      #expect(error.message.contains("'one' and 'two'"))
    }
    let folder = try Folder()
    let source = """
      import Settee
      final class Unsupported: Sendable {}
      struct Prefs: PreferenceSet { @Setting var wrong = Unsupported() }
      """
    let file = try folder.write(source, to: "Wrong.swift")
    #expect(try Compiler.typecheck([file]).contains("SettingValue"))
  }

  @Test("P12 versions are recorded and migrations run once, in order") func p12() throws {
    let place = try DomainPlace()
    let runs = Mutex<[String]>([])
    let steps = ["a", "b"].map { name in
      Migration(name) { values in
        runs.withLock { $0.append(name) }
        values["count"] = .integer(Int64((values["count"]?.int ?? 0) + 1))
      }
    }
    let first = try place.store(Prefs.self, version: "1.0", migrations: [steps[0]])
    #expect(
      first.installedVersions == InstalledVersions(first: "1.0", previous: nil, current: "1.0"))
    let second = try place.store(Prefs.self, version: "2.0", migrations: steps)
    #expect(
      second.installedVersions == InstalledVersions(first: "1.0", previous: "1.0", current: "2.0"))
    _ = try place.store(Prefs.self, version: "2.0", migrations: steps)
    #expect(runs.withLock { $0 } == ["a", "b"])
    #expect(second.prefs.count == 2)
    #expect(second.values().keys.allSatisfy { !ReservedKey.contains($0) })
    struct Stop: Error {}
    let failing = Migration("c") { values in
      values["count"] = 99
      throw Stop()
    }
    #expect(throws: StoreError.self) { try place.store(Prefs.self, migrations: [failing]) }
    #expect(place.stored["count"] as? Int == 2, "a migration that throws changes nothing")
  }

  @Test("P13 the checks of the library's tests: defaults, set, nil, remap, change and persistence")
  func p13() throws {
    let place = try DomainPlace()
    let store = try place.store(Prefs.self)
    #expect(store.prefs.name == "none" && store.prefs.count == 0 && store.prefs.note == nil)
    try store.update {
      $0.name = "n"
      $0.count = -1
      $0.mapped = 2
      $0.note = "o"
      $0.list = []
    }
    let again = try place.store(Prefs.self)
    #expect(again.prefs.name == "n" && again.prefs.count == -1 && again.prefs.mapped == 2)
    #expect(again.prefs.note == "o" && again.prefs.list.isEmpty)
    again.prefs.note = nil
    #expect(try place.store(Prefs.self).prefs.note == nil)
  }
}
