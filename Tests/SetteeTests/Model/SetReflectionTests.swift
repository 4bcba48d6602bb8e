import Foundation
import Testing

@testable import Settee
@testable import SetteeSchema
@testable import SetteeStorage

private struct Proxy: PreferenceSet {
  @Setting var host = ""
  @Setting(.range(1...65535), title: "Port", help: "Where it listens.") var port = 8080
}
private struct Prefs: PreferenceSet {
  @Setting var theme = "dark"
  @Setting(key: "sound_level", formerKeys: ["volume"], .range(0...1), traits: .synced) var level =
    0.7
  @Setting var lastFile: URL? = nil
  @SettingGroup var proxy = Proxy()
  @SettingGroup(key: "win", layout: .nested) var window = Proxy()
  var untouched = 3
  var doubled: Double { level * 2 }
}
private struct Twice: PreferenceSet {
  @Setting(key: "same") var first = 1
  @Setting(key: "same") var second = 2
}
private struct Ungrouped: PreferenceSet { var proxy = Proxy() }
private struct Holder: PreferenceSet {
  @Setting(key: "proxy") var text = ""
  @SettingGroup(layout: .nested) var proxy = Proxy()
}
private struct Outside: PreferenceSet { @Setting(.range(1...5)) var size = 9 }
private struct BadPattern: PreferenceSet { @Setting(.matching("[")) var name = "" }
private struct EmptyKey: PreferenceSet { @Setting(key: "") var name = "" }
private struct Nothing: PreferenceSet {}
private class Older: PreferenceSet, @unchecked Sendable {
  @Setting var inherited = 1
  required init() {}
}
private final class Newer: Older, @unchecked Sendable { @Setting var own = 2 }

private struct Sharing: PreferenceSet {
  private static let shared = Port()

  @SettingGroup var proxy = Sharing.shared

  struct Port: PreferenceSet { @Setting var port = 0 }
}

struct SetReflectionTests {
  private func fault(of set: any PreferenceSet) -> String {
    do {
      _ = try SetReflection(of: set)
      return "none"
    } catch { return (error as? StoreError)?.message ?? "\(error)" }
  }

  @Test func `properties, groups and explicit keys are found in order`() throws {
    let found = try SetReflection(of: Prefs())
    #expect(
      found.entries.map(\.slot.path) == [
        "theme", "sound_level", "lastFile", "proxy.host", "proxy.port", SettingPath("win", "host"),
        SettingPath("win", "port"),
      ])
    #expect(found.entries[1].slot.formerPaths == ["volume"])
    #expect(found.entries[5].slot.property == "window.host")
    #expect(found.groups.map(\.properties) == [["proxy"], ["window"]])
  }

  @Test func `a prefix and a single key move the whole set`() throws {
    let stem = try SetReflection(of: Proxy(), under: KeyPrefix(stem: "net."))
    #expect(stem.entries.map(\.slot.key) == ["net.host", "net.port"])
    let single = try SetReflection(of: Proxy(), under: KeyPrefix(holder: "Proxy"))
    #expect(
      single.entries.map(\.slot.path) == [
        SettingPath("Proxy", "host"), SettingPath("Proxy", "port"),
      ])
  }

  @Test func `inherited settings are included`() throws {
    #expect(try SetReflection(of: Newer()).entries.map(\.slot.key) == ["inherited", "own"])
  }

  @Test func `invalid declarations are rejected with the property's name`() {
    #expect(fault(of: Twice()).contains("'first' and 'second' both have the key 'same'"))
    #expect(fault(of: Ungrouped()).contains("'proxy' of Ungrouped"))
    #expect(fault(of: Holder()).contains("'text' has the key of the dictionary"))
    #expect(fault(of: Outside()).contains("'size' can't be 9: it has to be from 1 to 5"))
    #expect(fault(of: BadPattern()).contains("the pattern [ of 'name' is invalid"))
    #expect(fault(of: EmptyKey()).contains("'name' has an empty key"))
    #expect(fault(of: Nothing()) == "none")
  }

  @Test func `a group that already belongs to another store is rejected`() throws {
    let first = try Store(Sharing.self, .inMemory)
    first.prefs.proxy.port = 1
    do {
      _ = try Store(Sharing.self, .inMemory)
      Issue.record("two stores share a setting")
    } catch let error as StoreError {
      #expect(error.message.contains("'proxy.port' already belongs to a store"))
    }
    #expect(first.prefs.proxy.port == 1)
  }

  @Test func `pane metadata is known without the value`() throws {
    let entry = try SetReflection(of: Proxy()).entries[1]
    let field = entry.setting.field(at: entry.slot)
    #expect(field.title == "Port")
    #expect(field.initial == 8080)
    #expect(field.limits.bounds.maximum == 65535)
    #expect(field.fault(70000) == "has to be from 1 to 65535")
    #expect(field.fault("x")?.contains("a whole number") == true)
    #expect(field.fault("99") == nil)
  }

  @Test(arguments: [
    ("lastFile", "Last file"), ("sound_level", "Sound level"), ("HTTPPort", "HTTP port"),
    ("url", "Url"), ("a", "A"), ("", ""), ("useSSL", "Use SSL"),
  ])
  func `a property name is converted to a title`(name: String, title: String) {
    #expect(readableTitle(of: name) == title)
  }
}

struct UnboundSetTests {
  @Test func `an unbound set has its defaults and assigned values`() throws {
    let prefs = Prefs()
    #expect(prefs.level == 0.7)
    prefs.level = 0.5
    #expect(prefs.level == 0.5)
    prefs.level = 7
    #expect(prefs.level == 0.5, "a value that violates a rule is rejected")
    #expect(throws: StoreError.self) { try prefs.$level.set(7) }
    try prefs.$level.reset()
    #expect(prefs.level == 0.7)
    #expect(Prefs().theme == "dark")
  }
}
