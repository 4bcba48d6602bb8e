/// Suggestions for misspelled words, which are chosen from a fixed set of candidates.
package struct Suggestion {
  /// The lengths of the misspelled words for which Settee suggests a correction.
  ///
  /// Shorter words all resemble each other, and no candidate is longer.
  private let lengths: ClosedRange<Int>
  /// The number of characters in a word for each typing error that is allowed.
  private let lettersPerError: Int
  private let candidates: [(text: String, letters: [UInt32])]
  /// The number of words that may still be compared before suggestions stop.
  ///
  /// After this number of comparisons, files with thousands of errors get no further suggestions.
  /// Otherwise, checking them would take minutes.
  private var effort = 400_000

  /// Creates suggestions for misspelled names in a file, which differ from the candidates by few
  /// characters.
  package init(among candidates: some Sequence<String>) {
    self.init(among: candidates, lengths: 3...60, lettersPerError: 5)
  }

  private init(
    among candidates: some Sequence<String>, lengths: ClosedRange<Int>, lettersPerError: Int
  ) {
    self.candidates = candidates.map { ($0, Self.letters(of: $0)) }
    self.lengths = lengths
    self.lettersPerError = lettersPerError
  }

  /// Returns the candidate with the smallest edit distance, or `nil` if no candidate is similar.
  package mutating func nearest(to word: String) -> String? {
    let letters = Self.letters(of: word)
    guard lengths.contains(letters.count), effort >= candidates.count else { return nil }
    effort -= candidates.count
    var table = EditDistance(from: letters)
    var best: (text: String, distance: Int)?
    for (text, other) in candidates {
      let allowed = max(1, min(letters.count, other.count) / lettersPerError)
      let limit = min(allowed, (best?.distance ?? .max) - 1)
      guard limit >= 0, let distance = table.distance(to: other, limit: limit) else { continue }
      best = (text, distance)
    }
    return best?.text
  }

  /// Returns the candidate that is most similar to a name in a file, or `nil` if none is similar.
  package static func nearest(
    toName name: String, among candidates: some Sequence<String>
  ) -> String? {
    var suggestion = Suggestion(among: candidates)
    return suggestion.nearest(to: name)
  }

  /// Returns the candidate that is most similar to a typed word, or `nil` if none is similar.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>
  ) -> String? {
    var suggestion = Suggestion(
      among: candidates.filter { $0.utf8.count <= 256 }, lengths: 1...64, lettersPerError: 3)
    return suggestion.nearest(to: word)
  }

  /// Returns a suggestion such as `; did you mean get?`, or an empty string if no candidate is
  /// similar.
  package static func hint(for word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { "; did you mean \($0)?" } ?? ""
  }

  private static func letters(of word: String) -> [UInt32] {
    word.lowercased().unicodeScalars.map(\.value)
  }
}
