import SetteePropertyLists

/// A string table of a bundle in all languages that the user prefers, starting with the best match.
///
/// The file for each language is read only when a translation is needed.
final class StringsTable {
  /// The paths of the files for each language, some of which might not exist.
  private let places: [String]
  private let read: (String) -> PropertyListDictionary?
  /// The contents of the files for the languages that have been read so far.
  ///
  /// If the file for a language is missing, its content is an empty dictionary.
  private var contents: [PropertyListDictionary] = []
  private var isFound = false

  init(_ places: [String], read: @escaping (String) -> PropertyListDictionary?) {
    (self.places, self.read) = (places, read)
  }

  var best: PropertyListDictionary {
    if contents.isEmpty { readNext() }
    return contents[0]
  }

  /// Returns a translation that satisfies a condition, from any language except the preferred one.
  ///
  /// The caller has already searched the preferred language for a translation.
  func laterText(_ raw: String, where isWanted: (String) -> Bool) -> String? {
    for place in places.indices.dropFirst() {
      // Read the file for another language only if the previous languages have no suitable
      // translation.
      while place >= contents.count { readNext() }
      if case .string(let text)? = contents[place][raw], isWanted(text) { return text }
    }
    return nil
  }

  /// A Boolean value that indicates whether the string table exists in at least one language.
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

/// Translates the strings of a pane to the user's language.
///
/// This type is a class because it is passed to each row of the pane.
final class PaneStrings {
  /// An instance that returns all strings without translating them.
  static var raw: PaneStrings { PaneStrings(table: nil) }

  private let table: StringsTable?
  private let language: LanguageTag?
  /// A closure that returns whether the user's terminal can display a string.
  ///
  /// If this closure is `nil`, the terminal can display all strings.
  private let reads: (@Sendable (String) -> Bool)?
  /// The translations in the user's preferred language, which contain nearly all strings.
  private let best: PropertyListDictionary

  /// Creates an object that translates the strings of a pane.
  ///
  /// If no string table is specified, strings aren't translated.
  init(
    table: StringsTable?, language: LanguageTag? = nil,
    reads: (@Sendable (String) -> Bool)? = nil
  ) {
    self.table = table
    self.language = language
    self.reads = reads
    best = table?.best ?? [:]
  }

  /// Returns the translation of a title, a footer, or a help text.
  ///
  /// If a bundle specifies a number as a title, the number is converted to text. In a dictionary,
  /// the keys are languages. If the terminal can't display the text, another language is used. The
  /// result is `nil` if there is none.
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
