import SetteePropertyLists

/// A generator of suggestions for misspelled names.
package struct NearestWord {
  /// The lengths of names to check.
  ///
  /// Short names are all similar to each other, and no known name exceeds the maximum.
  private static let lengths = 3...60

  private let known: [(word: String, letters: [UInt32])]
  /// The remaining number of comparisons.
  ///
  /// The limit ends suggestions for files with thousands of errors, which would otherwise take
  /// minutes to check.
  private var effort = 400_000

  init(among known: some Sequence<String>) {
    self.known = known.map { ($0, Self.letters(of: $0)) }
  }

  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    var words = NearestWord(among: known)
    return words.nearest(to: word)
  }

  /// Returns the known name with the smallest edit distance.
  ///
  /// The result is `nil` if the distance is large relative to the length of the name.
  mutating func nearest(to word: String) -> String? {
    let letters = Self.letters(of: word)
    guard Self.lengths.contains(letters.count), effort >= known.count else { return nil }
    effort -= known.count
    var table = EditDistance(from: letters)
    var best: (word: String, distance: Int)?
    for (word, other) in known {
      let allowed = max(1, min(letters.count, other.count) / 5)
      let limit = min(allowed, (best?.distance ?? .max) - 1)
      guard limit >= 0, let distance = table.distance(to: other, limit: limit) else { continue }
      best = (word, distance)
    }
    return best?.word
  }

  private static func letters(of word: String) -> [UInt32] {
    word.lowercased().utf8.map { UInt32($0) }
  }
}
