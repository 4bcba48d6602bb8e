import Settee
import Testing

@testable import SetteeEditor

@Suite struct WordsTests {
  /// The English texts: phrases, what is said of contexts and keys, and on panes that are made.
  static let english = Set(
    Phrase.allCases.map(\.rawValue) + MadeText.allCases.map(\.rawValue)
      + KeyMap.standard.sections.flatMap { context, lines in
        [context.rawValue] + lines.map(\.help) + lines.compactMap(\.hint)
      })

  @Test(arguments: Words.languages.dropFirst())
  func `every phrase is translated, with the same places`(language: String) throws {
    let words = Words(preferred: [language])
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

  @Test(arguments: Words.files.map(\.key))
  func `no text is left of a phrase that is gone`(language: String) throws {
    let file = try #require(Words.files.first { $0.key == language }?.value)
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
  func `the first language that Settee speaks is taken`(preferred: [String], language: String) {
    #expect(Words(preferred: preferred).language == language)
  }

  @Test func `what Settee says on panes that it makes is said in the user's language`() {
    let german = Words(preferred: ["de"])
    var row = Control(.title(ChoiceList()), title: "Line 12")
    row.remark = "The file does not fit its schema."
    row.subtitle = Subtitle("Edited in the file itself")
    let group = PaneGroup(
      title: "Deprecated", footer: "All hooks. New entries are added in the file itself.",
      controls: [row, Control(.text, key: "a", title: "Line length")])
    let bundle = SettingsBundle(
      title: "x", domain: nil, panes: [Pane(file: "Faults", title: "Faults", groups: [group])])
    let pane = bundle.translated(german).panes[0]
    #expect(pane.file == "Faults" && pane.title == "Fehler")
    #expect(pane.groups[0].title == "Veraltet")
    #expect(pane.groups[0].footer == "All hooks. Neue Einträge kommen in die Datei selbst.")
    #expect(pane.groups[0].controls.map(\.title) == ["Zeile 12", "Line length"])
    #expect(pane.groups[0].controls[0].remark == "Die Datei passt nicht zu ihrem Schema.")
    #expect(pane.groups[0].controls[0].subtitle?.text == "Wird in der Datei selbst bearbeitet")
    #expect(bundle.translated(Words()).panes[0].title == "Faults")
  }

  @Test func `what fills a place is left as it is`() {
    #expect(Words()(.saved, "%2", "x") == "%2: x")
  }
}
