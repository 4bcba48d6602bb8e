import Settee
import Testing

@testable import SetteeEditor

@Suite struct StringsTests {
  /// All English strings: phrases, names of contexts, descriptions of keys, and strings on
  /// generated panes.
  static let english = Set(
    Phrase.allCases.map(\.rawValue)
      + GeneratedText.allCases.map(\.rawValue)
      + KeyMap.standard.sections.flatMap { context, lines in
        [context.rawValue] + lines.map(\.help) + lines.compactMap(\.hint)
      })

  @Test(arguments: Strings.languages.dropFirst())
  func `every phrase is translated, with the same placeholders`(language: String) throws {
    let words = Strings(preferred: [language])
    #expect(words.language == language)
    for english in Self.english {
      guard let text = words.texts[english]?.string else {
        Issue.record("\(language) has no text for: \(english)")
        continue
      }
      #expect(!text.isEmpty)
      #expect(places(text) == places(english), "\(language): \(english)")
    }
  }

  @Test(arguments: Strings.files.map(\.key))
  func `translations contain no unused phrases`(language: String) throws {
    let file = try #require(Strings.files.first { $0.key == language }?.value)
    let table = try #require(try PropertyList(reading: file()).dictionary)
    #expect(Set(table.keys) == Self.english)
  }

  private func places(_ text: String) -> [Character] {
    zip(text, text.dropFirst()).filter { $0.0 == "%" }.map(\.1).sorted()
  }

  @Test(arguments: [
    (["de-AT", "en"], "de"), (["ja_JP.UTF-8"], "ja"), (["xx", "ar-EG"], "ar"), (["xx"], "en"),
    (["EN-GB", "de"], "en"), ([], "en"),
  ])
  func `the first supported language is chosen`(preferred: [String], language: String) {
    #expect(Strings(preferred: preferred).language == language)
  }

  @Test func `strings on generated panes are in the user's language`() {
    let german = Strings(preferred: ["de"])
    var row = Control(.title([]), title: "Line 12")
    row.warning = "The file doesn't match its schema."
    row.subtitle = Subtitle("Edit in the file")
    let group = PaneGroup(
      title: "Deprecated", footer: "All hooks. To add items, edit the file.",
      controls: [row, Control(.text, key: "a", title: "Line length")])
    let bundle = SettingsBundle(
      title: "x", domain: nil, panes: [Pane(file: "Faults", title: "Problems", groups: [group])])
    let pane = bundle.translated(german).panes[0]
    #expect(pane.file == "Faults" && pane.title == "Probleme")
    #expect(pane.groups[0].title == "Veraltet")
    let footer = "All hooks. Bearbeiten Sie die Datei, um Einträge hinzuzufügen."
    #expect(pane.groups[0].footer == footer)
    #expect(pane.groups[0].controls.map(\.title) == ["Zeile 12", "Line length"])
    #expect(pane.groups[0].controls[0].warning == "Die Datei entspricht nicht ihrem Schema.")
    #expect(pane.groups[0].controls[0].subtitle?.text == "In der Datei bearbeiten")
    #expect(bundle.translated(Strings()).panes[0].title == "Problems")
  }

  @Test func `a placeholder's value is inserted unchanged`() {
    #expect(Strings()(.labeled, "%2", "x") == "%2: x")
  }
}
