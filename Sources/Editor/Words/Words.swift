import Settee

// Every sentence of the editor, in every language that it speaks: `Phrase.swift` is the English text, a
// `.strings` file for each other language translates it, and a test holds them complete.

/// Settee's own words in one language: a text for each phrase, its `%1`, `%2` filled in.
struct Words: Sendable {
  /// The language as a tag, such as `de`.
  var language = "en"
  /// What is translated; all else is English.
  var texts: [Phrase: String] = [:]

  /// The text of a phrase, with its places filled in.
  func callAsFunction(_ phrase: Phrase, _ parts: String...) -> String { self(phrase, parts) }

  func callAsFunction(_ phrase: Phrase, _ parts: [String]) -> String {
    let text = texts[phrase] ?? phrase.rawValue
    return parts.isEmpty ? text : Words.fill(text, with: parts)
  }

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
  /// The languages that Settee itself speaks; English comes first.
  static let languages = ["en", "de", "ja", "ar"]

  // Read when somebody first speaks the language: a start in English reads none of them.
  static let german = texts(in: PackageResources.de_strings)
  static let japanese = texts(in: PackageResources.ja_strings)
  static let arabic = texts(in: PackageResources.ar_strings)

  /// The texts of a `.strings` file, which has them by their English.
  private static func texts(in file: [UInt8]) -> [Phrase: String] {
    let table = try? PropertyList(reading: file).dictionary
    var texts: [Phrase: String] = [:]
    for phrase in Phrase.allCases { texts[phrase] = table?[phrase.rawValue]?.string }
    return texts
  }

  /// The words in the first of the languages that Settee speaks, else in English.
  ///
  /// - Parameter preferred: Tags such as `de-AT` or `ja_JP`, the preferred one first.
  init(preferred: [String]) {
    let codes = preferred.map { $0.prefix { !"-_.".contains($0) }.lowercased() }
    switch codes.first(where: Self.languages.contains) {
    case "de"?: self.init(language: "de", texts: Self.german)
    case "ja"?: self.init(language: "ja", texts: Self.japanese)
    case "ar"?: self.init(language: "ar", texts: Self.arabic)
    default: self.init()
    }
  }
}
