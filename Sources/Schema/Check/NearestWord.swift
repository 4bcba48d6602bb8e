import SetteePropertyLists

/// Finds the known word that a misspelt one was meant to be.
package struct NearestWord {
  /// As many comparisons with known words as one rule may spend on advice in a bundle: thousands of
  /// faults among thousands of names are told without it, sooner than after minutes.
  static let effort = 400_000

  /// The lengths of words for which it is worth while: of short ones each is near to each, and no
  /// known word is longer.
  private static let lengths = 3...60

  private let known: [(word: String, letters: [UInt32])]

  package init(among known: some Sequence<String>) {
    self.known = known.map { ($0, Self.letters(of: $0)) }
  }

  /// The word with the fewest letters to change, given that they are few beside its length.
  package func nearest(to word: String) -> String? {
    var effort = known.count
    return nearest(to: word, effort: &effort)
  }

  /// The same, as long as there is effort left.
  func nearest(to word: String, effort: inout Int) -> String? {
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
