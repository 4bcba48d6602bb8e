import Settee
import SetteeVerbs

// The English strings of the editor are in `Phrase.swift` and in the key map. Every other language
// has a `.strings` file, and a test checks that it is complete.

/// The strings of the editor's user interface in one language.
struct Strings: Sendable {
  var language = "en"
  /// The translation of each string, keyed by the English text.
  ///
  /// A string that has no translation is shown in English.
  var texts: PropertyListDictionary = [:]

  /// Returns a string of the user interface with its placeholders replaced by the specified parts.
  func callAsFunction(_ phrase: Phrase, _ parts: String...) -> String { self(phrase, parts) }

  func callAsFunction(_ phrase: Phrase, _ parts: [String]) -> String {
    let text = translation(of: phrase.rawValue)
    return parts.isEmpty ? text : Strings.fill(text, with: parts)
  }

  /// Returns a number of settings, such as `1 setting` or `12 settings`.
  func settings(_ count: Int) -> String {
    count == 1 ? self(.homeOne) : self(.homeCount, String(count))
  }

  /// Returns the translation of an English text, such as the description of a key.
  func translation(of english: String) -> String {
    texts.isEmpty ? english : texts[english]?.string ?? english
  }

  /// A Boolean value that indicates whether the strings can be transliterated to ASCII characters.
  var areLatin: Bool { self(.notSet).unicodeScalars.allSatisfy { $0.value < 0x250 } }

  /// Replaces the placeholders in text.
  ///
  /// Inserted arguments aren't expanded again.
  private static func fill(_ text: String, with parts: [String]) -> String {
    var result = ""
    var rest = text[...]
    while let percent = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
      // Avoid the operator `+=`, because it is generic and makes the runtime look up protocol
      // conformances.
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

extension Strings {
  /// The string files of all languages except English, which are read when they are first needed.
  static let files: KeyValuePairs<String, @Sendable () -> [UInt8]> = [
    "de": { PackageResources.de_strings }, "ja": { PackageResources.ja_strings },
    "ar": { PackageResources.ar_strings },
  ]

  static let languages = ["en"] + files.map(\.key)

  /// Creates the strings for the user's most preferred language that is supported, or for English.
  ///
  /// - Parameter preferred: Language tags such as `de-AT` or `ja_JP`, in order of preference.
  init(preferred: [String]) {
    let codes = preferred.map { $0.prefix { !"-_.".contains($0) }.lowercased() }
    self.init()
    let code = codes.first(where: Self.languages.contains)
    guard let code, let file = Self.files.first(where: { $0.key == code })?.value else { return }
    (language, texts) = (code, (try? PropertyList(reading: file()).dictionary) ?? [:])
  }
}

extension Strings {
  /// Returns the text of a generated pane with the generated part translated.
  func made(_ text: String) -> String {
    for made in GeneratedText.allCases {
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
  /// Returns a copy of a settings file's bundle in which all generated text is translated.
  func translated(_ words: Strings) -> SettingsBundle {
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
        control.warning = control.warning.map(words.made)
        let subtitle = control.subtitle?.text.map(words.made)
        control.subtitle?.text = subtitle
      }
    }
    return bundle
  }
}
