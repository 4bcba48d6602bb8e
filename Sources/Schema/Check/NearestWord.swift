import SetteePropertyLists

/// A generator of suggestions for misspelled names.
package struct NearestWord {
  /// The lengths of the names that are checked.
  ///
  /// Short names all resemble each other, and no known name is longer than the maximum.
  private static let lengths = 3...60

  private let known: [(word: String, letters: [UInt32])]
  /// The number of comparisons that remain.
  ///
  /// After that number of comparisons, files with thousands of errors get no further suggestions.
  /// Otherwise, checking them would take minutes.
  private var effort = 400_000

  init(among known: some Sequence<String>) {
    self.known = known.map { ($0, Self.letters(of: $0)) }
  }

  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    var words = NearestWord(among: known)
    return words.nearest(to: word)
  }

  /// Returns the known name with the smallest edit distance, if this distance is small relative to
  /// the length of the name.
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
