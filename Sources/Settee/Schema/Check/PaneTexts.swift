/// One language's table of a pane's texts.
struct LanguageTable {
  /// The folder of the language without its extension, `de`.
  let language: String
  /// The name of the table, `Root`.
  let name: String
  private let entries: PropertyListDictionary

  init?(_ file: CheckedFile) {
    guard let language = file.languageFolder, let entries = file.document?.value.dictionary else {
      return nil
    }
    self.language = language
    name = file.tableName
    self.entries = entries
  }

  func lacks(_ text: String) -> Bool { entries[text] == nil }

  /// Whether the language is the one in which the raw text is written already.
  ///
  /// That is English, unless the text is a name for one: `SOUND_TITLE`.
  func isWritten(by raw: String) -> Bool {
    let isEnglish = language == "Base" || LanguageTag(language)?.language == "en"
    return isEnglish && raw.contains { $0.isLowercase || $0 == " " }
  }
}

extension CheckedBundle {
  /// The names of the tables that a pane may take its texts from: its own, else Root.
  func tableNames(of pane: CheckedPane) -> [String] {
    if let name = pane.root["StringsTable"]?.value.string { return [name] }
    let own = Path.name(of: pane.base)
    return tablesByName[own] == nil ? ["Root"] : [own]
  }

  /// The tables of a pane, one a language.
  func tables(of pane: CheckedPane) -> [LanguageTable] {
    tableNames(of: pane).flatMap { tablesByName[$0] ?? [] }
  }
}

extension CheckedPane {
  /// Every text of the pane that is brought into a language.
  var texts: [PropertyListNode] {
    let title = root["Title"].map { [$0] } ?? []
    return title + elements.flatMap { Self.texts(of: $0.node) }
  }

  private static let single = [
    "Title", "FooterText", "IASKPlaceholder", "IASKMailComposeSubject", "IASKMailComposeBody",
    "IASKChildTitle", "SetteeHelp", "SetteeUnit",
  ]

  private static func texts(of element: PropertyListNode) -> [PropertyListNode] {
    let own = single.compactMap { element[$0] }
    let listed = ["Titles", "ShortTitles"].flatMap { element[$0]?.elements ?? [] }
    let inner = ["ItemSpecifier", "AddSpecifier"].compactMap { element[$0] }.flatMap(texts)
    guard let subtitle = element["IASKSubtitle"] else { return own + listed + inner }
    let lines = subtitle.value.dictionary == nil ? [subtitle] : subtitle.entries.map(\.node)
    return own + listed + lines + inner
  }
}
