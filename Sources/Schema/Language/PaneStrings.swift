import SetteePropertyLists

/// One `.strings` table of a bundle in all the languages that count, the best one first; each is read
/// when a text is first asked of it.
final class StringsTable {
  /// The places to read from, none of which needs to have the table.
  private let places: [String]
  private let read: (String) -> PropertyListDictionary?
  /// What was read so far, empty where a place lacks the table.
  private var contents: [PropertyListDictionary] = []
  private var isFound = false

  init(_ places: [String], read: @escaping (String) -> PropertyListDictionary?) {
    (self.places, self.read) = (places, read)
  }

  var best: PropertyListDictionary {
    if contents.isEmpty { readNext() }
    return contents[0]
  }

  /// The text that stands for a raw one in the first of the other languages that has a wanted one.
  func laterText(_ raw: String, where isWanted: (String) -> Bool) -> String? {
    for place in places.indices.dropFirst() {
      // Later languages are read only when an earlier one lacks a text.
      while place >= contents.count { readNext() }
      if case .string(let text)? = contents[place][raw], isWanted(text) { return text }
    }
    return nil
  }

  /// Whether any of the languages has the table.
  var exists: Bool {
    while !isFound, contents.count < places.count { readNext() }
    return isFound
  }

  private func readNext() {
    let next = read(places[contents.count])
    isFound = isFound || next != nil
    contents.append(next ?? [:])
  }
}

/// Brings the texts of one pane's file into the user's language.
///
/// An object, since each element of the file is handed it.
final class PaneStrings {
  /// The strings of a pane whose texts stay as the file has them.
  static var raw: PaneStrings { PaneStrings(table: nil) }

  private let table: StringsTable?
  private let language: LanguageTag?
  /// Whether the user can be shown a text; nil where any can.
  private let reads: (@Sendable (String) -> Bool)?
  /// The texts of the best language, among which nearly every one is found.
  private let best: PropertyListDictionary
  /// Where the next text likely stands: most tables are in the order of the rows.
  private var next = 0

  /// Makes the strings of a pane; without a table every text stays as the file has it.
  init(
    table: StringsTable?, language: LanguageTag? = nil,
    reads: (@Sendable (String) -> Bool)? = nil
  ) {
    self.table = table
    self.language = language
    self.reads = reads
    best = table?.best ?? [:]
  }

  /// A title, footer or help text of a file in the user's language.
  ///
  /// Numbers are shown plain. A dictionary, which some files have, is taken as texts by language. A
  /// text that the user cannot be shown gives way to another language's, and at last to none.
  func title(_ value: PropertyList) -> String? {
    switch value {
    case .string(let raw): return title(raw)
    case .dictionary(let texts): return title(among: texts)
    default: return value.asTitle.flatMap(title)
    }
  }

  private func title(_ raw: String) -> String? {
    guard !raw.isEmpty else { return raw }
    if let position = best.position(of: raw, guess: next) {
      next = position + 1
      if case .string(let text) = best.entries[position].value, canShow(text) { return text }
    }
    return table?.laterText(raw, where: canShow) ?? (canShow(raw) ? raw : nil)
  }

  private func canShow(_ text: String) -> Bool { reads?(text) ?? true }

  private func title(among texts: PropertyListDictionary) -> String? {
    let named = texts.entries.first { LanguageTag($0.key) == language && language != nil }
    let values = [named?.value, texts["en"], texts["Title"]] + texts.entries.map(\.value)
    return values.lazy.compactMap { $0?.asTitle }.first(where: canShow)
  }
}
