/// A language as its folders, variables and options spell it, brought to one form: `zh-Hant`.
struct LanguageTag: Hashable, Sendable {
  /// The language, in lower case: `zh`.
  let language: String
  /// The script, where it is written or the region tells: `Hant`.
  let script: String?
  /// The region, where it is written: `TW`, `419`.
  let region: String?

  /// Reads `zh_TW`, `zh-Hant-TW`, `de_DE.UTF-8`, `sr@latin`, `Japanese`; nil for anything else.
  init?(_ name: String) {
    let spelling = Spelling(name)
    guard let language = spelling.language else { return nil }
    self.language = Self.current[language] ?? language
    region = spelling.region
    script = spelling.script ?? Self.script(language: self.language, region: spelling.region)
  }

  init(language: String, script: String?, region: String? = nil) {
    self.language = language
    self.script = script
    self.region = region
  }

  /// The languages that this one falls back to, itself first: `zh-Hant-HK`, `zh-Hant`.
  var lineage: [LanguageTag] {
    var tags = [self]
    if region != nil { tags.append(LanguageTag(language: language, script: script)) }
    if language == "nn" { tags.append(LanguageTag(language: "nb", script: nil)) }
    return tags
  }

  /// The parts of a name, in their usual cases.
  private struct Spelling {
    var language: String?
    var script: String?
    var region: String?

    init(_ name: String) {
      let codeset = name.prefix { $0 != "." && $0 != "@" }
      let parts = codeset.split { $0 == "-" || $0 == "_" }
      guard let first = parts.first, first.utf8.allSatisfy(\.isASCIILetter) else { return }
      language = LanguageTag.names[first.lowercased()] ?? LanguageTag.code(first)
      for part in parts.dropFirst() { take(part) }
      if let modifier = name.split(separator: "@").dropFirst().first {
        script = script ?? LanguageTag.modifiers[modifier.lowercased()]
      }
    }

    private mutating func take(_ part: Substring) {
      let isWord = part.utf8.allSatisfy(\.isASCIILetter)
      switch part.utf8.count {
      case 4 where isWord && script == nil:
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      case 2 where isWord && region == nil: region = part.uppercased()
      case 3 where !isWord && region == nil: region = String(part)
      default: break
      }
    }
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The tag as Apple writes it; a region that says no more than the script is left out.
  var description: String {
    let isPlain =
      (script == "Hant" && region == "TW")
      || (script == "Hans" && (region == "CN" || region == "SG"))
    let isImplied = language != "zh" && script == Self.script(language: language, region: region)
    var tag = language
    for case let part? in [isImplied ? nil : script, isPlain ? nil : region] { tag += "-" + part }
    return tag
  }
}

extension LanguageTag {
  /// Codes that were replaced, or that are written loosely, by those that folders use.
  fileprivate static let current = [
    "no": "nb", "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil",
  ]

  /// The names that folders bore before there were codes.
  fileprivate static let names = [
    "english": "en", "german": "de", "french": "fr", "italian": "it", "spanish": "es",
    "japanese": "ja", "dutch": "nl", "swedish": "sv", "danish": "da", "finnish": "fi",
    "norwegian": "nb", "portuguese": "pt", "korean": "ko", "chinese": "zh", "russian": "ru",
    "polish": "pl", "turkish": "tr", "czech": "cs", "hungarian": "hu", "greek": "el",
    "arabic": "ar", "hebrew": "he", "thai": "th",
  ]

  /// What follows an `@` in a locale's name and names a script.
  fileprivate static let modifiers = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  fileprivate static func code(_ word: Substring) -> String? {
    (2...3).contains(word.utf8.count) ? word.lowercased() : nil
  }

  /// The script that a region's readers expect, for the languages that are written in two.
  fileprivate static func script(language: String, region: String?) -> String? {
    switch (language, region) {
    case ("zh", "TW"?), ("zh", "HK"?), ("zh", "MO"?): "Hant"
    case ("zh", "CN"?), ("zh", "SG"?), ("zh", "MY"?): "Hans"
    default: nil
    }
  }
}

extension UInt8 {
  /// Whether the byte is one of A-Z and a-z.
  var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
