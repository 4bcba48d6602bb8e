import Foundation
import Synchronization
import Testing

@testable import Settee
@testable import SetteeCloud
@testable import SetteeStorage

private struct Prefs: PreferenceSet {
  @Setting(traits: .synced) var theme = "dark"
  @Setting(traits: .synced) var level = 5
  @Setting(traits: .synced) var nick: String? = nil
  @Setting var local = 1
  @Setting(traits: .secret) var token: String? = nil
}

/// Tests Settee's equivalents for the features of the cloud class in DDGPreferences.
@Suite struct DDGPreferencesCloudSeeds {
  let here: Machine
  let there: Machine
  let mirror = MemoryStore()

  init() throws { (here, there) = (try Machine(), try Machine()) }

  private func store(_ machine: Machine) throws -> Store<Prefs> {
    try Store(
      Prefs.self, domain: Machine.name,
      configuration: StoreConfiguration(
        location: .directories(machine.locations), autosave: .immediate))
  }

  private func cloud(_ store: Store<Prefs>) throws -> CloudSync {
    try store.cloud(through: CloudMirror(mirror), account: "ann")
  }

  private var document: CloudDocument? {
    get throws {
      let address = try CloudAddress(account: "ann", domain: Machine.name)
      return try mirror.pull(address, by: .seconds(1)).document
    }
  }

  @Test("DC1 only properties with the trait, or the listed keys, are synced")
  func dc1() throws {
    let store = try store(here)
    store.prefs.theme = "light"
    store.prefs.local = 2
    store.prefs.token = "geheim"
    try cloud(store).push()
    #expect(try document?.values.keys.sorted() == ["theme"])
    let listed = try store.cloud(
      through: CloudMirror(mirror), account: "bob", keys: ["local", "token"])
    #expect(listed.marks.sent == ["local"])
  }

  @Test("DC2 account and domain are part of the address") func dc2() throws {
    let store = try store(here)
    store.prefs.theme = "light"
    try cloud(store).push()
    let other = try CloudAddress(account: "bob", domain: Machine.name)
    #expect(try mirror.pull(other, by: .seconds(1)).document == nil)
    #expect(try document != nil)
  }

  @Test("DC3 at launch, values are merged three-way: unpushed local edits are kept")
  func dc3() throws {
    let (one, two) = (try store(here), try store(there))
    one.prefs.theme = "light"
    one.prefs.level = 1
    for store in [one, two] { _ = try cloud(store).sync(.automatic) }
    two.prefs.level = 9
    one.prefs.theme = "blue"
    try cloud(one).push()
    let again = try store(there)
    try cloud(again).pull()
    #expect(again.prefs.theme == "blue")
    #expect(again.prefs.level == 9)
    #expect(try cloud(again).pending() == ["level"])
  }

  @Test("DC4 pending lists the unpushed changes") func dc4() throws {
    let store = try store(here)
    let cloud = try cloud(store)
    #expect(try cloud.pending().isEmpty)
    store.prefs.theme = "light"
    #expect(try cloud.pending() == ["theme"])
    try cloud.push()
    #expect(try cloud.pending().isEmpty)
  }

  @Test("DC5 a push saves to disk, then sends the differences from the last synced state")
  func dc5() throws {
    let store = try Store(
      Prefs.self, domain: Machine.name,
      configuration: StoreConfiguration(location: .directories(here.locations), autosave: .manual))
    store.prefs.theme = "light"
    let cloud = try cloud(store)
    #expect(try cloud.push().sent == ["theme"])
    #expect(try here.value("theme") == .string("light"))
    store.prefs.level = 6
    #expect(try cloud.push().sent == ["level"])
  }

  @Test("DC6 external changes are applied at launch and when they happen") func dc6()
    async throws
  {
    let one = try store(here)
    one.prefs.theme = "light"
    try cloud(one).push()
    let two = try store(there)
    let follower = try cloud(two).follow()
    #expect(await comesTrue { two.prefs.theme == "light" })
    one.prefs.theme = "blue"
    try cloud(one).push()
    #expect(await comesTrue { two.prefs.theme == "blue" })
    follower.stop()
  }

  @Test("DC7 values from the cloud notify the normal observers with their source") func dc7() throws
  {
    let one = try store(here)
    one.prefs.theme = "light"
    try cloud(one).push()
    let two = try store(there)
    let heard = Mutex<[ChangeSource]>([])
    let watch = two.domain.observe { event in heard.withLock { $0.append(event.source) } }
    try cloud(two).pull()
    #expect(heard.withLock { $0 } == [.cloud])
    withExtendedLifetime(watch) {}
  }

  @Test("DC8 the button saves the preferences, then the mirror pushes") func dc8() async throws {
    let store = try Store(
      Prefs.self, domain: Machine.name,
      configuration: StoreConfiguration(location: .directories(here.locations), autosave: .manual))
    store.prefs.theme = "light"
    let done = Mutex<[String]?>(nil)
    try cloud(store).inBackground { cloud in
      try cloud.push().sent
    } then: { result in
      done.withLock { $0 = (try? result.get()) ?? [] }
    }
    #expect(await comesTrue { done.withLock { $0 } == ["theme"] })
    #expect(try here.value("theme") == .string("light"))
  }

  @Test("DF4 unpushed edits are not lost on a pull") func df4() throws {
    let (one, two) = (try store(here), try store(there))
    one.prefs.theme = "light"
    try cloud(one).push()
    two.prefs.level = 7
    try cloud(two).pull()
    #expect(two.prefs.level == 7)
    #expect(two.prefs.theme == "light")
  }

  @Test("DF5 a value that starts nil is pushed once it is set") func df5() throws {
    let (one, two) = (try store(here), try store(there))
    try cloud(one).push()
    one.prefs.nick = "Ada"
    try cloud(one).push()
    try cloud(two).pull()
    #expect(two.prefs.nick == "Ada")
  }

  @Test("DF6 a delete reaches the other device and is kept") func df6() throws {
    let (one, two) = (try store(here), try store(there))
    one.prefs.nick = "Ada"
    for store in [one, two] { _ = try cloud(store).sync(.automatic) }
    one.prefs.nick = nil
    for store in [one, two, one, two] { _ = try cloud(store).sync(.automatic) }
    #expect(two.prefs.nick == nil)
    #expect(try document?.values["nick"] == nil)
  }

  private func comesTrue(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<4000 {
      if condition() { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return condition()
  }
}
