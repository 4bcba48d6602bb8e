import SetteePropertyLists

/// A string table of a bundle in all relevant languages, starting with the best match.
///
/// Each language is read on demand.
final class StringsTable {
  /// The paths of the table's files, which might not exist.
  private let places: [String]
  private let read: (String) -> PropertyListDictionary?
  /// The contents of the files that have been read so far.
  ///
  /// An empty dictionary represents a missing file.
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
  /// The search includes all languages except the first.
  func laterText(_ raw: String, where isWanted: (String) -> Bool) -> String? {
    for place in places.indices.dropFirst() {
      // Read another language only if the previous ones don't contain the string.
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

/// The localization of a pane's strings.
///
/// This is a class because it is passed to each element of the file.
final class PaneStrings {
  /// An instance that doesn't localize strings.
  static var raw: PaneStrings { PaneStrings(table: nil) }

  private let table: StringsTable?
  private let language: LanguageTag?
  /// A closure that returns whether the terminal can display a string.
  ///
  /// If the closure is `nil`, the terminal can display any string.
  private let reads: (@Sendable (String) -> Bool)?
  /// The strings in the best language, which contains nearly all of them.
  private let best: PropertyListDictionary
  /// The likely position of the next string, because most tables have the order of the rows.
  private var next = 0

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
  /// Numbers are converted to text. In a dictionary, the keys are languages. If the terminal can't
  /// display the text, another language is used. The result is `nil` if there is none.
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
