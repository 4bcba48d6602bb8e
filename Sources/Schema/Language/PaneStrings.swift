package import SetteeValues

/// A string table that translates the strings of panes to the user's language.
///
/// The file for each language is read only when a translation is needed. This type is a class
/// because all panes that use the table, and all of their rows, share it.
package final class PaneStrings {
  /// An instance that returns all strings without translating them.
  package static var raw: PaneStrings { PaneStrings([]) { _ in nil } }

  /// The paths of the files for each language that the user prefers, starting with the best match.
  ///
  /// Some of the files might not exist.
  private let places: [String]
  private let language: LanguageTag?
  /// A closure that returns whether the user's terminal can display a string.
  ///
  /// If this closure is `nil`, the terminal can display all strings.
  private let reads: (@Sendable (String) -> Bool)?
  private let read: (String) -> PropertyListDictionary?
  /// The contents of the files for the languages that have been read so far.
  ///
  /// If the file for a language is missing, its content is an empty dictionary.
  private var contents: [PropertyListDictionary] = []
  private var isFound = false

  package init(
    _ places: [String], language: LanguageTag? = nil, reads: (@Sendable (String) -> Bool)? = nil,
    read: @escaping (String) -> PropertyListDictionary?
  ) {
    self.places = places
    self.language = language
    self.reads = reads
    self.read = read
  }

  /// A Boolean value that indicates whether the string table exists in at least one language.
  package var exists: Bool {
    while !isFound, contents.count < places.count { readNext() }
    return isFound
  }

  private func readNext() {
    let next = read(places[contents.count])
    isFound = isFound || next != nil
    contents.append(next ?? [:])
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

  /// Returns the translation of a string, or the string itself if it isn't translated.
  ///
  /// The result is `nil` if the terminal can't display any of them.
  package func title(_ raw: String) -> String? {
    guard !raw.isEmpty else { return raw }
    for place in places.indices {
      // Read the file for another language only if the previous languages have no suitable
      // translation.
      while place >= contents.count { readNext() }
      if case .string(let text)? = contents[place][raw], canShow(text) { return text }
    }
    return canShow(raw) ? raw : nil
  }

  private func canShow(_ text: String) -> Bool { reads?(text) ?? true }

  private func title(among texts: PropertyListDictionary) -> String? {
    let named = texts.entries.first { LanguageTag($0.key) == language && language != nil }
    let values = [named?.value, texts["en"], texts["Title"]] + texts.entries.map(\.value)
    return values.lazy.compactMap { $0?.asTitle }.first(where: canShow)
  }
}
