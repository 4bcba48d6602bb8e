import SetteePropertyLists

// This folder contains language tags, language selection, and string tables.

/// A normalized language tag, such as `zh-Hant`.
package struct LanguageTag: Hashable, Sendable {
  /// The language code in lowercase, such as `zh`.
  let language: String
  /// The script, such as `Hant`, if the name specifies or implies it.
  let script: String?
  /// The region, such as `TW` or `419`, or `nil` if the name doesn't specify it.
  let region: String?
}

extension LanguageTag {
  /// Parses a name such as `zh_TW`, `zh-Hant-TW`, `de_DE.UTF-8`, `sr@latin`, or `Japanese`.
  ///
  /// This initializer returns `nil` for any other name.
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

  /// The tag and its fallbacks, such as `zh-Hant-HK` and `zh-Hant`.
  var lineage: [LanguageTag] {
    var tags = [self]
    if region != nil { tags.append(LanguageTag(language: language, script: script, region: nil)) }
    if language == "nn" { tags.append(LanguageTag(language: "nb", script: nil, region: nil)) }
    return tags
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The tag in Apple's form, without a region that the script implies.
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
  /// The current codes that replace deprecated and unofficial codes.
  fileprivate static let current = [
    "no": "nb", "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil",
  ]

  /// The language codes for the language names used by legacy directories.
  fileprivate static let names = [
    "english": "en", "german": "de", "french": "fr", "italian": "it", "spanish": "es",
    "japanese": "ja", "dutch": "nl", "swedish": "sv", "danish": "da", "finnish": "fi",
    "norwegian": "nb", "portuguese": "pt", "korean": "ko", "chinese": "zh", "russian": "ru",
    "polish": "pl", "turkish": "tr", "czech": "cs", "hungarian": "hu", "greek": "el",
    "arabic": "ar", "hebrew": "he", "thai": "th",
  ]

  /// The scripts for the modifiers of locale names, which follow the `@` character.
  fileprivate static let modifiers = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// Returns the usual script of a region for a language that is written in two scripts.
  fileprivate static func script(language: String, region: String?) -> String? {
    switch (language, region) {
    case ("zh", "TW"?), ("zh", "HK"?), ("zh", "MO"?): "Hant"
    case ("zh", "CN"?), ("zh", "SG"?), ("zh", "MY"?): "Hans"
    default: nil
    }
  }
}

/// The user's language preferences.
package enum Languages {
  /// Returns the languages of an option such as `de` or `de:fr`, or of the environment.
  ///
  /// As in gettext, the locale is the first nonempty variable among `LC_ALL`, `LC_MESSAGES`, and
  /// `LANG`. The colon-separated list in `LANGUAGE` takes precedence unless the locale is `C` or
  /// `POSIX`. For these two locales, the result is empty, and text isn't localized. The result
  /// doesn't depend on the installed locales.
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

/// The directories to search for a localized string, in order.
package struct LanguageChoice {
  /// The `.lproj` directories without their extension, starting with the best match.
  package let folders: [String]
  /// The language of the first directory, or `nil` if the directory is `Base` or doesn't exist.
  let language: LanguageTag?

  /// Chooses from the language directories of a bundle.
  ///
  /// For each requested language, an exact match comes first, followed by its fallbacks, and then
  /// by other regions that have the same language and script. The development language, `en`, and
  /// `Base` come last.
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
    // The tag `zh-TW` is equivalent to `zh-Hant`.
    let direct = wanted.lineage.flatMap { tag in
      known.filter { $0.tag == tag || $0.tag.description == tag.description }.map(\.name)
    }
    return direct.isEmpty ? known.filter { $0.tag.isSibling(of: wanted) }.map(\.name) : direct
  }
}

extension LanguageTag {
  /// Returns whether both tags have the same language and script.
  ///
  /// An unknown script matches any script.
  fileprivate func isSibling(of other: LanguageTag) -> Bool {
    language == other.language && (script == nil || other.script == nil || script == other.script)
  }
}
