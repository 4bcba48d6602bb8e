/// Settee's own words in one language: a text for each phrase, its `%1`, `%2` filled in.
struct Words: Sendable {
  /// The language as a tag, such as `de`.
  let language: String
  private let texts: Texts?

  /// The texts of a language behind one reference: most have none, and words are copied for each
  /// line that is drawn.
  private final class Texts: Sendable {
    let byPhrase: [Phrase: String]

    init(_ byPhrase: [Phrase: String]) { self.byPhrase = byPhrase }
  }

  /// The words of a language; what is not translated is English.
  init(language: String = "en", texts: [Phrase: String] = [:]) {
    self.language = language
    self.texts = texts.isEmpty ? nil : Texts(texts)
  }

  /// The text of a phrase, with its places filled in.
  func callAsFunction(_ phrase: Phrase, _ parts: String...) -> String {
    let text = texts?.byPhrase[phrase] ?? phrase.rawValue
    guard !parts.isEmpty else { return text }
    return Words.fill(text, with: parts)
  }

  /// Puts parts in the places of a text; a part that looks like a place stays as it is.
  private static func fill(_ text: String, with parts: [String]) -> String {
    var result = ""
    var rest = text[...]
    while let percent = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
      // NB: `+=` would take any collection, and the runtime a while to look for its types.
      result.append(contentsOf: rest[..<percent])
      rest = rest[rest.utf8.index(after: percent)...]
      guard let digit = rest.unicodeScalars.popFirst() else { return result }
      let place = Int(digit.value) - 0x31
      if parts.indices.contains(place) { result += parts[place] } else { result += "%\(digit)" }
    }
    result.append(contentsOf: rest)
    return result
  }
}
