import SetteePropertyLists

// This folder: which languages a user reads, which of them a bundle speaks, and the tables of texts.

/// A language as its folders, variables and options spell it, brought to one form: `zh-Hant`.
package struct LanguageTag: Hashable, Sendable {
  /// The language, in lower case: `zh`.
  let language: String
  /// The script, where it is written or the region tells: `Hant`.
  let script: String?
  /// The region, where it is written: `TW`, `419`.
  let region: String?
}

extension LanguageTag {
  /// Reads `zh_TW`, `zh-Hant-TW`, `de_DE.UTF-8`, `sr@latin`, `Japanese`; nil for anything else.
  init?(_ name: String) {
    let parts = name.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }
    guard let first = parts.first, first.utf8.allSatisfy(\.isASCIILetter),
      case let code = Self.names[first.lowercased()] ?? first.lowercased(),
      (2...3).contains(code.utf8.count)
    else { return nil }
    var (script, region): (String?, String?)
    for part in parts.dropFirst() {
      let isWord = part.utf8.allSatisfy(\.isASCIILetter)
      switch part.utf8.count {
      case 4 where isWord && script == nil:
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      case 2 where isWord && region == nil: region = part.uppercased()
      case 3 where !isWord && region == nil: region = String(part)
      default: break
      }
    }
    let modifier = name.split(separator: "@").dropFirst().first?.lowercased()
    let language = Self.current[code] ?? code
    self.init(
      language: language,
      script: script ?? modifier.flatMap { Self.modifiers[$0] }
        ?? Self.script(language: language, region: region), region: region)
  }

  /// The languages that this one falls back to, itself first: `zh-Hant-HK`, `zh-Hant`.
  var lineage: [LanguageTag] {
    var tags = [self]
    if region != nil { tags.append(LanguageTag(language: language, script: script, region: nil)) }
    if language == "nn" { tags.append(LanguageTag(language: "nb", script: nil, region: nil)) }
    return tags
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The tag as Apple writes it; a region that says no more than the script is left out.
  package var description: String {
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

  /// The script that a region's readers expect, for the languages that are written in two.
  fileprivate static func script(language: String, region: String?) -> String? {
    switch (language, region) {
    case ("zh", "TW"?), ("zh", "HK"?), ("zh", "MO"?): "Hant"
    case ("zh", "CN"?), ("zh", "SG"?), ("zh", "MY"?): "Hans"
    default: nil
    }
  }
}

/// Which languages a user reads, as tags such as `zh-Hant`, the preferred one first.
package enum Languages {
  /// The languages of an option such as `de` or `de:fr`, else of an environment.
  ///
  /// As in gettext, the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not
  /// empty, and `LANGUAGE`, a list with colons, stands before it unless the locale is `C` or
  /// `POSIX`. Those two ask for what the developer wrote, which is an empty list here. Nothing
  /// depends on which locales the machine has installed.
  package static func preferred(environment: [String: String], option: String? = nil) -> [String] {
    if let option, !option.isEmpty { return tags(option) }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    if locale == "C" || locale == "POSIX" { return [] }
    if let list = environment["LANGUAGE"], !list.isEmpty { return tags(list) }
    return locale.map(tags) ?? []
  }

  private static func tags(_ list: String) -> [String] {
    list.split { $0 == ":" || $0 == "," || $0 == " " }
      .compactMap { LanguageTag(String($0))?.description }
  }
}

/// Which folders of a bundle speak to a user, in the order in which they are asked for a text.
package struct LanguageChoice {
  /// The `.lproj` folders to ask, without their extension, the best one first.
  package let folders: [String]
  /// The language of the first one; nil when it is `Base` or there is none.
  let language: LanguageTag?

  /// Chooses among the folders of a bundle (names without extension).
  ///
  /// Each wanted language brings its exact folder, then those it falls back to, then any other
  /// region of the same language and script. After all of them come the development language,
  /// `en` and `Base`.
  package init(among names: [String], wanted: [String], developmentLanguage: LanguageTag?) {
    let known = names.sorted()
      .compactMap { name in LanguageTag(name).map { (name: name, tag: $0) } }
    let tags = wanted.map { LanguageTag($0) } + [developmentLanguage, LanguageTag("en")]
    let chosen =
      tags.compactMap(\.self).flatMap { Self.folders(for: $0, among: known) }
      + names.filter { $0.lowercased() == "base" }
    folders = chosen.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    language =
      folders.first.flatMap { first in known.first { $0.name.isSame(as: first) }?.tag }
      ?? (folders.isEmpty ? nil : developmentLanguage)
  }

  private static func folders(
    for wanted: LanguageTag, among known: [(name: String, tag: LanguageTag)]
  ) -> [String] {
    // `zh-TW` is `zh-Hant`.
    let direct = wanted.lineage.flatMap { tag in
      known.filter { $0.tag == tag || $0.tag.description == tag.description }.map(\.name)
    }
    return direct.isEmpty ? known.filter { $0.tag.isSibling(of: wanted) }.map(\.name) : direct
  }
}

extension LanguageTag {
  /// Whether both are the same language in the same script; an unknown script fits either.
  fileprivate func isSibling(of other: LanguageTag) -> Bool {
    language == other.language && (script == nil || other.script == nil || script == other.script)
  }
}
