import Settee
import Testing

@testable import SetteeEditor

@Suite struct WordsTests {
  @Test(arguments: Words.languages.dropFirst())
  func `every phrase is translated, with the same places`(language: String) throws {
    let words = Words(preferred: [language])
    #expect(words.language == language)
    for phrase in Phrase.allCases {
      guard let text = words.texts[phrase] else {
        Issue.record("\(language) has no text for \(phrase): \(phrase.rawValue)")
        continue
      }
      #expect(!text.isEmpty)
      #expect(places(text) == places(phrase.rawValue), "\(language): \(phrase)")
    }
  }

  @Test(arguments: Words.files.map(\.key))
  func `no text is left of a phrase that is gone`(language: String) throws {
    let file = try #require(Words.files.first { $0.key == language }?.value)
    let table = try #require(try PropertyList(reading: file()).dictionary)
    #expect(Set(table.keys) == Set(Phrase.allCases.map(\.rawValue)))
  }

  private func places(_ text: String) -> [Character] {
    zip(text, text.dropFirst()).filter { $0.0 == "%" }.map(\.1).sorted()
  }

  @Test(arguments: [
    (["de-AT", "en"], "de"), (["ja_JP.UTF-8"], "ja"), (["fr", "ar-EG"], "ar"), (["fr"], "en"),
    (["EN-GB", "de"], "en"), ([], "en"),
  ])
  func `the first language that Settee speaks is taken`(preferred: [String], language: String) {
    #expect(Words(preferred: preferred).language == language)
  }

  @Test func `what fills a place is left as it is`() {
    #expect(Words()(.saved, "%2", "x") == "%2: x")
  }
}
