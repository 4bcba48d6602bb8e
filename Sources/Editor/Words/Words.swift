/// Settee's own words in one language: a text for each phrase, its `%1`, `%2` filled in.
struct Words: Sendable {
  /// The language as a tag, such as `de`.
  let language: String
  private let texts: [Phrase: String]

  /// The words of a language; what is not translated is English.
  init(language: String = "en", texts: [Phrase: String] = [:]) {
    self.language = language
    self.texts = texts
  }

  /// The text of a phrase, with its places filled in.
  func callAsFunction(_ phrase: Phrase, _ parts: String...) -> String {
    let text = texts[phrase] ?? phrase.rawValue
    guard !parts.isEmpty else { return text }
    return Words.fill(text, with: parts)
  }

  /// Puts parts in the places of a text; a part that looks like a place stays as it is.
  private static func fill(_ text: String, with parts: [String]) -> String {
    var result = ""
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "%" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      guard let digit = scalars.next() else { break }
      let place = Int(digit.value) - 0x31
      if parts.indices.contains(place) { result += parts[place] } else { result += "%\(digit)" }
    }
    return result
  }
}
