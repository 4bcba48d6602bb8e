/// Brings the texts of one pane's file into the user's language.
///
/// An object, since each element of the file is handed it.
final class PaneStrings {
  private let table: StringsTables.Table?
  private let language: LanguageTag?

  /// Makes the strings of a pane; without a table every text stays as the file has it.
  init(table: StringsTables.Table?, language: LanguageTag? = nil) {
    self.table = table
    self.language = language
  }

  /// The strings of a pane whose texts stay as the file has them.
  static var raw: PaneStrings { PaneStrings(table: nil) }

  /// A title, footer or help text of a file in the user's language.
  ///
  /// Numbers are shown plain. A dictionary, which some files have, is taken as texts by language.
  func title(_ value: PropertyList) -> String? {
    switch value {
    case .string(let raw): return title(raw)
    case .dictionary(let texts): return title(among: texts)
    default: return value.asTitle.map(title)
    }
  }

  private func title(_ raw: String) -> String {
    guard !raw.isEmpty, let table else { return raw }
    return table.text(raw)
  }

  private func title(among texts: PropertyListDictionary) -> String? {
    let named = texts.entries.first { LanguageTag($0.key) == language && language != nil }
    let value = named?.value ?? texts["en"] ?? texts["Title"] ?? texts.entries.first?.value
    return value?.asTitle
  }
}
