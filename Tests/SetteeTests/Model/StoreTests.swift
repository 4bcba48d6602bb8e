import Foundation
import Settee
import Testing

private enum Theme: String, CaseIterable, SettingValue { case light, dark }
private struct Proxy: PreferenceSet {
  @Setting var host = ""
  @Setting(.range(1...65535)) var port = 8080
}
private struct Prefs: PreferenceSet {
  @Setting var theme = Theme.dark
  @Setting(key: "sound_level", formerKeys: ["volume"], .range(0...1)) var soundLevel = 0.7
  @Setting var lastFile: URL? = nil
  @Setting(traits: .secret) var token: String? = nil
  @Setting(traits: .transient) var scratch = 0
  @Setting(traits: .silent) var counter = 0
  @Setting var list = ["a"]
  @Setting var id = UUID()
  @SettingGroup var proxy = Proxy()
  @SettingGroup(layout: .nested) var window = Proxy()
}
private struct Backups: PreferenceSet {
  @Setting var last: Date? = nil
  @Setting var all: [Date] = []
}
private struct Span: PreferenceSet {
  struct Upside: Error {}
  @Setting var low = 1
  @Setting var high = 10
  func validate() throws { if low > high { throw Upside() } }
}

struct StoreTests {
  private func open(_ values: PropertyListDictionary = [:]) throws -> Store<Prefs> {
    try Store(Prefs.self, .inMemory(values))
  }

  @Test func `assigned values are stored, and stored values are read`() throws {
    let store = try open()
    #expect(store.prefs.theme == .dark)
    #expect(store.prefs.$theme.isDefault)
    store.prefs.theme = .light
    store.prefs.proxy.port = 99
    store.prefs.window.port = 77
    store.prefs.list.append("b")
    let values = try store.domain.values(in: .user)
    #expect(values["theme"] == "light")
    #expect(values["proxy.port"] == 99)
    #expect(values["window"] == ["port": 77])
    #expect(values["list"] == ["a", "b"])
    #expect(store.prefs.$theme.origin == .user)
    try store.domain.apply(["theme": "dark"])
    #expect(store.prefs.theme == .dark)
  }

  @Test func `a released store is deallocated together with its domain`() throws {
    weak var domain: Domain?
    do {
      let store = try open()
      domain = store.domain
      store.prefs.theme = .light
      try store.update { $0.proxy.port = 99 }
      _ = store.snapshot()
    }
    // A save in the background retains the domain until it has finished.
    for _ in 0..<1000 where domain != nil { Thread.sleep(forTimeInterval: 0.01) }
    #expect(domain == nil)
  }

  @Test func `nil removes the key`() throws {
    let store = try open(["lastFile": "/tmp/x"])
    #expect(store.prefs.lastFile?.path == "/tmp/x")
    store.prefs.lastFile = nil
    #expect(try store.domain.values(in: .user)["lastFile"] == nil)
  }

  @Test func `a value that violates a rule is rejected and reported`() throws {
    let store = try open()
    store.prefs.soundLevel = 7
    #expect(store.prefs.soundLevel == 0.7)
    #expect(store.issues.last?.kind == .invalidAssignment)
    #expect(throws: StoreError.self) { try store.prefs.$soundLevel.set(.nan) }
  }

  @Test func `a date that can't be written is rejected`() throws {
    let store = try Store(Backups.self, .inMemory)
    let never = Date(timeIntervalSinceReferenceDate: .infinity)
    #expect(throws: StoreError.self) { try store.prefs.$last.set(never) }
    #expect(throws: StoreError.self) { try store.prefs.$all.set([.distantPast, never]) }
    try store.prefs.$all.set([.distantPast, .distantFuture])
  }

  @Test func `an invalid stored value falls back to the next layer and is reported`() throws {
    let store = try open(["theme": "purple", "sound_level": 9, "proxy.port": "12abc"])
    #expect(store.prefs.theme == .dark)
    #expect(store.prefs.soundLevel == 0.7)
    #expect(store.prefs.proxy.port == 12)
    #expect(
      store.issues.filter { $0.kind == .invalidStoredValue }.map(\.key) == ["theme", "sound_level"])
    store.prefs.theme = .dark
    #expect(try store.domain.values(in: .user)["theme"] == "dark", "the invalid value is replaced")
  }

  @Test func `a renamed setting keeps its value`() throws {
    let store = try open(["volume": 0.25])
    #expect(store.prefs.soundLevel == 0.25)
    #expect(try store.domain.values(in: .user)["sound_level"] == 0.25)
    #expect(try store.domain.values(in: .user)["volume"] == nil)
    try store.prefs.$soundLevel.reset()
    #expect(store.prefs.soundLevel == 0.7)
  }

  @Test func `an update applies all changes or none`() throws {
    let store = try open()
    try store.update {
      $0.theme = .light
      $0.proxy.port += 1
    }
    #expect(store.prefs.theme == .light)
    #expect(store.prefs.proxy.port == 8081)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.update {
        $0.theme = .dark
        throw Stop()
      }
    }
    #expect(store.prefs.theme == .light)
    #expect(throws: StoreError.self) {
      try store.update {
        $0.theme = .dark
        $0.proxy.port = 0
      }
    }
    #expect(store.prefs.theme == .light)
    #expect(try store.update { $0.proxy.port } == 8081)
  }

  @Test func `a snapshot never changes, and a write to it is reported`() throws {
    let store = try open()
    let before = store.snapshot()
    store.prefs.theme = .light
    #expect(before.theme == .dark)
    before.theme = .light
    #expect(before.theme == .dark)
    #expect(store.issues.last?.kind == .assignmentToSnapshot)
    var escaped: Prefs?
    try store.update { escaped = $0 }
    escaped?.theme = .dark
    #expect(store.prefs.theme == .light)
    #expect(store.issues.last?.message.contains("the update has ended") == true)
  }

  @Test func `validate checks several keys before anything is stored`() throws {
    let store = try Store(Span.self, .inMemory)
    store.prefs.low = 20
    #expect(store.prefs.low == 1)
    #expect(store.issues.count == 1)
    try store.update {
      $0.low = 20
      $0.high = 30
    }
    #expect(store.prefs.low == 20)
    #expect(throws: StoreError.self) { try store.update { $0.high = 5 } }
    #expect(throws: StoreError.self) { try store.setValues(["high": 5]) }
    #expect(store.prefs.high == 30)
  }

  @Test func `a draft waits for apply and follows values that it hasn't changed`() throws {
    let store = try open()
    let draft = try store.draft()
    draft.prefs.theme = .light
    #expect(draft.hasChanges)
    #expect(store.prefs.theme == .dark)
    store.prefs.proxy.port = 5
    #expect(draft.prefs.proxy.port == 5)
    draft.revert()
    #expect(draft.prefs.theme == .dark)
    draft.prefs.theme = .light
    try draft.apply()
    #expect(store.prefs.theme == .light)
    #expect(!draft.hasChanges)
  }

  @Test func `reset can exclude settings and groups`() throws {
    let store = try open()
    store.prefs.theme = .light
    store.prefs.soundLevel = 0.1
    store.prefs.proxy.port = 5
    try store.reset(keeping: \.$theme, \.proxy)
    #expect(store.prefs.theme == .light)
    #expect(store.prefs.soundLevel == 0.7)
    #expect(store.prefs.proxy.port == 5)
    #expect(throws: StoreError.self) { try store.reset(keeping: \.theme) }
    try store.reset()
    #expect(try store.domain.values(in: .user).isEmpty)
  }

  @Test func `secrets are neither described nor exported`() throws {
    let store = try open()
    store.prefs.token = "hush"
    #expect(!store.description.contains("hush"))
    #expect(store.values()["token"] == nil)
    #expect(store.values(includingSecrets: true)["token"] == "hush")
    #expect(try store.setValues(["theme": "light", "odd": 1]) == ["odd"])
    #expect(store.prefs.theme == .light)
  }

  @Test func `volatile settings stay in memory`() throws {
    let store = try open()
    store.prefs.scratch = 5
    #expect(store.prefs.scratch == 5)
    #expect(try store.domain.values(in: .user).isEmpty)
    try store.update { $0.scratch += 1 }
    #expect(store.prefs.scratch == 6)
  }

  @Test func `defaults come from the first instance`() throws {
    let store = try open()
    #expect(store.snapshot().id == store.prefs.id)
    #expect(try store.update { $0.id } == store.prefs.id)
  }
}
