import Foundation
import Settee
import Testing

@testable import Settee
@testable import SetteeSchema

private enum Theme: String, CaseIterable, SettingValue { case light, dark }
private struct Proxy: PreferenceSet {
  @Setting(.range(1...65535), title: "Port", help: "Where the proxy listens.") var port = 8080
}
private struct Prefs: PreferenceSet {
  @Setting(title: "Theme") var theme = Theme.dark
  @Setting var soundLevel = 0.7
  @SettingGroup(title: "Proxy", footer: "For the whole house.") var proxy = Proxy()
}

/// Tests panes declared in code that are translated with the strings tables next to the program.
@Suite struct CodeStringsTests {
  let place: DomainPlace

  init() throws {
    place = try DomainPlace()
    try place.write(
      """
      "Port" = "Anschluss"; "Where the proxy listens." = "Wo der Vermittler lauscht.";
      "Theme" = "Farben"; "Dark" = "dunkel"; "Proxy" = "Vermittler";
      "For the whole house." = "F\u{FC}r das ganze Haus.";
      """, to: "share/tool/de.lproj/Root.strings")
    try place.write(
      "\"Port\" = \"Port (fr)\"; \"Sound level\" = \"Volume\";",
      to: "share/tool/fr.lproj/Root.strings")
  }

  private func pane(_ languages: [String], in folder: String? = nil) throws -> Pane {
    let store = try Store(Prefs.self, .inMemory)
    let strings: PaneStrings =
      if let folder {
        .ofCode(in: folder, languages: languages)
      } else {
        .ofCode(of: place.root + "/bin/tool", languages: languages)
      }
    return store.codePanes(strings)[0]
  }

  @Test func `titles, help, choices and footers are translated`() throws {
    let pane = try pane(["de"])
    #expect(pane.controls.map(\.title) == ["Farben", "Sound level", "Anschluss"])
    #expect(pane.controls.last?.help == "Wo der Vermittler lauscht.")
    #expect(pane.controls.first?.choices.map(\.title) == ["Light", "dunkel"])
    #expect(pane.groups.last?.title == "Vermittler")
    #expect(pane.groups.last?.footer == "F\u{FC}r das ganze Haus.")
  }

  @Test func `a string missing in one language comes from the next`() throws {
    let titles = try pane(["fr", "de"], in: place.root + "/share/tool").controls.map(\.title)
    #expect(titles == ["Farben", "Volume", "Port (fr)"])
  }

  @Test func `without a table, the strings in the code are used`() throws {
    let titles = ["Theme", "Sound level", "Port"]
    #expect(try pane(["de"], in: place.root + "/nowhere").controls.map(\.title) == titles)
    #expect(try pane(["ja"]).controls.map(\.title) == titles)
  }

  @Test func `a store reads the tables of its configuration`() throws {
    try place.write("\"Port\" = \"Hole\";", to: "texts/en.lproj/Root.strings")
    let store = try Store(
      Prefs.self, domain: "org.example.texts",
      configuration: StoreConfiguration(
        location: .directories(place.locations), translations: place.root + "/texts"))
    #expect(store.panes.controls.last?.title == "Hole")
  }
}
