import Settee
import Testing

private struct Equalizer: PreferenceSet { @Setting var bass = 0.0 }
private struct Sound: PreferenceSet {
  static let paneTitle = "Not shown: the group has a title"
  @Setting var volume = 0.5
  @SettingGroup(style: .pane) var equalizer = Equalizer()
  @Setting var isMuted = false
}
private struct Proxy: PreferenceSet { @Setting var port = 8080 }
private struct Prefs: PreferenceSet {
  static let paneTitle = "Player"
  @Setting var theme = "dark"
  @SettingGroup(layout: .flat, style: .pane, title: "Sound and music", section: "More")
  var sound = Sound()
  @SettingGroup var proxy = Proxy()
}

@Suite struct ChildPaneTests {
  @Test func `a group is shown as a child pane`() throws {
    let store = try Store(Prefs.self, .inMemory)
    let panes = store.panes.panes
    #expect(store.panes.title == "Player")
    #expect(panes.map(\.file) == ["Root", "sound", "sound.equalizer"])
    #expect(panes.map(\.title) == ["Player", "Sound and music", "Equalizer"])
    #expect(panes[0].groups.map(\.title) == [nil, "More", "Proxy"])
    #expect(panes[0].controls.map(\.label) == ["Theme", "Sound and music", "Proxy port"])
    #expect(panes[0].groups[1].controls.first?.pane == "sound")
    #expect(panes[1].groups.map(\.title) == [nil])
    #expect(panes[1].controls.map(\.label) == ["Volume", "Equalizer", "Is muted"])
    #expect(panes[2].controls.map(\.key) == ["equalizer.bass"])
  }

  @Test func `a flat group stores its settings under their own keys`() throws {
    let store = try Store(Prefs.self, .inMemory)
    #expect(
      store.keys == ["theme", "volume", "equalizer.bass", "isMuted", "proxy.port"])
    store.prefs.sound.volume = 0.25
    #expect(try store.domain.values(in: .user) == ["volume": 0.25])
  }

  @Test func `a Root.plist has the rows of child panes under headings`() throws {
    let source = try Store(Prefs.self, .inMemory).rootPlist()
    let list = try PropertyList(reading: Array(source.xml.utf8))
    let rows = list.dictionary?["PreferenceSpecifiers"]?.array ?? []
    #expect(
      rows.map { $0.dictionary?["Key"]?.string ?? $0.dictionary?["Title"]?.string } == [
        "theme", "Sound and music", "volume", "Equalizer", "equalizer.bass", "Sound and music",
        "isMuted", "Proxy", "proxy.port",
      ])
    #expect(list.dictionary?["Title"] == "Player")
    #expect(source.notes.count == 2 && source.notes[0].contains("'Sound and music'"))
  }
}
