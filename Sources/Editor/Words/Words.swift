import Settee
import SetteeVerbs

// Every sentence of the editor, in every language that it speaks: `Phrase.swift` and the keymap have
// the English texts, a `.strings` file for each other language translates them, and a test holds
// those complete.

/// Settee's own words in one language: a text for each phrase, its `%1`, `%2` filled in.
struct Words: Sendable {
  var language = "en"
  /// What is translated, by its English; all else is English.
  var texts: PropertyListDictionary = [:]

  /// The text of a phrase, with its places filled in.
  func callAsFunction(_ phrase: Phrase, _ parts: String...) -> String { self(phrase, parts) }

  func callAsFunction(_ phrase: Phrase, _ parts: [String]) -> String {
    let text = translation(of: phrase.rawValue)
    return parts.isEmpty ? text : Words.fill(text, with: parts)
  }

  /// What stands for an English text, such as what a key does.
  func translation(of english: String) -> String { texts[english]?.string ?? english }

  /// Whether they are written in Latin letters, each of which has a plain one.
  var areLatin: Bool { self(.notSet).unicodeScalars.allSatisfy { $0.value < 0x250 } }

  /// Puts parts in the places of a text; a part that looks like a place stays as it is.
  private static func fill(_ text: String, with parts: [String]) -> String {
    var result = ""
    var rest = text[...]
    while let percent = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
      // NB: `+=` would take any collection, and the runtime a while to look for its types.
      result.append(contentsOf: rest[..<percent])
      rest = rest[rest.utf8.index(after: percent)...]
      guard let digit = rest.unicodeScalars.popFirst() else { return result }
      let place = Int(digit.value) - 0x31
      if parts.indices.contains(place) { result += parts[place] } else { result += "%\(digit)" }
    }
    result.append(contentsOf: rest)
    return result
  }
}

extension Words {
  /// The texts of each language that Settee itself speaks beside English; they are read when somebody
  /// first speaks it.
  static let files: KeyValuePairs<String, @Sendable () -> [UInt8]> = [
    "de": { PackageResources.de_strings }, "ja": { PackageResources.ja_strings },
    "ar": { PackageResources.ar_strings },
  ]

  static let languages = ["en"] + files.map(\.key)

  /// The words in the first of the languages that Settee speaks, else in English.
  ///
  /// - Parameter preferred: Tags such as `de-AT` or `ja_JP`, the preferred one first.
  init(preferred: [String]) {
    let codes = preferred.map { $0.prefix { !"-_.".contains($0) }.lowercased() }
    self.init()
    let code = codes.first(where: Self.languages.contains)
    guard let code, let file = Self.files.first(where: { $0.key == code })?.value else { return }
    (language, texts) = (code, (try? PropertyList(reading: file()).dictionary) ?? [:])
  }
}

extension Words {
  /// A text of a pane with what Settee itself has put there, or behind it, in the user's language.
  func made(_ text: String) -> String {
    for made in MadeText.allCases {
      let english = made.rawValue
      if text == english || text.hasSuffix(" " + english) {
        return text.dropLast(english.count) + translation(of: english)
      }
      if made == .line, text.hasPrefix("Line "), let number = Int(text.dropFirst(5)) {
        return "\(translation(of: english)) \(number)"
      }
    }
    return text
  }
}

extension SettingsBundle {
  /// The panes of a settings file, with what Settee itself says on them in the user's language.
  func translated(_ words: Words) -> SettingsBundle {
    guard words.language != "en" else { return self }
    var bundle = self
    for pane in panes.indices {
      bundle.panes[pane].title = words.made(panes[pane].title)
      for group in panes[pane].groups.indices {
        let old = panes[pane].groups[group]
        bundle.panes[pane].groups[group].title = old.title.map(words.made)
        bundle.panes[pane].groups[group].footer = old.footer.map(words.made)
      }
      bundle.panes[pane].changeControls { control in
        control.title = control.title.map(words.made)
        control.remark = control.remark.map(words.made)
        let subtitle = control.subtitle?.text.map(words.made)
        control.subtitle?.text = subtitle
      }
    }
    return bundle
  }
}
