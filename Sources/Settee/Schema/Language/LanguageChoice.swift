/// Which folders of a bundle speak to a user, in the order in which they are asked for a text.
struct LanguageChoice {
  /// The `.lproj` folders to ask, without their extension, the best one first.
  let folders: [String]
  /// The language of the first one; nil when it is `Base` or there is none.
  let language: LanguageTag?

  /// Chooses among the folders of a bundle (names without extension).
  ///
  /// Each wanted language brings its exact folder, then those it falls back to, then any other
  /// region of the same language and script. After all of them come the development language,
  /// `en` and `Base`.
  init(among names: [String], wanted: [String], developmentLanguage: LanguageTag?) {
    let known = names.sorted().compactMap { name in LanguageTag(name).map { (name: name, tag: $0) }
    }
    var chosen: [String] = []
    for tag in wanted.compactMap({ LanguageTag($0) }) {
      chosen += Self.folders(for: tag, among: known)
    }
    for tag in [developmentLanguage, LanguageTag("en")].compactMap({ $0 }) {
      chosen += Self.folders(for: tag, among: known)
    }
    chosen += names.filter { $0.lowercased() == "base" }
    folders = chosen.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    language =
      folders.first.flatMap { first in known.first { $0.name.isSame(as: first) }?.tag }
      ?? (folders.isEmpty ? nil : developmentLanguage)
  }

  private static func folders(
    for wanted: LanguageTag, among known: [(name: String, tag: LanguageTag)]
  ) -> [String] {
    let direct = wanted.lineage.flatMap { tag in
      known.filter { $0.tag.meansSame(as: tag) }.map(\.name)
    }
    guard direct.isEmpty else { return direct }
    return known.filter { $0.tag.isSibling(of: wanted) }.map(\.name)
  }
}

extension LanguageTag {
  /// Whether a folder of this language is one for that language: `zh-TW` is `zh-Hant`.
  fileprivate func meansSame(as wanted: LanguageTag) -> Bool {
    self == wanted || description == wanted.description
  }

  /// Whether both are the same language in the same script; an unknown script fits either.
  fileprivate func isSibling(of other: LanguageTag) -> Bool {
    language == other.language && (script == nil || other.script == nil || script == other.script)
  }
}
