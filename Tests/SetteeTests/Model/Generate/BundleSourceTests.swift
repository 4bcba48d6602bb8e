import Foundation
import Settee
import SetteeTestSupport
import Testing

private enum Theme: String, CaseIterable, SettingValue { case light, veryDark }
private enum Level: Int, CaseIterable, SettingValue, TitledChoice {
  case low = 1, high
  var choiceTitle: String { self == .low ? "Rather low" : "High" }
}
private enum Scale: Double, CaseIterable, SettingValue { case half = 0.5, whole = 1 }
private struct Proxy: PreferenceSet {
  @Setting(.range(1...65535), title: "Port", help: "Where it listens.") var port = 8080
  @Setting(.length(1...20), .matching("[a-z]+")) var host = "localhost"
}
private struct Prefs: PreferenceSet {
  @Setting(traits: .synced) var theme = Theme.veryDark
  @Setting var level = Level.high
  @Setting(section: "Sound", traits: [.synced, .requiresRestart]) var isLoud = true
  @Setting(key: "sound_level", .range(0...1), display: .step(0.25), .unit("dB")) var level2 = 0.5
  @Setting(section: "", traits: .secret) var token: String? = nil
  @Setting(.oneOf(["a", "b"])) var letter = "b"
  @Setting var since: Date? = nil
  @Setting(.count(1...3)) var names = ["x", "y"]
  @Setting(.length(...2)) var few: [String]? = nil
  @Setting var birthday: LocalDate?
  @Setting var start = LocalDate(year: 2026, month: 3, day: 14)
  @Setting var scale = Scale.half
  @Setting(.range(0...)) var ratio = 0.1
  @SettingGroup(title: "The proxy", footer: "Between here and there.") var proxy = Proxy()
}
private struct UnsupportedPrefs: PreferenceSet {
  @Setting(formerKeys: ["old"]) var renamed = 1
  @Setting(traits: [.transient, .silent]) var passing = 1
  @Setting(.satisfying("has to be even") { $0 % 2 == 0 }) var even = 2
  @Setting var bytes = Data()
  @SettingGroup(layout: .nested) var inner = Proxy()
}

@Suite struct BundleSourceTests {
  /// Writes the bundle to disk and opens it.
  private func reread(_ xml: String) throws -> SettingsBundle {
    let folder = try Folder()
    try folder.write(xml, to: "org.example.test.bundle/Root.plist")
    return try SettingsBundle(at: folder.path + "/org.example.test.bundle")
  }

  @Test func `code converted to a bundle and back is unchanged`() throws {
    let store = try Store(Prefs.self, .inMemory)
    let (xml, notes) = try store.rootPlist()
    #expect(notes.isEmpty)
    let bundle = try reread(xml)
    #expect(bundle.faults.isEmpty)
    let before = SwiftSource(of: store.panes, name: "Prefs").text
    let after = SwiftSource(of: bundle, name: "Prefs").text
    #expect(after == before)
    for needed in [
      "var theme = Theme.veryDark", "traits: [.synced, .requiresRestart]",
      "display: .step(0.25), .unit(\"dB\")",
      "key: \"proxy.port\", .range(1...65535)", "Between here and there.", "case ratherLow = 1",
      ".matching(\"[a-z]+\")", "var token: String? = nil", "help: \"Where it listens.\"",
      ".count(1...3)", "@Setting(.count(0...2))", "var birthday: LocalDate? = nil",
      "var start = LocalDate(year: 2026, month: 3, day: 14)", "var scale = Scale.half",
      "enum Scale: Double, CaseIterable", "var soundLevel: Double = 0.5",
    ] {
      #expect(after.contains(needed), "\(needed) is not in\n\(after)")
    }
    #expect(bundle.registeredDefaults() == store.panes.registeredDefaults())
  }

  @Test func `the length limits of a list apply to its number of items everywhere`() throws {
    let store = try Store(Prefs.self, .inMemory)
    let bundle = try reread(store.rootPlist().xml)
    let own = try #require(store.panes.controls.first { $0.key == "names" })
    let reread = try #require(bundle.controls.first { $0.key == "names" })
    for control in [own, reread] {
      #expect(control.check(["a long name"]) == nil)
      let allowed = "Enter 1 to 3 items, one per line."
      #expect(control.check([])?.message == "There are too few items. \(allowed)")
      #expect(
        control.check(["a", "b", "c", "d"])?.message == "There are too many items. \(allowed)")
    }
    #expect(throws: StoreError.self) { try store.prefs.$names.set([]) }
    #expect(throws: StoreError.self) { try store.prefs.$names.set(["a", "b", "c", "d"]) }
    try store.prefs.$names.set(["a long name"])
  }

  @Test func `a store opened with its own bundle reports no differences`() throws {
    let folder = try Folder()
    let xml = try Store(Prefs.self, .inMemory).rootPlist().xml
    try folder.write(xml, to: "Settings.bundle/Root.plist")
    let bundle = folder.path + "/Settings.bundle"
    let store = try Store(
      Prefs.self, domain: "org.example.test",
      configuration: StoreConfiguration(location: .inMemory, settingsBundle: bundle))
    #expect(store.issues.map(\.message) == [])
  }

  @Test func `features that a bundle doesn't support are listed`() throws {
    let notes = try Store(UnsupportedPrefs.self, .inMemory).rootPlist().notes
    #expect(notes.count == 6)
    #expect(notes.contains("'renamed': a bundle can't express its former keys"))
    #expect(notes.contains("'even': a bundle can't express its custom check"))
    #expect(notes.contains { $0.contains("'inner.port'") && $0.contains("inside a dictionary") })
  }
}
