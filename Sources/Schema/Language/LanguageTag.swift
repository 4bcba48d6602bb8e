import SetteeValues

// The files in this folder contain language tags, the selection of languages, and string tables.

/// A language tag in a normalized form, such as `zh-Hant`.
package struct LanguageTag: Hashable, Sendable {
  /// The code of the language in lowercase, such as `zh` for Chinese.
  let language: String
  /// The script of the language, such as `Hant` for traditional Chinese, if it is specified or
  /// implied.
  let script: String?
  /// The region of the language, such as `TW` or `419`, or `nil` if it isn't specified.
  let region: String?
}

extension LanguageTag {
  /// Parses the name of a language, such as `zh_TW`, `de_DE.UTF-8`, `sr@latin`, or `Japanese`.
  ///
  /// This initializer returns `nil` if the name isn't recognized as a language.
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

  /// The language tag, followed by less specific tags to fall back to, such as `zh-Hant` after
  /// `zh-Hant-HK`.
  var lineage: [LanguageTag] {
    var tags = [self]
    if region != nil { tags.append(LanguageTag(language: language, script: script, region: nil)) }
    if language == "nn" { tags.append(LanguageTag(language: "nb", script: nil, region: nil)) }
    return tags
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The language tag in the form that Apple uses, such as `zh-Hant` instead of `zh-Hant-TW`.
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
  /// The current language codes that replace deprecated and unofficial codes.
  fileprivate static let current = [
    "no": "nb", "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil",
  ]

  /// The language codes for the English names, such as `Japanese`, that older apps use for
  /// directories.
  fileprivate static let names = [
    "english": "en", "german": "de", "french": "fr", "italian": "it", "spanish": "es",
    "japanese": "ja", "dutch": "nl", "swedish": "sv", "danish": "da", "finnish": "fi",
    "norwegian": "nb", "portuguese": "pt", "korean": "ko", "chinese": "zh", "russian": "ru",
    "polish": "pl", "turkish": "tr", "czech": "cs", "hungarian": "hu", "greek": "el",
    "arabic": "ar", "hebrew": "he", "thai": "th",
  ]

  /// The scripts that the part of a locale name after `@` specifies, such as `Latn` for `latin`.
  fileprivate static let modifiers = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// Returns the script that is common in a region if a language can be written in several scripts.
  fileprivate static func script(language: String, region: String?) -> String? {
    switch (language, region) {
    case ("zh", "TW"?), ("zh", "HK"?), ("zh", "MO"?): "Hant"
    case ("zh", "CN"?), ("zh", "SG"?), ("zh", "MY"?): "Hans"
    default: nil
    }
  }
}

extension LanguageTag {
  /// Returns the languages that the user prefers, from an option such as `de:fr` or from the
  /// environment.
  ///
  /// As in gettext, the first of `LC_ALL`, `LC_MESSAGES`, and `LANG` that isn't empty specifies the
  /// locale. The colon-separated list in `LANGUAGE` takes precedence unless the locale is `C` or
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

extension LanguageTag {
  /// Selects the language directories of a bundle that best match the user's languages.
  ///
  /// For each of the user's languages, an exact match comes first, followed by less specific tags
  /// and other regions. The development language, `en`, and `Base` come last.
  ///
  /// - Returns: The names of the directories without the extension `.lproj`, starting with the best
  ///   match, and the language of the first directory. The language is `nil` if this directory is
  ///   `Base` or doesn't exist.
  package static func folders(
    among names: [String], wanted: [String], developmentLanguage: LanguageTag?
  ) -> (names: [String], language: LanguageTag?) {
    let known = names.sorted()
      .compactMap { name in LanguageTag(name).map { (name: name, tag: $0) } }
    let tags = wanted.map { LanguageTag($0) } + [developmentLanguage, LanguageTag("en")]
    let chosen =
      tags.compactMap(\.self).flatMap { Self.folders(for: $0, among: known) }
      + names.filter { $0.lowercased() == "base" }
    let folders: [String] = chosen.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    let language =
      folders.first.flatMap { first in known.first { $0.name.isSame(as: first) }?.tag }
      ?? (folders.isEmpty ? nil : developmentLanguage)
    return (folders, language)
  }

  private static func folders(
    for wanted: LanguageTag, among known: [(name: String, tag: LanguageTag)]
  ) -> [String] {
    // Compare the tags in Apple's form, because `zh-TW` and `zh-Hant` have the same meaning.
    let direct = wanted.lineage.flatMap { tag in
      known.filter { $0.tag == tag || $0.tag.description == tag.description }.map(\.name)
    }
    return direct.isEmpty ? known.filter { $0.tag.isSibling(of: wanted) }.map(\.name) : direct
  }

  /// Returns whether two tags have the same language and script, such as `en-GB` and `en-US`.
  ///
  /// A tag with an unknown script matches any script of the same language.
  fileprivate func isSibling(of other: LanguageTag) -> Bool {
    language == other.language && (script == nil || other.script == nil || script == other.script)
  }
}
