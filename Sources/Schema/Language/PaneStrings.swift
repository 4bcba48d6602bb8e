import SetteePropertyLists

/// A string table of a bundle in all relevant languages, starting with the best match.
///
/// Each language is read only when it is needed.
final class StringsTable {
  /// The paths of the table's files, which don't have to exist.
  private let places: [String]
  private let read: (String) -> PropertyListDictionary?
  /// The files of the table that have been read so far.
  ///
  /// A missing file is represented by an empty dictionary.
  private var contents: [PropertyListDictionary] = []
  private var isFound = false

  init(_ places: [String], read: @escaping (String) -> PropertyListDictionary?) {
    (self.places, self.read) = (places, read)
  }

  var best: PropertyListDictionary {
    if contents.isEmpty { readNext() }
    return contents[0]
  }

  /// Returns a string that satisfies a condition.
  ///
  /// All languages except for the first are searched.
  func laterText(_ raw: String, where isWanted: (String) -> Bool) -> String? {
    for place in places.indices.dropFirst() {
      // Another language is read only if the previous ones don't contain the string.
      while place >= contents.count { readNext() }
      if case .string(let text)? = contents[place][raw], isWanted(text) { return text }
    }
    return nil
  }

  /// A Boolean value that indicates whether the table exists in at least one language.
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

/// The localization of the strings of a pane.
///
/// This is a class because it is passed to each element of the file.
final class PaneStrings {
  /// An instance that doesn't localize strings.
  static var raw: PaneStrings { PaneStrings(table: nil) }

  private let table: StringsTable?
  private let language: LanguageTag?
  /// Returns whether the terminal can display a text.
  ///
  /// A value of `nil` means that the terminal can display any text.
  private let reads: (@Sendable (String) -> Bool)?
  /// The strings in the best language, which contains nearly all of them.
  private let best: PropertyListDictionary

  /// Creates the strings of a pane.
  ///
  /// Without a table, strings aren't localized.
  init(
    table: StringsTable?, language: LanguageTag? = nil,
    reads: (@Sendable (String) -> Bool)? = nil
  ) {
    self.table = table
    self.language = language
    self.reads = reads
    best = table?.best ?? [:]
  }

  /// Returns the localized form of a title, footer, or help text.
  ///
  /// Numbers are converted to text. A dictionary contains the text by language. If the terminal
  /// can't display a text, another language is tried. The result is `nil` if there is none.
  func title(_ value: PropertyList) -> String? {
    switch value {
    case .string(let raw): return title(raw)
    case .dictionary(let texts): return title(among: texts)
    default: return value.asTitle.flatMap(title)
    }
  }

  private func title(_ raw: String) -> String? {
    guard !raw.isEmpty else { return raw }
    if case .string(let text)? = best[raw], canShow(text) { return text }
    return table?.laterText(raw, where: canShow) ?? (canShow(raw) ? raw : nil)
  }

  private func canShow(_ text: String) -> Bool { reads?(text) ?? true }

  private func title(among texts: PropertyListDictionary) -> String? {
    let named = texts.entries.first { LanguageTag($0.key) == language && language != nil }
    let values = [named?.value, texts["en"], texts["Title"]] + texts.entries.map(\.value)
    return values.lazy.compactMap { $0?.asTitle }.first(where: canShow)
  }
}
